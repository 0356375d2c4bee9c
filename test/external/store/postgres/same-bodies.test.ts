// The same import on SQLite and on PostgreSQL: two services that return the same bodies, to the byte.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { kinds } from '../../../../src/records/records.ts'
import { sorts } from '../../../../src/store/store.ts'
import { categories, creations, languages, largeCommunity, people, tags } from '../../../support/large-community.ts'
import { startCluster } from '../../../support/servers/postgres-cluster.ts'
import { type Ask, type Reply, type Running, start } from '../../../support/start-service.ts'
import { scratchFolder, vitrine } from '../../../support/vitrine-process.ts'

const folder = scratchFolder()
const cluster = await startCluster()
after(cluster.stop)

const file = join(folder, 'community.ndjson')
writeFileSync(
  file,
  largeCommunity()
    .map(record => `${JSON.stringify(record)}\n`)
    .join(''),
)

const hosts = { api: 'api.example.test', web: 'example.test' }

async function imported(store: string): Promise<Running> {
  const { code, stderr } = await vitrine(['import', file], { VITRINE_STORE: store })
  assert.equal(code, 0, stderr)
  const config = {
    baseUrl: `http://${hosts.api}`,
    webUrl: `http://${hosts.web}`,
    cursorSecret: 'a secret of both',
    store,
  }
  return start({ after }, { config, records: [] })
}
const services = [await imported(join(folder, 'same.db')), await imported(await cluster.newDatabase())] as const

let compared = 0

/** Everything but the id of the request. */
async function told(
  service: Running,
  host: keyof typeof hosts,
  path: string,
  more: Ask,
): Promise<Reply & { body: string }> {
  const reply = await service[host](path, { ...more, headers: { ...more.headers, Host: hosts[host] } })
  const id = reply.headers['x-request-id'] as string
  return { ...reply, body: reply.text.replaceAll(id, 'the id') } as Reply & { body: string }
}

/** Asks both, and gives back what they said. */
async function same(path: string, host: keyof typeof hosts = 'api', more: Ask = {}) {
  const [one, other] = await Promise.all(services.map(service => told(service, host, path, more)))
  const facts = ({ status, headers, body }: NonNullable<typeof one>) => ({
    status,
    language: headers['content-language'],
    link: headers.link,
    body,
  })
  assert.ok(one!.status < 500, `${path}: ${one!.status} ${one!.text}`)
  assert.deepEqual(facts(other!), facts(one!), path)
  compared++
  return one!
}

const feed = '/public/share/community'
const query = (asked: Record<string, string | number | boolean>) =>
  `?${new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))}`

const asked = ['en', 'es', 'ja', 'ar', 'pt-BR', 'zh-Hant', 'aa', 'lt', 'tlh']
const questions = [
  'water',
  'wat',
  'Вода',
  'чай',
  '水の記録',
  '水',
  'سجل',
  'الماء',
  'cafe',
  'Café crème',
  'ปฏิทิน',
  'x11',
  'timetable',
  'time table',
  'c++',
  'f#',
  'a small thing',
  'quoted',
  'person',
  'etiqueta',
  'nothing-like-this',
  '😀',
  '%',
  "'",
  '"',
  'w',
]

describe('both stores return the same bodies', () => {
  test('feeds by every filter, in every order and language', async () => {
    for (const sort of sorts) {
      for (const limit of [1, 24, 48]) await same(feed + query({ sort, limit }))
      for (const kind of kinds) await same(feed + query({ sort, kind, limit: 7 }))
      for (const tag of tags.slice(0, 8)) await same(feed + query({ sort, tag }))
      await same(feed + query({ sort, featuredOnly: true, category: categories[9]! }))
      await same(feed + query({ sort, featuredOnly: true, kind: 'game', tag: tags[4]!, locale: 'ja' }))
    }
    for (const [i, category] of categories.entries()) {
      await same(feed + query({ category, sort: sorts[i % 5]!, locale: asked[i % asked.length]! }))
    }
    for (const locale of asked) await same(feed + query({ locale, limit: 48 }))
  })

  test('searches in several scripts', async () => {
    for (const [i, q] of questions.entries()) {
      await same(feed + query({ q }))
      await same(feed + query({ q, sort: sorts[i % 5]!, locale: asked[i % asked.length]!, limit: 9 }))
      await same(feed + query({ q, kind: kinds[i % 5]!, limit: 5 }))
    }
    await same(feed + query({ q: 'water', category: categories[8]!, tag: tags[0]! }))
  })

  test('pages from the first to the last, by cursors that both take', async () => {
    const lists = [
      { limit: 48 },
      { sort: 'recent', limit: 48, locale: 'es' },
      { q: 'small thing', limit: 30 },
      { q: 'th', sort: 'liked', limit: 30 },
      { tag: tags[2]!, limit: 10 },
    ]
    for (const list of lists) {
      let read = 0
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { data } = (await same(feed + query({ ...list, ...(cursor && { cursor }) }))).json()
        read += data.items.length
        cursor = data.next_cursor ?? null
      }
      assert.ok(read > 20, `${read} of ${JSON.stringify(list)}`)
    }
  })

  test('tags, landings, people and creations', async () => {
    for (const locale of asked) {
      await same(`/public/share/tags${query({ locale })}`)
      const landing = await same(`/public/share/community/landing${query({ locale })}`)
      assert.equal(landing.json().data.categories.length, 48)
    }
    for (const [i, handle] of people.entries()) {
      const locale = asked[i % asked.length]!
      await same(`/public/share/user/${handle}${query({ locale })}`)
      await same(`/public/share/user/${handle}/followers${query({ limit: 1 + i })}`)
      await same(`/public/share/user/${handle}/following`)
    }
    for (let i = 0; i < creations; i += 9) {
      await same(`/public/share/app/${people[i % people.length]}/thing-${i}${query({ locale: languages[i % 100]! })}`)
    }
  })

  test('what is not there, and what is not allowed', async () => {
    const missing = [
      'user/nobody',
      'user/nobody/followers',
      'app/person-1/nothing',
      'app/nobody/thing-1',
      'app/person-0/thing-0',
    ]
    for (const path of missing) assert.equal((await same(`/public/share/${path}`)).status, 404, path)
    for (const bad of ['limit=0', 'limit=99', 'sort=best', 'kind=book', 'cursor=abc', 'featuredOnly=perhaps']) {
      assert.ok((await same(`${feed}?${bad}`)).status >= 400, bad)
    }
    for (const none of [
      { category: 'unknown' },
      { tag: 'unknown' },
      { category: categories[0]!, tag: 'c++', kind: 'game' },
    ])
      await same(feed + query(none))
  })

  test('pages, feeds, sitemaps, batches and MCP', async () => {
    for (const path of [
      '/',
      '/?locale=ja',
      '/community',
      '/community?q=water&locale=es',
      '/@person-1',
      '/@person-1.md',
      '/@person-3/thing-3',
      '/@person-10/thing-10?locale=ar',
      '/feed.atom',
      '/feed.json?tag=c%2B%2B',
      '/sitemap.xml',
    ])
      assert.equal((await same(path, 'web')).status, 200, path)
    const post = (body: object): Ask => ({
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify(body),
    })
    const requests = people.slice(0, 10).map((handle, i) => ({
      id: String(i),
      operation: 'get_creator_profile',
      arguments: { handle, locale: asked[i] },
    }))
    const batch = await same('/batch', 'web', post({ requests }))
    assert.ok(batch.json().results.every(({ status }: { status: number }) => status === 200))
    for (const name of ['get_community_landing', 'get_popular_tags', 'get_community_feed']) {
      await same(
        '/mcp',
        'api',
        post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: { locale: 'es' } } }),
      )
    }
  })

  test('in more than 300 reads', () => assert.ok(compared > 300, `${compared} reads`))
})
