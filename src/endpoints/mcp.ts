// The MCP endpoints. On the API host /mcp is the product server, on the web host the docs server; two more paths on the
// web host are aliases of the product server.
import type { Addresses, HostName } from '../addresses.ts'
import { errors } from '../errors.ts'
import { infoHandler, messageHandler } from '../mcp/http-handlers.ts'
import {
  handshakeVersions,
  JsonRpcError,
  JsonRpcRequest,
  JsonRpcResponse,
  McpProtocolVersion,
  McpServerInfo,
} from '../mcp/schemas.ts'
import { type ServerName, serverInfo } from '../mcp/servers.ts'
import { readText } from '../mcp/text/reads.ts'
import { getPopularTags } from '../operations/index.ts'
import { makeSampler } from '../operations/samples.ts'
import { type Examples, neutralSite } from '../site/site.ts'
import { Type } from '../util/schema.ts'
import { bodyErrors, type Description, type Endpoint, type ErrorResponse, json, type Parameter } from './define.ts'
import { ErrorBody, Problem } from './error-schemas.ts'

type Location = Pick<Endpoint, 'path' | 'hosts' | 'aliasOf'> & {
  servers?: NonNullable<Description['servers']>
  serves: (addresses: Addresses) => string
}

const mainPath: Location = {
  path: '/mcp',
  hosts: ['api', 'web'],
  servers: [
    { host: 'api', description: 'The product server: the public reads as tools, and views of them.' },
    { host: 'web', description: 'The docs server: searches and reads the documentation, and nothing else.' },
  ],
  serves: () =>
    'On the API host it is the product server, on the web host the docs server; the aliases there are the product server.',
}

const alias = (path: string): Location => ({
  path,
  aliasOf: mainPath.path,
  serves: ({ baseUrl }) => `An alias of \`${baseUrl}/mcp\`, the product server.`,
})

const serverAt = (path: string, host: HostName): ServerName =>
  path === mainPath.path && host === 'web' ? 'docs' : 'product'

const info = ({ serves, servers, ...location }: Location, operationId: string, summary: string): Endpoint => ({
  operationId,
  method: 'get',
  ...location,
  group: 'MCP',
  route: location.path,
  handler: ({ mcp, addresses, originGuard }, host) =>
    infoHandler(serverInfo(serverAt(location.path, host), mcp, addresses), originGuard),
  describe: addresses => ({
    summary,
    description: `${serves(addresses)} Name, message endpoint, protocol versions, tools and resources.`,
    // People rather than clients send GET, so the docs server comes first.
    ...(servers === undefined ? {} : { servers: servers.toReversed() }),
    responses: {
      200: { description: 'The description of the server.', headers: 'unlinkedDocument', content: json(McpServerInfo) },
    },
    errors: [originNotAllowed, noEventStream],
  }),
})

const message = ({ serves, servers, ...location }: Location, operationId: string, summary: string): Endpoint => ({
  operationId,
  method: 'post',
  ...location,
  group: 'MCP',
  route: location.path,
  readsBody: true,
  handler: ({ mcp, originGuard }, host) => messageHandler(mcp[serverAt(location.path, host)], originGuard),
  describe: (addresses, examples) => ({
    summary,
    description: `${serves(addresses)} MCP over Streamable HTTP without sessions: each POST carries one message and returns one JSON response. Tools are read-only and idempotent.`,
    ...(servers === undefined ? {} : { servers }),
    parameters: headers,
    request: { required: true, schema: JsonRpcRequest, example: exampleCall },
    responses: {
      200: {
        description: 'The JSON-RPC response, including protocol errors and tool errors.',
        headers: 'uncompressed',
        content: json(JsonRpcResponse, exampleAnswer(addresses, examples)),
      },
      202: { description: 'The notification was accepted; there is no body.', headers: 'uncompressed' },
    },
    errors: [invalidMessage, originNotAllowed, unknownMethod, ...bodyErrors, rateLimited],
  }),
})

const header = (name: string, description: string, schema: Parameter['schema'], example: string): Parameter => ({
  component: name,
  name,
  in: 'header',
  description,
  schema,
  example,
})

const text = { type: 'string' }

const headers: readonly Parameter[] = [
  header(
    'MCP-Protocol-Version',
    'The revision of the protocol that the message follows.',
    McpProtocolVersion,
    handshakeVersions[0],
  ),
  header('Mcp-Method', 'Since revision 2026-07-28: repeats `method`.', text, 'tools/call'),
  header('Mcp-Name', 'Since revision 2026-07-28: repeats `params.name` or `params.uri`.', text, getPopularTags.name),
]

const exampleCall = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: getPopularTags.name, arguments: {} },
}

function exampleAnswer(addresses: Addresses, examples: Examples): object {
  const data = makeSampler(addresses, examples)(getPopularTags.output)
  const { text } = readText(getPopularTags.output, JSON.stringify(data), neutralSite)
  const content = [{ type: 'text', text }]
  return { jsonrpc: '2.0', id: 1, result: { content, structuredContent: data } }
}

const originNotAllowed: ErrorResponse = {
  component: 'forbidden',
  status: 403,
  error: 'forbidden',
  description: '`Host` or `Origin` is not allowed (protection against DNS rebinding).',
  headers: 'error',
}

const noEventStream: ErrorResponse = {
  component: 'method_not_allowed',
  status: 405,
  error: 'invalid_request',
  description: 'There is no event stream; use `Accept: application/json`.',
  headers: 'anyError',
}

const invalidMessage: ErrorResponse = {
  component: 'mcp_invalid_request',
  status: 400,
  error: 'invalid_request',
  description: 'The message, or a header that must agree with it, is malformed.',
  headers: 'error',
  content: () => ({
    ...json(Type.Union([JsonRpcError, ErrorBody])),
    'application/problem+json': { schema: Problem },
  }),
}

const unknownMethod: ErrorResponse = {
  component: 'mcp_not_found',
  status: 404,
  error: 'not_found',
  description: 'Unknown method. Only the newest protocol revision uses this status.',
  headers: 'error',
  content: () => json(JsonRpcError),
}

const rateLimited: ErrorResponse = {
  component: 'mcp_rate_limited',
  status: 429,
  error: 'rate_limited',
  description: 'Too many requests; wait for Retry-After. `error.data` is the usual error body.',
  headers: 'retryableError',
  content: body => {
    const { code, meaning } = errors.rate_limited
    return json(JsonRpcError, { jsonrpc: '2.0', id: null, error: { code, message: meaning, data: body } })
  },
}

export const mcpEndpoints: readonly Endpoint[] = [
  info(mainPath, 'getMcpServerInfo', 'Describe the MCP server at this address.'),
  message(mainPath, 'callMcpJsonRpc', 'Send a message to an MCP server.'),
  info(alias('/api/mcp'), 'getMcpServerInfoAlternate', 'Describe the product MCP server.'),
  message(alias('/api/mcp'), 'mcpJsonRpcAlternate', 'Send a message to the product MCP server.'),
  info(alias('/webmcp'), 'getWebMcpServerInfo', 'Describe the product MCP server.'),
  message(alias('/webmcp'), 'webMcpJsonRpc', 'Send a message to the product MCP server from a page.'),
]
