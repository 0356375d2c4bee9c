// The feed: one walk over lists in order, then the cards of what was found.
import type { DatabaseSync } from 'node:sqlite'
import { fail } from '../../errors.ts'
import { filterList, ordersOf, searchPlan, type WordSource } from '../lists.ts'
import {
  type FeedQuery,
  type FeedSlice,
  type Locales,
  type Position,
  type Sort,
  searchTotalCap,
  sorts,
  type Total,
} from '../store.ts'
import type { Cards } from './cards.ts'
import { firstPosition, listKey } from './postings.ts'
import {
  type BlockReader,
  type Budget,
  blockReader,
  difference,
  emptyWalker,
  intersection,
  type Start,
  union,
  type Walker,
  walkList,
} from './walk.ts'

const stepBudget = 4_000_000
/** A prefix that stands for more words than this is answered from the most used of them. */
const vocabularyLimit = 4096
const tagLimit = 256

export type FeedReader = (query: FeedQuery) => FeedSlice

type Lists = {
  id: (name: string) => { id: number; size: number } | undefined
  range: (prefix: string) => number[]
  tags: TagLists
}
type TagLists = (locale: string, from: string, to: string) => number[]

export function feedReader(db: DatabaseSync, cards: Cards): FeedReader {
  const lists = listLookups(db)
  const read = blockReader(db)
  return query => {
    const filter = lists.id(readableList(query))
    if (!filter || filter.size === 0) return { items: [], next: null, total: 0, totalIsExact: true }
    const search = query.q === undefined ? undefined : planSearch(query.q, query.locales, lists)
    const reading: Reading = { query, filter: filter.id, search, read, budget: { steps: stepBudget } }
    const total = query.knownTotal ?? (search ? countMatches(reading) : { total: filter.size, totalIsExact: true })
    // That there is nothing may have taken long to find out.
    if (total.total === 0) return { items: [], next: null, ...total }
    const { found, next } = collect(reading)
    const items = found.map(position => cards.read(position.n, query.locales))
    return { items, next, total: total.total, totalIsExact: total.totalIsExact }
  }
}

/** A list that is not kept in the asked order would read as an empty one; that is a mistake of whoever asks. */
function readableList(query: FeedQuery): string {
  const name = filterList(query)
  const orders = ordersOf(name)
  const needed: Sort[] = query.sort === 'relevance' ? [] : [query.sort]
  if (query.q !== undefined) needed.push('trending')
  if (needed.every(sort => orders.includes(sort))) return name
  throw fail('internal_error', `No list is kept for creator or remixOf with sort ${query.sort}.`)
}

function listLookups(db: DatabaseSync): Lists {
  const byName = db.prepare('SELECT id, size FROM list WHERE name = ?')
  byName.setReturnArrays(true)
  const inRange = db.prepare(
    'SELECT id FROM list WHERE name >= ? AND name < ? AND size > 0 ORDER BY size DESC, name LIMIT +?',
  )
  const tagRange = db.prepare(
    `SELECT id FROM list WHERE size > 0 AND name IN (
       SELECT 'f  ' || tag FROM tag_word WHERE locale = ? AND word >= ? AND word < ?
     ) ORDER BY size DESC, name LIMIT +?`,
  )
  const ids = (rows: unknown[]) => (rows as { id: number }[]).map(row => row.id)
  return {
    id: name => {
      const row = byName.get(name) as unknown as [id: number, size: number] | undefined
      return row && { id: row[0], size: row[1] }
    },
    range: prefix => ids(inRange.all(prefix, `${prefix}\u{10ffff}`, vocabularyLimit)),
    tags: (locale, from, to) => ids(tagRange.all(locale, from, to, tagLimit)),
  }
}

/** A search with its lists looked up: for each word the ids of the lists it may be found in. */
type Search = { words: WordLists[]; titleWords: WordLists[]; wholeTitle: WordLists }
/** Tag lists are filters and exist in every order, as word lists do. */
type WordLists = number[]

function planSearch(q: string, locales: Locales, lists: Lists): Search {
  const lookUp = (source: WordSource): WordLists => {
    const named = source.lists.flatMap(name => lists.id(name)?.id ?? [])
    const ranged = source.vocabulary.flatMap(lists.range)
    const word = source.tagWord
    const tagged = word ? word.locales.flatMap(locale => lists.tags(locale, word.text, endOf(word))) : []
    return [...new Set([...named, ...ranged, ...tagged])]
  }
  const plan = searchPlan(q, locales)
  return {
    words: plan.words.map(lookUp),
    titleWords: plan.titleWords.map(lookUp),
    wholeTitle: lookUp(plan.wholeTitle),
  }
}

const endOf = (word: { text: string; prefix: boolean }) => (word.prefix ? `${word.text}\u{10ffff}` : `${word.text}\0`)

type Reading = { query: FeedQuery; filter: number; search: Search | undefined; read: BlockReader; budget: Budget }

/** The walks of a query, one after the other: more relevant tiers first. */
function tiers({ query, filter, search, read, budget }: Reading, sort: number): ((start: Start) => Walker)[] {
  const list = (id: number, start: Start) => walkList(read, listKey(sort, id), budget, start)
  const any = (ids: WordLists, start: Start) => union(ids.map(id => list(id, start)))
  if (!search) return [start => list(filter, start)]
  if (search.words.length === 0) return []
  const all = (words: WordLists[], start: Start) => {
    if (words.some(ids => ids.length === 0)) return emptyWalker
    // The filter that everything passes needs no walk of its own.
    const filters = isFiltered(query) ? [list(filter, start)] : []
    return intersection([...words.map(ids => any(ids, start)), ...filters])
  }
  const matches = (start: Start) => all(search.words, start)
  if (query.sort !== 'relevance') return [matches]
  const sameTitle = (start: Start) => all([search.wholeTitle, ...search.titleWords], start)
  const inTitle = (start: Start) => all(search.titleWords, start)
  return [
    sameTitle,
    start => difference(inTitle(start), sameTitle(start)),
    start => difference(matches(start), inTitle(start)),
  ]
}

const isFiltered = (query: FeedQuery) =>
  query.category !== undefined || query.tag !== undefined || query.featuredOnly || query.creator || query.remixOf

/** Relevance orders within a tier by trending. */
const sortIndex = (sort: FeedQuery['sort']) => (sort === 'relevance' ? 0 : sorts.indexOf(sort))

function collect(reading: Reading): { found: Position[]; next: Position | null } {
  const { after, limit, sort } = reading.query
  const found: Position[] = []
  const walks = tiers(reading, sortIndex(sort))
  for (let tier = after?.tier ?? 0; tier < walks.length; tier++) {
    const from = tier === after?.tier ? after : undefined
    const walker = walks[tier]!(from ?? firstPosition)
    if (from && !walker.ended && walker.k === from.k && walker.n === from.n) walker.next()
    for (; !walker.ended; walker.next()) {
      if (found.length === limit) return { found, next: found.at(-1)! }
      found.push({ tier, k: walker.k, n: walker.n })
    }
  }
  return { found, next: null }
}

function countMatches(reading: Reading): Total {
  const query: FeedQuery = { ...reading.query, sort: 'trending' }
  const walker = tiers({ ...reading, query }, 0)[0]?.(firstPosition) ?? emptyWalker
  let total = 0
  for (; !walker.ended && total <= searchTotalCap; walker.next()) total++
  return total > searchTotalCap ? { total: searchTotalCap, totalIsExact: false } : { total, totalIsExact: true }
}
