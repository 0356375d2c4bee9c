// Finds and counts matches in order.
import { type FeedQuery, type Position, sorts } from '../../store.ts'
import { firstPosition } from '../lists/postings.ts'
import type { Start, Walker } from '../lists/walk.ts'
import { allMatches, type Found, type TierSource } from './tiers.ts'

/** Within a tier, relevance sorts by trending. */
export const sortIndex = (sort: FeedQuery['sort']): number => (sort === 'relevance' ? 0 : sorts.indexOf(sort))

/** Positions after one of them; `next` is null at the end. */
export function collect(
  walks: readonly ((start: Start) => Walker)[],
  after: Position | undefined,
  limit: number,
): { found: Position[]; next: Position | null } {
  const found: Position[] = []
  for (let tier = after?.tier ?? 0; tier < walks.length; tier++) {
    const from = tier === after?.tier ? after : undefined
    const walker = walks[tier]!(from ?? firstPosition)
    if (from && !walker.ended && walker.sortKey === from.sortKey && walker.creationNo === from.creationNo) walker.next()
    for (; !walker.ended; walker.next()) {
      if (found.length === limit) return { found, next: found.at(-1) ?? after ?? null }
      found.push({ tier, score: 0, sortKey: walker.sortKey, creationNo: walker.creationNo })
    }
  }
  return { found, next: null }
}

/** In the requested order, so that they need not be found again; one more than the limit if there are more. */
export function findMatches(source: TierSource, sort: FeedQuery['sort'], limit: number): Found {
  const rest = allMatches(source, sortIndex(sort))(firstPosition)
  const pairs: Start[] = []
  for (; !rest.ended; rest.next()) {
    pairs.push({ sortKey: rest.sortKey, creationNo: rest.creationNo })
    if (pairs.length > limit) break
  }
  return { pairs, rest }
}
