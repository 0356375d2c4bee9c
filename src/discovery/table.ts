// The discovery documents on the web host, one row each. Routes, docs and the doctor read this table.

import { authorizationServer, protectedResource } from '../agent-auth.ts'
import { linkedDocuments, mediaTypes } from '../discovery.ts'
import { docsMarkdown } from '../pages/docs/docs.ts'
import { nameIn } from '../site/text.ts'
import { aiCatalog, apiCatalog } from './catalog.ts'
import { mcpDocument, serverCard } from './mcp.ts'
import { docsPageOf, type Site } from './site.ts'
import { skillIndex, skillText } from './skill.ts'
import { llmsFullText, llmsText, robotsText, securityText, sitemapText } from './text.ts'

export type DiscoveryDocument = {
  path: string
  /** The media type. */
  type: string
  what: string
  /** Absent when a page, feed or endpoint serves the path. */
  text?: (site: Site) => string
  /** The text depends on the time. */
  perRequest?: true
}

const { json, text, markdown, xml } = mediaTypes
const { llms, docs, openapi, status, apiCatalog: apis, aiCatalog: ai } = linkedDocuments

const asJson =
  (make: (site: Site) => object) =>
  (site: Site): string =>
    JSON.stringify(make(site))

const product = ({ context }: Site) => ({ productName: nameIn(context), ...context.addresses })

const authText = (site: Site): string =>
  docsMarkdown(site.context, docsPageOf(site, 'agent-auth'), `${site.context.addresses.webUrl}/auth.md`)

/** `skill` is the name of the agent skill, which depends on the product's. */
export const discoveryDocuments = (skill: string): readonly DiscoveryDocument[] => [
  { ...llms, what: 'What there is to read, with links to Markdown.', text: llmsText },
  { path: '/llms-full.txt', type: text, what: 'The whole documentation in one file.', text: llmsFullText },
  { ...docs, what: 'The documentation, as pages or as Markdown.' },
  { path: '/changelog', type: mediaTypes.html, what: 'What changed in the public interface.' },
  { ...openapi, what: 'The HTTP interface as OpenAPI 3.1.' },
  { ...status, what: 'Health of the service, limits and retry rules.' },
  {
    path: '/auth.md',
    type: markdown,
    what: 'Why no credentials are needed, and what agents must not do.',
    text: authText,
  },
  { path: '/.well-known/mcp', type: json, what: 'The MCP servers of this site.', text: asJson(mcpDocument) },
  { path: '/.well-known/mcp.json', type: json, what: 'The same.', text: asJson(mcpDocument) },
  {
    path: '/.well-known/mcp/server-card.json',
    type: mediaTypes.serverCard,
    what: 'Server card of the MCP server.',
    text: asJson(site => serverCard(site, 'product')),
  },
  { path: '/.well-known/webmcp', type: json, what: 'The tools with their parameters and input schemas.' },
  { ...apis, what: 'The APIs of this site as a link set (RFC 9727).', text: asJson(apiCatalog) },
  {
    ...ai,
    what: 'What AI clients can use here, for those that know only the domain.',
    text: asJson(aiCatalog),
  },
  {
    path: '/.well-known/agent-skills/index.json',
    type: json,
    what: 'The agent skills of this site, with digests.',
    text: asJson(skillIndex),
  },
  {
    path: `/.well-known/agent-skills/${skill}/SKILL.md`,
    type: markdown,
    what: 'A skill that teaches an agent this interface.',
    text: skillText,
  },
  // Not on the API host: MCP clients would start a sign-in because of it.
  {
    path: '/.well-known/oauth-protected-resource',
    type: json,
    what: 'What is protected: the API of the app of the operator, without access for agents.',
    text: asJson(site => protectedResource(product(site))),
  },
  {
    path: '/.well-known/oauth-authorization-server',
    type: json,
    what: 'Access for agents, machine-readable: there is no credential flow.',
    text: asJson(site => authorizationServer(product(site))),
  },
  {
    path: '/.well-known/security.txt',
    type: text,
    what: 'Where to report vulnerabilities (RFC 9116).',
    text: securityText,
    perRequest: true,
  },
  {
    path: '/robots.txt',
    type: text,
    what: 'Crawling rules: all content may be read; how it may be used.',
    text: robotsText,
  },
  { path: '/sitemap.xml', type: xml, what: 'Every public page, as an index of sitemaps.' },
  { path: '/feed.atom', type: mediaTypes.atom, what: 'The newest creations as an Atom feed.' },
  { path: '/rss.xml', type: mediaTypes.rss, what: 'The same as RSS 2.0.' },
  { path: '/feed.json', type: mediaTypes.jsonFeed, what: 'The same as a JSON Feed 1.1.' },
  { path: '/sitemap.md', type: markdown, what: 'The pages that lead to all others, as Markdown.', text: sitemapText },
]
