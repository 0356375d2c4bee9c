// Creations and creators by their whole names.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { titleKey } from '../../../src/store/search-text.ts'
import type { Locales, Store } from '../../../src/store/store.ts'
import { answersOf } from '../../support/model/answers.ts'
import { byText, type Community, recordsOf } from '../../support/model/community.ts'
import { randomChange, randomCommunity, randomOf } from '../../support/model/generator.ts'
import { localeChoices } from './comparison.ts'
import { addresses, type OpenStore, openTwins, together } from './harness.ts'
import { creation, creator, follow } from './sample.ts'

const slugs = 12

/** What has each name, by comparing all names. */
function expectedNames(community: Community, keys: readonly string[], locales: Locales) {
  const answers = answersOf(community, addresses)
  const cards = answers.feed({ sort: 'trending', locales, limit: 1 })
  const titles = new Map(
    answers.shown.map(({ handle, slug, title, translations }) => [
      `${handle}/${slug}`,
      new Set([title, ...locales.flatMap(locale => translations[locale]?.title ?? [])].map(titleKey)),
    ]),
  )
  const people = recordsOf(community, 'creator')
    .map(({ handle }) => answers.creator(handle)!)
    .sort((a, b) => b.totals.followers - a.totals.followers || byText(a.record.handle, b.record.handle))
  return keys
    .map(key => ({
      key,
      creations: cards.filter(({ handle, slug }) => titles.get(`${handle}/${slug}`)!.has(key)),
      creators: people.filter(({ record }) => [record.handle, record.displayName].map(titleKey).includes(key)),
    }))
    .filter(({ creations, creators }) => creations.length + creators.length > 0)
}

async function found(store: Store, names: readonly string[], locales: Locales = ['en'], limit = 50) {
  const exact = await store.exactNames({ keys: names.map(titleKey), locales, limit })
  return exact.map(({ creations, ...rest }) => ({
    ...rest,
    creations: creations.map(text => JSON.parse(text) as { handle: string; slug: string }),
  }))
}

export function exactNameTests(open: OpenStore): void {
  describe('exact names', together, () => {
    test('every name of a community, while it changes', async () => {
      const twins = await openTwins(open)
      const random = randomOf(17)
      try {
        await twins.import(randomCommunity(random, slugs), 'skip')
        for (let round = 0; round < 3; round++) {
          const creations = recordsOf(twins.model(), 'creation')
          const titles = creations.flatMap(({ title, translations }) => [
            title,
            ...Object.values(translations).flatMap(({ title }) => title ?? []),
          ])
          const names = recordsOf(twins.model(), 'creator').flatMap(({ handle, displayName }) => [handle, displayName])
          const keys = [...new Set([...titles, ...names, 'nothing has this name'].map(titleKey))].filter(Boolean)
          for (const locales of localeChoices) {
            const expected = expectedNames(twins.model(), keys, locales)
            assert.deepEqual(await found(twins.store, keys, locales), expected)
          }
          await twins.import(
            Array.from({ length: 40 }, () => randomChange(random, twins.model(), slugs)),
            'skip',
          )
        }
      } finally {
        await twins.close()
      }
    })

    test('a name is compared as a whole, without case, accents, spaces and punctuation', async () => {
      const twins = await openTwins(open)
      try {
        await twins.importUnnoticed([
          creator('ann', { displayName: 'Zoë Time-Table' }),
          creator('time-table', { displayName: 'Time' }),
          creation('ann', 'a', { title: 'Time Table', stats: { plays: 5 } }),
          creation('ann', 'b', { title: 'TIMETABLE!' }),
          creation('ann', 'c', { title: 'Time Tables' }),
          creation('ann', 'd', { title: 'Secret', visibility: 'unlisted' }),
          creation('ann', 'e', { title: 'Wahr', translations: { es: { title: 'Verdad' } } }),
        ])
        const all = await found(twins.store, ['time-table', 'zoe timetable', 'time', 'table', 'secret', 'verdad'])
        assert.deepEqual(
          all.map(({ creations, creators }) => [
            ...creations.map(({ slug }) => slug).sort(),
            ...creators.map(({ record }) => `@${record.handle}`),
          ]),
          [['a', 'b', '@time-table'], ['@ann'], ['@time-table']],
        )
        const [translated] = await found(twins.store, ['Verdad'], ['es', 'en'])
        assert.deepEqual(translated!.creations.map(({ slug }) => slug), ['e']) // biome-ignore format: one line reads better
        assert.deepEqual(await found(twins.store, []), [])
      } finally {
        await twins.close()
      }
    })

    test('the best of many with the same name', async () => {
      const twins = await openTwins(open)
      const people = Array.from({ length: 700 }, (_, i) =>
        creator(`p${i}`, { displayName: i % 7 === 0 ? 'Common' : `Common Name${i}` }),
      )
      const apps = Array.from({ length: 300 }, (_, i) =>
        creation('p0', `s${i}`, { title: 'Untitled', stats: { plays: i * 3 } }),
      )
      try {
        await twins.importUnnoticed([...people, creator('common'), ...apps, follow('p1', 'p14'), follow('p2', 'p14')])
        const [both] = await found(twins.store, ['common', 'untitled'], ['en'], 5).then(([name, title]) => [
          { people: name!.creators.map(({ record }) => record.handle), apps: title!.creations },
        ])
        const expected = expectedNames(twins.model(), ['common', 'untitled'], ['en'])
        assert.deepEqual(both!.people.slice(0, 2), ['p14', 'common'])
        assert.equal(both!.people.length, 5)
        assert.deepEqual(both!.apps, expected[1]!.creations.slice(0, 5))
      } finally {
        await twins.close()
      }
    })
  })
}
