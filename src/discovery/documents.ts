// The documents by which programs find everything, made from the knowledge, the MCP servers and the addresses.
import { type DiscoveryDocument, discoveryDocuments, linkHeader, mediaTypes } from '../discovery.ts'
import type { ServerName } from '../mcp/servers.ts'
import { docsMarkdown } from '../pages/docs.ts'
import { addDocuments, type Document } from '../routes/documents.ts'
import type { HostName, VisitedRequest } from '../server/request/request-info.ts'
import { documentAnswer } from '../server/response/caching.ts'
import { represent } from '../server/response/representation.ts'
import { sendNow } from '../server/response/send.ts'
import type { Serve } from '../server/response/serve.ts'
import type { Router } from '../server/router.ts'
import { aiCatalog, apiCatalog } from './catalog.ts'
import { mcpDocument, serverCard } from './mcp.ts'
import { pageCalled, type Site, skillName } from './site.ts'
import { skillIndex, skillText } from './skill.ts'
import { llmsFullText, llmsText, robotsText, securityText, sitemapText } from './text.ts'

/** The text of each document of the table; those without an entry are the answer of another surface. */
const makers = (site: Site): Record<string, () => string> => ({
  '/llms.txt': () => llmsText(site),
  '/llms-full.txt': () => llmsFullText(site),
  '/auth.md': () => docsMarkdown(site.house, pageCalled(site, 'agent-auth'), `${site.house.addresses.webUrl}/auth.md`),
  '/.well-known/mcp': () => JSON.stringify(mcpDocument(site)),
  '/.well-known/mcp.json': () => JSON.stringify(mcpDocument(site)),
  '/.well-known/mcp/server-card.json': () => JSON.stringify(serverCard(site, 'product')),
  '/.well-known/api-catalog': () => JSON.stringify(apiCatalog(site)),
  '/.well-known/ai-catalog.json': () => JSON.stringify(aiCatalog(site)),
  '/.well-known/agent-skills/index.json': () => JSON.stringify(skillIndex(site)),
  [`/.well-known/agent-skills/${skillName(site.productSlug)}/SKILL.md`]: () => skillText(site),
  '/robots.txt': () => robotsText(site),
  '/sitemap.md': () => sitemapText(site),
})

const documentsOf = (site: Site): readonly DiscoveryDocument[] => discoveryDocuments(skillName(site.productSlug))

/** Everything that is written once. */
function webDocuments(site: Site): Document[] {
  const made = makers(site)
  const link = linkHeader(site.house.addresses.webUrl)
  const listed = documentsOf(site).flatMap(({ path, type }) => {
    const make = made[path]
    return make === undefined ? [] : [{ path, type, text: make, link }]
  })
  return [...listed, card(site, '/mcp', 'docs'), card(site, '/api/mcp', 'product'), card(site, '/webmcp', 'product')]
}

/** On the API host there is but one: the card beside its MCP endpoint. */
const apiDocuments = (site: Site): Document[] => [card(site, '/mcp', 'product')]

const card = (site: Site, endpoint: string, name: ServerName): Document => ({
  path: `${endpoint}/server-card`,
  type: mediaTypes.serverCard,
  text: () => JSON.stringify(serverCard(site, name)),
})

export function addDiscovery(router: Router, host: HostName, site: Site, serve: Serve): void {
  addDocuments(router, host === 'web' ? webDocuments(site) : apiDocuments(site), serve)
  if (host === 'web') addSecurityText(router, site)
}

/** security.txt has an end date that moves with the calendar, so it is made for each request; it is small. */
function addSecurityText(router: Router, site: Site): void {
  router.route({
    method: ['GET', 'HEAD'],
    url: '/.well-known/security.txt',
    config: { route: '/.well-known/security.txt' },
    handler: async (request, reply) => {
      const bytes = Buffer.from(securityText(site))
      const answer = represent({ bytes, type: mediaTypes.text, headers: documentAnswer, compressible: false })
      reply.hijack()
      sendNow(request.raw as VisitedRequest, reply.raw, answer)
    },
  })
}
