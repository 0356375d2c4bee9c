// Searches that find thousands take other ways than those that find a few; both stores must still say the same.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { demoRecords } from '../../../../demo/demo.ts'
import { benchWords } from '../../../../demo/words.ts'
import { importRecords } from '../../../../src/records/transfer/import.ts'
import { openPostgresStore, openWritablePostgresStore } from '../../../../src/store/postgres/open.ts'
import { openStore, openWritableStore } from '../../../../src/store/sqlite/open.ts'
import { type FeedQuery, type Position, sorts, type WritableStore } from '../../../../src/store/store.ts'
import { storeOptions } from '../../../store/suite/harness.ts'
import { randomOf } from '../../../support/model/generator.ts'
import { startCluster } from '../../../support/servers/postgres-cluster.ts'
import { scratchFolder } from '../../../support/vitrine-process.ts'

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
    const summary = i < 1900 ? 'Castor and Pollux below Orion' : 'Castor and Pollux'
    yield { type: 'creation', handle: 'twins', slug: `t-${i}`, title, summary, stats }
  }
}

/** Few enough to be edited in: some leave, some lose their words, and Orion's list gets too long for one row. */
function* edits(): Generator<object> {
  for (let i = 0; i < 150; i++) yield { type: 'delete', of: 'creation', handle: 'twins', slug: `t-${i * 7}` }
  for (let i = 0; i < 200; i++) {
    yield { type: 'creation', handle: 'twins', slug: `t-${i * 11 + 1}`, title: `Alone ${i}`, summary: 'Only Castor' }
  }
  for (let i = 0; i < 500; i++) {
    const stats = { views: i, plays: i % 31, likes: i % 13, remixes: i % 5 }
    yield {
      type: 'creation',
      handle: 'twins',
      slug: `new-${i}`,
      title: `Hunter ${i}`,
      summary: 'Orion and Pollux',
      stats,
    }
  }
}

async function fill(store: WritableStore, records: Iterable<object>): Promise<void> {
  await importRecords([...records], { store, now: () => Date.parse('2026-06-01T00:00:00Z') })
  await store.close()
}
async function fillBoth(records: readonly object[]): Promise<void> {
  await fill(await openWritableStore(path), records)
  await fill(await openWritablePostgresStore(url), records)
}
await fillBoth([...demoRecords({ creations }), ...inseparable()])
const stores = [await openStore(path, storeOptions), await openPostgresStore(url, storeOptions)] as const
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

const stars = ['orion', 'castor', 'pollux orion', 'castor orion', 'castor pollux', 'hunter', 'alone']

async function expectSameStars(): Promise<void> {
  for (const q of stars) {
    await expectSame({ q, sort: 'relevance', locales: ['en'], limit: 24 }, 4)
    await expectSame({ q, sort: random.pick(sorts), locales: ['en'], limit: 24 }, 4)
    // The list of the kind is remembered, but not for longer than it is true.
    await expectSame({ q, kind: 'app', sort: 'relevance', locales: ['en'], limit: 24 }, 4)
  }
}

test('after edits, also of lists that get longer than a row', async () => {
  await expectSameStars()
  await fillBoth([...edits()])
  await expectSameStars()
})
