// Rows of both databases as the store's results.
import type { CreatorRecord, ScoreRecord } from '../records/records.ts'
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

/** `person` is the record of the creator who has the score, if there is one. */
export type BoardRow = { record: string; person: string | null }

/** From the best scores of an app in order. Equal scores have equal ranks. */
export function leaderboardOf(rows: readonly BoardRow[]): LeaderboardEntry[] {
  let rank = 0
  let last = Number.NaN
  return rows.map(({ record, person }, index) => {
    const { player, score, unit } = JSON.parse(record) as ScoreRecord
    if (score !== last) rank = index + 1
    last = score
    const displayName = person ? (JSON.parse(person) as CreatorRecord).displayName : player
    return { rank, handle: player, displayName, score, unit }
  })
}
