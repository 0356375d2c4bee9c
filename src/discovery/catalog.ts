// Catalogs of APIs (RFC 9727) and of resources for AI clients (ai-catalog.io).

import { mediaTypes } from '../discovery.ts'
import { pluralsInText } from '../site/kinds.ts'
import { nameIn } from '../site/text.ts'
import { serverCardUrl } from './mcp.ts'
import { docsPageOf, hostIdOf, type Site, skillName } from './site.ts'

const link = (href: string, type: string, title?: string) => ({
  href,
  type: type.split(';', 1)[0]!,
  ...(title === undefined ? {} : { title }),
})

export function apiCatalog(site: Site) {
  const { addresses, features } = site.context
  const { baseUrl, webUrl } = addresses
  const openapi = link(`${webUrl}/openapi.json`, mediaTypes.json)
  const docs = (slug: string) => {
    const { url, title } = docsPageOf(site, slug)
    return [link(url, mediaTypes.html, title), link(`${url}.md`, mediaTypes.markdown, title)]
  }
  const status = [link(`${webUrl}/status`, mediaTypes.json)]
  const api = (anchor: string, description: object, slug: string) => ({
    anchor,
    'service-desc': [description],
    ...(features.docs ? { 'service-doc': docs(slug) } : {}),
    'service-meta': [link(`${webUrl}/.well-known/ai-catalog.json`, mediaTypes.aiCatalog)],
    status,
  })
  const card = (name: 'product' | 'docs') => link(serverCardUrl(site, name), mediaTypes.serverCard)
  const apis = [
    api(`${baseUrl}/public/share`, openapi, 'read-api'),
    ...(features.ask ? [api(`${webUrl}/ask`, openapi, 'ask')] : []),
    api(`${webUrl}/batch`, openapi, 'batch'),
    ...(features.mcp ? [api(`${baseUrl}/mcp`, card('product'), 'mcp'), api(`${webUrl}/mcp`, card('docs'), 'mcp')] : []),
  ]
  const item = apis.map(({ anchor }) => ({ href: anchor }))
  return { linkset: [{ anchor: `${webUrl}/.well-known/api-catalog`, item }, ...apis] }
}

/** Examples of user requests that match an entry, for directories. */
const exampleQueries = {
  product: (name: string, [kind = '']: readonly string[]) => [
    `What is trending on ${name}?`,
    `Find ${kind} that people made on ${name}`,
    'Who made this, and what else did they publish?',
    `Which tags are popular on ${name}?`,
  ],
  docs: (name: string) => [
    `How do I read the ${name} API?`,
    `How many requests may I send to ${name} per minute?`,
    `Which languages does ${name} support?`,
  ],
  skill: (name: string, kinds: readonly string[]) => [
    `Browse the newest ${kinds.at(-1)} on ${name}`,
    `Show a creation and its leaderboard on ${name}`,
  ],
}

export function aiCatalog(site: Site) {
  const { addresses, features } = site.context
  const productName = nameIn(site.context)
  const { webUrl } = addresses
  const host = hostIdOf(site)
  const kinds = pluralsInText(site.context)
  const skill = skillName(site.productSlug)
  const server = (name: 'product' | 'docs') => ({
    identifier: `urn:air:${host}:mcp:${site.mcp[name].info.name}`,
    displayName: site.mcp[name].info.title,
    type: mediaTypes.serverCard,
    url: serverCardUrl(site, name),
    tags: name === 'product' ? ['community', 'read-only'] : ['documentation', 'read-only'],
    representativeQueries: exampleQueries[name](productName, kinds),
  })
  return {
    specVersion: '1.0',
    host: {
      displayName: productName,
      identifier: host,
      ...(features.docs ? { documentationUrl: `${webUrl}/docs` } : {}),
    },
    entries: [
      ...(features.mcp ? [server('product'), server('docs')] : []),
      {
        identifier: `urn:air:${host}:skill:${skill}`,
        displayName: `Browse ${productName}`,
        type: 'text/markdown; profile="urn:air:agent-skills"',
        url: `${webUrl}/.well-known/agent-skills/${skill}/SKILL.md`,
        tags: ['community', 'http', 'read-only'],
        representativeQueries: exampleQueries.skill(productName, kinds),
      },
    ],
  }
}
