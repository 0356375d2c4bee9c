// Both MCP servers and where they are found.
import type { Addresses } from '../addresses.ts'
import type { HostName } from '../server/request/request-info.ts'
import { asFailure, type Router } from '../server/router.ts'
import { type McpServer, makeMcpServer } from './dispatch.ts'
import { docsServer } from './docs-server.ts'
import { makeDoorkeeper } from './origin-guard.ts'
import { type McpParts, productServer } from './product-server.ts'
import { addMcpRoute } from './route.ts'
import { type McpServerInfo, protocolVersions } from './schemas.ts'

export type McpServers = { product: McpServer; docs: McpServer }

/** `log` hears of what failed on our side while a client is told little. */
export function makeMcpServers(parts: McpParts, log: { error: (about: object, message: string) => void }): McpServers {
  const failureOf = (error: unknown) => {
    const failure = asFailure(error)
    if (failure.status >= 500) log.error({ err: failure.cause ?? failure }, failure.error)
    return failure
  }
  return { product: makeMcpServer(productServer(parts), failureOf), docs: makeMcpServer(docsServer(parts), failureOf) }
}

export function addMcp(router: Router, host: HostName, { product, docs }: McpServers, addresses: Addresses): void {
  const doorkeeper = makeDoorkeeper(addresses)
  const productRoute = { server: product, about: aboutProduct(product, addresses), doorkeeper }
  if (host === 'api') {
    addMcpRoute(router, { path: '/mcp', ...productRoute })
    return
  }
  addMcpRoute(router, { path: '/api/mcp', ...productRoute })
  addMcpRoute(router, { path: '/webmcp', ...productRoute })
  addMcpRoute(router, { path: '/mcp', server: docs, about: aboutDocs(docs, addresses), doorkeeper })
}

const about = ({ definition: { info, tools, resources, templates } }: McpServer, url: string) => ({
  name: info.name,
  title: info.title,
  version: info.version,
  description: info.description,
  transport: { type: 'streamable-http', url, method: 'POST' },
  protocol_versions: [...protocolVersions],
  authentication: 'none',
  read_only: true,
  tools: tools.map(({ name, title }) => ({ name, title })),
  resources: resources.map(({ uri }) => uri),
  resource_templates: templates.map(({ uriTemplate }) => uriTemplate),
})

const aboutProduct = (server: McpServer, { baseUrl, webUrl }: Addresses): McpServerInfo => ({
  ...about(server, `${baseUrl}/mcp`),
  endpoints: { canonical: `${baseUrl}/mcp`, aliases: [`${webUrl}/api/mcp`, `${webUrl}/webmcp`] },
  documentation: `${webUrl}/docs/mcp`,
  documentation_server: `${webUrl}/mcp`,
})

const aboutDocs = (server: McpServer, { baseUrl, webUrl }: Addresses): McpServerInfo => ({
  ...about(server, `${webUrl}/mcp`),
  endpoints: { canonical: `${webUrl}/mcp`, aliases: [] },
  documentation: `${webUrl}/docs/mcp`,
  product_server: `${baseUrl}/mcp`,
})
