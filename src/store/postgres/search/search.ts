// Searches, and combinations of filters without a list of their own.
import { fail } from '../../../errors.ts'
import { everything } from '../../filters.ts'
import {
  answerSoon,
  type LaterAnswers,
  notSearched,
  type Resolution,
  resolveSearch,
  textOf,
} from '../../search/resolve.ts'
import { afterInWindow, byScore, rankedMatches, scoreMatches, startsInWindow } from '../../search/window.ts'
import { type QueryWord, queryWords } from '../../search-text.ts'
import { type FeedQuery, type FeedSlice, type Locales, type Position, totalCapOf } from '../../store.ts'
import type { Cards } from '../cards.ts'
import { type Run, wasCancelled } from '../connections.ts'
import { type ListCache, makeListCache } from '../lists/list-cache.ts'
import { countUpTo } from './matches.ts'
import { planOf, sizesOfWords } from './plan.ts'
import { positions, type Search } from './positions.ts'
import { wordsNear } from './spelling.ts'

const nothing: FeedSlice = { items: [], next: null, total: 0, totalIsExact: true, ...notSearched }
/** Resolutions that are kept for a data version, because every page of a search needs its resolution. */
const maxResolutions = 256

export function searcher(run: Run, cards: Cards, version: () => number) {
  const listCache = makeListCache()
  const resolve = keptResolutions(run, listCache, version)
  return async (query: FeedQuery, filters: readonly string[]): Promise<FeedSlice> => {
    try {
      return await search({ run, listCache, cards, resolve }, query, filters)
    } catch (error) {
      if (!wasCancelled(error)) throw error
      throw fail('timeout', 'This search takes too long; use rarer or fewer words.', { cause: error })
    }
  }
}

type Lists = { run: Run; listCache: ListCache }
type Means = Lists & { cards: Cards; resolve: ReturnType<typeof keptResolutions> }

/** What is searched for. */
type Wanted = Pick<Resolution, 'words' | 'searched' | 'suggestions'> & { match: NonNullable<FeedSlice['match']> }

function keptResolutions(run: Run, listCache: ListCache, version: () => number) {
  let kept = new Map<string, Promise<Resolution | null>>()
  let keptVersion = version()
  return (words: readonly QueryWord[], { q, locales }: FeedQuery): Promise<Resolution | null> => {
    if (version() !== keptVersion || kept.size >= maxResolutions) kept = new Map()
    keptVersion = version()
    const key = `${locales.join()} ${q}`
    const resolution = kept.get(key) ?? answerSoon(resolveSearch(words), questions({ run, listCache }, locales))
    const current = kept
    kept.set(key, resolution)
    resolution.catch(() => current.delete(key))
    return resolution
  }
}

async function search(means: Means, query: FeedQuery, filters: readonly string[]): Promise<FeedSlice> {
  const { q, known, locales } = query
  if (q === undefined) return (await page(means, query, filters, null)) ?? nothing
  const words = queryWords(q)
  const isResolved = known !== undefined && known.match !== 'all'
  const wanted: Wanted = { words, match: 'all', searched: textOf(words), suggestions: [] }
  const all = isResolved ? null : await page(means, query, filters, wanted)
  if (all !== null || words.length === 0) return all ?? nothing
  // With filters, the words may be used together elsewhere in the community: then they are no mistake.
  const isFiltered = filters.join() !== everything
  if (!isResolved && isFiltered && (await questions(means, locales).count({ words, upTo: 1 })) > 0) return nothing
  const resolution = await means.resolve(words, query)
  return (resolution && (await page(means, query, filters, resolution))) ?? nothing
}

function questions(lists: Lists, locales: Locales): LaterAnswers {
  return {
    sizes: words => sizesOfWords(lists.run, words, locales),
    near: range => wordsNear(lists.run, range, locales),
    count: async ({ words, upTo }) => {
      const plan = await planOf(lists, { words, locales }, [everything])
      if (plan === null) return 0
      const source = { ...lists, version: plan.version }
      return (await countUpTo(source, plan.matches, upTo)).total.total
    },
  }
}

/** Null when nothing is found. */
async function page(
  { run, listCache, cards }: Means,
  query: FeedQuery,
  filters: readonly string[],
  wanted: Wanted | null,
): Promise<FeedSlice | null> {
  const { locales, limit, known } = query
  const plan = await planOf({ run, listCache }, { words: wanted?.words ?? null, locales }, filters)
  if (plan === null) return null
  const source = { run, listCache, version: plan.version }
  const counted = await countUpTo(source, plan.matches, totalCapOf(query), known)
  if (counted.total.total === 0) return null
  const found =
    query.sort === 'relevance'
      ? await ranked({ source, query, plan, counted })
      : await positions({ source, query, plan, counted }, query.after, limit + 1)
  const shown = found.slice(0, limit)
  const items = await cards.find(
    shown.map(({ creationNo }) => creationNo),
    locales,
  )
  const about = wanted
    ? { match: wanted.match, searched: wanted.searched, suggestions: wanted.suggestions }
    : notSearched
  return { items, next: found.length > limit ? shown.at(-1)! : null, ...counted.total, ...about }
}

/** The first matches by score, then the others; up to one more than requested. */
async function ranked(search: Search): Promise<Position[]> {
  const { source, query, plan } = search
  const { after, limit, locales } = query
  if (!startsInWindow(after)) return positions(search, after, limit + 1)
  const first = await positions(search, undefined, rankedMatches + 1)
  const window = first.slice(0, rankedMatches)
  const texts = await searchTexts(source.run, window)
  const found = afterInWindow(scoreMatches(window, texts, plan.scoredWords, locales).sort(byScore), after)
  const missing = limit + 1 - found.length
  if (missing <= 0 || first.length <= rankedMatches) return found.slice(0, limit + 1)
  return [...found, ...(await positions(search, window.at(-1), missing))]
}

async function searchTexts(run: Run, window: readonly Position[]): Promise<(string | undefined)[]> {
  const numbers = window.map(({ creationNo }) => creationNo)
  const text = 'SELECT n, text FROM search_text WHERE n = ANY($1::bigint[])'
  const rows = await run<{ n: number; text: string }>({ name: 'search texts', text, values: [numbers] })
  const texts = new Map(rows.map(row => [row.n, row.text]))
  return numbers.map(creationNo => texts.get(creationNo))
}
