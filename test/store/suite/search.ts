// Search: ranking, spelling, words written together or apart, and partial matches.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { rankedMatches } from '../../../src/store/search/window.ts'
import type { WordForm } from '../../../src/store/search-text.ts'
import type { FeedQuery, Store } from '../../../src/store/store.ts'
import { answersOf } from '../../support/model/answers.ts'
import { expectFeed } from './comparison.ts'
import { addresses, bringIn, type OpenStore, openTwins, readPage } from './harness.ts'
import { creation, creator } from './sample.ts'

const english = { sort: 'relevance', locales: ['en'], limit: 24 } as const

async function slugsOf(store: Store, q: string, query: Partial<FeedQuery> = {}): Promise<string[]> {
  const { items } = await readPage(store, { ...english, ...query, q })
  return (items as { slug: string }[]).map(({ slug }) => slug)
}

async function aboutSearch(store: Store, q: string, query: Partial<FeedQuery> = {}) {
  const { match, searched, suggestions } = await readPage(store, { ...english, ...query, q })
  return { match, searched, suggestions }
}

/** Slugs say what a creation is; popular ones come first where nothing else decides. */
const community = [
  creator('ann'),
  creator('harbor', { displayName: 'Tom' }),
  { type: 'tag', key: 'harbor', labels: { en: 'Harbor', es: 'Puerto' } },
  creation('ann', 'summary', { title: 'Boats', summary: 'A harbor at dusk.', stats: { likes: 900 } }),
  creation('ann', 'tag', { title: 'Ships', summary: 'At sea.', tags: ['harbor'], stats: { likes: 10 } }),
  creation('harbor', 'creator', { title: 'Cranes', summary: 'They lift.', stats: { likes: 800 } }),
  creation('ann', 'title', { title: 'Harbor lights', summary: 'Lamps.', stats: { likes: 1 } }),
  creation('ann', 'whole', { title: 'Harbor', summary: 'One word.' }),
  creation('ann', 'begins', { title: 'Harbormaster', summary: 'A job.', stats: { likes: 990 } }),
  creation('ann', 'apart', { title: 'Time table', summary: 'Trains.' }),
  creation('ann', 'together', { title: 'Timetable', summary: 'Buses.' }),
  creation('ann', 'sharp', { title: 'F# scale', summary: 'Notes.' }),
  creation('ann', 'plain', { title: 'F major', summary: 'Notes.' }),
  creation('ann', 'hyphen', { title: 'X-11 viewer', summary: 'Screens.' }),
  creation('ann', 'scattered', { title: 'Video editor', summary: 'Clips.', tags: ['image'], stats: { likes: 900 } }),
  creation('ann', 'phrase', { title: 'Paint', summary: 'An image editor with layers.', tags: ['image', 'editor'] }),
  creation('ann', 'russian', { title: 'Словарь', summary: 'Слова.', locale: 'ru' }),
  creation('ann', 'japanese', { title: '水分記録', summary: '毎日。', locale: 'ja' }),
]

export function searchTests(open: OpenStore): void {
  describe('search', () => {
    const withCommunity = async (check: (store: Store) => Promise<void>) => {
      const { store, writable, close } = await open()
      try {
        await bringIn(writable, community)
        await check(store)
      } finally {
        await close()
      }
    }

    test('ranks by the field of a word: whole title, title, tag, creator, summary, beginning of a word', () =>
      withCommunity(async store => {
        const expected = ['whole', 'title', 'tag', 'creator', 'begins', 'summary']
        assert.deepEqual(await slugsOf(store, 'harbor'), expected)
        assert.deepEqual(await slugsOf(store, 'puerto', { locales: ['es', 'en'] }), ['tag'])
      }))

    test('ranks higher what has the words next to each other', () =>
      withCommunity(async store => {
        assert.deepEqual(await slugsOf(store, 'image editor'), ['phrase', 'scattered'])
        assert.deepEqual(await slugsOf(store, 'editor image'), ['scattered', 'phrase'])
      }))

    test('finds words written together, apart and with punctuation', () =>
      withCommunity(async store => {
        for (const q of ['time table', 'timetable', 'time-table', 'Time  Table', 'time tab', 'timetab']) {
          assert.deepEqual((await slugsOf(store, q)).toSorted(), ['apart', 'together'], q)
          assert.equal((await aboutSearch(store, q)).match, 'all')
        }
        for (const q of ['x11', 'X-11', 'x 11', 'x11 viewer']) assert.deepEqual(await slugsOf(store, q), ['hyphen'], q)
        assert.deepEqual(await slugsOf(store, 'f#'), ['sharp'])
      }))

    test('corrects spelling, and says so', () =>
      withCommunity(async store => {
        const typos = ['habor', 'harborr', 'harvor', 'ahrbor', 'harobr', 'arbor', 'harbro']
        for (const q of typos) {
          assert.deepEqual(await slugsOf(store, q), await slugsOf(store, 'harbor'), q)
          const { match, searched } = await aboutSearch(store, q)
          assert.deepEqual({ match, searched }, { match: 'corrected', searched: 'harbor' }, q)
        }
        for (const q of ['Словрь', 'Солварь', 'слооварь']) assert.deepEqual(await slugsOf(store, q), ['russian'], q)
        assert.deepEqual(await slugsOf(store, 'harborlamps'), ['title'])
        assert.deepEqual(await slugsOf(store, 'harbor lihgts', { sort: 'recent' }), ['title'])
      }))

    test('with the limit 0 only tells how it finds something; a strict one corrects nothing', () =>
      withCommunity(async store => {
        const found = async (q: string, isStrict?: boolean) => {
          const query = { sort: 'relevance', q, locales: ['en'], limit: 0, isStrict } as const
          const { items, next, match, searched } = await store.feed(query)
          assert.deepEqual({ items, next }, { items: [], next: null })
          return { match, searched }
        }
        for (const q of ['harbor', 'harbor lamps', 'habor', 'harbor lihgts', 'harbor xylophone', 'xylophone']) {
          const { match, searched } = await aboutSearch(store, q)
          assert.deepEqual(await found(q), { match, searched }, q)
          assert.deepEqual(
            await found(q, true),
            match === 'all' ? { match, searched } : { match: null, searched: null },
            q,
          )
        }
      }))

    test('does not correct what is written correctly, or too different', () =>
      withCommunity(async store => {
        const { match, searched } = await aboutSearch(store, 'harbor')
        assert.deepEqual({ match, searched }, { match: 'all', searched: 'harbor' })
        assert.deepEqual(await slugsOf(store, 'harbor', { category: 'none' }), [])
        assert.deepEqual(await slugsOf(store, 'xylophone'), [])
        assert.deepEqual(await aboutSearch(store, 'xylophone'), { match: null, searched: null, suggestions: [] })
        assert.deepEqual(await slugsOf(store, 'boats', { creator: 'harbor' }), [])
      }))

    test('finds some of the words when no creation has all of them', () =>
      withCommunity(async store => {
        assert.deepEqual(await slugsOf(store, 'cranes xylophone'), ['creator'])
        const about = await aboutSearch(store, 'cranes buses')
        assert.equal(about.match, 'partial')
        const others = { cranes: 'buses', buses: 'cranes' }
        assert.deepEqual(about.suggestions, [{ q: others[about.searched as 'cranes'], total: 1 }])
        assert.deepEqual(await slugsOf(store, '水分記錄'), ['japanese'])
      }))

    test('offers further combinations of the words to a search with forms of its words', () =>
      withCommunity(async store => {
        const query = { ...english, sort: 'relevance', limit: 5, q: 'cranes buses' } as const
        const { match, searched, combinations = [] } = await store.feed({ ...query, forms: {} })
        assert.equal(match, 'partial')
        assert.deepEqual([searched, ...combinations].sort(), ['buses', 'cranes'])
        assert.deepEqual((await store.feed(query)).combinations, undefined)
      }))

    test('corrects no word that is right, and completes none, in a search with forms of its words', () =>
      withCommunity(async store => {
        const found = async (q: string, forms?: FeedQuery['forms']) => {
          const { match, items } = await store.feed({ ...english, sort: 'relevance', limit: 5, q, forms })
          return [match, items.length > 0]
        }
        const form = (isRight: boolean, ...others: WordForm[]) => ({ isRight, others })
        assert.deepEqual(await found('crames'), ['corrected', true])
        assert.deepEqual(await found('crames', { crames: form(false) }), ['corrected', true])
        assert.deepEqual(await found('crames', { crames: form(true) }), [null, false])
        assert.deepEqual(await found('crane', { crane: form(true) }), [null, false])
        const plural = { text: 'cranes', prefix: false }
        assert.deepEqual(await found('crane', { crane: form(true, plural) }), ['all', true])
      }))

    test('counts what contains a word once, although it begins with its stem', async () => {
      const twins = await openTwins(open)
      try {
        const titled = (length: number, title: (i: number) => string) =>
          Array.from({ length }, (_, i) => creation('ann', `${title(i)}-${i}`, { title: title(i), summary: 'Here.' }))
        const lamps = [...titled(40, i => `lamp${i}`), ...titled(40, () => 'lamps')]
        await twins.import([creator('ann'), ...lamps, ...titled(96, () => 'roses')])
        const forms = { lamps: { isRight: true, others: [{ text: 'lamp', prefix: true }] } }
        const { searched } = await twins.store.feed({ ...english, q: 'lamps roses', forms })
        assert.equal(searched, 'lamps', 'the rarer word')
      } finally {
        await twins.close()
      }
    })

    test('pages through more matches than are ranked, each once', async () => {
      const twins = await openTwins(open)
      try {
        const many = Array.from({ length: rankedMatches * 2 + 40 }, (_, i) => {
          const inTitle = i % 3 === 0 ? 'Lantern' : 'Lamp'
          const text = { title: `${inTitle} ${i % 7}`, summary: i % 5 === 0 ? 'A lantern' : 'lantern light' }
          return creation('ann', `l${i}`, { ...text, stats: { likes: (i * 37) % 100 } })
        })
        await twins.import([creator('ann'), ...many])
        const answers = answersOf(twins.model(), addresses)
        for (const limit of [48, 25]) await expectFeed(twins.store, answers, { ...english, limit, q: 'lantern' })
        await expectFeed(twins.store, answers, { ...english, limit: 48, q: 'lanttern' })
        await expectFeed(twins.store, answers, { ...english, limit: 48, q: 'lantern 3', sort: 'liked' })
      } finally {
        await twins.close()
      }
    })
  })
}
