// A PostgreSQL server that is slow: requests that take several statements are answered all the same, and what takes too
// long is a timeout on every surface.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { makeCursors } from '../../../src/operations/cursor.ts'
import { type Context, call, type Operation } from '../../../src/operations/define.ts'
import {
  getAppShare,
  getCommunityFeed,
  getCommunityLanding,
  getCreatorProfile,
  getPopularTags,
} from '../../../src/operations/index.ts'
import { defaultKinds } from '../../../src/site/site.ts'
import { gotNoReply, isTimeout, poolOf, wasCancelled } from '../../../src/store/postgres/connections.ts'
import { openPostgresStore, openWritablePostgresStore } from '../../../src/store/postgres/open.ts'
import { heldLine } from '../../support/servers/held-line.ts'
import { sharedCluster } from '../../support/servers/postgres-cluster.ts'
import { type Reply, start } from '../../support/start-service.ts'
import { until } from '../../support/vitrine-process.ts'
import { addresses, bringIn, storeOptions } from '../suite/harness.ts'
import { creation, creator, follow, score } from '../suite/sample.ts'

const cluster = await sharedCluster()
after(cluster.stop)

const locales = ['en', 'es', 'fr', 'de', 'it', 'pt', 'ja', 'ko', 'zh', 'ar', 'hi', 'nl']
const handles = Array.from({ length: 12 }, (_, i) => `maker-${i}`)

/** 60 categories with two creations each, in a dozen languages. */
function manyCategories(): object[] {
  const slugs = Array.from({ length: 60 }, (_, i) => `category-${i}`)
  const texts = Object.fromEntries(locales.slice(1).map(locale => [locale, { title: `Title in ${locale}` }]))
  return [
    ...slugs.map(slug => ({ type: 'category', slug, labels: { en: `Label of ${slug}` } })),
    ...handles.map(handle => creator(handle)),
    ...slugs.flatMap((category, i) =>
      [0, 1].map(which =>
        creation(handles[i % handles.length]!, `thing-${i}-${which}`, {
          category,
          tags: [`tag-${i}`],
          featured: i % 9 === 0,
          coverUrl: which === 0 ? `/covers/${i}.png` : null,
          translations: texts,
        }),
      ),
    ),
    ...handles.slice(1).map(handle => follow(handle, handles[0]!)),
    ...handles.map((handle, i) => score('maker-0/thing-0-0', handle, i)),
  ]
}

const url = await cluster.newDatabase()
const writable = await openWritablePostgresStore(url)
assert.ok((await bringIn(writable, manyCategories())).committed)
await writable.close()

const post = (body: unknown) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
  body: JSON.stringify(body),
})
const tool = (name: string, given: object) =>
  post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } })
const batchOf = (operation: string, all: readonly object[]) =>
  post({ requests: all.map((given, i) => ({ id: String(i), operation, arguments: given })) })

const landing = '/public/share/community/landing'

type LandingFacts = {
  categories: { coverUrl: string | null }[]
  rails: { items: object[] }[]
  spotlight: { items: object[] }
}

const line = await heldLine(url)
const store = await openPostgresStore(line.url, storeOptions)
after(async () => {
  await store.close()
  await line.close()
})
const behindLine = await start({ after }, { config: { store: line.url }, records: [] })
const direct = await start({ after }, { config: { store: url, cacheMb: 0, readTimeoutMs: 900 }, records: [] })

describe('a server that takes its time for each statement', () => {
  const context: Context = { store, addresses, cursors: makeCursors(Buffer.from('a secret')), kinds: defaultKinds }
  const read = async (operation: Operation, given: object) =>
    JSON.parse((await call(operation, { ...given }, context)).json())
  /** All connections are open, and admission has seen how long statements take. */
  before(async () => {
    await Promise.all(Array.from({ length: 8 }, () => read(getPopularTags, {})))
    line.slowDown(20)
    for (let limit = 1; limit <= 20; limit++) await read(getCommunityFeed, { limit })
  })
  after(() => line.slowDown(0))

  test('answers many landings at once, each with all categories', async () => {
    const landings = await Promise.all(
      [...locales, ...locales].map(async locale => (await read(getCommunityLanding, { locale })) as LandingFacts),
    )
    for (const { categories, rails, spotlight } of landings) {
      assert.equal(categories.length, 48)
      assert.ok(categories.every(({ coverUrl }) => coverUrl?.includes('/covers/')))
      assert.ok(rails.every(({ items }) => items.length > 0) && spotlight.items.length > 0)
    }
  })

  test('answers many of the reads that take several statements at once', async () => {
    const reads = handles.flatMap((handle, i) => [
      read(getCreatorProfile, { handle, locale: 'es' }),
      read(getAppShare, { handle, slug: `thing-${i}-0`, locale: 'fr' }),
      read(getCommunityFeed, { q: 'title thing', limit: i + 1 }),
    ])
    assert.equal((await Promise.all(reads)).length, 36)
  })

  test('answers whatever one request asks for on each surface', async () => {
    const { api, web } = behindLine
    const profiles = handles.slice(0, 10).map(handle => ({ handle, locale: 'ja' }))
    const batch = await web('/batch', batchOf('get_creator_profile', profiles))
    assert.deepEqual(
      batch.json().results.map(({ status }: { status: number }) => status),
      profiles.map(() => 200),
    )
    const requests = [
      () => api(landing),
      () => web('/'),
      () => web('/index.md'),
      () => web('/community'),
      () => web('/@maker-0'),
      () => web('/@maker-0/thing-0-0'),
      () => api('/mcp', tool('get_community_landing', { locale: 'de' })),
      () => api('/mcp', tool('search', { query: 'something about thoughtful things' })),
      () => web('/ask', post({ query: 'What has maker-0 made?' })),
    ]
    for (const request of requests) {
      const { status, text } = await request()
      assert.equal(status, 200, text)
      assert.doesNotMatch(text, /"isError":true/)
    }
  })
})

test('a statement that finds all connections in use waits longer than connecting may take', async () => {
  const limits = { connectMs: 300, waitMs: 30_000, statementMs: 30_000 }
  const pool = poolOf(url, { max: 1, ...limits, settings: {} })
  try {
    const first = pool.run({ text: 'SELECT pg_sleep(1)' })
    assert.deepEqual(await pool.run({ text: 'SELECT 1 AS one' }), [{ one: 1 }])
    await first
  } finally {
    await pool.close()
  }
})

test('a statement that the server should have cancelled, but did not, is given up', async () => {
  const limits = { connectMs: 5000, waitMs: 5000, statementMs: 200 }
  const pool = poolOf(url, { max: 1, ...limits, settings: {} })
  try {
    const server = await assertTimeout(pool.run({ text: 'SELECT pg_sleep(60)' }))
    assert.ok(wasCancelled(server) && !gotNoReply(server))
    const ours = await assertTimeout(
      pool.transaction(async run => {
        await run({ text: 'SET LOCAL statement_timeout = 0' })
        return run({ text: 'SELECT pg_sleep(60)' })
      }),
    )
    assert.ok(gotNoReply(ours) && !wasCancelled(ours))
  } finally {
    await pool.close()
  }
})

async function assertTimeout(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => assert.fail('it was answered'),
    (error: unknown) => error,
  )
  assert.ok(isTimeout(error), String(error))
  return error
}

describe('a statement that takes too long', () => {
  const service = direct
  const blocker = new pg.Client({ connectionString: url })
  before(() => blocker.connect())
  after(() => blocker.end())
  /** Every read needs one of these. */
  const block = () => blocker.query('BEGIN; LOCK TABLE list, creator, creation IN ACCESS EXCLUSIVE MODE')

  const surfaces: Record<string, () => Promise<Reply>> = {
    feed: () => service.api('/public/share/community?sort=recent'),
    search: () => service.api('/public/share/community?q=thing'),
    tags: () => service.api('/public/share/tags'),
    landing: () => service.api(landing),
    profile: () => service.api('/public/share/user/maker-1'),
    followers: () => service.api('/public/share/user/maker-1/followers'),
    app: () => service.api('/public/share/app/maker-1/thing-1-0'),
    page: () => service.web('/@maker-1'),
    Markdown: () => service.web('/@maker-1.md'),
  }

  test('is a 504 everywhere, and never a 503', async () => {
    for (const [name, read] of Object.entries(surfaces)) assert.equal((await read()).status, 200, name)
    await block()
    const replies = await Promise.all(
      Object.entries(surfaces).map(async ([name, read]) => [name, await read()] as const),
    )
    const batch = await service.web('/batch', batchOf('get_popular_tags', [{}]))
    const called = await service.api('/mcp', tool('get_popular_tags', { locale: 'es' }))
    await blocker.query('ROLLBACK')
    for (const [name, { status, text }] of replies) assert.equal(status, 504, `${name}: ${text}`)
    assert.equal(replies[0]![1].json().error, 'timeout')
    assert.deepEqual(
      batch
        .json()
        .results.map(({ status, error }: { status: number; error: { error: string } }) => [status, error.error]),
      [[504, 'timeout']],
    )
    assert.match(called.text, /took too long/)
    await until('reads go on', async () => (await surfaces.feed!()).status === 200)
  })
})
