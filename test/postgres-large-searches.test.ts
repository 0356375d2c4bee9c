// Searches that find thousands take other ways than those that find a few; both stores must still say the same.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { demoRecords } from '../src/ingest/demo/demo.ts'
import { benchWords } from '../src/ingest/demo/words.ts'
import { importRecords } from '../src/ingest/import.ts'
import { openPostgresStore, openWritablePostgresStore } from '../src/store/postgres/open.ts'
import { openStore, openWritableStore } from '../src/store/sqlite/open.ts'
import { type FeedQuery, type Position, sorts, type WritableStore } from '../src/store/store.ts'
import { randomOf } from './community-generator.ts'
import { startCluster } from './postgres-cluster.ts'
import { addresses } from './store-suite/harness.ts'
import { scratchFolder } from './vitrine-process.ts'

const creations = 9000
const path = join(scratchFolder(), 'large.db')
const cluster = await startCluster()
const url = await cluster.newDatabase()

/** Two words that always come together, in more creations than words that know nothing of each other would. */
function* inseparable(): Generator<object> {
  yield { type: 'creator', handle: 'twins', displayName: 'Twins' }
  for (let i = 0; i < 6200; i++) {
    const stats = { views: i % 977, plays: i % 313, likes: i % 97, remixes: i % 7 }
    const title = i % 3 ? `Castor Pollux ${i}` : `Star ${i}`
    yield { type: 'creation', handle: 'twins', slug: `t-${i}`, title, summary: 'Castor and Pollux', stats }
  }
}

async function fill(store: WritableStore): Promise<void> {
  const records = [...demoRecords({ creations }), ...inseparable()]
  await importRecords(records, { store, now: () => Date.parse('2026-06-01T00:00:00Z') })
  await store.close()
}
await fill(await openWritableStore(path))
await fill(await openWritablePostgresStore(url))
const stores = [await openStore(path, { addresses }), await openPostgresStore(url, { addresses })] as const
after(async () => {
  await Promise.all(stores.map(store => store.close()))
  await cluster.stop()
})

/** The first pages, and then some far on. */
async function expectSame(query: FeedQuery, pages: number): Promise<void> {
  let after: Position | undefined
  for (let page = 0; page < pages; page++) {
    const asked = { ...query, after, limit: page === 2 ? 400 : query.limit }
    const [one, other] = await Promise.all(
      stores.map(async store => {
        const { items, next, total, totalIsExact } = await store.feed(asked)
        return { items, next, total, totalIsExact }
      }),
    )
    assert.deepEqual(other, one, JSON.stringify(asked))
    if (!one!.next) return
    after = one!.next
  }
}

const words = ['a', 's', 'p', 'wa', 'the', 'tra', 'daily', 'game', 'simple', 'for', ...Object.values(benchWords)]
const random = randomOf(81)

test('words and beginnings of words that thousands of creations have', async () => {
  for (const q of words) {
    await expectSame({ q, sort: 'relevance', locales: ['en'], limit: 24 }, 6)
    await expectSame({ q, sort: random.pick(sorts), locales: ['es', 'en'], limit: 24 }, 4)
  }
})

test('several words', async () => {
  for (let i = 0; i < 24; i++) {
    const q = `${random.pick(words)} ${random.pick(words)}`
    await expectSame({ q, sort: i % 2 ? 'relevance' : random.pick(sorts), locales: ['en'], limit: 24 }, 4)
  }
})

test('words that always come together', async () => {
  for (const sort of ['relevance', ...sorts] as const) {
    await expectSame({ q: 'castor pollux', sort, locales: ['en'], limit: 24 }, 5)
  }
})

test('words and filters', async () => {
  const { items } = await stores[0].categories({ locales: ['en'], limit: 3 })
  for (const [i, q] of words.entries()) {
    const filter = random.pick([
      { kind: 'game' },
      { featuredOnly: true },
      { category: items[i % items.length]!.key },
    ] as const)
    await expectSame({ q, ...filter, sort: i % 2 ? 'relevance' : random.pick(sorts), locales: ['en'], limit: 24 }, 4)
  }
})

test('a kind and another filter', async () => {
  const { items } = await stores[0].popularTags({ locales: ['en'], limit: 6 })
  for (const { key } of items) {
    await expectSame({ kind: 'tracker', tag: key, sort: random.pick(sorts), locales: ['en'], limit: 24 }, 5)
  }
})
