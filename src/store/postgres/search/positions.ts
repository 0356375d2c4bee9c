// The order of matches: from walking a sorted list when they are frequent, or from sorting when they are rare.
import type { FeedQuery, Position } from '../../store.ts'
import { keyColumn, listKey } from '../lists/list-keys.ts'
import { decodePairs, foundIn, indexIn, marked, type Pair, pairBytes, pairsIn, pairsText } from '../lists/postings.ts'
import { lastOf, lengthOf, maxCachedPairs, type Walk } from '../lists/walk-cache.ts'
import { currentVersion } from '../schema.ts'
import { type Counted, cost, maxSortedInMemory, numbersOf, probeCost } from './matches.ts'
import type { Match, Plan } from './plan.ts'
import type { Source } from './sets.ts'

/** Words are correlated, so a walk may probe many creations and match too few. */
const probeMargin = 2

/** `tiers` are made once, since they keep what they have read. */
export type Search = { source: Source; query: FeedQuery; plan: Plan; counted: Counted; tiers?: Tier[] }

/** One tier of results: its tsquery, an estimate of its size, and its numbers if requested. */
type Tier = { query: string; estimate: number; effort: number; parts: number; numbers: () => Promise<Uint32Array> }

/** As many as wanted, in the order of their tiers. */
export async function positions(search: Search, from: Position | undefined, wanted: number): Promise<Position[]> {
  search.tiers ??= search.query.sort === 'relevance' ? tiersOf(search) : [onlyTier(search)]
  const { tiers } = search
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

/**
 * All matches with their search texts, in no order. For the few matches of most searches: each is probed for its tier,
 * so that the lists of titles are not read.
 */
export async function readAll(
  { source, query, plan: { sameTitle, inTitle } }: Search,
  numbers: Uint32Array,
): Promise<{ position: Position; text: string | undefined }[]> {
  const key = keyColumn(query.sort)
  const text = `SELECT n, ${key} AS k, text, words @@ $2::tsquery AS "isSame", words @@ $3::tsquery AS "isInTitle"
    FROM shown LEFT JOIN search_text USING (n) WHERE n = ANY($1::bigint[])`
  const values = [[...numbers], sameTitle?.query, inTitle?.query]
  const rows = await source.run<MatchRow>({ name: `matches ${key}`, text, values })
  return rows.map(({ n, k, text, isSame, isInTitle }) => ({
    position: { tier: isSame ? 0 : isInTitle ? 1 : 2, score: 0, sortKey: k, creationNo: n },
    text: text ?? undefined,
  }))
}

type MatchRow = { n: number; k: number; text: string | null; isSame: boolean | null; isInTitle: boolean | null }

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
  const cached = await search.source.walks.cached(walkName(search), search.plan.version)
  const walking = (rowsToProbe(numbers.length, walked.size, page.wanted) - lengthOf(cached)) * cost.cachedStep
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
  const expected = rowsToProbe(numbers.length, walked.size, page.wanted)
  const indexOf = indexIn(numbers, expected)
  const isFound = (creationNo: number) => indexOf(creationNo) >= 0
  const beginning = await beginningOf(search, page, Math.min(expected, maxCachedPairs))
  const found = pairsIn(beginning.pairs, isFound)
    .filter(pair => isPast(pair, page.after))
    .take(page.wanted)
    .toArray()
  const walkedTo = lastOf(beginning)
  let after = walkedTo === undefined || !isPast(walkedTo, page.after) ? page.after : walkedTo
  let walkedSoFar = lengthOf(beginning)
  let isEnd = beginning.isWhole
  for (let rows = expected; found.length < page.wanted && !isEnd; rows *= 2) {
    if (numbers.length <= maxSortedInMemory && walkedSoFar * cost.step > sorting(numbers))
      return sorted(search, numbers, page)
    const { pairs } = await steps(search, after, rows)
    found.push(...pairsIn(pairs, isFound))
    isEnd = pairs.length < rows * pairBytes
    after = decodePairs(pairs.subarray(-pairBytes))[0]
    walkedSoFar += rows
  }
  return found.slice(0, page.wanted)
}

/** A page that is not the first begins anywhere: only what is cached is used. */
async function beginningOf(search: Search, { after }: Page, count: number): Promise<Walk> {
  const { version, walks } = search.source
  const name = walkName(search)
  if (after === undefined) return walks.beginning(name, version, count, (from, rows) => steps(search, from, rows))
  return walks.cached(name, version)
}

const walkName = ({ query, plan }: Search): string => `${keyColumn(query.sort)} ${plan.walked.name}`

const entriesSql = (key: string, after: Pair | undefined, next: number) =>
  `SELECT ${key} AS k, n FROM place WHERE list = $1::bigint
   ${after ? `AND (${key}, n) < ($${next}::bigint, $${next + 1}::bigint)` : ''} ORDER BY ${key} DESC, n DESC`

async function steps(search: Search, after: Pair | undefined, rows: number): Promise<Pick<Walk, 'version' | 'pairs'>> {
  const key = keyColumn(search.query.sort)
  const text = `SELECT encode(${pairsText}, 'base64') AS pairs, (${currentVersion}) AS version
    FROM (${entriesSql(key, after, 3)} LIMIT $2) walked`
  const values = [listKey(search.plan.walked.name), rows, ...(after ? [after.sortKey, after.creationNo] : [])]
  const name = `steps ${key}${after ? 'a' : ''}`
  const [row] = await search.source.run<{ pairs: string | null; version: number }>({ name, text, values })
  return { version: row!.version, pairs: Buffer.from(row!.pairs ?? '', 'base64') }
}

/** Probes creations along the list. OFFSET 0 keeps the planner from rewriting the walk. */
function probe({ source, query, plan }: Search, tier: Tier, { after, wanted }: Page, rows: number): Promise<Pair[]> {
  const text = `SELECT k AS "sortKey", n AS "creationNo" FROM (${entriesSql(keyColumn(query.sort), after, 4)} LIMIT ${rows}) walked,
    LATERAL (SELECT 1 FROM shown WHERE shown.n = walked.n AND words @@ $2::tsquery OFFSET 0) matching
    ORDER BY k DESC, n DESC LIMIT $3`
  return source.run({
    text,
    values: [listKey(plan.walked.name), tier.query, wanted, ...(after ? [after.sortKey, after.creationNo] : [])],
  })
}
