// Searches, and combinations of filters without a list of their own. Matches and their number come from posting
// lists; their order comes from walking a sorted list when matches are frequent, or from sorting when they are rare.
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
import { afterInWindow, rankedMatches, rankWindow, startsInWindow } from '../../search/window.ts'
import { type QueryWord, queryWords } from '../../search-text.ts'
import { type FeedQuery, type FeedSlice, type Locales, type Position, type Total, totalCapOf } from '../../store.ts'
import type { Cards } from '../cards.ts'
import { type Run, wasCancelled } from '../connections.ts'
import { type ListCache, makeListCache, type Parts } from '../lists/list-cache.ts'
import { keyColumn, listKey } from '../lists/list-keys.ts'
import { decodePairs, foundIn, joined, lowerBound, marked, type Pair, pairsText, partCount } from '../lists/postings.ts'
import { type Match, type Plan, planOf, sizesOfWords } from './plan.ts'
import { allParts, inAll, readLists, type Source } from './sets.ts'
import { wordsNear } from './spelling.ts'

/** Up to this many matches are sorted in one statement; with more, a walk finds enough of them soon. */
const maxSortedInMemory = 2000
/** Lists with at most this total length are read in one step. */
const readAtOnce = 40_000
/**
 * Longer lists are read in steps of this many entries, to bound memory and the time between turns of the event loop.
 */
const maxEntriesPerRead = 400_000

/**
 * Measured costs in microseconds: an entry of a list, a step of a walk, a creation probed, and each list in that
 * probe.
 */
const cost = { entry: 0.06, step: 0.5, probe: 7, part: 0.05 }

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
  const found = afterInWindow(rankWindow(window, texts, plan.scoredWords, locales), after)
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

/** `numbers` are all matches, if all had to be read; `estimate` is then exact. */
type Counted = { total: Total; numbers: Uint32Array | null; estimate: number }

const capped = (count: number, cap: number): Total =>
  count > cap ? { total: cap, totalIsExact: false } : { total: count, totalIsExact: true }

async function countUpTo(source: Source, match: Match, cap: number, known?: Total): Promise<Counted> {
  const isMany = known ? !known.totalIsExact : match.minMatches > cap
  const many = { total: cap, totalIsExact: false }
  if (isMany && match.entries > readAtOnce / 2) return { total: many, numbers: null, estimate: match.estimate }
  const found: Uint32Array[] = []
  let sum = 0
  for (const parts of piecesOf(match, cap)) {
    const piece = await matching(source, match, parts)
    found.push(piece)
    sum += piece.length
    if (sum > cap && parts.to < partCount) {
      return { total: many, numbers: null, estimate: (sum * partCount) / parts.to }
    }
  }
  return {
    total: known ? { total: known.total, totalIsExact: known.totalIsExact } : capped(sum, cap),
    numbers: joined(found),
    estimate: sum,
  }
}

/**
 * Lists are read and intersected, unless one word is so rare that probing its creations is cheaper than reading the
 * other lists.
 */
async function matching(source: Source, match: Match, parts: Parts): Promise<Uint32Array> {
  const rarest = match.groups.reduce((one, other) => (other.entries < one.entries ? other : one))
  const others = match.effort - rarest.effort
  const share = (parts.to - parts.from) / partCount
  const looking = rarest.entries * share * probeCost(match)
  if (rarest.entries * share > maxSortedInMemory || looking > others * share * cost.entry) {
    return inAll(await readLists(source, match.groups, parts))
  }
  const candidates = await inAll(await readLists(source, [rarest], parts))
  if (candidates.length === 0 || match.groups.length === 1) return candidates
  const text = `SELECT n FROM shown WHERE n = ANY($1::bigint[]) AND words @@ $2::tsquery`
  const rows = await source.run<{ n: number }>({ text, values: [[...candidates], match.query] })
  return Uint32Array.from(rows, ({ n }) => n).sort()
}

/** Words are correlated, so a walk may probe many creations and match too few. */
const probeMargin = 2

const probeCost = ({ parts }: { parts: number }) => cost.probe + parts * cost.part

/** First as much as probably exceeds the cap, then increasingly more. */
function* piecesOf({ entries, estimate }: Match, cap: number): Generator<Parts> {
  if (entries <= readAtOnce) return yield allParts
  const maxParts = Math.max(1, Math.floor((partCount * maxEntriesPerRead) / entries))
  let size = Math.ceil((partCount * 2 * cap) / Math.max(1, estimate))
  for (let from = 0; from < partCount; ) {
    const to = Math.min(partCount, from + Math.min(size, maxParts))
    yield { from, to }
    from = to
    size *= 2
  }
}

type Search = { source: Source; query: FeedQuery; plan: Plan; counted: Counted }

/** One tier of results: its tsquery, an estimate of its size, and its numbers if requested. */
type Tier = { query: string; estimate: number; effort: number; parts: number; numbers: () => Promise<Uint32Array> }

/** As many as wanted, in the order of their tiers. */
async function positions(search: Search, from: Position | undefined, wanted: number): Promise<Position[]> {
  const tiers = search.query.sort === 'relevance' ? tiersOf(search) : [onlyTier(search)]
  const found: Position[] = []
  for (let tier = from?.tier ?? 0; tier < tiers.length && found.length < wanted; tier++) {
    const after = tier === from?.tier ? from : undefined
    const page = { after, wanted: wanted - found.length }
    for (const pair of await pageOf(search, tiers[tier]!, page)) found.push({ tier, score: 0, ...pair })
  }
  return found
}

function onlyTier({ source, plan: { matches }, counted: { numbers, estimate } }: Search): Tier {
  const { query, effort, parts } = matches
  if (numbers) return { query, estimate, parts, effort: 0, numbers: async () => numbers }
  return { query, estimate, parts, effort, numbers: () => numbersOf(source, matches) }
}

/** Relevance tiers: same title, all words in the title, all words. Each excludes those before it. */
function tiersOf(search: Search): Tier[] {
  const { source, plan } = search
  const [same, inTitle] = [tierOf(source, plan.sameTitle), tierOf(source, plan.inTitle)]
  return [same, without(inTitle, same), without(onlyTier(search), inTitle)]
}

function tierOf(source: Source, match: Match | null): Tier {
  if (match === null) return { query: '', estimate: 0, effort: 0, parts: 0, numbers: async () => new Uint32Array() }
  let numbers: Promise<Uint32Array> | undefined
  const { query, estimate, effort, parts } = match
  return { query, estimate, effort, parts, numbers: () => (numbers ??= numbersOf(source, match)) }
}

function without(tier: Tier, excluded: Tier): Tier {
  if (tier.query === '' || excluded.query === '') return tier
  return {
    query: `${tier.query} & !(${excluded.query})`,
    estimate: Math.max(tier.estimate / 4, tier.estimate - excluded.estimate),
    effort: tier.effort + excluded.effort,
    parts: tier.parts + excluded.parts,
    async numbers() {
      const all = await tier.numbers()
      return marked(all, foundIn(all, [await excluded.numbers()]), 0)
    },
  }
}

async function numbersOf(source: Source, match: Match): Promise<Uint32Array> {
  const found: Uint32Array[] = []
  const size = Math.ceil(partCount / Math.ceil(match.entries / maxEntriesPerRead))
  for (let from = 0; from < partCount; from += size) {
    const parts = { from, to: Math.min(partCount, from + size) }
    found.push(await matching(source, match, parts))
  }
  return joined(found)
}

type Page = { after: Position | undefined; wanted: number }

/** Estimated number of rows to probe for `wanted` matches, with a margin. */
const rowsToProbe = (estimate: number, size: number, wanted: number) =>
  Math.ceil((1.5 * wanted * size) / Math.max(1, estimate)) + 100

async function pageOf(search: Search, tier: Tier, page: Page): Promise<Pair[]> {
  if (tier.query === '') return []
  const { walked } = search.plan
  const rows = Math.min(walked.size, rowsToProbe(tier.estimate, walked.size, page.wanted))
  const probing = rows * probeCost(tier) * probeMargin
  if (probing < tier.effort * cost.entry + rows * cost.step) {
    const met = await probe(search, tier, page, rows)
    if (met.length >= page.wanted) return met
  }
  const numbers = await tier.numbers()
  const walking = rowsToProbe(numbers.length, walked.size, page.wanted) * cost.step
  return sorting(numbers) < walking ? sorted(search, numbers, page) : walkUntilFound(search, numbers, page)
}

const isPast = ({ sortKey, creationNo }: Pair, after: Position | undefined): boolean =>
  after === undefined || sortKey < after.sortKey || (sortKey === after.sortKey && creationNo < after.creationNo)

async function sorted({ source, query }: Search, numbers: Uint32Array, { after, wanted }: Page): Promise<Pair[]> {
  if (numbers.length === 0) return []
  const key = keyColumn(query.sort)
  const text = `SELECT ${pairsText} AS pairs FROM (SELECT ${key} AS k, n FROM shown WHERE n = ANY($1::bigint[])) found`
  const [row] = await source.run<{ pairs: Buffer | null }>({ name: `sort ${key}`, text, values: [[...numbers]] })
  const pairs = decodePairs(row!.pairs).filter(pair => isPast(pair, after))
  return pairs.sort((a, b) => b.sortKey - a.sortKey || b.creationNo - a.creationNo).slice(0, wanted)
}

const sorting = ({ length }: Uint32Array) => length * cost.probe

/** Walks along the list until enough of the numbers were found, or sorts them when they are too far from its start. */
async function walkUntilFound(search: Search, numbers: Uint32Array, page: Page): Promise<Pair[]> {
  const { walked } = search.plan
  const found: Pair[] = []
  let after: Pair | undefined = page.after
  let walkedSoFar = 0
  for (let rows = rowsToProbe(numbers.length, walked.size, page.wanted); found.length < page.wanted; rows *= 2) {
    const pairs = await steps(search, after, rows)
    for (const pair of pairs) if (numbers[lowerBound(numbers, pair.creationNo)] === pair.creationNo) found.push(pair)
    if (pairs.length < rows) break
    after = pairs.at(-1)
    walkedSoFar += rows
    if (numbers.length <= maxSortedInMemory && walkedSoFar * cost.step > sorting(numbers))
      return sorted(search, numbers, page)
  }
  return found.slice(0, page.wanted)
}

const entriesSql = (key: string, after: Pair | undefined, next: number) =>
  `SELECT ${key} AS k, n FROM place WHERE list = $1::bigint
   ${after ? `AND (${key}, n) < ($${next}::bigint, $${next + 1}::bigint)` : ''} ORDER BY ${key} DESC, n DESC`

async function steps(search: Search, after: Pair | undefined, rows: number): Promise<Pair[]> {
  const key = keyColumn(search.query.sort)
  const text = `SELECT ${pairsText} AS pairs FROM (${entriesSql(key, after, 3)} LIMIT $2) walked`
  const values = [listKey(search.plan.walked.name), rows, ...(after ? [after.sortKey, after.creationNo] : [])]
  const name = `steps ${key}${after ? 'a' : ''}`
  const [row] = await search.source.run<{ pairs: Buffer | null }>({ name, text, values })
  return decodePairs(row!.pairs)
}

/**
 * Probes creations along the list. OFFSET 0 keeps the planner from rewriting the walk. Unnamed, so that it is
 * planned for the actual words.
 */
function probe({ source, query, plan }: Search, tier: Tier, { after, wanted }: Page, rows: number): Promise<Pair[]> {
  const text = `SELECT k AS "sortKey", n AS "creationNo" FROM (${entriesSql(keyColumn(query.sort), after, 4)} LIMIT ${rows}) walked,
    LATERAL (SELECT 1 FROM shown WHERE shown.n = walked.n AND words @@ $2::tsquery OFFSET 0) matching
    ORDER BY k DESC, n DESC LIMIT $3`
  return source.run({
    text,
    values: [listKey(plan.walked.name), tier.query, wanted, ...(after ? [after.sortKey, after.creationNo] : [])],
  })
}
