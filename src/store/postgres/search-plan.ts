// A search as a tsquery over the names of lists, and how much it can find at most.
import { listsToPass, searchPlan, type WordSource } from '../lists.ts'
import type { FeedQuery } from '../store.ts'
import type { Run } from './connections.ts'
import { quoted } from './list-keys.ts'

/** A prefix that stands for more words than this is answered from the most used of them. */
const vocabularyLimit = 4096
const tagLimit = 256
/**
 * One that stands for no more than this is asked for word by word. The inverted index gathers all that a prefix finds
 * before it looks at the other words; lists of words it reads side by side, and skips where others have nothing.
 */
const spelledOut = 32
const prefixEffort = 3

/**
 * `query` is null when nothing can match. `most` and `least` bound how many match, `likely` is a guess: words and filters
 * taken for independent. `scanned` is how many entries of the inverted index are read, those of prefixes counted more
 * than once because they cost more; `parts` is how many lists are asked.
 */
export type Match = {
  query: string | null
  most: number
  least: number
  likely: number
  scanned: number
  parts: number
}

export type Plan = {
  matches: Match
  /** Matches by relevance, most relevant first; each without those before it. */
  tiers: [Match, Match, Match]
  /** The shortest of the lists that everything found must stand in. */
  walked: { name: string; size: number }
  /** How many creations there are. */
  everything: number
}

const noMatch: Match = { query: null, most: 0, least: 0, likely: 0, scanned: 0, parts: 0 }

export async function planOf(run: Run, query: FeedQuery, q: string, filters: readonly string[]): Promise<Plan | null> {
  const search = searchPlan(q, query.locales)
  if (search.words.length === 0) return null
  const sources = [...search.words, ...search.titleWords, search.wholeTitle].map(wellFormed)
  const sizes = await lookUp(run, [...filters, everything], sources)
  const ofAll = sizes.lists.get(everything) ?? 0
  const lists = filters.map(name => ({ name, size: sizes.lists.get(name) ?? 0 })).sort((a, b) => a.size - b.size)
  const walked = lists[0]!
  if (walked.size === 0) return null
  const passing = lists.flatMap(({ name, size }) =>
    name === everything ? [] : [anyOf([{ part: quoted(name), size }])],
  )
  const found = await Promise.all(sources.map(source => matchOf(run, source, sizes)))
  const words = found.slice(0, search.words.length)
  const titleWords = found.slice(search.words.length, -1)
  const matches = all([...words, ...passing], ofAll)
  const inTitle = all([...titleWords, ...passing], ofAll)
  const sameTitle = all([found.at(-1)!, ...titleWords, ...passing], ofAll)
  return {
    matches,
    tiers: [sameTitle, without(inTitle, sameTitle), without(matches, inTitle)],
    walked,
    everything: ofAll,
  }
}

const everything = listsToPass({}).join()

type Alternative = { part: string; size: number; least?: number; effort?: number; parts?: number }

function anyOf(alternatives: readonly Alternative[]): Match {
  if (alternatives.length === 0) return noMatch
  const sum = alternatives.reduce((total, { size }) => total + size, 0)
  const largest = Math.max(...alternatives.map(({ size }) => size))
  return {
    query: alternatives.map(({ part }) => part).join(' | '),
    most: sum,
    least: Math.max(...alternatives.map(({ size, least }) => least ?? size)),
    // Tags and words of one name mostly stand in the same creations.
    likely: largest + (sum - largest) / 3,
    scanned: alternatives.reduce((total, { size, effort = 1 }) => total + size * effort, 0),
    parts: alternatives.reduce((total, { parts = 1 }) => total + parts, 0),
  }
}

function all(matches: readonly Match[], ofAll: number): Match {
  if (matches.some(({ query }) => query === null)) return noMatch
  return {
    query: matches.map(match => `(${match.query})`).join(' & '),
    most: Math.min(ofAll, ...matches.map(({ most }) => most)),
    least: matches.length === 1 ? matches[0]!.least : 0,
    likely: matches.reduce((rest, { likely }) => rest * Math.min(1, likely / ofAll), ofAll),
    scanned: matches.reduce((total, { scanned }) => total + scanned, 0),
    parts: matches.reduce((total, { parts }) => total + parts, 0),
  }
}

function without(kept: Match, left: Match): Match {
  if (left.query === null || kept.query === null) return kept
  const query = `${kept.query} & !(${left.query})`
  return { ...kept, query, least: 0, scanned: kept.scanned + left.scanned, parts: kept.parts + left.parts }
}

/** The database knows no half characters: see derive-creation.ts. */
const wellFormed = ({ lists, vocabulary, tagWord }: WordSource): WordSource => ({
  lists: lists.map(name => name.toWellFormed()),
  vocabulary: vocabulary.map(name => name.toWellFormed()),
  tagWord: tagWord && { ...tagWord, text: tagWord.text.toWellFormed() },
})

type Sizes = {
  lists: Map<string, number>
  /** By prefix: how many words there are, up to one more than the limit, how often they are used in all, and some. */
  ranges: Map<string, { words: number; size: number; some: { name: string; size: number }[] }>
  /** By word: the lists of the tags with this word in their label. */
  tags: Map<string, { name: string; size: number }[]>
}

const endOf = (text: string) => `${text}\u{10ffff}`
const tagKey = (locale: string, text: string, prefix: boolean) => `${locale} ${prefix} ${text}`

type Row = {
  what: 'list' | 'range' | 'tag'
  place: number
  name: string
  size: number
  words: number
  names: string[] | null
  sizes: number[] | null
}

const someOf = (column: string) => `(array_agg(${column}))[1:${spelledOut}]`

const lookUpText = `
  SELECT 'list' AS what, 0::bigint AS place, name, size, 0::bigint AS words,
    NULL::text[] AS names, NULL::integer[] AS sizes FROM list WHERE name = ANY($1::text[]) AND size > 0
  UNION ALL
  SELECT 'range', r.place, '', v.size::bigint, v.words, v.names, v.sizes
    FROM unnest($2::text[], $3::text[]) WITH ORDINALITY r(low, high, place),
    LATERAL (SELECT count(*) AS words, coalesce(sum(size), 0) AS size, ${someOf('name')} AS names,
      ${someOf('size::integer')} AS sizes FROM (
      SELECT name, size FROM list WHERE name >= r.low AND name < r.high AND size > 0 LIMIT ${vocabularyLimit + 1}) s) v
  UNION ALL
  SELECT 'tag', t.place, v.name, v.size, 0, NULL, NULL
    FROM unnest($4::text[], $5::text[], $6::text[]) WITH ORDINALITY t(locale, low, high, place),
    LATERAL (SELECT list.name, list.size FROM list WHERE size > 0 AND name IN (
      SELECT 'f  ' || tag FROM tag_word WHERE locale = t.locale AND word >= t.low AND word < t.high
    ) ORDER BY size DESC, name LIMIT ${tagLimit}) v`

async function lookUp(run: Run, filters: readonly string[], sources: readonly WordSource[]): Promise<Sizes> {
  const names = [...new Set([...filters, ...sources.flatMap(({ lists }) => lists)])]
  const prefixes = [...new Set(sources.flatMap(({ vocabulary }) => vocabulary))]
  const tagWords = sources.flatMap(({ tagWord: word }) =>
    word ? word.locales.map(locale => ({ locale, text: word.text, prefix: word.prefix })) : [],
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
  const sizes: Sizes = { lists: new Map(), ranges: new Map(), tags: new Map() }
  for (const { what, place, name, size, words, names, sizes: each } of rows) {
    if (what === 'list') sizes.lists.set(name, size)
    else if (what === 'range') {
      const some = (names ?? []).map((name, i) => ({ name, size: each![i]! }))
      sizes.ranges.set(prefixes[place - 1]!, { words, size, some })
    } else {
      const { locale, text, prefix } = tagWords[place - 1]!
      const key = tagKey(locale, text, prefix)
      sizes.tags.set(key, [...(sizes.tags.get(key) ?? []), { name, size }])
    }
  }
  return sizes
}

/** Where one word may be found. */
async function matchOf(run: Run, { lists, vocabulary, tagWord }: WordSource, sizes: Sizes): Promise<Match> {
  const alternatives: Alternative[] = []
  const add = ({ name, size }: { name: string; size: number }) => alternatives.push({ part: quoted(name), size })
  for (const name of lists) {
    const size = sizes.lists.get(name)
    if (size !== undefined) add({ name, size })
  }
  for (const prefix of vocabulary) {
    const { words, size, some } = sizes.ranges.get(prefix)!
    const least = Math.max(Math.ceil(size / words), ...some.map(word => word.size))
    if (words > vocabularyLimit) for (const word of await mostUsed(run, prefix)) add(word)
    else if (words > spelledOut) alternatives.push({ part: `${quoted(prefix)}:*`, size, least, effort: prefixEffort })
    else if (words > 0) {
      const part = some.map(({ name }) => quoted(name)).join(' | ')
      alternatives.push({ part, size, least, parts: words })
    }
  }
  for (const locale of tagWord?.locales ?? []) {
    for (const tag of sizes.tags.get(tagKey(locale, tagWord!.text, tagWord!.prefix)) ?? []) add(tag)
  }
  return anyOf(alternatives)
}

const mostUsed = (run: Run, prefix: string) =>
  run<{ name: string; size: number }>({
    text: `SELECT name, size FROM list WHERE name >= $1 AND name < $2 AND size > 0
           ORDER BY size DESC, name LIMIT ${vocabularyLimit}`,
    values: [prefix, endOf(prefix)],
  })
