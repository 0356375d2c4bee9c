// A page of a search, or of filters that are intersected.
import type { DatabaseSync } from 'node:sqlite'
import { searchPlan } from '../../search/plan.ts'
import { answerNow, type Lookups, notSearched, resolveSearch } from '../../search/resolve.ts'
import { aboutSearch, emptyPage, keptResolutions, searchPage, type Wanted } from '../../search/search.ts'
import { afterInWindow, byScore, fillPage, rankedMatches, scoreMatches, startsInWindow } from '../../search/window.ts'
import type { QueryWord } from '../../search-text.ts'
import { type FeedQuery, type FeedSlice, type Locales, type Position, totalCapOf } from '../../store.ts'
import { type BlockReader, readingOnce } from '../lists/blocks.ts'
import type { FoundList } from '../lists/list-page.ts'
import { readingSmallOnce, readSmallLists } from '../lists/small-lists.ts'
import { listLookups, lookingOnce, type WordLookup } from './lookups.ts'
import { collect, findMatches, sortIndex } from './matches.ts'
import { allMatches, type Readers, relevanceTiers, type Search, type TierSource } from './tiers.ts'

const stepBudget = 4_000_000
/** Up to this many candidates for the same title are checked in one walk. */
const maxTitles = 256

/** `filters` are the lists of the filters. */
export type PageQuery = { query: FeedQuery; filters: FoundList[]; isFiltered: boolean }
export type FoundPage = Omit<FeedSlice, 'items' | 'encode'> & { numbers: number[] }

export const nothingFound: FoundPage = { numbers: [], next: null, total: 0, totalIsExact: true, ...notSearched }

type Texts = (numbers: readonly number[]) => (string | undefined)[]
/** What a search reads with; each step of it needs the same lists. */
type Means = { lookUp: WordLookup; readers: Readers; texts: Texts }

export function searchReader(
  db: DatabaseSync,
  read: BlockReader,
  version: () => number,
): (asked: PageQuery) => FoundPage {
  const lists = listLookups(db)
  const readSmall = readSmallLists(db)
  const listsOf = readListsOf(db)
  const texts = searchTexts(db)
  const resolutions = keptResolutions(resolveSearch)
  return asked => {
    const { q, forms, locales } = asked.query
    const steps = searchPage<FoundPage>(
      asked.query,
      asked.isFiltered,
      resolutions(`${version()} ${locales.join()} ${q} ${JSON.stringify(forms)}`),
    )
    const readers = { read: readingOnce(read), readSmall: readingSmallOnce(readSmall), listsOf }
    const means: Means = { lookUp: lookingOnce(lists), readers, texts }
    const page = (wanted: Wanted | null) => pageOf(means, asked, wanted)
    const near: Lookups['near'] = range => lists.near(range, locales)
    return answerNow(steps, { ...lookups(means, locales), near, page }) ?? nothingFound
  }
}

function searchTexts(db: DatabaseSync): Texts {
  const statement = db.prepare('SELECT text FROM search_text WHERE n = ?')
  statement.setReturnArrays(true)
  return numbers => numbers.map(creationNo => (statement.get(creationNo) as unknown as [string] | undefined)?.[0])
}

function readListsOf(db: DatabaseSync): Readers['listsOf'] {
  const statement = db.prepare('SELECT lists FROM shown WHERE n = ?')
  statement.setReturnArrays(true)
  return creationNo => {
    const bytes = (statement.get(creationNo) as unknown as [Uint8Array] | undefined)?.[0]
    return bytes && new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)
  }
}

function lookups({ lookUp, readers }: Means, locales: Locales): Omit<Lookups, 'near'> {
  const plan = (words: readonly QueryWord[]) => planSearch(words, locales, lookUp)
  return {
    sizes: words => plan(words).words.map(({ size }) => size),
    count: (words, upTo) => {
      const search = plan(words)
      // Of one word, a list that is long enough need not be read.
      if (search.words.length === 1 && search.words[0]!.largest >= upTo) return upTo
      const source = unfiltered(search, readers)
      return Math.min(findMatches(source, 'trending', upTo - 1).pairs.length, upTo)
    },
  }
}

const unfiltered = (search: Search, readers: Readers): TierSource => ({
  filters: [],
  isFiltered: false,
  search,
  ...readers,
  budget: { steps: stepBudget, blocks: 0 },
})

function planSearch(words: readonly QueryWord[], locales: Locales, lookUp: WordLookup): Search {
  const plan = searchPlan(words, locales)
  return {
    words: plan.words.map(lookUp),
    titles: () => {
      const whole = lookUp(plan.wholeTitle)
      return { words: plan.titleWords.map(lookUp), whole, hasFew: whole.size <= maxTitles }
    },
  }
}

/** Null when nothing is found. */
function pageOf(means: Means, { query, filters, isFiltered }: PageQuery, wanted: Wanted | null): FoundPage | null {
  const { sort, known, after, limit, locales } = query
  // The shortest list leads the walk, so that most of the others is skipped.
  const ids = [...filters].sort((a, b) => a.size - b.size).map(({ id }) => id)
  const search = wanted ? planSearch(wanted.words, locales, means.lookUp) : undefined
  const budget = { steps: stepBudget, blocks: 0 }
  const source: TierSource = { filters: ids, isFiltered, search, ...means.readers, budget }
  if (limit === 0)
    return findMatches(source, 'trending', 0).pairs.length > 0 ? { numbers: [], ...emptyPage(wanted) } : null
  const cap = totalCapOf(query)
  const found = known ? undefined : findMatches(source, sort, cap)
  const count = known?.total ?? Math.min(found!.pairs.length, cap)
  if (count === 0) return null
  const isRanked = sort === 'relevance' && wanted !== null && search !== undefined
  const { positions, next } = isRanked
    ? rankedPage({ ...source, found }, query, {
        texts: means.texts,
        words: wanted.words.map((word, i) => ({ ...word, ...search.words[i]! })),
      })
    : inOrder([allMatches({ ...source, found }, sortIndex(sort))], after, limit)
  return {
    numbers: positions.map(({ creationNo }) => creationNo),
    next,
    total: count,
    totalIsExact: known?.totalIsExact ?? found!.pairs.length <= cap,
    ...aboutSearch(wanted),
  }
}

const inOrder = (...walk: Parameters<typeof collect>) => {
  const { found: positions, next } = collect(...walk)
  return { positions, next }
}

type Ranking = { texts: Texts; words: Parameters<typeof scoreMatches>[2] }

/** Search texts are read in parts: for a common word, the first is enough. Some of its titles only begin with the word. */
const textsBeyondPage = 8

function rankWindow(window: readonly Position[], query: FeedQuery, { texts, words }: Ranking): Position[] {
  const scored: Position[] = []
  const partLength = query.limit + textsBeyondPage
  for (let at = 0; at < window.length && !fillPage(scored, query, words); at += partLength) {
    const part = window.slice(at, at + partLength)
    const partTexts = texts(part.map(({ creationNo }) => creationNo))
    scored.push(...scoreMatches(part, partTexts, words, query.locales))
  }
  return scored.sort(byScore)
}

/** The first matches by score, then the others. */
function rankedPage(source: TierSource, query: FeedQuery, ranking: Ranking) {
  const { after, limit } = query
  if (!startsInWindow(after)) return inOrder(relevanceTiers(source), after, limit)
  const window = collect(relevanceTiers(source), undefined, rankedMatches)
  const inWindow = afterInWindow(rankWindow(window.found, query, ranking), after)
  const positions: Position[] = inWindow.slice(0, limit)
  if (inWindow.length > limit) return { positions, next: positions.at(-1)! }
  if (window.next === null) return { positions, next: null }
  const rest = collect(relevanceTiers({ ...source, found: undefined }), window.next, limit - positions.length)
  const shown = [...positions, ...rest.found]
  return { positions: shown, next: rest.next && shown.at(-1)! }
}
