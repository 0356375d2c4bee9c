// How long caches may keep what shows the community, and that what was removed is gone everywhere.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test, { after } from 'node:test'
import { cacheControl, type Lifetime, lifetimes } from '../../../src/server/response/caching.ts'
import { ask, type Reply, smallCommunity, start } from '../../support/start-service.ts'
import { until } from '../../support/vitrine-process.ts'
import { freePorts, startNginx } from '../support/nginx.ts'

/** Longer than this, nothing that was removed may be seen. */
const longestSeconds = 60

const rows = Object.values<Lifetime>(lifetimes)
const freshSeconds = ({ maxAge, staleWhileRevalidate = 0 }: Lifetime): number => maxAge + staleWhileRevalidate
const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

test('docs/cdn.md prints the table of lifetimes', () => {
  const printed = rows.map(lifetime => {
    const gone = lifetime.showsCommunity ? `${freshSeconds(lifetime)} s` : 'shows none'
    return `| ${lifetime.covers} | \`${cacheControl(lifetime)}\` | ${gone} |`
  })
  const lines = read('../../../docs/cdn.md').split('\n')
  const first = lines.findIndex(line => line.startsWith('| what | `Cache-Control`')) + 2
  assert.deepEqual(lines.slice(first, first + rows.length), printed)
})

test('whatever shows the community is gone from caches within a minute', () => {
  for (const lifetime of rows) {
    if (lifetime.showsCommunity) assert.ok(freshSeconds(lifetime) <= longestSeconds, lifetime.covers)
  }
})

test('the shipped proxy gives out old answers only as Cache-Control allows', () => {
  assert.doesNotMatch(read('../../../deploy/nginx/nginx.conf'), /^\s*proxy_cache_(?:use_stale|valid)\b/m)
})

const handle = 'mira'
const slug = 'condemned-clock'
const title = 'Condemned Clock'
const condemned = {
  type: 'creation',
  handle,
  slug,
  title,
  summary: 'It will be removed.',
  kind: 'app',
  category: 'play',
  tags: ['doomed'],
  featured: true,
  stats: { views: 100_000, plays: 50_000, likes: 20_000, remixes: 0 },
  publishedAt: '2026-03-01T10:00:00Z',
}
/** Its creator has nothing else, so that both go. */
const visitor = { type: 'creator', handle: 'vera', displayName: 'Vera Gone' }
const removal = [
  { type: 'delete', of: 'creation', handle, slug },
  { type: 'delete', of: 'creator', handle: 'vera' },
]

type Surface = { host: 'api' | 'web'; path: string; accept?: string; shows: RegExp }
const it = new RegExp(`${title}|${slug}`)
const them = /Vera Gone|vera\b/
const image = /^.PNG/s

/** Every surface that shows the creation or the creator before they are removed. */
const surfaces: Surface[] = [
  { host: 'api', path: '/public/share/community', shows: it },
  { host: 'web', path: '/public/share/community', shows: it },
  { host: 'api', path: '/public/share/community?q=condemned', shows: it },
  { host: 'api', path: '/public/share/community?tag=doomed', shows: it },
  { host: 'api', path: '/public/share/community/landing', shows: it },
  { host: 'api', path: '/public/share/tags', shows: /doomed/ },
  { host: 'api', path: `/public/share/user/${handle}`, shows: it },
  { host: 'api', path: `/public/share/app/${handle}/${slug}`, shows: it },
  { host: 'api', path: '/public/share/user/vera', shows: them },
  { host: 'web', path: '/', accept: 'text/html', shows: it },
  { host: 'web', path: '/', accept: 'text/markdown', shows: it },
  { host: 'web', path: '/community', accept: 'text/html', shows: it },
  { host: 'web', path: '/tags', accept: 'text/html', shows: /doomed/ },
  { host: 'web', path: `/@${handle}`, accept: 'text/html', shows: it },
  { host: 'web', path: `/@${handle}/${slug}`, accept: 'text/html', shows: it },
  { host: 'web', path: `/@${handle}/${slug}`, accept: 'text/markdown', shows: it },
  { host: 'web', path: '/@vera', accept: 'text/html', shows: them },
  { host: 'web', path: '/creators', accept: 'text/html', shows: them },
  { host: 'web', path: '/@vera/followers', accept: 'text/html', shows: them },
  { host: 'web', path: `/@${handle}/${slug}/remixes`, accept: 'text/html', shows: it },
  { host: 'web', path: '/feed.atom', shows: it },
  { host: 'web', path: '/feed.json', shows: it },
  { host: 'web', path: '/rss.xml', shows: it },
  { host: 'web', path: `/@${handle}/feed.atom`, shows: it },
  { host: 'web', path: '/@vera/rss.xml', shows: them },
  { host: 'web', path: `/embed/@${handle}/${slug}`, shows: it },
  { host: 'web', path: '/embed/@vera', shows: them },
  { host: 'web', path: `/badge/@${handle}/${slug}.svg`, shows: it },
  { host: 'web', path: `/art/share/${handle}/${slug}.png`, shows: image },
  { host: 'web', path: '/art/share/vera.png', shows: image },
  { host: 'web', path: '/sitemaps/creations-1-of-1.xml', shows: it },
  { host: 'web', path: '/sitemaps/creators.xml', shows: them },
]

const nameOf = ({ host, path, accept = '' }: Surface): string => `${host} ${path} ${accept}`.trim()
const shows = ({ shows: what }: Surface, { status, body }: Reply): boolean =>
  status === 200 && what.test(body.toString('latin1'))

test('what was removed is gone from every surface, and from a shared cache in front', {
  timeout: 120_000,
}, async () => {
  const [port] = (await freePorts(1)) as [number]
  const listener = { host: '127.0.0.1', port: 0, loopback: true }
  const config = {
    baseUrl: `http://api.localhost:${port}`,
    webUrl: `http://localhost:${port}`,
    listen: { api: listener, web: listener, shared: true },
    trustProxy: ['127.0.0.1'],
  }
  const service = await start({ after }, { config, records: [...smallCommunity(), visitor, condemned] })
  await startNginx({ after }, { port, instances: [service.ports.api] })
  const at =
    (portAsked: number) =>
    ({ host, path, accept }: Surface): Promise<Reply> => {
      const Host = host === 'api' ? `api.localhost:${port}` : `localhost:${port}`
      return ask(portAsked, path, { headers: { Host, ...(accept === undefined ? {} : { Accept: accept }) } })
    }
  const [direct, cached] = [at(service.ports.api), at(port)]

  const known = new Set(rows.filter(({ showsCommunity }) => showsCommunity).map(cacheControl))
  for (const surface of surfaces) {
    const reply = await direct(surface)
    assert.ok(shows(surface, reply), `${nameOf(surface)} shows it: ${reply.status}`)
    assert.ok(known.has(reply.headers['cache-control']!), `${nameOf(surface)}: ${reply.headers['cache-control']}`)
    assert.match(String(reply.headers['surrogate-key']), /^community\b/, nameOf(surface))
    // Asked several times: the service, too, has answers that it gives out by their URL.
    await direct(surface)
    await cached(surface)
    assert.ok(shows(surface, await cached(surface)), nameOf(surface))
  }
  const picture = surfaces.find(({ path }) => path === `/art/share/${handle}/${slug}.png`)!
  const { headers } = await direct(picture)
  assert.equal(headers['surrogate-key'], `community creator/${handle} creation/${handle}/${slug}`)

  await service.bring(removal)
  const shownBy = async (asked: typeof direct) => {
    const replies = await Promise.all(surfaces.map(async surface => ({ surface, reply: await asked(surface) })))
    return replies.filter(({ surface, reply }) => shows(surface, reply)).map(({ surface }) => nameOf(surface))
  }
  await until('the service shows it nowhere', async () => (await shownBy(direct)).length === 0)
  await until('the cache shows it nowhere', async () => (await shownBy(cached)).length === 0, longestSeconds * 1000)
})
