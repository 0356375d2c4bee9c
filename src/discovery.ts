// Media types, and the documents that every page links to in its `Link` header.
import { memoizeLast } from './util/lazily.ts'

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
  rss: 'application/rss+xml; charset=utf-8',
  manifest: 'application/manifest+json; charset=utf-8',
} as const

/** The newest creations, of the community or under the path of a creator. */
export const feeds = {
  atom: { path: '/feed.atom', type: mediaTypes.atom, name: 'Atom' },
  rss: { path: '/rss.xml', type: mediaTypes.rss, name: 'RSS' },
  json: { path: '/feed.json', type: mediaTypes.jsonFeed, name: 'JSON Feed' },
} as const

/** `rel` is the relation of the link (RFC 8288). The table in src/discovery/table.ts has a row for each of them. */
export const linkedDocuments = {
  llms: { path: '/llms.txt', type: text, rel: 'describedby' },
  docs: { path: '/docs', type: mediaTypes.html, rel: 'service-doc' },
  openapi: { path: '/openapi.json', type: json, rel: 'service-desc' },
  status: { path: '/status', type: json, rel: 'status' },
  apiCatalog: { path: '/.well-known/api-catalog', type: mediaTypes.apiCatalog, rel: 'api-catalog' },
  aiCatalog: { path: '/.well-known/ai-catalog.json', type: mediaTypes.aiCatalog, rel: 'ai-catalog' },
} as const

/** The value of a `Link` header: `own` links of the page, then those to the documents. */
export const linkHeader = (site: LinkedSite, own: readonly Target[] = []): string =>
  [...own.map(linkTo), sharedLinks(site)].join(', ')

type LinkedSite = { addresses: { webUrl: string }; features: { docs: boolean } }

type Target = { url: string; rel: string; type: string }

const linkTo = ({ url, rel, type }: Target): string => `<${url}>; rel="${rel}"; type="${type}"`

const sharedLinks = memoizeLast(({ addresses: { webUrl }, features }: LinkedSite): string =>
  Object.values(linkedDocuments)
    .filter(({ path }) => path !== linkedDocuments.docs.path || features.docs)
    .map(({ path, rel, type }) => linkTo({ url: webUrl + path, rel, type: type.split(';', 1)[0]! }))
    .join(', '),
)
