// The MCP servers in openapi.json. A path stands there only once, though /mcp is another server on each host.
import type { Addresses } from '../addresses.ts'
import {
  handshakeVersions,
  JsonRpcRequest,
  JsonRpcResponse,
  McpProtocolVersion,
  McpServerInfo,
} from '../mcp/schemas.ts'
import { getPopularTags } from '../operations/index.ts'
import type { AgentOperation } from './agents.ts'
import { makeSampler } from './examples.ts'
import { headersOf } from './headers.ts'
import { refusals } from './refusals.ts'
import { referring, type Schema } from './schemas.ts'
import { apiServer, webServer } from './servers.ts'

const [newestHandshake] = handshakeVersions

const header = (name: string, description: string, schema: Schema, example: string): Schema => ({
  name,
  in: 'header',
  description,
  schema,
  example,
})

export const mcpParameters: Record<string, Schema> = {
  'MCP-Protocol-Version': header(
    'MCP-Protocol-Version',
    'The revision of the protocol that the message follows.',
    referring(McpProtocolVersion),
    newestHandshake,
  ),
  'Mcp-Method': header('Mcp-Method', 'Since revision 2026-07-28: repeats `method`.', { type: 'string' }, 'tools/call'),
  'Mcp-Name': header(
    'Mcp-Name',
    'Since revision 2026-07-28: repeats `params.name` or `params.uri`.',
    { type: 'string' },
    getPopularTags.name,
  ),
}

const product = 'The product server: the public reads as tools, and views of them.'
const docs = 'The docs server: searches and reads the documentation, and nothing else.'

export function mcpOperations(addresses: Addresses): AgentOperation[] {
  const web = [webServer(addresses)]
  const productFirst = [apiServer(addresses, product), webServer(addresses, docs)]
  const twoServers = `On the API host it is the product server, on the web host the docs server.`
  const alias = `An alias of \`${addresses.baseUrl}/mcp\`, the product server.`
  return [
    about(
      '/mcp',
      'getMcpServerInfo',
      'Tell what the MCP server at this address is.',
      twoServers,
      productFirst.toReversed(),
    ),
    message('/mcp', 'callMcpJsonRpc', 'Send a message to an MCP server.', twoServers, productFirst, addresses),
    about('/api/mcp', 'getMcpServerInfoAlternate', 'Tell what the product MCP server is.', alias, web),
    message('/api/mcp', 'mcpJsonRpcAlternate', 'Send a message to the product MCP server.', alias, web, addresses),
    about('/webmcp', 'getWebMcpServerInfo', 'Tell what the product MCP server is.', alias, web),
    message('/webmcp', 'webMcpJsonRpc', 'Send a message to the product MCP server from a page.', alias, web, addresses),
  ]
}

type Servers = AgentOperation['servers']

function about(path: string, operationId: string, summary: string, where: string, servers: Servers): AgentOperation {
  return {
    path,
    method: 'get',
    operationId,
    summary,
    description: `${where} Who it is, where messages go, which revisions it speaks, which tools and resources it has.`,
    servers,
    parameters: ['If-None-Match'],
    responses: {
      200: {
        description: 'What the server is.',
        headers: headersOf.unlinked,
        content: { 'application/json': { schema: referring(McpServerInfo) } },
      },
      304: { description: 'What `If-None-Match` named is still right.', headers: headersOf.unlinkedNotModified },
      ...refusals({ 403: 'forbidden', 405: 'method_not_allowed' }),
    },
  }
}

function message(
  path: string,
  operationId: string,
  summary: string,
  where: string,
  servers: Servers,
  addresses: Addresses,
): AgentOperation {
  return {
    path,
    method: 'post',
    operationId,
    summary,
    description: `${where} MCP over Streamable HTTP without sessions: one message in, one answer out, as JSON. Tools are read-only and idempotent.`,
    servers,
    parameters: Object.keys(mcpParameters),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: referring(JsonRpcRequest), example: exampleCall } },
    },
    responses: {
      200: {
        description: 'The answer; errors of the protocol and mistakes in calls of tools are answers too.',
        headers: headersOf.uncompressed,
        content: { 'application/json': { schema: referring(JsonRpcResponse), example: exampleAnswer(addresses) } },
      },
      202: { description: 'A notification was taken; there is no body.', headers: headersOf.uncompressed },
      ...refusals({
        400: 'mcp_invalid_request',
        403: 'forbidden',
        404: 'mcp_not_found',
        413: 'content_too_large',
        415: 'unsupported_media_type',
        429: 'mcp_rate_limited',
      }),
    },
  }
}

const exampleCall = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: getPopularTags.name, arguments: {} },
}

function exampleAnswer(addresses: Addresses): object {
  const data = makeSampler(addresses)(getPopularTags.output)
  const content = [{ type: 'text', text: JSON.stringify(data) }]
  return { jsonrpc: '2.0', id: 1, result: { content, structuredContent: data } }
}

export const mcpSchemas = [JsonRpcRequest, JsonRpcResponse, McpProtocolVersion, McpServerInfo]
