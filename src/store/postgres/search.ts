// Searches. What is rare is found by the inverted index and sorted; what is
// common is met soon enough on a walk along the list in the asked order. Statements have no names, so that they are
// planned for the words at hand: a plan for any words took seconds where this one takes a millisecond.
import { Failure, fail } from '../../errors.ts'
import { type FeedQuery, type FeedSlice, type Position, searchTotalCap, type Total } from '../store.ts'
import type { Cards } from './cards.ts'
import { type Run, tookTooLong } from './connections.ts'
import { keyColumn, listKey } from './list-keys.ts'
import { type Match, type Plan, planOf } from './search-plan.ts'

/** So many matches are counted and sorted at once. When there turn out to be more, a walk soon meets enough of them. */
const few = 2000
const mostGathered = 3 * few

/**
 * Measured, in microseconds: an entry of the inverted index, a row found by it, a row on a walk, a row of the table as it
 * lies; and for the last two, each list that a row is looked for in.
 */
const cost = { entry: 0.1, fetch: 4, probe: 7, scan: 0.8, part: 0.05 }

const nothing: FeedSlice = { items: [], next: null, total: 0, totalIsExact: true }

export function searcher(run: Run, cards: Cards) {
  return async (query: FeedQuery, q: string, filters: readonly string[]): Promise<FeedSlice> => {
    try {
      return await search(run, cards, query, q, filters)
    } catch (error) {
      if (!(error instanceof Failure) || !tookTooLong(error)) throw error
      throw fail('timeout', 'This search takes too long; use rarer or fewer words.', { cause: error })
    }
  }
}

async function search(
  run: Run,
  cards: Cards,
  query: FeedQuery,
  q: string,
  filters: readonly string[],
): Promise<FeedSlice> {
  const plan = await planOf(run, query, q, filters)
  if (plan === null || plan.matches.query === null) return nothing
  const { found, total } = await findMatches(run, query, plan)
  if (total.total === 0) return nothing
  const shown = found.slice(0, query.limit)
  const items = await cards.find(
    shown.map(({ n }) => n),
    query.locales,
  )
  return { items, next: found.length > query.limit ? shown.at(-1)! : null, ...total }
}

type Found = { found: Position[]; total: Total }

/** One more than asked for shows whether there is a next page. */
async function findMatches(run: Run, query: FeedQuery, plan: Plan): Promise<Found> {
  const { most, likely, least } = plan.matches
  // Where sizes tell the total, one tier of the matches mostly fills the page, and the others need not be looked at.
  const tries = most <= few || (likely <= 2 * few && least <= searchTotalCap)
  const gathered = tries ? await gather(run, query, plan, mostGathered) : null
  if (gathered !== null) return gathered
  if (tries) plan.matches.likely = Math.max(likely, Math.min(most, mostGathered))
  const total = query.knownTotal ?? (tries ? capped(mostGathered) : await countMatches(run, plan))
  if (total.totalIsExact) return { ...(await gather(run, query, plan))!, total }
  const ranked = query.sort === 'relevance'
  const tiers = ranked ? plan.tiers : [plan.matches]
  const found: Position[] = []
  for (let tier = query.after?.tier ?? 0; tier < tiers.length && found.length <= query.limit; tier++) {
    const after = tier === query.after?.tier ? query.after : undefined
    const wanted = query.limit + 1 - found.length
    const pairs = await pageOf(run, {
      match: tiers[tier]!,
      walked: plan.walked,
      key: keyColumn(query.sort),
      after,
      wanted,
    })
    for (const { k, n } of pairs) found.push({ tier, k, n })
  }
  return { found, total }
}

const capped = (count: number): Total =>
  count > searchTotalCap ? { total: searchTotalCap, totalIsExact: false } : { total: count, totalIsExact: true }

/** All matches in one statement: how many there are, and those of the page. Null when there are more than `atMost`. */
async function gather(
  run: Run,
  { sort, after, limit, knownTotal }: FeedQuery,
  { matches, tiers }: Plan,
  atMost?: number,
): Promise<Found | null> {
  const values: unknown[] = [matches.query, limit + 1]
  const parameter = (value: unknown) => `$${values.push(value)}`
  const isIn = ({ query }: Match) => (query === null ? 'false' : `words @@ ${parameter(query)}::tsquery`)
  const tier =
    sort === 'relevance' ? `CASE WHEN ${isIn(tiers[0])} THEN 0 WHEN ${isIn(tiers[1])} THEN 1 ELSE 2 END` : '0'
  const past = (position: Position) => {
    const [t, k, n] = [position.tier, position.k, position.n].map(value => `${parameter(value)}::bigint`)
    return `WHERE tier > ${t} OR (tier = ${t} AND (k, n) < (${k}, ${n}))`
  }
  const text = `WITH found AS MATERIALIZED (
      SELECT n, ${keyColumn(sort)} AS k, ${tier} AS tier FROM shown WHERE words @@ $1::tsquery
      ${atMost === undefined ? '' : `LIMIT ${atMost + 1}`}
    )
    SELECT total, page.* FROM (SELECT count(*) AS total FROM found) counted LEFT JOIN (
      SELECT tier, k, n FROM found ${after ? past(after) : ''} ORDER BY tier, k DESC, n DESC LIMIT $2
    ) page ON true`
  const rows = await run<{ total: number } & (Position | { tier: null })>({ text, values })
  if (atMost !== undefined && rows[0]!.total > atMost) return null
  const found = rows.flatMap(row => (row.tier === null ? [] : [{ tier: row.tier, k: row.k, n: row.n }]))
  found.sort((a, b) => a.tier - b.tier || b.k - a.k || b.n - a.n)
  return { found, total: knownTotal ?? capped(rows[0]!.total) }
}

/** Up to one more than the cap, in whichever way is cheapest. Only the inverted index can tell that there are fewer. */
async function countMatches(run: Run, plan: Plan): Promise<Total> {
  const { matches, walked, everything } = plan
  const wanted = searchTotalCap + 1
  if (matches.least >= wanted) return capped(wanted)
  const page: Page = { match: matches, walked, key: 'k0', after: undefined, wanted }
  const [walkRows, sampleRows] = [walked.size, everything].map(size => rowsToMeet(matches, size, wanted)) as [
    number,
    number,
  ]
  const costs = {
    index: matches.scanned * cost.entry,
    walk: walkRows * probeCost(matches),
    sample: sampleRows * (cost.scan + matches.parts * cost.part),
  }
  const cheapest = Math.min(...Object.values(costs))
  if (cheapest === costs.walk && (await walk(run, page, walkRows)).length >= wanted) return capped(wanted)
  if (
    cheapest === costs.sample &&
    (await count(run, page, `(SELECT words FROM shown LIMIT ${sampleRows})`)) >= wanted
  ) {
    return capped(wanted)
  }
  return capped(await count(run, page, 'shown'))
}

async function count(run: Run, { match, wanted }: Page, from: string): Promise<number> {
  const text = `SELECT count(*) AS count FROM (SELECT 1 FROM ${from} looked WHERE words @@ $1::tsquery LIMIT $2) counted`
  const [row] = await run<{ count: number }>({ text, values: [match.query, wanted] })
  return row!.count
}

type Pair = { k: number; n: number }
type Page = { match: Match; walked: Plan['walked']; key: string; after: Position | undefined; wanted: number }

const probeCost = ({ parts }: Match) => cost.probe + parts * cost.part

/** How many of so many rows one has to look at, most likely, to meet as many as wanted; with something in hand. */
const rowsToMeet = ({ likely }: Match, size: number, wanted: number) =>
  Math.ceil((1.5 * wanted * size) / Math.max(1, likely)) + 100

async function pageOf(run: Run, page: Page): Promise<Pair[]> {
  const { match, walked, wanted } = page
  if (match.query === null) return []
  const rows = rowsToMeet(match, walked.size, wanted)
  if (rows * probeCost(match) < match.scanned * cost.entry + match.likely * cost.fetch) {
    const met = await walk(run, page, rows)
    if (met.length >= wanted) return met
  }
  return sortMatches(run, page)
}

/** OFFSET 0 keeps the planner from turning the walk into something else. */
function walk(run: Run, { match, walked, key, after, wanted }: Page, rows: number): Promise<Pair[]> {
  const start = after ? `AND (${key}, n) < ($4::bigint, $5::bigint)` : ''
  const text = `SELECT k, n FROM (
      SELECT ${key} AS k, n FROM place WHERE list = $1::bigint ${start}
      ORDER BY ${key} DESC, n DESC LIMIT ${rows}
    ) walked, LATERAL (SELECT 1 FROM shown WHERE shown.n = walked.n AND words @@ $2::tsquery OFFSET 0) matching
    ORDER BY k DESC, n DESC LIMIT $3`
  return run({ text, values: [listKey(walked.name), match.query, wanted, ...(after ? [after.k, after.n] : [])] })
}

function sortMatches(run: Run, { match, key, after, wanted }: Page): Promise<Pair[]> {
  const start = after ? `AND (${key}, n) < ($3::bigint, $4::bigint)` : ''
  const text = `SELECT ${key} AS k, n FROM shown WHERE words @@ $1::tsquery ${start}
    ORDER BY ${key} DESC, n DESC LIMIT $2`
  return run({ text, values: [match.query, wanted, ...(after ? [after.k, after.n] : [])] })
}
