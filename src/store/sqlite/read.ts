// Everything but the feed: creators, follows, scores, one app, labels with counts. All bounded, all by index.
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { CreatorRecord, ScoreRecord } from '../../records/records.ts'
import { detailText, localeOf } from '../card.ts'
import { readFollows } from '../reads/follows.ts'
import { currentName, currentNameSql } from '../renaming/old-names.ts'
import {
  type CreatorColumns,
  creatorColumns,
  creatorRow,
  type LeaderboardRow,
  leaderboardLength,
  leaderboardOf,
} from '../rows.ts'
import type { AppRow, ListedCreation, Locales, Store, TopScore } from '../store.ts'
import { bestRanked, type ScoreChunk, type ScoreRow, titled } from '../top-scores.ts'
import { type Cards, encodeCards } from './cards.ts'
import { statementRunner } from './creators.ts'
import { labelReads } from './lists/label-counts.ts'
import type { LabelCache } from './lists/labels.ts'

type Sync<F> = F extends (...args: infer A) => Promise<infer R> ? (...args: A) => R : never
type Reader = {
  [K in
    | 'popularTags'
    | 'categories'
    | 'counts'
    | 'creator'
    | 'followers'
    | 'following'
    | 'app'
    | 'currentName'
    | 'listCreations'
    | 'listCreators']: Sync<Store[K]>
} & {
  scores: (player: string, chunk: ScoreChunk) => ScoreRow[]
  title: (creationNo: number, locales: Locales) => string | undefined
}

/** Yields between chunks, so each chunk sees the data of its own time. */
export async function topScores(
  { handle, locales, limit }: Parameters<Store['topScores']>[0],
  inSnapshot: <T>(read: (reads: Reader) => T) => T,
): Promise<TopScore[]> {
  const read = async (chunk: ScoreChunk) => {
    if (chunk.after !== null) await yieldToEventLoop()
    return inSnapshot(({ scores }) => scores(handle, chunk))
  }
  const best = await bestRanked(read, limit)
  return inSnapshot(({ title }) => titled(best, ({ creationNo }) => title(creationNo, locales)))
}

export function reader(db: DatabaseSync, cards: Cards, labels: LabelCache): Reader {
  return { ...labelReads(db, labels), ...creatorReads(db), ...scoreReads(db, cards), ...listings(db) }
}

function creatorReads(db: DatabaseSync): Pick<Reader, 'creator' | 'followers' | 'following' | 'currentName'> {
  const nameOf = db.prepare(currentNameSql.replaceAll('$', '?'))
  const byHandle = db.prepare(`SELECT ${creatorColumns} FROM creator WHERE handle = ?`)
  const creator = (handle: string) => {
    const row = byHandle.get(handle) as CreatorColumns | undefined
    return row ? creatorRow(row) : null
  }
  const run = statementRunner(db)
  const follows =
    (side: 'followers' | 'following'): Reader['followers'] =>
    query => {
      const owner = creator(query.handle)
      return owner && run(readFollows(side, query, owner))
    }
  const current: Reader['currentName'] = name =>
    currentName(name, nameOf.get(name.handle, name.slug ?? '') as { handle: string; slug: string })
  return {
    creator,
    followers: follows('followers'),
    following: follows('following'),
    currentName: current,
  }
}

function scoreReads(db: DatabaseSync, cards: Cards): Pick<Reader, 'scores' | 'title' | 'app'> {
  // Most creations have no scores: to find that out here takes half the time of an empty leaderboard.
  const byName = db.prepare(
    `SELECT n, creation.record, creator.record, EXISTS (SELECT 1 FROM score WHERE (handle, slug) = (?1, ?2))
     FROM creation JOIN creator USING (handle) WHERE (handle, slug) = (?1, ?2)`,
  )
  byName.setReturnArrays(true)
  // To parse the records here takes a fifth less time than `->>`.
  const board = db.prepare(
    `SELECT score.record, creator.record
     FROM score LEFT JOIN creator ON creator.handle = player
     WHERE score.handle = ? AND slug = ? ORDER BY score DESC, achieved_at, player LIMIT +?`,
  )
  board.setReturnArrays(true)
  const leaderboard = (handle: string, slug: string) => {
    const rows = board.all(handle, slug, leaderboardLength) as unknown as [score: string, player: string | null][]
    return leaderboardOf(rows.map(boardRow))
  }
  // CROSS JOIN fixes the join order: the scores of the player, in index order.
  const byPlayer = db.prepare(
    `SELECT n AS creationNo, score.handle, score.slug, score.score, score.record
     FROM score CROSS JOIN creation USING (handle, slug) CROSS JOIN shown USING (n)
     WHERE player = $player AND achieved_at <= $at
       AND (achieved_at < $at OR (score.handle, score.slug) > ($handle, $slug))
     ORDER BY achieved_at DESC, score.handle, score.slug LIMIT +$limit`,
  )
  const better = db.prepare(
    'SELECT count(*) AS count FROM (SELECT 1 FROM score WHERE handle = ? AND slug = ? AND score > ? LIMIT +?)',
  )

  return {
    scores: (player, { after, limit, maxBetter }) => {
      const at = after === null ? Number.MAX_SAFE_INTEGER : Date.parse(after.achievedAt)
      const rows = byPlayer.all({ player, at, handle: after?.handle ?? '', slug: after?.slug ?? '', limit })
      return (rows as (Omit<ScoreRow, 'better'> & { handle: string; slug: string; score: number })[]).map(row => {
        const { count } = better.get(row.handle, row.slug, row.score, maxBetter) as { count: number }
        return { creationNo: row.creationNo, record: row.record, better: count }
      })
    },
    title: (creationNo, locales) => {
      const card = cards.read(creationNo, locales)
      return card && (JSON.parse(card) as { title: string }).title
    },
    app: ({ handle, slug, locales }): AppRow | null => {
      const row = byName.get(handle, slug) as unknown as AppColumns | undefined
      const card = row && cards.page([row[0]], locales)[0]
      if (row === undefined || card === undefined) return null
      const [, record, creator, hasScores] = row
      const locale = localeOf(card.text)
      return {
        card: card.text,
        digest: encodeCards([card]).digest,
        detail: cards.finish(detailText(record, locale), locales),
        locale,
        creator: JSON.parse(creator) as CreatorRecord,
        leaderboard: hasScores === 1 ? leaderboard(handle, slug) : [],
      }
    },
  }
}

type AppColumns = [n: number, record: string, creator: string, hasScores: number]

function boardRow([score, player]: [score: string, player: string | null]): LeaderboardRow {
  const displayName = player && (JSON.parse(player) as CreatorRecord).displayName
  return { ...(JSON.parse(score) as ScoreRecord), displayName }
}

/** All public data, a chunk at a time, in index order. */
function listings(db: DatabaseSync): Pick<Reader, 'listCreations' | 'listCreators'> {
  const creations = db.prepare(
    `SELECT n AS creationNo, handle, slug, record ->> 'updatedAt' AS updatedAt FROM shown JOIN creation USING (n)
     WHERE n >= ? AND n < ? ORDER BY n LIMIT +?`,
  )
  const creators = db.prepare('SELECT handle FROM creator WHERE handle > ? ORDER BY handle LIMIT +? OFFSET +?')
  return {
    listCreations: ({ from, to, limit }) => creations.all(from, to, limit) as ListedCreation[],
    listCreators: ({ after, skip, limit }) =>
      (creators.all(after, limit, skip) as { handle: string }[]).map(({ handle }) => handle),
  }
}
