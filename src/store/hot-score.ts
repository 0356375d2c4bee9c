// Sort keys. Each is a whole number made from the record alone, so no job has to re-rank and two stores agree.
import type { CreationRecord, Stats } from '../records/records.ts'
import { type Sort, sorts } from './store.ts'

const activityWeights: Record<keyof Stats, number> = { views: 0.05, plays: 1, likes: 4, remixes: 12 }

/** Ten times the activity is worth three days of age. */
const tenfoldMs = 3 * 24 * 3600 * 1000

export function hotScore(stats: Stats, publishedAt: string): number {
  let activity = 1
  for (const name of ['views', 'plays', 'likes', 'remixes'] as const) activity += stats[name] * activityWeights[name]
  return Math.round(Date.parse(publishedAt) + Math.log10(activity) * tenfoldMs)
}

const keyOf: Record<Sort, (record: CreationRecord) => number> = {
  trending: record => hotScore(record.stats, record.publishedAt),
  recent: record => Date.parse(record.publishedAt),
  popular: record => record.stats.plays,
  remixed: record => record.stats.remixes,
  liked: record => record.stats.likes,
}

/** One key for each sort, in the order of `sorts`; dates before 1970 count as 1970. */
export function sortKeys(record: CreationRecord): number[] {
  return sorts.map(sort => Math.max(0, keyOf[sort](record)))
}
