// The addresses of the MCP servers, in the forms that clients look for.
import { mcpUrls, type ServerName } from '../mcp/servers.ts'
import { truncate } from '../util/text.ts'
import { hostIdOf, type Site } from './site.ts'

const cardSchema = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json'
const maxDescriptionLength = 100

const endpoints = ({ context }: Site) => mcpUrls(context.addresses)

export const serverCardUrl = (site: Site, name: ServerName): string => `${endpoints(site)[name][0]}/server-card`

/** A server card (SEP-2127): identity and connection. Capabilities are queried from the server itself. */
export function serverCard(site: Site, name: ServerName) {
  const { info } = site.mcp[name]
  return {
    $schema: cardSchema,
    name: `${reversed(hostIdOf(site))}/${info.name}`,
    version: info.version,
    title: shortened(info.title),
    description: shortened(info.description),
    websiteUrl: info.websiteUrl,
    remotes: endpoints(site)[name].map(url => ({
      type: 'streamable-http',
      url,
      supportedProtocolVersions: site.mcp.versions,
    })),
    ...olderCard(site, name),
  }
}

/** The earlier proposal (SEP-1649) with other names. */
function olderCard(site: Site, name: ServerName) {
  const { info, instructions } = site.mcp[name]
  return {
    serverInfo: { name: info.name, title: info.title, version: info.version },
    protocolVersion: site.mcp.versions[0],
    transport: { type: 'streamable-http', endpoint: endpoints(site)[name][0] },
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    authentication: { required: false },
    documentationUrl: `${site.context.addresses.webUrl}/docs/mcp`,
    instructions,
  }
}

/** example.com as com.example, the naming scheme of servers. */
const reversed = (host: string): string => host.split('.').reverse().join('.')

/** Cards allow a hundred characters; truncated at a word. */
const shortened = (text: string): string =>
  text.length <= maxDescriptionLength ? text : `${truncate(text, maxDescriptionLength - 1).replace(/\s+\S*$/, '')}…`

/** Both servers, for clients that know only the domain. The product server comes first. */
export function mcpDocument(site: Site) {
  const server = (name: ServerName) => {
    const { info, tools } = site.mcp[name]
    const [url, ...aliases] = endpoints(site)[name]
    return {
      name: info.name,
      title: info.title,
      version: info.version,
      description: info.description,
      url,
      aliases,
      transport: 'streamable-http',
      protocol_versions: site.mcp.versions,
      authentication: { required: false },
      read_only: true,
      server_card: serverCardUrl(site, name),
      documentation: `${site.context.addresses.webUrl}/docs/mcp`,
      tools: tools.map(tool => ({ name: tool.name, title: tool.title })),
    }
  }
  return { ...olderCard(site, 'product'), servers: [server('product'), server('docs')] }
}
