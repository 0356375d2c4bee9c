// Everything but the feed: creators, follows, scores, one app, labels with counts. All bounded, all by index.

import type { CreatorRecord } from '../../records/records.ts'
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
import type { LeaderboardEntry, Store } from '../store.ts'
import { bestRanked, type ScoreChunk, type ScoreRow, titled } from '../top-scores.ts'
import { type Cards, cardText } from './cards.ts'
import type { Run } from './connections.ts'
import { runStatements } from './creators.ts'
import { labelReads } from './lists/label-counts.ts'
import type { LabelCache } from './lists/labels.ts'

export type Reader = Pick<
  Store,
  | 'popularTags'
  | 'categories'
  | 'counts'
  | 'creator'
  | 'topScores'
  | 'followers'
  | 'following'
  | 'app'
  | 'currentName'
  | 'listCreations'
  | 'listCreators'
>

export function reader(run: Run, cards: Cards, labels: LabelCache): Reader {
  return { ...labelReads(run, labels), ...creatorReads(run), ...scoreReads(run, cards), ...listings(run) }
}

function creatorReads(run: Run): Pick<Reader, 'creator' | 'followers' | 'following' | 'currentName'> {
  const creator: Reader['creator'] = async handle => {
    const text = `SELECT ${creatorColumns} FROM creator WHERE handle = $1`
    const [row] = await run<CreatorColumns>({ name: 'creator', text, values: [handle] })
    return row ? creatorRow(row) : null
  }
  const follows =
    (side: 'followers' | 'following'): Reader['followers'] =>
    async query => {
      const owner = await creator(query.handle)
      return owner && runStatements(run, readFollows(side, query, owner))
    }
  const current: Reader['currentName'] = async name => {
    const values = [name.handle, name.slug ?? '']
    const rows = await run<{ handle: string; slug: string }>({ name: 'current name', text: currentNameSql, values })
    return currentName(name, rows[0]!)
  }
  return {
    creator,
    followers: follows('followers'),
    following: follows('following'),
    currentName: current,
  }
}

function scoreReads(run: Run, cards: Cards): Pick<Reader, 'topScores' | 'app'> {
  return {
    topScores: async ({ handle, locales, limit }) => {
      const best = await bestRanked(chunk => scoresOf(run, handle, chunk), limit)
      const found = await cards.find(
        best.map(({ creationNo }) => creationNo),
        locales,
      )
      const titles = new Map(found.map(titleIn))
      return titled(best, ({ record: { handle, slug } }) => titles.get(`${handle}/${slug}`))
    },
    app: async ({ handle, slug, locales }) => {
      const choice = cardText(locales, 3)
      const text = `SELECT creation.record, ${choice.text} AS text, creator.record AS creator FROM creation
        JOIN card ON card.n = creation.n JOIN creator ON creator.handle = creation.handle
        WHERE creation.handle = $1 AND creation.slug = $2`
      const values = [handle, slug, ...choice.values]
      const [[row], scores] = await Promise.all([
        run<AppColumns>({ name: `app${choice.name}`, text, values }),
        leaderboard(run, handle, slug),
      ])
      if (!row) return null
      const locale = localeOf(row.text)
      const texts = [row.text, detailText(row.record, locale)]
      const [card = '', detail = ''] = await cards.finish(texts, locales)
      return {
        card,
        digest: card,
        detail,
        locale,
        creator: JSON.parse(row.creator) as CreatorRecord,
        leaderboard: scores,
      }
    },
  }
}

type AppColumns = { record: string; text: string; creator: string }

function titleIn(card: string): [path: string, title: string] {
  const { handle, slug, title } = JSON.parse(card) as { handle: string; slug: string; title: string }
  return [`${handle}/${slug}`, title]
}

function scoresOf(run: Run, player: string, { after, limit, maxBetter }: ScoreChunk): Promise<ScoreRow[]> {
  // The index is read by the first condition; the second skips rows with the same time.
  const from = after ? 'AND achieved_at <= $4 AND (achieved_at < $4 OR (score.handle, score.slug) > ($5, $6))' : ''
  const text = `SELECT own.n AS "creationNo", own.record, better.count AS better FROM (
      SELECT creation.n, score.handle, score.slug, score.score, score.record
      FROM score JOIN creation ON creation.handle = score.handle AND creation.slug = score.slug
      JOIN card ON card.n = creation.n
      WHERE player = $1 ${from} ORDER BY achieved_at DESC, score.handle, score.slug LIMIT $2
    ) own, LATERAL (SELECT count(*) FROM (
      SELECT 1 FROM score WHERE handle = own.handle AND slug = own.slug AND score > own.score LIMIT $3
    ) counted) better`
  const start = after ? [Date.parse(after.achievedAt), after.handle, after.slug] : []
  return run({ name: `scores${after ? ' after' : ''}`, text, values: [player, limit, maxBetter, ...start] })
}

async function leaderboard(run: Run, handle: string, slug: string): Promise<LeaderboardEntry[]> {
  const text = `SELECT player, score, score.record::json ->> 'unit' AS unit,
      creator.record::json ->> 'displayName' AS "displayName"
    FROM score LEFT JOIN creator ON creator.handle = player
    WHERE score.handle = $1 AND slug = $2 ORDER BY score DESC, achieved_at, player LIMIT $3`
  const values = [handle, slug, leaderboardLength]
  const rows = await run<LeaderboardRow>({ name: 'leaderboard', text, values })
  return leaderboardOf(rows)
}

/** All public data, a chunk at a time, in index order. */
function listings(run: Run): Pick<Reader, 'listCreations' | 'listCreators'> {
  return {
    listCreations: ({ from, to, limit }) => {
      const text = `SELECT n AS "creationNo", creation.handle, slug, record::json ->> 'updatedAt' AS "updatedAt"
        FROM shown JOIN creation USING (n) WHERE n >= $1 AND n < $2 ORDER BY n LIMIT $3`
      return run({ name: 'list creations', text, values: [from, to, limit] })
    },
    listCreators: async ({ after, skip, limit }) => {
      const text = 'SELECT handle FROM creator WHERE handle > $1 ORDER BY handle LIMIT $2 OFFSET $3'
      const rows = await run<{ handle: string }>({ name: 'list creators', text, values: [after, limit, skip] })
      return rows.map(({ handle }) => handle)
    },
  }
}
