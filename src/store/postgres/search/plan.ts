// Plans a search: its lists and their lengths, before any of them is read.
import { everything } from '../../filters.ts'
import { tagListPrefix } from '../../lists.ts'
import { searchPlan, type WordSource, wordSource } from '../../search/plan.ts'
import type { ScoredWord } from '../../search/score.ts'
import type { QueryWord } from '../../search-text.ts'
import type { Locales } from '../../store.ts'
import type { Run } from '../connections.ts'
import type { ListCache } from '../lists/list-cache.ts'
import { quoted } from '../lists/list-keys.ts'
import { currentVersion } from '../schema.ts'
import { endOf, type Group } from './sets.ts'

/** A prefix that matches more words than this uses only the most frequent of them. */
const vocabularyLimit = 4096
const tagLimit = 256
/** A prefix that matches at most this many words is expanded into words when single creations are probed. */
const maxExpandedWords = 32

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

export async function planOf(
  { run, listCache }: { run: Run; listCache: ListCache },
  wanted: Wanted,
  filters: readonly string[],
): Promise<Plan | null> {
  const search = wanted.words && searchPlan(wanted.words, wanted.locales)
  if (search?.words.length === 0) return null
  const sources = {
    words: distinct(search?.words ?? []),
    titleWords: distinct(search?.titleWords ?? []),
    wholeTitle: search ? [wellFormed(search.wholeTitle)] : [],
  }
  const sizes = await lookUp(run, [...filters, everything], Object.values(sources).flat())
  const ofAll = sizes.lists.get(everything) ?? 0
  const lists = filters.map(name => ({ name, size: sizes.lists.get(name) ?? 0 })).sort((a, b) => a.size - b.size)
  const walked = lists[0]!
  if (walked.size === 0) return null
  const passing = lists.flatMap(list =>
    list.name === everything ? [] : filterOf(list, listCache.has(list.name, sizes.version)),
  )
  const found = (these: readonly WordSource[]) => Promise.all(these.map(source => wordOf(run, source, sizes)))
  const [words, titleWords, wholeTitle] = await Promise.all([
    found(sources.words),
    found(sources.titleWords),
    found(sources.wholeTitle),
  ])
  const matches = all([...words, ...passing], ofAll)
  if (matches === null) return null
  const inTitle = search && all([...titleWords, ...passing], ofAll)
  const sameTitle = inTitle && all([...wholeTitle, ...titleWords, ...passing], ofAll)
  const scoredWords = (wanted.words ?? []).map((word, i) => ({
    ...word,
    labelled: labelledBy(search!.words[i]!, sizes),
  }))
  return { matches, sameTitle, inTitle, walked, scoredWords, version: sizes.version }
}

/** Words without filters, each looked up once. */
export function wordLookups(run: Run, locales: Locales) {
  const known = new Map<string, Word | null>()
  let ofAll = 0
  const find = async (words: readonly QueryWord[]): Promise<(Word | null)[]> => {
    const sources = words.map(word => wellFormed(wordSource(word, '', locales)))
    const keys = sources.map(source => JSON.stringify(source))
    const missing = new Map(keys.flatMap((key, i) => (known.has(key) ? [] : [[key, sources[i]!] as const])))
    if (missing.size > 0) {
      const sizes = await lookUp(run, [everything], [...missing.values()])
      ofAll = sizes.lists.get(everything) ?? 0
      for (const [key, source] of missing) known.set(key, await wordOf(run, source, sizes))
    }
    return keys.map(key => known.get(key)!)
  }
  return {
    /** For each word the sum of the sizes of its lists. */
    sizes: async (words: readonly QueryWord[]) => (await find(words)).map(word => word?.entries ?? 0),
    /** Null when a word is in no list. */
    match: async (words: readonly QueryWord[]) => all([...new Set(await find(words))], ofAll),
  }
}

/** Cost of a cached entry, relative to reading one. */
const cachedEntryCost = 0.1

function filterOf(list: { name: string; size: number }, isCached: boolean): Word {
  return { ...anyOf([listed(list)])!, isFilter: true, effort: isCached ? list.size * cachedEntryCost : list.size }
}

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
    effort: sum,
    parts: alternatives.reduce((total, { parts }) => total + parts, 0),
  }
}

/** Null when a word has no match. */
function all(words: readonly (Word | null)[], ofAll: number): Match | null {
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

type Sizes = {
  version: number
  lists: Map<string, number>
  /** By prefix: the number of words (at most one more than the limit), their total frequency, and some of them. */
  ranges: Map<string, { words: number; size: number; some: { name: string; size: number }[] }>
  /** By word: the lists of tags with this word in their label. */
  tags: Map<string, { name: string; size: number; word: string }[]>
}

const tagKey = (locale: string, text: string, prefix: boolean) => `${locale} ${prefix} ${text}`

type Row = {
  what: 'version' | 'list' | 'range' | 'tag'
  ordinal: number
  name: string
  size: number
  words: number
  names: string[] | null
  sizes: number[] | null
}

const someOf = (column: string) => `(array_agg(${column}))[1:${maxExpandedWords}]`

const lookUpText = `
  SELECT 'version' AS what, 0::bigint AS ordinal, '' AS name, (${currentVersion}) AS size, 0::bigint AS words,
    NULL::text[] AS names, NULL::integer[] AS sizes
  UNION ALL
  SELECT 'list', 0, name, size, 0, NULL, NULL FROM list WHERE name = ANY($1::text[]) AND size > 0
  UNION ALL
  SELECT 'range', r.ordinal, '', v.size::bigint, v.words, v.names, v.sizes
    FROM unnest($2::text[], $3::text[]) WITH ORDINALITY r(low, high, ordinal),
    LATERAL (SELECT count(*) AS words, coalesce(sum(size), 0) AS size, ${someOf('name')} AS names,
      ${someOf('size::integer')} AS sizes FROM (
      SELECT name, size FROM list WHERE name >= r.low AND name < r.high AND size > 0 LIMIT ${vocabularyLimit + 1}) s) v
  UNION ALL
  SELECT 'tag', t.ordinal, v.name, v.size, 0, ARRAY[v.word], NULL
    FROM unnest($4::text[], $5::text[], $6::text[]) WITH ORDINALITY t(locale, low, high, ordinal),
    LATERAL (SELECT list.name, list.size, word FROM tag_word JOIN list ON list.name = '${tagListPrefix}' || tag
      WHERE locale = t.locale AND word >= t.low AND word < t.high AND size > 0
      ORDER BY size DESC, name LIMIT ${tagLimit}) v`

async function lookUp(run: Run, filters: readonly string[], sources: readonly WordSource[]): Promise<Sizes> {
  const names = [...new Set([...filters, ...sources.flatMap(({ lists }) => lists)])]
  const prefixes = [...new Set(sources.flatMap(({ vocabulary }) => vocabulary))]
  const tagWords = sources.flatMap(({ tagWords, locales }) =>
    tagWords.flatMap(form => locales.map(locale => ({ locale, ...form }))),
  )
  const values = [
    names,
    prefixes,
    prefixes.map(endOf),
    tagWords.map(({ locale }) => locale),
    tagWords.map(({ text }) => text),
    tagWords.map(({ text, prefix }) => (prefix ? endOf(text) : `${text}\x01`)),
  ]
  const rows = await run<Row>({ name: 'look up', text: lookUpText, values })
  const sizes: Sizes = { version: 0, lists: new Map(), ranges: new Map(), tags: new Map() }
  for (const { what, ordinal, name, size, words, names, sizes: each } of rows) {
    if (what === 'version') sizes.version = size
    else if (what === 'list') sizes.lists.set(name, size)
    else if (what === 'range') {
      const some = (names ?? []).map((name, i) => ({ name, size: each![i]! }))
      sizes.ranges.set(prefixes[ordinal - 1]!, { words, size, some })
    } else {
      const { locale, text, prefix } = tagWords[ordinal - 1]!
      const key = tagKey(locale, text, prefix)
      sizes.tags.set(key, [...(sizes.tags.get(key) ?? []), { name, size, word: names![0]! }])
    }
  }
  return sizes
}

/** The lists in which one word may be found. */
async function wordOf(run: Run, source: WordSource, sizes: Sizes): Promise<Word | null> {
  const { lists, vocabulary } = source
  const alternatives: Alternative[] = []
  for (const name of lists) {
    const size = sizes.lists.get(name)
    if (size !== undefined) alternatives.push(listed({ name, size }))
  }
  for (const beginning of vocabulary) alternatives.push(...(await beginningWith(run, beginning, sizes)))
  alternatives.push(...taggedBy(source, sizes).map(listed))
  return anyOf(alternatives)
}

const taggedBy = ({ tagWords, locales }: WordSource, sizes: Sizes) =>
  tagWords.flatMap(({ text, prefix }) =>
    locales.flatMap(locale =>
      (sizes.tags.get(tagKey(locale, text, prefix)) ?? []).map(tag => ({ ...tag, isWhole: tag.word === text })),
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
