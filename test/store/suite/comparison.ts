// Everything a store can be asked, compared with the model.
import assert from 'node:assert/strict'
import { defaultKinds as kinds } from '../../../src/site/site.ts'
import { notSearched } from '../../../src/store/search/resolve.ts'
import {
  type CreatorPosition,
  creatorSorts,
  type FeedQuery,
  type Known,
  type Locales,
  type Store,
  sorts,
} from '../../../src/store/store.ts'
import { type Answers, answersOf } from '../../support/model/answers.ts'
import { byText, type Community, exportOf, recordsOf } from '../../support/model/community.ts'
import { categories, handles, type Random, slugOf, tags, vocabulary } from '../../support/model/generator.ts'
import { addresses, pages } from './harness.ts'

export const localeChoices: readonly Locales[] = [
  ['en'],
  ['es', 'en'],
  ['ja', 'en'],
  ['pt-BR', 'pt', 'en'],
  ['xx', 'en'],
]

/** Totals of searches are exact up to here. */
const searchTotalCap = 250

/** Page by page: each item once, in order, the total on every page, `next` null exactly at the end. */
export async function expectFeed(store: Store, answers: Answers, query: FeedQuery): Promise<void> {
  const expected = answers.feed(query)
  const searched = expected.length === 0 ? notSearched : answers.searched(query)
  const about = JSON.stringify(query)
  const isCapped = query.q !== undefined && expected.length > searchTotalCap
  const total = isCapped ? searchTotalCap : expected.length
  let at = 0
  for await (const page of pages(store, query)) {
    assert.deepEqual(page.items, expected.slice(at, at + query.limit), `items from ${at} of ${about}`)
    assert.deepEqual([page.total, page.totalIsExact], [total, !isCapped], `total from ${at} of ${about}`)
    assert.deepEqual(
      { match: page.match, searched: page.searched, suggestions: page.suggestions },
      searched,
      `search of ${about}`,
    )
    at += query.limit
    assert.equal(page.next === null, at >= expected.length, `end after ${at} of ${about}`)
  }
}

export function everyFilter(): Partial<FeedQuery>[] {
  const filters: Partial<FeedQuery>[] = []
  for (const category of [undefined, ...categories, 'nowhere']) {
    for (const tag of [undefined, ...tags, 'nothing']) {
      for (const featuredOnly of [false, true]) filters.push({ category, tag, featuredOnly })
    }
  }
  return filters
}

/** Filters whose lists are intersected with those of other filters. */
export function separateFilters(community: Community): Partial<FeedQuery>[] {
  const remixes = recordsOf(community, 'creation').flatMap(({ remixOf }) => remixOf ?? [])
  const originals = new Set(remixes.map(({ handle, slug }) => `${handle}/${slug}`))
  return [
    ...[...handles, 'nobody'].map(creator => ({ creator })),
    ...[...originals, 'nobody/nothing'].map(remixOf => ({ remixOf })),
    ...['en', 'es', 'pt', 'pt-br', 'ja', 'e', 'xx'].map(language => ({ language })),
    ...tags.flatMap((tag, i) => tags.slice(i + 1).map(other => ({ tag: `${tag},${other}` }))),
    { tag: tags.slice(0, 3).join() },
    { tag: tags.slice(0, 5).join() },
    { tag: `${tags[0]},nothing` },
  ]
}

/** Queries that find something: words, prefixes, pairs, titles. And some that do not. */
export function someQueries(random: Random, community: Community, howMany: number): string[] {
  const known = recordsOf(community, 'creation')
  return Array.from({ length: howMany }, () => {
    const word = random.pick(vocabulary)
    const record = known.length > 0 ? random.pick(known) : undefined
    switch (random.below(9)) {
      case 0:
        return word.toUpperCase()
      case 1:
        return [...word].slice(0, 1 + random.below(3)).join('')
      case 2:
        return `${word} ${random.pick(vocabulary)}`
      case 3:
        return record?.title ?? ''
      case 4:
        return Object.values(record?.translations ?? {})[0]?.title ?? word
      case 5:
        return misspelled(random, record?.title ?? word)
      case 6:
        return (record?.title ?? word).replace(/\s+/g, '')
      case 7:
        return `${word} ${misspelled(random, random.pick(vocabulary))} ${record?.title.split(' ')[0]}`
      default:
        return `${record?.handle} ${word.slice(0, 2)}`
    }
  })
}

/** One letter left out, doubled, exchanged with the next, or separated by a space. */
function misspelled(random: Random, text: string): string {
  const letters = [...text]
  const at = random.below(letters.length)
  const [before, letter, after] = [letters.slice(0, at), letters[at] ?? '', letters.slice(at + 1)]
  const choices = [
    [...before, ...after],
    [...before, letter, letter, ...after],
    [...before, ...after.slice(0, 1), letter, ...after.slice(1)],
    [...before, letter, ' ', ...after],
  ]
  return random.pick(choices).join('')
}

/** Small pages, unless there is so much that they would be hundreds. */
const randomLimit = (random: Random, community: Community) => 1 + random.below(Math.max(9, community.size / 15))

export async function expectFilters(store: Store, community: Community, random: Random, share: number): Promise<void> {
  const answers = answersOf(community, addresses)
  const limit = randomLimit(random, community)
  for (const filter of everyFilter()) {
    for (const sort of sorts) {
      if (!random.chance(share)) continue
      const query = { ...filter, sort, locales: random.pick(localeChoices), limit }
      await expectFeed(store, answers, query)
      await expectFeed(store, answers, { ...query, kind: random.pick(kinds) })
    }
  }
  const separate = separateFilters(community)
  for (const filter of separate) {
    if (!random.chance(share)) continue
    for (const sort of sorts) {
      const query = { ...filter, sort, locales: random.pick(localeChoices), limit }
      await expectFeed(store, answers, query)
      await expectFeed(store, answers, { ...query, ...random.pick(everyFilter()), kind: random.pick(kinds) })
      await expectFeed(store, answers, { ...query, ...random.pick(separate), ...random.pick(separate) })
    }
  }
}

export async function expectSearches(
  store: Store,
  community: Community,
  random: Random,
  howMany: number,
): Promise<void> {
  const answers = answersOf(community, addresses)
  const filters = [{}, {}, {}, ...everyFilter(), ...separateFilters(community)]
  for (const q of someQueries(random, community, howMany)) {
    const locales = random.pick(localeChoices)
    const limit = randomLimit(random, community)
    const sort = random.pick(sorts)
    const creator = random.pick(handles)
    await expectFeed(store, answers, { q, sort: 'relevance', locales, limit })
    await expectFeed(store, answers, { q, ...random.pick(filters), sort, locales, limit })
    await expectFeed(store, answers, { q, ...random.pick(filters), sort: 'relevance', locales, limit })
    await expectFeed(store, answers, { q, ...random.pick(filters), kind: random.pick(kinds), sort, locales, limit })
    await expectFeed(store, answers, { q, kind: random.pick(kinds), sort: 'relevance', locales, limit })
    await expectFeed(store, answers, { q, creator, sort: random.pick(['relevance', 'recent']), locales, limit })
  }
}

/** Labels with counts, people, scores, single apps, languages, and the records themselves. */
export async function expectTheRest(store: Store, community: Community, random: Random, slugs: number): Promise<void> {
  const answers = answersOf(community, addresses)
  const locales = random.pick(localeChoices)
  const limit = 1 + random.below(5)
  assert.deepEqual([...store.locales()].sort(), [...answers.locales()].sort())
  assert.deepEqual([...store.kinds()].sort(), [...answers.kinds()].sort())
  for (const read of ['popularTags', 'categories'] as const) {
    const all = answers[read](locales)
    for (let at = 0; at <= all.length; at += limit) {
      const after = all[at - 1]
      const expected = { items: all.slice(at, at + limit), total: all.length }
      assert.deepEqual(await store[read]({ locales, limit, after }), expected, `${read} from ${at}`)
    }
  }
  const selections = everyFilter().flatMap(filter => [filter, { ...filter, kind: random.pick(kinds) }])
  const sizes = selections.map(filter => answers.feed({ ...filter, sort: 'recent', locales, limit }).length)
  assert.deepEqual(await store.counts(selections), sizes)
  for (const handle of [...handles, 'nobody']) await expectPerson(store, answers, handle, locales, limit)
  for (const handle of handles) {
    for (let i = 0; i < slugs; i++) await expectApp(store, answers, handle, slugOf(i), locales)
  }
  await expectCreators(store, answers, someNames(random, community, 6), limit)
  await expectListings(store, community, answers, random)
  assert.deepEqual(await Array.fromAsync(store.records()), exportOf(community))
}

/** Names of creators, parts of them, and names with a wrong letter. */
function someNames(random: Random, community: Community, howMany: number): string[] {
  const names = recordsOf(community, 'creator').flatMap(({ handle, displayName }) => [handle, displayName])
  return Array.from({ length: howMany }, () => {
    const name = names.length > 0 ? random.pick(names) : random.pick(vocabulary)
    const at = random.below(name.length)
    switch (random.below(5)) {
      case 0:
        return name
      case 1:
        return name.slice(0, at + 1).toWellFormed()
      case 2:
        return `${name.slice(0, at)}q${name.slice(at + 1)}`.toWellFormed()
      case 3:
        return misspelled(random, misspelled(random, name)).toWellFormed()
      default:
        return `${random.pick(vocabulary)} ${name}`
    }
  })
}

/** Page by page, in every order. */
export async function expectCreators(store: Store, answers: Answers, names: string[], limit: number): Promise<void> {
  const searches = [...creatorSorts, 'relevance' as const].flatMap(sort => names.map(q => ({ sort, q })))
  for (const query of [...creatorSorts.map(sort => ({ sort })), ...searches]) {
    const { rows: expected, searched: search } = answers.creators({ ...query, limit })
    let after: CreatorPosition | undefined
    let known: Known | undefined
    let at = 0
    do {
      const page = await store.creators({ ...query, limit, after, known })
      const { items, next, total, totalIsExact, match, searched, suggestions } = page
      const about = `${JSON.stringify(query)} from ${at}`
      assert.deepEqual(items, expected.slice(at, at + limit), about)
      assert.deepEqual([total, totalIsExact], [expected.length, true], about)
      assert.deepEqual({ match, searched, suggestions }, search, about)
      at += limit
      assert.equal(next === null, at >= expected.length, about)
      after = next ?? undefined
      known = page
    } while (after)
  }
}

async function expectListings(store: Store, community: Community, answers: Answers, random: Random): Promise<void> {
  const [from, to] = [random.below(2 ** 30), 2 ** 31 + random.below(2 ** 31)]
  const limit = 1 + random.below(20)
  const listed = answers.listed().filter(({ creationNo }) => creationNo >= from && creationNo < to)
  const found = (await store.listCreations({ from, to, limit })).map(row => ({ ...row }))
  assert.deepEqual(found, listed.slice(0, limit))
  const people = recordsOf(community, 'creator').map(({ handle }) => handle)
  const after = random.pick(['', ...handles])
  const skip = random.below(3)
  const rest = people.filter(handle => byText(handle, after) > 0).sort(byText)
  assert.deepEqual(await store.listCreators({ after, skip, limit }), rest.slice(skip, skip + limit))
}

async function expectPerson(store: Store, answers: Answers, handle: string, locales: Locales, limit: number) {
  assert.deepEqual(await store.creator(handle), answers.creator(handle))
  for (const side of ['followers', 'following'] as const) {
    const everyone = answers[side](handle)
    const found = await store[side]({ handle, limit })
    assert.deepEqual(found?.items, everyone?.slice(0, limit), `${side} of ${handle}`)
    assert.equal(found?.total, everyone?.length)
    assert.equal(found?.next != null, everyone !== null && everyone.length > limit)
  }
  const scores = answers.topScores(handle, locales).slice(0, limit)
  assert.deepEqual(await store.topScores({ handle, locales, limit }), scores, `top scores of ${handle}`)
}

async function expectApp(store: Store, answers: Answers, handle: string, slug: string, locales: Locales) {
  const expected = answers.app(handle, slug, locales)
  const found = await store.app({ handle, slug, locales })
  const { digest, card, detail, ...rest } = found ?? {}
  const parsed = found && { ...rest, card: JSON.parse(card!) as unknown, detail: JSON.parse(`{${detail}}`) as unknown }
  assert.equal(digest !== undefined, found !== null)
  assert.deepEqual(parsed, expected && { ...expected, leaderboard: expected.leaderboard.slice(0, 10) })
  // In a larger community, not every creation is a candidate.
  if (answers.shown.length > 200) return
  const cards = answers.similar(handle, slug, locales)
  const similar = await store.similar({ handle, slug, locales, limit: 7 })
  const items = similar?.items.map(text => JSON.parse(text) as unknown)
  assert.deepEqual(
    similar && { items, total: similar.total },
    cards && { items: cards.slice(0, 7), total: cards.length },
    `similar to ${handle}/${slug}`,
  )
}
