// The order of matches: from walking a sorted list when they are frequent, or from sorting when they are rare.
import type { FeedQuery, Position } from '../../store.ts'
import { keyColumn, listKey } from '../lists/list-keys.ts'
import { decodePairs, foundIn, lowerBound, marked, type Pair, pairBytes, pairsText } from '../lists/postings.ts'
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
    found.push(...decodePairs(pairs, n => numbers[lowerBound(numbers, n)] === n))
    if (pairs.length < rows * pairBytes) break
    after = decodePairs(pairs.subarray(-pairBytes))[0]
    walkedSoFar += rows
    if (numbers.length <= maxSortedInMemory && walkedSoFar * cost.step > sorting(numbers))
      return sorted(search, numbers, page)
  }
  return found.slice(0, page.wanted)
}

const entriesSql = (key: string, after: Pair | undefined, next: number) =>
  `SELECT ${key} AS k, n FROM place WHERE list = $1::bigint
   ${after ? `AND (${key}, n) < ($${next}::bigint, $${next + 1}::bigint)` : ''} ORDER BY ${key} DESC, n DESC`

async function steps(search: Search, after: Pair | undefined, rows: number): Promise<Buffer> {
  const key = keyColumn(search.query.sort)
  const text = `SELECT ${pairsText} AS pairs FROM (${entriesSql(key, after, 3)} LIMIT $2) walked`
  const values = [listKey(search.plan.walked.name), rows, ...(after ? [after.sortKey, after.creationNo] : [])]
  const name = `steps ${key}${after ? 'a' : ''}`
  const [row] = await search.source.run<{ pairs: Buffer | null }>({ name, text, values })
  return row!.pairs ?? Buffer.alloc(0)
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
