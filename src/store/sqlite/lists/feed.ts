// The feed: one walk over lists in order, then the cards of what was found.
import type { DatabaseSync } from 'node:sqlite'
import { everything, listsFor, searchPlan, type WordSource } from '../../lists.ts'
import {
  type FeedQuery,
  type FeedSlice,
  type Locales,
  type Position,
  type PreparedItems,
  searchTotalCap,
  sorts,
  type Total,
} from '../../store.ts'
import type { Card, Cards } from '../cards.ts'
import type { BlockReader } from './blocks.ts'
import { firstPosition, listKey } from './postings.ts'
import {
  type Budget,
  blockReader,
  continued,
  difference,
  emptyWalker,
  intersection,
  type Start,
  union,
  type Walker,
  walkList,
  walkPairs,
} from './walk.ts'

const stepBudget = 4_000_000
/** A prefix that stands for more words than this is answered from the most used of them. */
const vocabularyLimit = 4096
const tagLimit = 256
/** Up to so many candidates for the same title are gone through at once. */
const fewTitles = 256

export type FeedReader = (query: FeedQuery) => FeedSlice

export type FoundList = { id: number; size: number }

type Lists = {
  id: (name: string) => FoundList | undefined
  range: (prefix: string) => number[]
  tags: TagLists
}
type TagLists = (locale: string, from: string, to: string) => number[]

export function feedReader(db: DatabaseSync, cards: Cards): FeedReader {
  const lists = listLookups(db)
  const read = blockReader(db)
  return query => {
    const names = listsFor(query)
    const filters = names.map(lists.id)
    if (!filters.every(list => list !== undefined && list.size > 0)) {
      return { items: [], next: null, total: 0, totalIsExact: true }
    }
    // The shortest leads: whoever walks it first skips most of the others.
    const [filter, ...more] = filters.sort((a, b) => a!.size - b!.size) as [FoundList, ...FoundList[]]
    const search = query.q === undefined ? undefined : planSearch(query.q, query.locales, lists)
    const ids = [filter, ...more].map(({ id }) => id)
    const isFiltered = names.join() !== everything
    const reading: Reading = { query, filters: ids, isFiltered, search, read, budget: { steps: stepBudget, blocks: 0 } }
    const isCounted = query.knownTotal === undefined && (search !== undefined || more.length > 0)
    const counted = isCounted ? countMatches(reading) : undefined
    const total = query.knownTotal ?? counted?.total ?? { total: filter.size, totalIsExact: true }
    // That there is nothing may have taken long to find out.
    if (total.total === 0) return { items: [], next: null, ...total }
    const { found, next } = collect({ ...reading, counted })
    const shown = found.map(({ n }) => cards.find(n, query.locales))
    const items = shown.map(({ text }) => text)
    return { items, next, total: total.total, totalIsExact: total.totalIsExact, prepared: prepared(shown) }
  }
}

export function prepared(cards: readonly Card[]): PreparedItems {
  let digest = ''
  const utf8: string[] = []
  for (const card of cards) {
    digest += card.digest
    if (card.utf8 !== null) utf8.push(card.utf8)
  }
  return { count: cards.length, digest, utf8: utf8.length === cards.length ? utf8 : null }
}

export function listByName(db: DatabaseSync): Lists['id'] {
  const byName = db.prepare('SELECT id, size FROM list WHERE name = ?')
  byName.setReturnArrays(true)
  return name => {
    const row = byName.get(name) as unknown as [id: number, size: number] | undefined
    return row && { id: row[0], size: row[1] }
  }
}

function listLookups(db: DatabaseSync): Lists {
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
    id: listByName(db),
    range: prefix => ids(inRange.all(prefix, `${prefix}\u{10ffff}`, vocabularyLimit)),
    tags: (locale, from, to) => ids(tagRange.all(locale, from, to, tagLimit)),
  }
}

/** A search with its lists looked up: for each word the ids of the lists it may be found in. */
type Search = { words: WordLists[]; titleWords: WordLists[]; wholeTitle: WordLists; fewTitles: boolean }
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
    fewTitles: plan.wholeTitle.lists.reduce((sum, name) => sum + (lists.id(name)?.size ?? 0), 0) <= fewTitles,
  }
}

const endOf = (word: { text: string; prefix: boolean }) => (word.prefix ? `${word.text}\u{10ffff}` : `${word.text}\0`)

type Reading = {
  query: FeedQuery
  filters: number[]
  isFiltered: boolean
  search: Search | undefined
  read: BlockReader
  budget: Budget
  counted?: Counted | undefined
}

/** The first matches in the asked order, as many as were counted, and the walk that found them, at the last of these. */
type Counted = { total: Total; pairs: Start[]; rest: Walker }

/** The walks of a query, one after the other: more relevant tiers first. */
function tiers(reading: Reading, sort: number): ((start: Start) => Walker)[] {
  const { query, filters, isFiltered, search, read, budget, counted } = reading
  const list = (id: number, start: Start) => walkList(read, listKey(sort, id), budget, start)
  const any = (ids: WordLists, start: Start) => union(ids.map(id => list(id, start)))
  const passing = (start: Start) => filters.map(id => list(id, start))
  // Where matches are rare, finding the first took nearly all the time there is.
  const again = counted && ((start: Start) => continued(counted.pairs, counted.rest, start))
  if (!search) return [again ?? (start => intersection(passing(start)))]
  if (search.words.length === 0) return []
  const all = (words: WordLists[], start: Start) => {
    if (words.some(ids => ids.length === 0)) return emptyWalker
    // The filter that everything passes needs no walk of its own.
    return intersection([...words.map(ids => any(ids, start)), ...(isFiltered ? passing(start) : [])])
  }
  const matches = again ?? ((start: Start) => all(search.words, start))
  if (query.sort !== 'relevance') return [matches]
  const findTitle = (start: Start) => all([search.wholeTitle, ...search.titleWords], start)
  const sameTitle = search.fewTitles ? walkOnce(findTitle) : findTitle
  const inTitle = remembering((start: Start) => all(search.titleWords, start))
  return [
    sameTitle,
    start => difference(inTitle(start), sameTitle(start)),
    start => difference(matches(start), inTitle(start)),
  ]
}

/** Two tiers need what has the same title. It is mostly nothing, but each look costs a seek in every list of a word. */
function walkOnce(walk: (start: Start) => Walker): (start: Start) => Walker {
  let pairs: Start[] | undefined
  const collect = () => {
    const found: Start[] = []
    for (const walker = walk(firstPosition); !walker.ended; walker.next()) found.push({ k: walker.k, n: walker.n })
    return found
  }
  return start => {
    pairs ??= collect()
    return walkPairs(pairs, start)
  }
}

/** One tier is all that has the words in its title, the next what has not: who has walked the first knows them all. */
function remembering(walk: (start: Start) => Walker): (start: Start) => Walker {
  let pairs: Start[] | undefined
  return start => {
    if (pairs !== undefined) return walkPairs(pairs, start)
    const walker = walk(start)
    return start === firstPosition
      ? noting(walker, all => {
          pairs = all
        })
      : walker
  }
}

/** Tells what it has gone through when it comes to the end, unless something was skipped. */
function noting(walker: Walker, tell: (all: Start[]) => void): Walker {
  const found: Start[] = []
  let isWhole = true
  const result: Walker = { k: 0, n: 0, ended: false, next, seek }
  const settle = () => {
    result.k = walker.k
    result.n = walker.n
    result.ended = walker.ended
    if (!isWhole) return
    if (walker.ended) tell(found)
    else found.push({ k: walker.k, n: walker.n })
  }
  function next() {
    walker.next()
    settle()
  }
  function seek(k: number, n: number) {
    isWhole = false
    walker.seek(k, n)
    settle()
  }
  settle()
  return result
}

/** Relevance orders within a tier by trending. */
export const sortIndex = (sort: FeedQuery['sort']) => (sort === 'relevance' ? 0 : sorts.indexOf(sort))

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

/** In the order in which they are asked for, so that `collect` need not find them again. */
function countMatches(reading: Reading): Counted {
  const order = sortIndex(reading.query.sort)
  const query: FeedQuery = { ...reading.query, sort: sorts[order]! }
  const rest = tiers({ ...reading, query }, order)[0]?.(firstPosition) ?? emptyWalker
  const pairs: Start[] = []
  for (; !rest.ended; rest.next()) {
    pairs.push({ k: rest.k, n: rest.n })
    if (pairs.length > searchTotalCap) return { total: { total: searchTotalCap, totalIsExact: false }, pairs, rest }
  }
  return { total: { total: pairs.length, totalIsExact: true }, pairs, rest }
}
