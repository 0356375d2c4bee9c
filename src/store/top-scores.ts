// The best-ranked of all scores of a player. Ranks are not stored: a rank changes with the scores of others.

import type { ScoreRecord } from '../records/records.ts'
import type { TopScore } from './store.ts'

/** Ranks are counted up to this; a worse rank is not a top score. */
export const topRank = 100
/** Scores whose ranks are looked up in one statement. */
const chunkLength = 500
/**
 * A player has one score in each game, so this is far above real numbers. It bounds the work for a player who has more:
 * only the newest of these scores are then considered.
 */
const maxScores = 20_000

/** `better` counts the scores of the same creation that are higher, up to `maxBetter`. */
export type ScoreRow = { creationNo: number; record: string; better: number }

/** A chunk of the scores of a player in public creations, the newest first, then by handle and slug. */
export type ScoreChunk = { after: ScoreRecord | null; limit: number; maxBetter: number }

type RankedScore = { creationNo: number; record: ScoreRecord; rank: number }

/** Best rank first; of equal ranks the newest first. `read` gives fewer than the limit when there are no more. */
export async function bestRanked(
  read: (chunk: ScoreChunk) => Promise<ScoreRow[]>,
  limit: number,
): Promise<RankedScore[]> {
  let best: RankedScore[] = []
  let after: ScoreRecord | null = null
  for (let seen = 0; seen < maxScores; seen += chunkLength) {
    // Later scores are older, so they must rank better than the last; counting further is unnecessary.
    const worstRank: number = best.length < limit ? topRank : best.at(-1)!.rank - 1
    if (worstRank === 0) break
    const rows: ScoreRow[] = await read({ after, limit: chunkLength, maxBetter: worstRank })
    const ranked = rows
      .filter(({ better }) => better < worstRank)
      .map(({ creationNo, record, better }) => ({ creationNo, record: parsed(record), rank: better + 1 }))
    best = [...best, ...ranked].sort((a, b) => a.rank - b.rank).slice(0, limit)
    if (rows.length < chunkLength) break
    after = parsed(rows.at(-1)!.record)
  }
  return best
}

/** Scores without a title are left out: their creation was deleted meanwhile. */
export const titled = (best: readonly RankedScore[], titleOf: (score: RankedScore) => string | undefined): TopScore[] =>
  best.flatMap(found => {
    const title = titleOf(found)
    const { handle, slug, score, unit, achievedAt } = found.record
    return title === undefined ? [] : [{ handle, slug, title, score, unit, rank: found.rank, achievedAt }]
  })

const parsed = (record: string) => JSON.parse(record) as ScoreRecord
