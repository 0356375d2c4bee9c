// Searches, and combinations of filters without a list of their own.
import { fail } from '../../../errors.ts'
import { everything } from '../../filters.ts'
import { answerSoon, type LaterLookups, notSearched, resolveSearch } from '../../search/resolve.ts'
import { aboutSearch, emptyPage, keptResolutions, searchPage, type Wanted } from '../../search/search.ts'
import { afterInWindow, byScore, fillPage, rankedMatches, scoreMatches, startsInWindow } from '../../search/window.ts'
import { type FeedQuery, type FeedSlice, type Locales, type Position, totalCapOf } from '../../store.ts'
import type { Cards } from '../cards.ts'
import { type Run, wasCancelled } from '../connections.ts'
import { type ListCache, makeListCache } from '../lists/list-cache.ts'
import { makeWalkCache, type WalkCache } from '../lists/walk-cache.ts'
import { countUpTo } from './matches.ts'
import { type Match, planOf, type Words, wordLookups, wordsOf } from './plan.ts'
import { positions, readAll, type Search } from './positions.ts'
import type { Group, Source } from './sets.ts'
import { wordsNear } from './spelling.ts'

const nothing: FeedSlice = { items: [], next: null, total: 0, totalIsExact: true, ...notSearched }

type Means = { run: Run; listCache: ListCache; walks: WalkCache; cards: Cards }
/** For one search. */
type Started = Means & { words: Words; read: Map<Group, Uint32Array[]> }

export function searcher(run: Run, cards: Cards, version: () => number) {
  const means: Means = { run, cards, listCache: makeListCache(), walks: makeWalkCache() }
  const resolutions = keptResolutions(resolveSearch)
  return async (query: FeedQuery, filters: readonly string[]): Promise<FeedSlice> => {
    const { q, forms, locales } = query
    const isFiltered = filters.join() !== everything
    const steps = searchPage<FeedSlice>(
      query,
      isFiltered,
      resolutions(`${version()} ${locales.join()} ${q} ${JSON.stringify(forms)}`),
    )
    const started = { ...means, words: wordsOf(run), read: new Map() }
    const page = (wanted: Wanted | null) => pageOf(started, query, filters, wanted)
    try {
      return (await answerSoon(steps, { ...lookups(started, locales), page })) ?? nothing
    } catch (error) {
      if (!wasCancelled(error)) throw error
      throw fail('timeout', 'This search takes too long; use rarer or fewer words.', { cause: error })
    }
  }
}

/** Combinations of the same words are counted, so that each word is looked up and read once. */
function lookups(started: Started, locales: Locales): LaterLookups {
  const { sizes, match } = wordLookups(started.words, locales)
  const source = { ...started, version: 0 }
  return {
    sizes,
    near: range => wordsNear(started.run, range, locales),
    count: async (words, upTo) => {
      const matches = await match(words)
      return matches === null ? 0 : countOf(source, matches, upTo)
    },
  }
}

const countOf = async (source: Source, matches: Match, upTo: number): Promise<number> =>
  matches.minMatches >= upTo ? upTo : (await countUpTo(source, matches, upTo)).total.total

/** Null when nothing is found. */
async function pageOf(
  { words, cards, ...lists }: Started,
  query: FeedQuery,
  filters: readonly string[],
  wanted: Wanted | null,
): Promise<FeedSlice | null> {
  const { locales, limit, known } = query
  const plan = await planOf({ ...lists, words }, { words: wanted?.words ?? null, locales }, filters)
  if (plan === null) return null
  const source = { ...lists, version: plan.version }
  if (limit === 0) return (await countOf(source, plan.matches, 1)) > 0 ? { items: [], ...emptyPage(wanted) } : null
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
  return { items, next: found.length > limit ? shown.at(-1)! : null, ...counted.total, ...aboutSearch(wanted) }
}

/** Some titles only begin with a word of the search. */
const beyondPage = 8

/** The first matches by score, then the others; up to one more than requested. */
async function ranked(search: Search): Promise<Position[]> {
  const { source, query, plan } = search
  const { after, limit, locales } = query
  if (!startsInWindow(after)) return positions(search, after, limit + 1)
  const scored = async (window: readonly Position[]) =>
    scoreMatches(window, await searchTexts(source.run, window), plan.scoredWords, locales).sort(byScore)
  // For a common word, few matches are enough.
  const few = limit + beyondPage
  if (after === undefined && few * 4 <= Math.min(rankedMatches, plan.inTitle?.estimate ?? 0)) {
    const best = await scored(await positions(search, undefined, few))
    if (fillPage(best, query, plan.scoredWords)) return best.slice(0, limit + 1)
  }
  const { numbers } = search.counted
  if (numbers !== null && numbers.length <= rankedMatches) {
    const all = await readAll(search, numbers)
    const [window, texts] = [all.map(({ position }) => position), all.map(({ text }) => text)]
    const ranked = scoreMatches(window, texts, plan.scoredWords, locales).sort(byScore)
    return afterInWindow(ranked, after).slice(0, limit + 1)
  }
  const first = await positions(search, undefined, rankedMatches + 1)
  const window = first.slice(0, rankedMatches)
  const found = afterInWindow(await scored(window), after)
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
