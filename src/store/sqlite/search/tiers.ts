// The matches of a search in sequence, the most relevant tier first.
import type { BlockReader } from '../lists/blocks.ts'
import { firstPosition, listKey } from '../lists/postings.ts'
import type { SmallListReader } from '../lists/small-lists.ts'
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
} from '../lists/walk.ts'
import type { WordLists } from './lookups.ts'

/** A search with the lists for each word. Those of titles are only looked up to rank. */
export type Search = { words: WordLists[]; titles: () => TitleLists }
type TitleLists = { words: WordLists[]; whole: WordLists; hasFew: boolean }

/**
 * The first matches in the requested order, as many as were counted, and the walk that found them, at its last
 * match.
 */
export type Found = { pairs: Start[]; rest: Walker }

/** `listsOf` reads the ids of the lists that a creation is in. */
export type Readers = {
  read: BlockReader
  readSmall: SmallListReader
  listsOf: (creationNo: number) => Uint32Array | undefined
}

export type TierSource = Readers & {
  filters: readonly number[]
  /** Without filters the list of all creations is the only one, and needs no walk. */
  isFiltered: boolean
  search: Search | undefined
  budget: Budget
  /** Where matches are rare, finding the first used up most of the budget; continue instead of starting again. */
  found?: Found | undefined
}

type Walk = (start: Start) => Walker

/** All matches in one sort order. */
export function allMatches(source: TierSource, sort: number): Walk {
  const { filters, search, found } = source
  if (found) return start => continued(found.pairs, found.rest, start)
  if (!search)
    return start => intersection(filters.map(id => walkList(source.read, listKey(sort, id), source.budget, start)))
  return matchesOf(source, sort, search.words)
}

/** By relevance: same title, all words in the title, all words; in each tier by trending. */
export function relevanceTiers(source: TierSource): Walk[] {
  const titles = source.search!.titles()
  const trending = 0
  const findTitle = matchesOf(source, trending, [titles.whole, ...titles.words])
  const sameTitle = titles.hasFew ? walkOnce(findTitle) : findTitle
  const inTitle = collectedOnce(matchesOf(source, trending, titles.words))
  const matches = allMatches(source, trending)
  return [
    sameTitle,
    start => difference(inTitle(start), sameTitle(start)),
    start => difference(matches(start), inTitle(start)),
  ]
}

function matchesOf(source: TierSource, sort: number, words: readonly WordLists[]): Walk {
  const { filters, isFiltered, read, readSmall, budget } = source
  const list = (id: number, start: Start) => walkList(read, listKey(sort, id), budget, start)
  const anyOf = ({ small, others }: WordLists, start: Start): Walker => {
    const walkers = others.map(id => list(id, start))
    return union(small.length === 0 ? walkers : [...walkers, walkPairs(readSmall(small, sort), start)])
  }
  const [rarest, ...others] = [...words].sort((a, b) => a.size - b.size)
  const hasFew = rarest !== undefined && rarest.size * candidateCost <= listCount(others)
  return start => {
    if (rarest === undefined || rarest.size === 0) return emptyWalker
    const passing = isFiltered ? filters.map(id => list(id, start)) : []
    if (!hasFew) return intersection([...words.map(word => anyOf(word, start)), ...passing])
    return walkPairs(fewMatches(intersection([anyOf(rarest, start), ...passing]), others, source.listsOf), start)
  }
}

/** To read the lists of a creation takes as long as to open this many lists. */
const candidateCost = 2
const listCount = (words: readonly WordLists[]): number =>
  words.reduce((sum, { small, others }) => sum + small.length + others.length, 0)

/** Those of a few candidates that have all words. */
function fewMatches(candidates: Walker, words: readonly WordLists[], listsOf: Readers['listsOf']): Start[] {
  const found: Start[] = []
  const idsOf = words.map(({ small, others }) => new Set([...small, ...others]))
  for (; !candidates.ended; candidates.next()) {
    const { sortKey, creationNo } = candidates
    const lists = listsOf(creationNo) ?? new Uint32Array(0)
    if (idsOf.every(ids => lists.some(id => ids.has(id)))) found.push({ sortKey, creationNo })
  }
  return found
}

/** Two tiers need the matches with the same title. */
function walkOnce(walk: Walk): Walk {
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
function collectedOnce(walk: Walk): Walk {
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
