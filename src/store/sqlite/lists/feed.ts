// The feed: one walk over lists in order, then the cards of what was found.
import type { DatabaseSync } from 'node:sqlite'
import { everything, filterLists } from '../../filters.ts'
import { searchPlan, tagListPrefix, type WordSource } from '../../lists.ts'
import {
  type FeedQuery,
  type FeedSlice,
  type Locales,
  type Position,
  sorts,
  type Total,
  totalCapOf,
} from '../../store.ts'
import { type Cards, encodeCards } from '../cards.ts'
import { type BlockReader, readBlocks } from './blocks.ts'
import { type FoundList, type ListPage, listByName, readListPage } from './list-page.ts'
import { firstPosition, listKey } from './postings.ts'
import {
  type Budget,
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
/** A prefix that matches more words than this uses only the most frequent of them. */
const vocabularyLimit = 4096
const tagLimit = 256
/** Up to this many candidates for the same title are checked in one walk. */
const maxTitles = 256

/** `names` are the lists of the query's filters. */
type FeedReader = (query: FeedQuery, names?: readonly string[]) => FeedSlice

type Lists = {
  id: (name: string) => FoundList | undefined
  range: (prefix: string) => number[]
  tags: TagLists
}
type TagLists = (locale: string, from: string, to: string) => number[]

export function feedReader(db: DatabaseSync, cards: Cards): FeedReader {
  const lists = listLookups(db)
  const read = readBlocks(db)
  return (query, names = filterLists(query)) => {
    const filters = names.map(lists.id)
    if (!filters.every(list => list !== undefined && list.size > 0)) return nothing
    const { numbers, next, total } =
      query.q === undefined && names.length === 1
        ? listPage(query, filters[0]!, read)
        : searchPage(query, filters as FoundList[], names.join() !== everything, lists, read)
    const found = cards.page(numbers, query.locales)
    const items = found.map(({ text }) => text)
    return { items, next, total: total.total, totalIsExact: total.totalIsExact, encode: () => encodeCards(found) }
  }
}

const nothing: FeedSlice = { items: [], next: null, total: 0, totalIsExact: true }

type FoundPage = ListPage & { total: Total }

function listPage(
  { sort, after, limit, knownTotal }: FeedQuery,
  { id, size }: FoundList,
  read: BlockReader,
): FoundPage {
  const page = readListPage(read, listKey(sortIndex(sort), id), after, limit)
  return { ...page, total: knownTotal ?? { total: size, totalIsExact: true } }
}

function searchPage(
  query: FeedQuery,
  filters: FoundList[],
  isFiltered: boolean,
  lists: Lists,
  read: BlockReader,
): FoundPage {
  // The shortest list leads the walk, so that most of the others is skipped.
  const ids = filters.sort((a, b) => a.size - b.size).map(({ id }) => id)
  const search = query.q === undefined ? undefined : planSearch(query.q, query.locales, lists)
  const feedRead: FeedRead = { query, filters: ids, isFiltered, search, read, budget: { steps: stepBudget, blocks: 0 } }
  const counted = query.knownTotal === undefined ? countMatches(feedRead) : undefined
  const total = query.knownTotal ?? counted!.total
  // Finding nothing may have used up the budget.
  if (total.total === 0) return { numbers: [], next: null, total }
  const { found, next } = collect({ ...feedRead, counted })
  return { numbers: found.map(({ creationNo }) => creationNo), next, total }
}

function listLookups(db: DatabaseSync): Lists {
  const inRange = db.prepare(
    'SELECT id FROM list WHERE name >= ? AND name < ? AND size > 0 ORDER BY size DESC, name LIMIT +?',
  )
  const tagRange = db.prepare(
    `SELECT id FROM list WHERE size > 0 AND name IN (
       SELECT '${tagListPrefix}' || tag FROM tag_word WHERE locale = ? AND word >= ? AND word < ?
     ) ORDER BY size DESC, name LIMIT +?`,
  )
  const ids = (rows: unknown[]) => (rows as { id: number }[]).map(row => row.id)
  return {
    id: listByName(db),
    range: prefix => ids(inRange.all(prefix, `${prefix}\u{10ffff}`, vocabularyLimit)),
    tags: (locale, from, to) => ids(tagRange.all(locale, from, to, tagLimit)),
  }
}

/** A search with the ids of the lists for each word. */
type Search = { words: WordLists[]; titleWords: WordLists[]; wholeTitle: WordLists; hasFewTitles: boolean }
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
    hasFewTitles: plan.wholeTitle.lists.reduce((sum, name) => sum + (lists.id(name)?.size ?? 0), 0) <= maxTitles,
  }
}

const endOf = (word: { text: string; prefix: boolean }) => (word.prefix ? `${word.text}\u{10ffff}` : `${word.text}\0`)

type FeedRead = {
  query: FeedQuery
  filters: number[]
  isFiltered: boolean
  search: Search | undefined
  read: BlockReader
  budget: Budget
  counted?: Counted | undefined
}

/**
 * The first matches in the requested order, as many as were counted, and the walk that found them, at its last
 * match.
 */
type Counted = { total: Total; pairs: Start[]; rest: Walker }

/** The walks of a query in sequence, the most relevant tier first. */
function tiers(feedRead: FeedRead, sort: number): ((start: Start) => Walker)[] {
  const { query, filters, isFiltered, search, read, budget, counted } = feedRead
  const list = (id: number, start: Start) => walkList(read, listKey(sort, id), budget, start)
  const any = (ids: WordLists, start: Start) => union(ids.map(id => list(id, start)))
  const passing = (start: Start) => filters.map(id => list(id, start))
  // Where matches are rare, finding the first used up most of the budget; continue instead of starting again.
  const again = counted && ((start: Start) => continued(counted.pairs, counted.rest, start))
  if (!search) return [again ?? (start => intersection(passing(start)))]
  if (search.words.length === 0) return []
  const all = (words: WordLists[], start: Start) => {
    if (words.some(ids => ids.length === 0)) return emptyWalker
    // The list of all creations needs no walk.
    return intersection([...words.map(ids => any(ids, start)), ...(isFiltered ? passing(start) : [])])
  }
  const matches = again ?? ((start: Start) => all(search.words, start))
  if (query.sort !== 'relevance') return [matches]
  const findTitle = (start: Start) => all([search.wholeTitle, ...search.titleWords], start)
  const sameTitle = search.hasFewTitles ? walkOnce(findTitle) : findTitle
  const inTitle = collectedOnce((start: Start) => all(search.titleWords, start))
  return [
    sameTitle,
    start => difference(inTitle(start), sameTitle(start)),
    start => difference(matches(start), inTitle(start)),
  ]
}

/**
 * Two tiers need the matches with the same title. Mostly there are none, but each check costs a seek in every word
 * list.
 */
function walkOnce(walk: (start: Start) => Walker): (start: Start) => Walker {
  let pairs: Start[] | undefined
  const collect = () => {
    const found: Start[] = []
    for (const walker = walk(firstPosition); !walker.ended; walker.next())
      found.push({ sortKey: walker.sortKey, creationNo: walker.creationNo })
    return found
  }
  return start => {
    pairs ??= collect()
    return walkPairs(pairs, start)
  }
}

/** One tier has the words in the title, the next excludes those: the walk of the first collects them. */
function collectedOnce(walk: (start: Start) => Walker): (start: Start) => Walker {
  let pairs: Start[] | undefined
  return start => {
    if (pairs !== undefined) return walkPairs(pairs, start)
    const walker = walk(start)
    return start === firstPosition
      ? collecting(walker, all => {
          pairs = all
        })
      : walker
  }
}

/** Reports all pairs of a completed walk, unless something was skipped. */
function collecting(walker: Walker, report: (all: Start[]) => void): Walker {
  const found: Start[] = []
  let isWhole = true
  const result: Walker = { sortKey: 0, creationNo: 0, ended: false, next, seek }
  const settle = () => {
    result.sortKey = walker.sortKey
    result.creationNo = walker.creationNo
    result.ended = walker.ended
    if (!isWhole) return
    if (walker.ended) report(found)
    else found.push({ sortKey: walker.sortKey, creationNo: walker.creationNo })
  }
  function next() {
    walker.next()
    settle()
  }
  function seek(sortKey: number, creationNo: number) {
    isWhole = false
    walker.seek(sortKey, creationNo)
    settle()
  }
  settle()
  return result
}

/** Within a tier, relevance sorts by trending. */
const sortIndex = (sort: FeedQuery['sort']) => (sort === 'relevance' ? 0 : sorts.indexOf(sort))

function collect(feedRead: FeedRead): { found: Position[]; next: Position | null } {
  const { after, limit, sort } = feedRead.query
  const found: Position[] = []
  const walks = tiers(feedRead, sortIndex(sort))
  for (let tier = after?.tier ?? 0; tier < walks.length; tier++) {
    const from = tier === after?.tier ? after : undefined
    const walker = walks[tier]!(from ?? firstPosition)
    if (from && !walker.ended && walker.sortKey === from.sortKey && walker.creationNo === from.creationNo) walker.next()
    for (; !walker.ended; walker.next()) {
      if (found.length === limit) return { found, next: found.at(-1)! }
      found.push({ tier, sortKey: walker.sortKey, creationNo: walker.creationNo })
    }
  }
  return { found, next: null }
}

/** In the requested order, so that `collect` need not find them again. */
function countMatches(feedRead: FeedRead): Counted {
  const order = sortIndex(feedRead.query.sort)
  const query: FeedQuery = { ...feedRead.query, sort: sorts[order]! }
  const rest = tiers({ ...feedRead, query }, order)[0]?.(firstPosition) ?? emptyWalker
  const pairs: Start[] = []
  const cap = totalCapOf(query)
  for (; !rest.ended; rest.next()) {
    pairs.push({ sortKey: rest.sortKey, creationNo: rest.creationNo })
    if (pairs.length > cap) return { total: { total: cap, totalIsExact: false }, pairs, rest }
  }
  return { total: { total: pairs.length, totalIsExact: true }, pairs, rest }
}
