// Every order × filter × search, page by page, against the model.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { creationId } from '../../../src/store/identity.ts'
import { notSearched } from '../../../src/store/search/resolve.ts'
import { answersOf } from '../../support/model/answers.ts'
import { randomCommunity, randomOf } from '../../support/model/generator.ts'
import { expectFeed, expectFilters, expectSearches, expectTheRest } from './comparison.ts'
import { addresses, bringIn, type OpenStore, openTwins } from './harness.ts'
import { creation, creator, remove } from './sample.ts'

const slugs = 14

export function feedTests(open: OpenStore): void {
  describe('a generated community', () => {
    test('filters in every order, searches, people and apps', async () => {
      const random = randomOf(1)
      const twins = await openTwins(open)
      try {
        await twins.import(randomCommunity(random, slugs), 'skip')
        await expectFilters(twins.store, twins.model(), random, 0.6)
        await expectSearches(twins.store, twins.model(), random, 60)
        await expectTheRest(twins.store, twins.model(), random, slugs)
      } finally {
        await twins.close()
      }
    })
  })

  describe('the feed', () => {
    test('counts what takes walking up to a bound, and shows all of it', async () => {
      const twins = await openTwins(open)
      const many = Array.from({ length: 1060 }, (_, i) =>
        creation('ann', `app-${i}`, { title: `Common ${i % 3}`, category: 'c', tags: ['t'] }),
      )
      try {
        await twins.importUnnoticed([creator('ann'), ...many])
        const answers = answersOf(twins.model(), addresses)
        for (const q of ['common', 'common 2']) {
          await expectFeed(twins.store, answers, { q, sort: 'relevance', locales: ['en'], limit: 48 })
        }
        await expectFeed(twins.store, answers, { sort: 'liked', locales: ['en'], limit: 400 })
        await expectFeed(twins.store, answers, { kind: 'app', sort: 'liked', locales: ['en'], limit: 400 })
        const three = { kind: 'app', category: 'c', tag: 't' } as const
        await expectFeed(twins.store, answers, { ...three, sort: 'recent', locales: ['en'], limit: 400 })
      } finally {
        await twins.close()
      }
    })

    test('shows both of two creations whose ids begin alike, whichever came first and whichever goes', async () => {
      const [one, two] = [creation('ann', 'app-66217'), creation('ann', 'app-70340')]
      const startOf = ({ handle, slug }: Sample) => creationId(handle, slug).slice(0, 8)
      assert.equal(startOf(one), startOf(two))
      const twins = await openTwins(open)
      const shown = async () => {
        const { items } = await twins.store.feed({ sort: 'recent', locales: ['en'], limit: 9 })
        return items.map(item => (JSON.parse(item) as Sample).slug).sort()
      }
      try {
        await twins.importUnnoticed([creator('ann'), two, one])
        assert.deepEqual(await shown(), [one.slug, two.slug])
        await twins.importUnnoticed([remove('creation', { handle: 'ann', slug: two.slug })])
        assert.deepEqual(await shown(), [one.slug])
        await twins.importUnnoticed([{ ...one, title: 'Renamed' }, two])
        assert.deepEqual(await shown(), [one.slug, two.slug])
      } finally {
        await twins.close()
      }
    })

    test('counts combinations up to 5,000, those with a creator always, and pages on', async () => {
      const { store, writable, close } = await open()
      const [two, three] = [{ tags: ['one', 'two'] }, { tags: ['two', 'three', 'one'], locale: 'es-MX' }]
      try {
        const most = Array.from({ length: 4_999 }, (_, i) => creation('ann', `a-${i}`, two))
        await bringIn(writable, [creator('ann'), ...most, creation('ann', 'last', three)])
        const query = { sort: 'recent', tag: 'two,one', locales: ['en'], limit: 2 } as const
        const totalOf = async (more: object) => {
          const { total, totalIsExact } = await store.feed({ ...query, ...more })
          return { total, totalIsExact }
        }
        assert.deepEqual(await totalOf({}), { total: 5_000, totalIsExact: true })
        await bringIn(writable, [creation('ann', 'one-more', three)])
        assert.deepEqual(await totalOf({}), { total: 5_000, totalIsExact: false })
        assert.deepEqual(await totalOf({ creator: 'ann' }), { total: 5_001, totalIsExact: true })
        assert.deepEqual(await totalOf({ language: 'es' }), { total: 2, totalIsExact: true })
        assert.deepEqual(await totalOf({ tag: 'one,three' }), { total: 2, totalIsExact: true })
        const first = await store.feed(query)
        const known = { total: first.total, totalIsExact: first.totalIsExact, match: first.match }
        const second = await store.feed({ ...query, after: first.next!, known })
        assert.deepEqual([second.items.length, second.total, second.totalIsExact], [2, 5_000, false])
        assert.equal(new Set([...first.items, ...second.items]).size, 4)
      } finally {
        await close()
      }
    })

    test('of an empty store is empty', async () => {
      const { store, close } = await open()
      try {
        const nothing = { items: [], next: null, total: 0, totalIsExact: true, ...notSearched }
        for (const q of [undefined, '', 'a', '❤️']) {
          assert.deepEqual(await store.feed({ q, sort: 'trending', locales: ['en'], limit: 9 }), nothing)
        }
        assert.deepEqual(await store.popularTags({ locales: ['en'], limit: 9 }), { items: [], total: 0 })
        assert.deepEqual(await store.categories({ locales: ['en'], limit: 9 }), { items: [], total: 0 })
      } finally {
        await close()
      }
    })
  })
}

type Sample = { handle: string; slug: string }
