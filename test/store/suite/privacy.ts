// Only what is public exists: nothing of an unlisted or private creation shows anywhere.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Visibility } from '../../../src/records/records.ts'
import { type Store, sorts } from '../../../src/store/store.ts'
import { bringIn, noticed, type OpenStore, openTwins, together } from './harness.ts'
import { creation, creator, score } from './sample.ts'

const locales = ['sv', 'es', 'en']

/** Every trace of it carries a word that nothing else has. */
const hidden = (visibility: Visibility) =>
  creation('ann', 'hidden-app', {
    title: 'Umbra',
    summary: 'Penumbra',
    category: 'umbral',
    tags: ['umbratic', 'shared'],
    translations: { es: { title: 'Sombra umbra' }, sv: { title: 'Skugga umbra' } },
    featured: true,
    remixOf: { handle: 'bob', slug: 'origin' },
    stats: { views: 1_000_003, plays: 1_000_003, likes: 1_000_003, remixes: 1_000_003 },
    visibility,
  })

const surroundings = [
  creator('ann'),
  creator('bob'),
  creation('ann', 'open-app', { tags: ['shared'], category: 'plain', stats: { plays: 5 } }),
  creation('bob', 'origin', { tags: ['shared'] }),
  creation('bob', 'remix-of-hidden', { remixOf: { handle: 'ann', slug: 'hidden-app' } }),
  score('ann/open-app', 'bob', 7),
  score('ann/hidden-app', 'bob', 9, { unit: 'umbrage' }),
]

/** Everything that readers can ask, as one text. */
async function everything(store: Store): Promise<string> {
  const limit = 48
  const base = { locales, limit }
  const filters = [{}, { featuredOnly: true }, { tag: 'shared' }, { tag: 'umbratic' }, { category: 'umbral' }]
  const feeds = sorts.flatMap(sort => filters.map(filter => store.feed({ ...base, ...filter, sort })))
  const searches = ['umbra', 'um', 'penumbra', 'sombra', 'skugga', 'umbratic', 'ann', 'hidden', 'app'].flatMap(q => [
    { ...base, q, sort: 'relevance' as const },
    { ...base, q, sort: 'recent' as const, tag: 'shared' },
  ])
  const answers = await Promise.all([
    ...feeds,
    store.feed({ ...base, sort: 'popular', remixOf: 'bob/origin' }),
    store.feed({ ...base, sort: 'recent', creator: 'ann' }),
    store.feed({ ...base, sort: 'liked', language: 'en', tag: 'shared' }),
    store.popularTags(base),
    store.categories(base),
    store.creator('ann'),
    store.topScores({ handle: 'bob', ...base }),
    store.app({ handle: 'ann', slug: 'hidden-app', locales }),
    store.app({ handle: 'ann', slug: 'hidden-app', locales: ['es', 'en'] }),
    store.app({ handle: 'ann', slug: 'open-app', locales }),
  ])
  for (const search of searches) answers.push(await store.feed(search))
  const remix = await store.feed({ ...base, sort: 'recent', creator: 'bob' })
  return JSON.stringify([...answers, remix, [...store.locales()]])
}

export function privacyTests(open: OpenStore): void {
  describe('what is not public', together, () => {
    for (const visibility of ['unlisted', 'private'] as const) {
      test(`${visibility}: shows nowhere, appears when made public, and is gone again after`, async () => {
        const { store, writable, close } = await open()
        try {
          await noticed(store, () => bringIn(writable, [...surroundings, hidden(visibility)]))
          const before = await everything(store)
          assert.doesNotMatch(before, /umbra|umbral|umbratic|hidden-app|1000003|"sv"|"es"/i)
          await noticed(store, () => bringIn(writable, [hidden('public')]))
          const shown = await everything(store)
          for (const trace of ['Sombra', 'Skugga', 'umbral', 'umbratic', 'umbrage', '1000003', '"sv"', '"es"']) {
            assert.ok(shown.includes(trace), `${trace} is not shown`)
          }
          await noticed(store, () => bringIn(writable, [hidden(visibility)]))
          assert.equal(await everything(store), before)
        } finally {
          await close()
        }
      })
    }

    test('a remix shows what it was made from only while that is public', async () => {
      const { store, importUnnoticed: bring, close } = await openTwins(open)
      const remixOf = async () => {
        const app = await store.app({ handle: 'bob', slug: 'remix-of-hidden', locales: ['en'] })
        return (JSON.parse(app!.card) as { remixOf: unknown }).remixOf
      }
      try {
        await bring([...surroundings, hidden('private')])
        assert.equal(await remixOf(), null)
        await bring([hidden('public')])
        assert.deepEqual(await remixOf(), { handle: 'ann', slug: 'hidden-app', title: 'Umbra' })
        await bring([{ ...hidden('public'), title: 'Antumbra' }])
        assert.deepEqual(await remixOf(), { handle: 'ann', slug: 'hidden-app', title: 'Antumbra' })
        await bring([hidden('unlisted')])
        assert.equal(await remixOf(), null)
        await bring([hidden('public')])
        await bring([{ type: 'delete', of: 'creator', handle: 'ann' }])
        assert.equal(await remixOf(), null)
      } finally {
        await close()
      }
    })

    test('scores in apps that are not public push none of the others out', async () => {
      const { store, writable, close } = await open()
      const private60 = Array.from({ length: 60 }, (_, i) => creation('ann', `private-${i}`, { visibility: 'private' }))
      const later = { achievedAt: '2026-02-01T00:00:00Z' }
      const scores = private60.map(({ slug }) => score(`ann/${slug}`, 'bob', 1, later))
      try {
        await bringIn(writable, [...surroundings, hidden('private'), ...private60, ...scores])
        const found = await store.topScores({ handle: 'bob', locales: ['en'], limit: 10 })
        assert.deepEqual(
          found.map(({ slug, rank }) => [slug, rank]),
          [['open-app', 1]],
        )
      } finally {
        await close()
      }
    })
  })
}
