// A large import rebuilds all lists, a small one edits them: the store must hold the same after one large import and
// after many small ones.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { demoRecords } from '../../../demo/demo.ts'
import type { EntityRecord } from '../../../src/records/records.ts'
import { openStore, openWritableStore } from '../../../src/store/sqlite/open.ts'
import { type FeedQuery, type Store, sorts } from '../../../src/store/store.ts'
import { addresses, bringIn } from '../../store/suite/harness.ts'
import { scratchFolder } from '../../support/vitrine-process.ts'

const folder = scratchFolder()
const creations = 2_500
const records = [...demoRecords({ creations })]
/** Every creation under another title, in which some words are new. */
const changed = records.map((record, i) =>
  record.type === 'creation' ? { ...record, title: `Renewed${i % 70} ${record.title}` } : record,
)

async function inOne(path: string, content: readonly EntityRecord[]) {
  const writable = await openWritableStore(path)
  try {
    return await bringIn(writable, content)
  } finally {
    await writable.close()
  }
}

async function inPieces(path: string, content: readonly EntityRecord[]): Promise<void> {
  for (let from = 0; from < content.length; from += 900) await inOne(path, content.slice(from, from + 900))
}

const queries: Omit<FeedQuery, 'sort' | 'limit'>[] = [
  { locales: ['en'] },
  { locales: ['ja', 'en'] },
  { locales: ['en'], featuredOnly: true },
  { locales: ['en'], kind: 'game' },
  ...['a', 'wa', 'timer', 'renewed1', 'daily', 'garden', 'water log'].map(q => ({ q, locales: ['en'] })),
  { q: 'de', locales: ['es', 'en'] },
]

async function answers(store: Store): Promise<unknown> {
  const locales = ['en']
  const tags = await store.popularTags({ locales, limit: 48 })
  const categories = await store.categories({ locales, limit: 48 })
  const filters = [
    ...tags.items.slice(0, 5).map(({ key }) => ({ tag: key, locales })),
    ...categories.items.slice(0, 5).map(({ key }) => ({ category: key, locales })),
  ]
  const found: unknown[] = [tags, categories]
  for (const query of [...queries, ...filters]) {
    for (const sort of sorts) {
      const { items, next, total } = await store.feed({ ...query, sort, limit: 48 })
      const second = next && (await store.feed({ ...query, sort, limit: 48, after: next }))
      found.push([query, sort, items, total, second?.items])
    }
  }
  for (const record of records.filter(({ type }) => type === 'creator').slice(0, 50)) {
    found.push(await store.creator((record as { handle: string }).handle))
  }
  return found
}

async function expectSame(one: string, other: string): Promise<void> {
  const [first, second] = [await openStore(one, { addresses }), await openStore(other, { addresses })]
  try {
    assert.deepEqual(await Array.fromAsync(first.records()), await Array.fromAsync(second.records()))
    assert.deepEqual(await answers(first), await answers(second))
  } finally {
    await first.close()
    await second.close()
  }
}

describe('a large import', () => {
  const whole = join(folder, 'whole.db')
  const pieces = join(folder, 'pieces.db')

  test('into an empty store gives what small ones give', async () => {
    const { counts } = await inOne(whole, records)
    assert.equal(counts.created, records.length)
    await inPieces(pieces, records)
    await expectSame(whole, pieces)
  })

  test('over an older state gives what small ones give', async () => {
    const { counts } = await inOne(whole, changed)
    assert.equal(counts.updated, creations)
    await inPieces(pieces, changed)
    await expectSame(whole, pieces)
  })

  test('that is refused leaves everything as it was', async () => {
    const stray = { ...records.find(({ type }) => type === 'creation')!, handle: 'nobody-at-all' } as EntityRecord
    const { committed, rejected } = await inOne(whole, [...records, stray])
    assert.equal(committed, false)
    assert.deepEqual(rejected, [
      {
        line: records.length + 1,
        reason: 'No creator is called nobody-at-all, neither in the import nor in the store.',
      },
    ])
    await expectSame(whole, pieces)
  })
})
