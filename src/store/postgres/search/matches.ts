// Finds and counts the creations that match: by intersecting posting lists, or by probing the creations of a rare word.
import type { Total } from '../../store.ts'
import type { Parts } from '../lists/list-cache.ts'
import { joined, partCount } from '../lists/postings.ts'
import type { Match } from './plan.ts'
import { allParts, inAll, readLists, type Source } from './sets.ts'

/** Up to this many matches are sorted in one statement; with more, a walk finds enough of them soon. */
export const maxSortedInMemory = 2000
/** Lists with at most this total length are read in one step. */
const readAtOnce = 40_000
/**
 * Longer lists are read in steps of this many entries, to bound memory and the time between turns of the event loop.
 */
const maxEntriesPerRead = 400_000

/**
 * Measured costs in microseconds: an entry of a list, a step of a walk, also of one that is kept for other searches, a creation
 * probed, each list in that probe, and a statement.
 */
export const cost = { entry: 0.06, step: 0.5, cachedStep: 0.25, probe: 7, part: 0.05, statement: 300 }

/** `numbers` are all matches, if all had to be read; `estimate` is then exact. */
export type Counted = { total: Total; numbers: Uint32Array | null; estimate: number }

const capped = (count: number, cap: number): Total =>
  count > cap ? { total: cap, totalIsExact: false } : { total: count, totalIsExact: true }

export async function countUpTo(source: Source, match: Match, cap: number, known?: Total): Promise<Counted> {
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
  const toRead = match.groups.filter(group => group !== rarest && !source.read?.has(group))
  const others = toRead.reduce((sum, { effort }) => sum + effort, 0)
  const share = (parts.to - parts.from) / partCount
  const looking = cost.statement + rarest.entries * share * probeCost(match)
  if (rarest.entries * share > maxSortedInMemory || looking > others * share * cost.entry) {
    return inAll(await readLists(source, match.groups, parts))
  }
  const candidates = await inAll(await readLists(source, [rarest], parts))
  if (candidates.length === 0 || match.groups.length === 1) return candidates
  const text = `SELECT n FROM shown WHERE n = ANY($1::bigint[]) AND words @@ $2::tsquery`
  const rows = await source.run<{ n: number }>({ name: 'matching', text, values: [[...candidates], match.query] })
  return Uint32Array.from(rows, ({ n }) => n).sort()
}

export const probeCost = ({ parts }: { parts: number }) => cost.probe + parts * cost.part

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

export async function numbersOf(source: Source, match: Match): Promise<Uint32Array> {
  const found: Uint32Array[] = []
  const size = Math.ceil(partCount / Math.ceil(match.entries / maxEntriesPerRead))
  for (let from = 0; from < partCount; from += size) {
    const parts = { from, to: Math.min(partCount, from + size) }
    found.push(await matching(source, match, parts))
  }
  return joined(found)
}
