// Both MCP servers, their addresses and descriptions.
import type { Addresses } from '../addresses.ts'
import { asFailure } from '../server/router.ts'
import { type McpServer, makeMcpServer } from './dispatch.ts'
import { docsServer } from './docs-server.ts'
import { type McpParts, productServer } from './product-server.ts'
import { type McpServerInfo, protocolVersions } from './schemas.ts'

export type McpServers = { product: McpServer; docs: McpServer }

/** Errors with status 5xx are logged with their cause; clients get only a general message. */
export function makeMcpServers(parts: McpParts, log: { error: (about: object, message: string) => void }): McpServers {
  const failureOf = (error: unknown) => {
    const failure = asFailure(error)
    if (failure.status >= 500) log.error({ err: failure.cause ?? failure }, failure.error)
    return failure
  }
  return { product: makeMcpServer(productServer(parts), failureOf), docs: makeMcpServer(docsServer(parts), failureOf) }
}

export type ServerName = keyof McpServers

/** The first address is the canonical one. */
export const mcpUrls = ({ baseUrl, webUrl }: Addresses): Record<ServerName, readonly [string, ...string[]]> => ({
  product: [`${baseUrl}/mcp`, `${webUrl}/api/mcp`, `${webUrl}/webmcp`],
  docs: [`${webUrl}/mcp`],
})

/** The body of the response to GET. */
export function serverInfo(name: ServerName, servers: McpServers, addresses: Addresses): McpServerInfo {
  const { info, tools, resources, templates, prompts } = servers[name].definition
  const urls = mcpUrls(addresses)
  const [canonical, ...aliases] = urls[name]
  return {
    name: info.name,
    title: info.title,
    version: info.version,
    description: info.description,
    transport: { type: 'streamable-http', url: canonical, method: 'POST' },
    protocol_versions: [...protocolVersions],
    authentication: 'none',
    read_only: true,
    tools: tools.map(({ name, title }) => ({ name, title })),
    resources: resources.map(({ uri }) => uri),
    resource_templates: templates.map(({ uriTemplate }) => uriTemplate),
    prompts: prompts.map(({ name, title }) => ({ name, title })),
    endpoints: { canonical, aliases },
    documentation: `${addresses.webUrl}/docs/mcp`,
    ...(name === 'product' ? { documentation_server: urls.docs[0] } : { product_server: urls.product[0] }),
  }
}
