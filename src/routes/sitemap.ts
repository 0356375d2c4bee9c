// Every public page, for crawlers: an index of files of at most 50,000 addresses each (sitemaps.org).
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Addresses } from '../addresses.ts'
import { mediaTypes } from '../discovery.ts'
import { fail } from '../errors.ts'
import type { Knowledge } from '../knowledge/knowledge.ts'
import { documentHeaders, sitemapHeaders } from '../server/response/caching.ts'
import type { Serve } from '../server/response/serve.ts'
import { sendStream } from '../server/response/stream.ts'
import type { Router } from '../server/router.ts'
import { hasPath } from '../site/features.ts'
import type { Site } from '../site/site.ts'
import type { LabelQuery, Store } from '../store/store.ts'

const sitemapSizes = {
  maxPerFile: 50_000,
  /** Creations are distributed randomly, so files are planned to be less than full. */
  plannedInFile: 40_000,
  /** Addresses per read of the store: a few milliseconds. */
  pieceLength: 200,
}

const tieBreakers = 2 ** 32

export type SitemapSource = {
  store: Store
  addresses: Addresses
  knowledge: Knowledge
  sizes?: typeof sitemapSizes
}

type SitemapParts = SitemapSource & { site: Pick<Site, 'features'>; serve: Serve }

export function addSitemap(router: Router, parts: SitemapParts): void {
  const { serve, site, addresses, knowledge } = parts
  const method = ['GET', 'HEAD']
  const text = (key: string, make: () => Promise<string>, fixed: boolean) => {
    const headers = fixed ? documentHeaders : sitemapHeaders
    const content = async () => ({ bytes: Buffer.from(await make()), type: mediaTypes.xml, headers })
    return (request: FastifyRequest, reply: FastifyReply) => serve(request, reply, { key, content, fixed })
  }
  const index = text('sitemap', () => sitemapIndex(parts), false)
  const docs = text('sitemap docs', async () => urlset(siteUrls(site, addresses, knowledge)), true)
  router.route({ method, url: '/sitemap.xml', config: { route: 'sitemap' }, handler: index })
  router.route({ method, url: '/sitemaps/docs.xml', config: { route: 'sitemap docs' }, handler: docs })
  router.route({
    method,
    url: '/sitemaps/:file',
    config: { route: 'sitemap file' },
    handler: async (request, reply) => {
      const { file } = request.params as { file: string }
      const pieces = await sitemapPieces(file, parts)
      const version = `${parts.store.version()}-${file}`
      await sendStream(request, reply, { type: mediaTypes.xml, headers: sitemapHeaders, version, pieces })
    },
  })
}

export async function sitemapIndex(source: SitemapSource): Promise<string> {
  const { addresses, knowledge } = source
  const file = (name: string, updated?: string) => entry('sitemap', `${addresses.webUrl}/sitemaps/${name}.xml`, updated)
  const updated = knowledge.pages.map(page => page.updated).sort()
  const count = await fileCount(source)
  const creations = Array.from({ length: count }, (_, i) => file(`creations-${i + 1}-of-${count}`))
  const creators = (await creatorFiles(source)).map(after =>
    file(after === '' ? 'creators' : `creators-after-${after}`),
  )
  const topics = (await hasTopics(source)) ? [file('topics')] : []
  const files = [file('docs', updated.at(-1)), ...topics, ...creations, ...creators]
  return `${declaration}<sitemapindex xmlns="${namespace}">\n${files.join('')}</sitemapindex>\n`
}

/** A power of two, so that file names stay stable while the community grows. */
async function fileCount({ store, sizes = sitemapSizes }: SitemapSource): Promise<number> {
  const { total } = await store.feed({ sort: 'recent', locales: ['en'], limit: 1 })
  return total === 0 ? 0 : 2 ** Math.ceil(Math.log2(Math.max(1, total / sizes.plannedInFile)))
}

/** The handles after which a file of creators starts. */
async function creatorFiles({ store, sizes = sitemapSizes }: SitemapSource): Promise<string[]> {
  const starts: string[] = []
  for (let after = ''; (await store.listCreators({ after, skip: 0, limit: 1 })).length > 0; ) {
    starts.push(after)
    const [last] = await store.listCreators({ after, skip: sizes.maxPerFile - 1, limit: 1 })
    if (last === undefined) break
    after = last
  }
  return starts
}

export async function sitemapPieces(file: string, source: SitemapSource): Promise<AsyncIterable<string>> {
  const { addresses } = source
  const [, part, of] = /^creations-([1-9]\d{0,5})-of-([1-9]\d{0,5})\.xml$/.exec(file) ?? []
  if (part !== undefined && (await isPlanned(Number(part), Number(of), source))) {
    return framed(creationUrls(Number(part), Number(of), source))
  }
  if (file === 'topics.xml' && (await hasTopics(source))) return framed(topicUrls(source))
  const [, after] = /^creators(?:-after-([a-z0-9-]{1,63}))?\.xml$/.exec(file) ?? [undefined, null]
  if (after === null) throw fail('not_found', `There is no such sitemap; ${addresses.webUrl}/sitemap.xml lists them.`)
  return framed(creatorUrls(after ?? '', source))
}

/** File names from when the community was at least half as large stay valid. */
async function isPlanned(part: number, of: number, source: SitemapSource): Promise<boolean> {
  const count = await fileCount(source)
  return part <= of && of <= count && of * 2 >= count
}

async function* creationUrls(part: number, of: number, source: SitemapSource): AsyncGenerator<string> {
  const { store, addresses, sizes = sitemapSizes } = source
  const { maxPerFile, pieceLength } = sizes
  const to = Math.floor((part / of) * tieBreakers)
  let from = Math.floor(((part - 1) / of) * tieBreakers)
  for (let left = maxPerFile; left > 0; left -= pieceLength) {
    const found = await store.listCreations({ from, to, limit: Math.min(pieceLength, left) })
    yield found.map(({ handle, slug, updatedAt }) => entry('url', addresses.creation(handle, slug), updatedAt)).join('')
    if (found.length < pieceLength) return
    from = found.at(-1)!.creationNo + 1
    await breath()
  }
}

async function* creatorUrls(start: string, source: SitemapSource): AsyncGenerator<string> {
  const { store, addresses, sizes = sitemapSizes } = source
  const { maxPerFile, pieceLength } = sizes
  let after = start
  for (let left = maxPerFile; left > 0; left -= pieceLength) {
    const handles = await store.listCreators({ after, skip: 0, limit: Math.min(pieceLength, left) })
    yield handles.map(handle => entry('url', addresses.creator(handle))).join('')
    if (handles.length < pieceLength) return
    after = handles.at(-1)!
    await breath()
  }
}

async function hasTopics({ store }: SitemapSource): Promise<boolean> {
  const query = { locales: ['en'], limit: 1 }
  const found = await Promise.all([store.categories(query), store.popularTags(query)])
  return found.some(({ total }) => total > 0)
}

/** Categories and tags, the most used first, as far as one file has room. */
async function* topicUrls({ store, addresses, sizes = sitemapSizes }: SitemapSource): AsyncGenerator<string> {
  const { maxPerFile, pieceLength } = sizes
  let left = maxPerFile
  for (const [name, read] of [['category', store.categories] as const, ['tag', store.popularTags] as const]) {
    let after: LabelQuery['after']
    while (left > 0) {
      const { items } = await read({ locales: ['en'], limit: Math.min(pieceLength, left), after })
      yield items.map(({ key }) => entry('url', addresses.community({ [name]: key }))).join('')
      left -= items.length
      after = items.at(-1)
      if (items.length < pieceLength) break
      await breath()
    }
  }
}

/** Yields to other requests between two chunks. */
const breath = () => new Promise<void>(resolve => setImmediate(resolve))

/** The first chunk contains URLs: an unavailable store is noticed before anything is sent. */
async function* framed(urls: AsyncIterable<string>): AsyncGenerator<string> {
  let start = opening
  for await (const piece of urls) {
    yield start + piece
    start = ''
  }
  yield start + closing
}

/** Pages other than those of creations, creators and documentation. */
const communityPages = ['/', '/community', '/creators', '/tags', '/categories']
const otherPages = ['/ask', '/connect', '/status', '/docs', '/docs/reference']

function siteUrls(site: SitemapParts['site'], { webUrl }: Addresses, { pages, sitePages }: Knowledge): string[] {
  const { features } = site
  const paths = [...(features.pages ? communityPages : []), ...otherPages.filter(path => hasPath(site, path))]
  return [
    ...paths.map(path => entry('url', webUrl + path)),
    ...[...(features.docs ? pages : []), ...sitePages].map(({ url, updated }) => entry('url', url, updated)),
  ]
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const opening = `${declaration}<urlset xmlns="${namespace}">\n`
const closing = '</urlset>\n'

const urlset = (urls: readonly string[]): string => opening + urls.join('') + closing

function entry(element: 'url' | 'sitemap', address: string, updated?: string): string {
  const lastmod = updated === undefined ? '' : `<lastmod>${updated}</lastmod>`
  return `<${element}><loc>${address.replaceAll('&', '&amp;')}</loc>${lastmod}</${element}>\n`
}
