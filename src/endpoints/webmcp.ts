// GET /.well-known/webmcp: the tools of the product server, their schemas and the endpoint to call.
import type { Addresses } from '../addresses.ts'
import { linkHeader, mediaTypes } from '../discovery.ts'
import type { McpDefinition, ToolDescription } from '../mcp/definition.ts'
import { protocolVersions } from '../mcp/schemas.ts'
import { documentHeaders } from '../server/response/caching.ts'
import { type Static, Type } from '../util/schema.ts'
import { documentText, type Endpoint, json } from './define.ts'

const Url = Type.String({ format: 'uri' })

const WebMcpTool = Type.Object(
  {
    name: Type.String(),
    title: Type.String(),
    description: Type.String(),
    parameters: Type.Array(
      Type.Object({
        name: Type.String(),
        type: Type.Unknown(),
        required: Type.Boolean(),
        description: Type.Unknown(),
        enum: Type.Optional(Type.Unknown()),
        default: Type.Optional(Type.Unknown()),
      }),
    ),
    inputSchema: Type.Unsafe<object>({ type: 'object' }),
    annotations: Type.Object({ readOnlyHint: Type.Boolean(), idempotentHint: Type.Boolean() }),
  },
  { title: 'WebMcpTool' },
)

const WebMcpDocument = Type.Object(
  {
    name: Type.String(),
    title: Type.String(),
    version: Type.String(),
    description: Type.String(),
    endpoint: Url,
    canonical_endpoint: Url,
    transport: Type.String(),
    protocol_versions: Type.Array(Type.String({ format: 'date' })),
    authentication: Type.Object({ required: Type.Boolean() }),
    documentation: Url,
    tools: Type.Array(WebMcpTool),
  },
  { title: 'WebMcpDocument' },
)

const path = '/.well-known/webmcp'
const summary = 'List the tools with their schemas.'

export const webmcpDiscovery: Endpoint = {
  operationId: 'getWebMcpDiscovery',
  method: 'get',
  path,
  group: 'MCP',
  route: path,
  handler: ({ mcp, addresses, site, serve }) => {
    const bytes = Buffer.from(JSON.stringify(webmcpDocument(mcp.product.definition, addresses)))
    const headers = [...documentHeaders, 'Link', linkHeader(site)]
    const content = async () => ({ bytes, type: mediaTypes.json, headers })
    return (request, reply) => serve(request, reply, { key: path, content, fixed: true })
  },
  describe: () => ({
    summary,
    description: documentText,
    responses: { 200: { description: `Done: ${summary}`, headers: 'document', content: json(WebMcpDocument) } },
  }),
}

function webmcpDocument({ info, tools }: McpDefinition, { baseUrl, webUrl }: Addresses): Static<typeof WebMcpDocument> {
  return {
    name: info.name,
    title: info.title,
    version: info.version,
    description: info.description,
    endpoint: `${webUrl}/webmcp`,
    canonical_endpoint: `${baseUrl}/mcp`,
    transport: 'streamable-http',
    protocol_versions: [...protocolVersions],
    authentication: { required: false },
    documentation: `${webUrl}/docs/mcp`,
    tools: tools.map(webmcpTool),
  }
}

type ObjectSchema = { properties?: Record<string, Record<string, unknown>>; required?: readonly string[] }

function webmcpTool({ name, title, description, inputSchema }: ToolDescription) {
  const { properties = {}, required = [] } = inputSchema as ObjectSchema
  const parameters = Object.entries(properties).map(([parameter, schema]) => ({
    name: parameter,
    type: schema.type,
    required: required.includes(parameter),
    description: schema.description,
    ...(schema.enum === undefined ? {} : { enum: schema.enum }),
    ...(schema.default === undefined ? {} : { default: schema.default }),
  }))
  return {
    name,
    title,
    description,
    parameters,
    inputSchema,
    annotations: { readOnlyHint: true, idempotentHint: true },
  }
}
