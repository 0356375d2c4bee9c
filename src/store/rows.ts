// Rows of both databases as the store's results.
import type { CreatorRecord } from '../records/records.ts'
import type { CreatorRow, LeaderboardEntry } from './store.ts'

export type CreatorColumns = CreatorRow['totals'] & { record: string }
export const creatorColumns =
  'creator.record, apps, followers, creator.following, creator.views, creator.plays, creator.likes, creator.remixes'

export function creatorRow({ record, ...columns }: CreatorColumns): CreatorRow {
  const { apps, followers, following, views, plays, likes, remixes } = columns
  const totals = { apps, followers, following, views, plays, likes, remixes }
  return { record: JSON.parse(record) as CreatorRecord, totals }
}

export const leaderboardLength = 10

/** `displayName` is that of the player, who need not be a creator. */
export type LeaderboardRow = Pick<LeaderboardEntry, 'score' | 'unit'> & { player: string; displayName: string | null }

/** From the best scores of an app in order. Equal scores have equal ranks. */
export function leaderboardOf(rows: readonly LeaderboardRow[]): LeaderboardEntry[] {
  let rank = 0
  let last = Number.NaN
  return rows.map(({ player, score, unit, displayName }, index) => {
    if (score !== last) rank = index + 1
    last = score
    return { rank, handle: player, displayName: displayName ?? player, score, unit }
  })
}
