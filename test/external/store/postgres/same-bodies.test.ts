// The same import on SQLite and on PostgreSQL: two services that return the same bodies, to the byte.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { defaultKinds as kinds } from '../../../../src/site/site.ts'
import { sorts } from '../../../../src/store/store.ts'
import { categories, creations, languages, largeCommunity, people, tags } from '../../../support/large-community.ts'
import { lines } from '../../../support/scratch-store.ts'
import { startCluster } from '../../../support/servers/postgres-cluster.ts'
import { type Ask, type Reply, type Running, start } from '../../../support/start-service.ts'
import { scratchFolder, vitrine } from '../../../support/vitrine-process.ts'

const folder = scratchFolder()
const cluster = await startCluster()
after(cluster.stop)
const file = join(folder, 'community.ndjson')
writeFileSync(file, lines(largeCommunity()))

const hosts = { api: 'api.example.test', web: 'example.test' }
type Host = keyof typeof hosts

async function imported(store: string): Promise<Running> {
  const { code, stderr } = await vitrine(['import', file], { VITRINE_STORE: store })
  assert.equal(code, 0, stderr)
  const urls = { baseUrl: `http://${hosts.api}`, webUrl: `http://${hosts.web}` }
  return start({ after }, { config: { ...urls, cursorSecret: 'a secret of both', store }, records: [] })
}
const services = [await imported(join(folder, 'same.db')), await imported(await cluster.newDatabase())] as const

/** Requests from both, and returns the answer. Only the id of the request may differ. */
async function same(path: string, host: Host = 'api', more: Ask = {}): Promise<Reply> {
  const headers = { ...more.headers, Host: hosts[host] }
  const replies = await Promise.all(services.map(service => service[host](path, { ...more, headers })))
  const [one, other] = replies.map(({ status, headers, text }) => ({
    status,
    language: headers['content-language'],
    link: headers.link,
    body: text.replaceAll(String(headers['x-request-id']), 'the id'),
  }))
  assert.ok(one!.status < 500, `${path}: ${one!.status} ${one!.body}`)
  assert.deepEqual(other, one, path)
  return replies[0]!
}

type Values = Record<string, string | number | boolean | undefined>
const query = (values: Values) =>
  `?${new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]))}`
const feed = (values: Values) => `/public/share/community${query(values)}`

const locales = ['en', 'es', 'ja', 'ar', 'pt-BR', 'zh-Hant', 'aa', 'lt', 'tlh']
const turn = <T>(from: readonly T[], i: number): T => from[i % from.length]!
const questions = 'water|wat|Вода|чай|水の記録|水|سجل|الماء|cafe|Café crème|ปฏิทิน|x11|time table|timetable|c++|f#'
  .concat('|a small thing|quoted|person|etiqueta|nothing-like-this|😀|%|\'|"|w')
  .split('|')

function* filtered(): Generator<string> {
  for (const sort of sorts) {
    for (const limit of [1, 24, 48]) yield feed({ sort, limit })
    for (const kind of kinds) yield feed({ sort, kind, limit: 7 })
    for (const tag of tags.slice(0, 8)) yield feed({ sort, tag })
    yield feed({ sort, featuredOnly: true, category: categories[9] })
    yield feed({ sort, featuredOnly: true, kind: 'game', tag: tags[4], locale: 'ja' })
  }
  for (const [i, category] of categories.entries())
    yield feed({ category, sort: turn(sorts, i), locale: turn(locales, i) })
  for (const locale of locales) yield feed({ locale, limit: 48 })
}

function* searches(): Generator<string> {
  for (const [i, q] of questions.entries()) {
    yield feed({ q })
    yield feed({ q, sort: turn(sorts, i), locale: turn(locales, i), limit: 9 })
    yield feed({ q, kind: turn(kinds, i), limit: 5 })
  }
  yield feed({ q: 'water', category: categories[8], tag: tags[0] })
}

function* others(): Generator<string> {
  for (const locale of locales) {
    yield `/public/share/tags${query({ locale })}`
    yield `/public/share/community/landing${query({ locale })}`
  }
  for (const [i, handle] of people.entries()) {
    yield `/public/share/user/${handle}${query({ locale: turn(locales, i) })}`
    yield `/public/share/user/${handle}/followers${query({ limit: 1 + i })}`
    yield `/public/share/user/${handle}/following`
  }
  for (let i = 0; i < creations; i += 9) {
    yield `/public/share/app/${turn(people, i)}/thing-${i}${query({ locale: turn(languages, i) })}`
  }
  const missing = ['user/nobody', 'user/nobody/followers', 'app/person-1/nothing', 'app/person-0/thing-0']
  for (const path of missing) yield `/public/share/${path}`
  for (const bad of ['limit=0', 'sort=best', 'kind=book', 'cursor=abc', 'featuredOnly=perhaps', 'category=unknown']) {
    yield `/public/share/community?${bad}`
  }
}

for (const [name, paths] of Object.entries({ filtered, searches, others })) {
  test(`${name} reads are the same`, async () => {
    for (const path of paths()) await same(path)
  })
}

test('a landing shows 48 of 60 categories', async () => {
  assert.equal((await same('/public/share/community/landing')).json().data.categories.length, 48)
})

test('pages from the first to the last, by cursors that both take', async () => {
  const lists: Values[] = [
    { limit: 48 },
    { sort: 'recent', limit: 48, locale: 'es' },
    { q: 'small thing', limit: 30 },
    { q: 'th', sort: 'liked', limit: 30 },
    { tag: tags[2], limit: 10 },
  ]
  for (const list of lists) {
    let read = 0
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { data } = (await same(feed({ ...list, ...(cursor && { cursor }) }))).json()
      read += data.items.length
      cursor = data.next_cursor
    }
    assert.ok(read > 20, `${read} of ${JSON.stringify(list)}`)
  }
})

test('pages, feeds, sitemaps, batches and MCP', async () => {
  const creator = ['/@person-1', '/@person-1.md', '/@person-3/thing-3', '/@person-10/thing-10?locale=ar']
  const lists = [
    '/',
    '/?locale=ja',
    '/community?q=water&locale=es',
    '/feed.atom',
    '/feed.json?tag=c%2B%2B',
    '/rss.xml?kind=game',
    '/@person-1/feed.atom',
    '/embed/@person-3/thing-3?locale=ja',
    '/badge/@person-3/thing-3.svg',
    '/sitemap.xml',
  ]
  for (const path of [...creator, ...lists]) assert.equal((await same(path, 'web')).status, 200, path)
  const post = (body: object): Ask => ({
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify(body),
  })
  const requests = people
    .slice(0, 10)
    .map((handle, i) => ({ id: handle, operation: 'get_creator_profile', arguments: { handle, locale: locales[i] } }))
  const batch = await same('/batch', 'web', post({ requests }))
  assert.ok(batch.json().results.every(({ status }: { status: number }) => status === 200))
  for (const name of ['get_community_landing', 'get_popular_tags', 'get_community_feed']) {
    const params = { name, arguments: { locale: 'es' } }
    await same('/mcp', 'api', post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }))
  }
})
