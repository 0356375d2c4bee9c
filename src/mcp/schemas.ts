// JSON Schemas of MCP messages, and texts shared by documents and servers.
import { type Static, Type } from '../util/schema.ts'

/** Newest first. */
export const handshakeVersions = ['2025-11-25', '2025-06-18'] as const
export const statelessVersion = '2026-07-28'
export const protocolVersions: readonly string[] = [statelessVersion, ...handshakeVersions]

/** Every method, in the order in which documents list them. */
export const methodNames = [
  'initialize',
  'ping',
  'server/discover',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
] as const

const Url = Type.String({ format: 'uri' })
const JsonObject = Type.Unsafe<object>({ type: 'object' })
const Version = Type.Literal('2.0')

export const McpProtocolVersion = Type.Unsafe<string>({
  type: 'string',
  enum: [...protocolVersions],
  title: 'McpProtocolVersion',
})

export const JsonRpcRequest = Type.Object(
  {
    jsonrpc: Version,
    id: Type.Optional(
      Type.Union([Type.String(), Type.Number()], {
        description: 'Returned in the response; absent in notifications.',
      }),
    ),
    method: Type.String({ description: `One of ${methodNames.join(', ')}, or a notification.` }),
    params: Type.Optional(Type.Unsafe<object>({ type: 'object', description: 'May be empty.' })),
  },
  { title: 'JsonRpcRequest' },
)

const responseFields = {
  jsonrpc: Version,
  id: Type.Union([Type.String(), Type.Number(), Type.Null()], {
    description: 'The id of the request; null when it could not be read.',
  }),
}

const JsonRpcResult = Type.Object({ ...responseFields, result: JsonObject }, { title: 'JsonRpcResult' })

export const JsonRpcError = Type.Object(
  {
    ...responseFields,
    error: Type.Object({
      code: Type.Integer(),
      message: Type.String({ description: 'What is wrong and what to do about it.' }),
      data: Type.Optional(Type.Unknown()),
    }),
  },
  { title: 'JsonRpcError' },
)

export const JsonRpcResponse = Type.Union([JsonRpcResult, JsonRpcError], { title: 'JsonRpcResponse' })

/** The body of the response to GET. */
export const McpServerInfo = Type.Object(
  {
    name: Type.String(),
    title: Type.String(),
    version: Type.String(),
    description: Type.String(),
    transport: Type.Object({ type: Type.String(), url: Url, method: Type.String() }),
    protocol_versions: Type.Array(Type.String({ format: 'date' })),
    authentication: Type.String(),
    read_only: Type.Boolean(),
    tools: Type.Array(Type.Object({ name: Type.String(), title: Type.String() })),
    resources: Type.Array(Type.String()),
    resource_templates: Type.Array(Type.String()),
    prompts: Type.Array(Type.Object({ name: Type.String(), title: Type.String() })),
    endpoints: Type.Object({ canonical: Url, aliases: Type.Array(Url) }),
    documentation: Url,
    documentation_server: Type.Optional(Url),
    product_server: Type.Optional(Url),
  },
  { title: 'McpServerInfo' },
)

export type McpServerInfo = Static<typeof McpServerInfo>
