// The same records in both stores: every answer is the same, to the byte, and a cursor of one is good for the other.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { makeCursors } from '../../../src/operations/cursor.ts'
import { answer, type Context, type Input, type Operation, prepare } from '../../../src/operations/define.ts'
import { getCommunityFeed, operations } from '../../../src/operations/index.ts'
import { exportText } from '../../../src/records/transfer/export.ts'
import { defaultKinds as kinds } from '../../../src/site/site.ts'
import { openPostgresStore, openWritablePostgresStore } from '../../../src/store/postgres/open.ts'
import { openStore, openWritableStore } from '../../../src/store/sqlite/open.ts'
import { type FeedQuery, type Position, type Store, sorts, type WritableStore } from '../../../src/store/store.ts'
import { applyImport, type Community, emptyCommunity } from '../../support/model/community.ts'
import { handles, randomChange, randomCommunity, randomOf, slugOf } from '../../support/model/generator.ts'
import { sharedCluster } from '../../support/servers/postgres-cluster.ts'
import { scratchFolder } from '../../support/vitrine-process.ts'
import { everyFilter, localeChoices, separateFilters, someQueries } from '../suite/comparison.ts'
import { addresses, bringIn, linesOf, noticed, storeOptions } from '../suite/harness.ts'

const slugs = 12
const random = randomOf(61)
const folder = scratchFolder()
const cluster = await sharedCluster()
const url = await cluster.newDatabase()

type Both = { stores: [Store, Store]; writables: [WritableStore, WritableStore] }
let both: Both
let community: Community = emptyCommunity

async function bringBoth(records: readonly object[]): Promise<void> {
  const results = await Promise.all(
    both.stores.map((store, i) => noticed(store, () => bringIn(both.writables[i]!, records, 'skip'))),
  )
  assert.deepEqual(results[0], results[1])
  community = applyImport(community, linesOf(records), 'skip').community
}

before(async () => {
  const path = join(folder, 'same.db')
  const writables: Both['writables'] = [await openWritableStore(path), await openWritablePostgresStore(url)]
  both = { writables, stores: [await openStore(path, storeOptions), await openPostgresStore(url, storeOptions)] }
  await bringBoth(randomCommunity(random, slugs))
  await bringBoth(Array.from({ length: 60 }, () => randomChange(random, community, slugs)))
})
after(async () => {
  await Promise.all([...both.stores, ...both.writables].map(one => one.close()))
  await cluster.stop()
})

const page = async (store: Store, query: FeedQuery) => {
  const { items, next, total, totalIsExact } = await store.feed(query)
  return { items, next, total, totalIsExact }
}

/** From the first page to the last, each page read from one store and the next from the other. */
async function expectSamePages(query: FeedQuery): Promise<void> {
  let after: Position | undefined
  do {
    const [one, other] = await Promise.all(both.stores.map(store => page(store, { ...query, after })))
    assert.deepEqual(other, one, JSON.stringify({ ...query, after }))
    after = one!.next ?? undefined
  } while (after)
}

describe('the same records in SQLite and in PostgreSQL', () => {
  test('feeds in every order, by every filter', async () => {
    for (const filter of everyFilter()) {
      const [sort, locales] = [random.pick(sorts), random.pick(localeChoices)]
      const kind = random.chance(0.5) ? random.pick(kinds) : undefined
      await expectSamePages({ ...filter, kind, sort, locales, limit: 7 })
    }
    for (const sort of sorts) await expectSamePages({ sort, locales: ['es', 'en'], limit: 5 })
    for (const filter of separateFilters(community)) {
      const sort = random.pick(sorts)
      await expectSamePages({ ...filter, sort, locales: ['en'], limit: 3 })
      await expectSamePages({ ...filter, ...random.pick(everyFilter()), sort, locales: ['en'], limit: 3 })
    }
  })

  test('searches by relevance and in every order', async () => {
    for (const q of someQueries(random, community, 40)) {
      const [locales, filter] = [random.pick(localeChoices), random.pick(everyFilter())]
      await expectSamePages({ q, sort: 'relevance', locales, limit: 5 })
      await expectSamePages({ q, ...filter, sort: random.pick(sorts), locales, limit: 5 })
    }
  })

  test('what cannot be', async () => {
    for (const odd of ['a\0b', '\0', '\ud800', '\u{10ffff}', "'", '\\', '%', 'g ']) {
      await expectSamePages({ category: odd, sort: 'recent', locales: ['en'], limit: 5 })
      await expectSamePages({ tag: odd, kind: 'app', sort: 'liked', locales: ['en'], limit: 5 })
      await expectSamePages({ q: `${odd} wa${odd}`, sort: 'relevance', locales: ['en'], limit: 5 })
      const [one, other] = await Promise.all(both.stores.map(store => store.creator(odd)))
      assert.deepEqual([one, other], [null, null])
    }
  })

  test('the records themselves', async () => {
    const texts = both.stores.map(async store => (await Array.fromAsync(exportText(store.records()))).join(''))
    const [one, other] = await Promise.all(texts)
    assert.equal(other, one)
  })

  test('every operation, and the addresses of next pages', async () => {
    const secret = Buffer.from('a secret that both know')
    const contexts = both.stores.map((store): Context => ({ store, addresses, cursors: makeCursors(secret), kinds }))
    const told = async (context: Context, operation: Operation, input: Input) => {
      const { json, locale, next } = await answer(prepare(operation, input, context), context)
      return { json: json(), locale, next }
    }
    for (const operation of operations) {
      for (const input of inputsOf(operation)) {
        const [one, other] = await Promise.all(
          contexts.map(context => told(context, operation, input).catch(error => `${error.error}: ${error.message}`)),
        )
        assert.deepEqual(other, one, `${operation.name} ${JSON.stringify(input)}`)
      }
    }
    const first = await told(contexts[0]!, getCommunityFeed, { limit: 4 })
    const cursor = new URL(first.next!).searchParams.get('cursor')!
    const [one, other] = await Promise.all(contexts.map(c => told(c, getCommunityFeed, { limit: 4, cursor })))
    assert.deepEqual(other, one)
  })

  test('lists of everything', async () => {
    const range = { from: 0, to: 2 ** 32, limit: 1000 }
    const [one, other] = await Promise.all(both.stores.map(store => store.listCreations(range)))
    assert.deepEqual(
      other!.map(row => ({ ...row })),
      one!.map(row => ({ ...row })),
    )
    const people = { after: '', skip: 2, limit: 100 }
    const [these, those] = await Promise.all(both.stores.map(store => store.listCreators(people)))
    assert.deepEqual(those, these)
  })
})

function inputsOf(operation: Operation): Input[] {
  const locales = ['en', 'es', 'ja', 'pt-BR', 'tlh']
  if (!operation.pathFields.includes('handle')) return locales.map(locale => ({ locale }))
  const apps = Array.from({ length: slugs }, (_, i) => slugOf(i))
  return [...handles, 'nobody'].flatMap(handle =>
    operation.pathFields.includes('slug')
      ? apps.map((slug): Input => ({ handle, slug, locale: random.pick(locales) }))
      : [{ handle, ...(operation.fields.some(({ name }) => name === 'locale') && { locale: random.pick(locales) }) }],
  )
}
