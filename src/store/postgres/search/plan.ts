// Plans a search: its lists and their lengths, before any of them is read.
import { getOrCreate } from '../../../util/memoize.ts'
import { everything } from '../../filters.ts'
import { tagListPrefix } from '../../lists.ts'
import { searchPlan, type WordSource, wordSource } from '../../search/plan.ts'
import type { ScoredWord } from '../../search/score.ts'
import type { QueryWord } from '../../search-text.ts'
import type { Locales } from '../../store.ts'
import type { Run } from '../connections.ts'
import type { ListCache } from '../lists/list-cache.ts'
import { quoted } from '../lists/list-keys.ts'
import { endOf, type Group } from './sets.ts'
import { lookUp, maxExpandedWords, noSizes, type Sizes, tagKey, vocabularyLimit } from './sizes.ts'

/**
 * `query` is the equivalent tsquery. `minMatches` and `estimate` are numbers of matches; `entries` is the total length
 * of the lists, `effort` the cost of reading them in entries, and `parts` the number of lists.
 */
type Word = Group & Omit<Match, 'groups'>

/** Creations that are in a list of every group. `estimate` assumes that words and filters are independent. */
export type Match = {
  groups: readonly Word[]
  query: string
  minMatches: number
  estimate: number
  entries: number
  effort: number
  parts: number
}

export type Plan = {
  matches: Match
  /** By relevance: matches with the same title, and others whose title has all the words. Null when there are none. */
  sameTitle: Match | null
  inTitle: Match | null
  /** The shortest of the lists that contain all matches. */
  walked: { name: string; size: number }
  /** The words of the search, for the score of a match. */
  scoredWords: ScoredWord[]
  /** The data version of the plan. */
  version: number
}

/** `words` are null without a search. */
export type Wanted = { words: readonly QueryWord[] | null; locales: Locales }

/** The words of one search, each looked up once: its steps need the same ones. */
export type Words = {
  sizes: Sizes
  /** For each source, the lists in which a word may be found; null if there are none. */
  find: (sources: readonly WordSource[], filters: readonly string[]) => Promise<(Word | null)[]>
}

export function wordsOf(run: Run): Words {
  const sizes = noSizes()
  const known = new Map<string, Promise<Word | null>>()
  return {
    sizes,
    find: async (sources, filters) => {
      await lookUp(run, sizes, [...filters, everything], sources)
      return Promise.all(
        sources.map(source => getOrCreate(known, JSON.stringify(source), () => wordOf(run, source, sizes))),
      )
    },
  }
}

export async function planOf(
  { words: found, listCache }: { words: Words; listCache: ListCache },
  wanted: Wanted,
  filters: readonly string[],
): Promise<Plan | null> {
  const search = wanted.words && searchPlan(wanted.words, wanted.locales)
  if (search?.words.length === 0) return null
  const sources = [
    distinct(search?.words ?? []),
    distinct(search?.titleWords ?? []),
    search ? [wellFormed(search.wholeTitle)] : [],
  ] as const
  const all = await found.find(sources.flat(), filters)
  const { sizes } = found
  const [words, titleWords, wholeTitle] = sources.map(({ length }) => all.splice(0, length)) as [Found, Found, Found]
  const ofAll = sizes.lists.get(everything)!
  const version = sizes.version!
  const lists = filters.map(name => ({ name, size: sizes.lists.get(name)! })).sort((a, b) => a.size - b.size)
  const walked = lists[0]!
  if (walked.size === 0) return null
  const passing = lists.flatMap(list =>
    list.name === everything ? [] : filterOf(list, listCache.has(list.name, version)),
  )
  const matches = inEach([...words, ...passing], ofAll)
  if (matches === null) return null
  const inTitle = search && inEach([...titleWords, ...passing], ofAll)
  const sameTitle = inTitle && inEach([...wholeTitle, ...titleWords, ...passing], ofAll)
  const scoredWords = (wanted.words ?? []).map((word, i) => ({
    ...word,
    labelled: labelledBy(search!.words[i]!, sizes),
  }))
  return { matches, sameTitle, inTitle, walked, scoredWords, version }
}

type Found = (Word | null)[]

/** Words without filters. */
export function wordLookups({ sizes, find }: Words, locales: Locales) {
  const listsOf = (words: readonly QueryWord[]) =>
    find(
      words.map(word => wellFormed(wordSource(word, '', locales))),
      [],
    )
  return {
    /** For each word the sum of the sizes of its lists. */
    sizes: async (words: readonly QueryWord[]) => (await listsOf(words)).map(word => word?.entries ?? 0),
    /** Null when a word is in no list. */
    match: async (words: readonly QueryWord[]) =>
      inEach([...new Set(await listsOf(words))], sizes.lists.get(everything)!),
  }
}

/** Cost of a cached entry, relative to reading one. */
const cachedEntryCost = 0.1

function filterOf(list: { name: string; size: number }, isCached: boolean): Word {
  return { ...anyOf([listed(list)])!, isFilter: true, effort: isCached ? list.size * cachedEntryCost : list.size }
}

/** Cost of merging an entry of two lists, relative to reading it. */
const mergeEffort = 0.2

/** Repeated words do not change the result. */
function distinct(sources: readonly WordSource[]): WordSource[] {
  return [...new Map(sources.map(source => [JSON.stringify(source), wellFormed(source)])).values()]
}

type Alternative = Pick<Word, 'names' | 'beginnings' | 'query' | 'parts'> & { size: number; minMatches: number }

const listed = ({ name, size }: { name: string; size: number }): Alternative => ({
  names: [name],
  beginnings: [],
  query: quoted(name),
  parts: 1,
  size,
  minMatches: size,
})

function anyOf(all: readonly Alternative[]): Word | null {
  // A tag may have the same word in several languages.
  const alternatives = [...new Map(all.map(one => [one.query, one])).values()]
  if (alternatives.length === 0) return null
  const sum = alternatives.reduce((total, { size }) => total + size, 0)
  const largest = Math.max(...alternatives.map(({ size }) => size))
  return {
    isFilter: false,
    names: alternatives.flatMap(({ names }) => names),
    beginnings: alternatives.flatMap(({ beginnings }) => beginnings),
    query: alternatives.map(({ query }) => query).join(' | '),
    minMatches: Math.max(...alternatives.map(({ minMatches }) => minMatches)),
    // Tags and words of the same name mostly occur in the same creations.
    estimate: largest + (sum - largest) / 3,
    entries: sum,
    effort: sum * (1 + mergeEffort * Math.log2(alternatives.length)),
    parts: alternatives.reduce((total, { parts }) => total + parts, 0),
  }
}

/** Null when a word has no match. */
function inEach(words: readonly (Word | null)[], ofAll: number): Match | null {
  const found = words.filter(word => word !== null)
  if (found.length < words.length) return null
  return {
    groups: found,
    query: found.map(({ query }) => `(${query})`).join(' & '),
    minMatches: found.length === 1 ? found[0]!.minMatches : 0,
    estimate: found.reduce((rest, { estimate }) => rest * Math.min(1, estimate / ofAll), ofAll),
    entries: found.reduce((total, { entries }) => total + entries, 0),
    effort: found.reduce((total, { effort }) => total + effort, 0),
    parts: found.reduce((total, { parts }) => total + parts, 0),
  }
}

/** PostgreSQL rejects unpaired surrogates: see derive-creation.ts. */
const wellFormed = ({ lists, vocabulary, tagWords, locales }: WordSource): WordSource => ({
  lists: lists.map(name => name.toWellFormed()),
  vocabulary: vocabulary.map(name => name.toWellFormed()),
  tagWords: tagWords.map(form => ({ ...form, text: form.text.toWellFormed() })),
  locales,
})

/** The lists in which one word may be found. */
async function wordOf(run: Run, source: WordSource, sizes: Sizes): Promise<Word | null> {
  const { lists, vocabulary } = source
  const alternatives: Alternative[] = []
  // A word and its stem: the lists of the stem contain that of the word.
  const complete = vocabulary.filter(beginning => sizes.ranges.get(beginning)!.words <= vocabularyLimit)
  const isOther = (name: string) => !complete.some(beginning => beginning !== name && name.startsWith(beginning))
  for (const name of lists.filter(isOther)) {
    const size = sizes.lists.get(name)!
    if (size > 0 && !complete.includes(name)) alternatives.push(listed({ name, size }))
  }
  for (const beginning of vocabulary.filter(isOther)) alternatives.push(...(await beginningWith(run, beginning, sizes)))
  alternatives.push(...taggedBy(source, sizes).map(listed))
  return anyOf(alternatives)
}

const taggedBy = ({ tagWords, locales }: WordSource, sizes: Sizes) =>
  tagWords.flatMap(({ text, prefix }) =>
    locales.flatMap(locale =>
      (sizes.tags.get(tagKey({ locale, text, prefix })) ?? []).map(tag => ({ ...tag, isWhole: tag.word === text })),
    ),
  )

function labelledBy(source: WordSource, sizes: Sizes): ScoredWord['labelled'] {
  const tags = taggedBy(wellFormed(source), sizes)
  const keys = (found: typeof tags) => new Set(found.map(({ name }) => name.slice(tagListPrefix.length)))
  return { whole: keys(tags.filter(({ isWhole }) => isWhole)), prefix: keys(tags) }
}

async function beginningWith(run: Run, beginning: string, sizes: Sizes): Promise<Alternative[]> {
  const { words, size, some } = sizes.ranges.get(beginning)!
  if (words > vocabularyLimit) return (await mostUsed(run, beginning)).map(listed)
  if (words <= maxExpandedWords) return some.map(listed)
  const minMatches = Math.max(Math.ceil(size / words), ...some.map(word => word.size))
  const query = `${quoted(beginning)}:*`
  return [{ names: [], beginnings: [beginning], query, parts: prefixEffort, size, minMatches }]
}

/** Cost of a prefix in a probe, relative to a word. */
const prefixEffort = 3

const mostUsed = (run: Run, prefix: string) =>
  run<{ name: string; size: number }>({
    text: `SELECT name, size FROM list WHERE name >= $1 AND name < $2 AND size > 0
           ORDER BY size DESC, name LIMIT ${vocabularyLimit}`,
    values: [prefix, endOf(prefix)],
  })
