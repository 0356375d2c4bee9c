// One table: the documents on the web host by which programs find everything else. Routes, docs, Link headers and tests
// read it from here.
import { rememberingLast } from './util/lazily.ts'

export type DiscoveryDocument = {
  path: string
  /** The media type it is served with. */
  type: string
  what: string
  /** The relation under which every page links to it (RFC 8288). */
  rel?: string
}

const json = 'application/json; charset=utf-8'
const text = 'text/plain; charset=utf-8'
const markdown = 'text/markdown; charset=utf-8'
const xml = 'application/xml; charset=utf-8'

export const mediaTypes = {
  json,
  text,
  markdown,
  xml,
  html: 'text/html; charset=utf-8',
  /** RFC 9727 section 4.2: a link set that says it is an API catalog. */
  apiCatalog: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  aiCatalog: 'application/ai-catalog+json',
  serverCard: 'application/mcp-server-card+json',
  atom: 'application/atom+xml; charset=utf-8',
  jsonFeed: 'application/feed+json; charset=utf-8',
  manifest: 'application/manifest+json; charset=utf-8',
} as const

/** `skill` is the name of the agent skill, which depends on the product's. */
export const discoveryDocuments = (skill: string): readonly DiscoveryDocument[] => [
  { path: '/llms.txt', type: text, what: 'What there is to read, with links to Markdown.', rel: 'describedby' },
  { path: '/llms-full.txt', type: text, what: 'The whole documentation in one file.' },
  { path: '/docs', type: mediaTypes.html, what: 'The documentation, as pages or as Markdown.', rel: 'service-doc' },
  { path: '/changelog', type: mediaTypes.html, what: 'What changed in the public interface.' },
  { path: '/openapi.json', type: json, what: 'The HTTP interface as OpenAPI 3.1.', rel: 'service-desc' },
  { path: '/status', type: json, what: 'Is the service well, and what to retry.', rel: 'status' },
  { path: '/auth.md', type: markdown, what: 'Why no credentials are needed, and what agents must not do.' },
  { path: '/.well-known/mcp', type: json, what: 'The MCP servers of this site.' },
  { path: '/.well-known/mcp.json', type: json, what: 'The same.' },
  { path: '/.well-known/mcp/server-card.json', type: mediaTypes.serverCard, what: 'Server card of the MCP server.' },
  { path: '/.well-known/webmcp', type: json, what: 'The tools with their parameters and input schemas.' },
  {
    path: '/.well-known/api-catalog',
    type: mediaTypes.apiCatalog,
    what: 'The APIs of this site as a link set (RFC 9727).',
    rel: 'api-catalog',
  },
  {
    path: '/.well-known/ai-catalog.json',
    type: mediaTypes.aiCatalog,
    what: 'The MCP servers and the skill, for clients that know only the domain.',
    rel: 'ai-catalog',
  },
  { path: '/.well-known/agent-skills/index.json', type: json, what: 'The agent skills of this site, with digests.' },
  {
    path: `/.well-known/agent-skills/${skill}/SKILL.md`,
    type: markdown,
    what: 'A skill that teaches an agent this interface.',
  },
  { path: '/.well-known/oauth-protected-resource', type: json, what: 'What is protected, and that nobody can get in.' },
  {
    path: '/.well-known/oauth-authorization-server',
    type: json,
    what: 'The boundary for agents, machine-readable: there is no credential flow.',
  },
  { path: '/.well-known/security.txt', type: text, what: 'Whom to tell about a weakness (RFC 9116).' },
  { path: '/robots.txt', type: text, what: 'Everybody may read everything; how content may be used.' },
  { path: '/sitemap.xml', type: xml, what: 'Every public page, as an index of sitemaps.' },
  { path: '/feed.atom', type: mediaTypes.atom, what: 'The newest creations as an Atom feed.' },
  { path: '/feed.json', type: mediaTypes.jsonFeed, what: 'The same as a JSON Feed 1.1.' },
  { path: '/sitemap.md', type: markdown, what: 'The pages that lead to all others, as Markdown.' },
]

/** The value of a `Link` header that leads from any page to the documents, and from this one to its other forms. */
export const linkHeader = (webUrl: string, own: readonly Target[] = []): string =>
  [...own.map(linkTo), sharedLinks(webUrl)].join(', ')

type Target = { url: string; rel: string; type: string }

const linkTo = ({ url, rel, type }: Target): string => `<${url}>; rel="${rel}"; type="${type}"`

const sharedLinks = rememberingLast((webUrl: string): string =>
  discoveryDocuments('')
    .flatMap(({ path, rel, type }) =>
      rel === undefined ? [] : [linkTo({ url: webUrl + path, rel, type: type.split(';', 1)[0]! })],
    )
    .join(', '),
)
