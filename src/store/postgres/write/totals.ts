// Stored totals: those of creators, and the follower weights of both ends of a follow.

import type { ChangeSet } from '../../change-set.ts'
import type { Run } from '../connections.ts'
import { columns, pieces, type WriteConnection } from './write-connection.ts'

/** Sums stop at the largest whole number that JSON can carry. */
export async function updateCreatorTotals(run: Run, handles: ReadonlySet<string>, shown: string): Promise<void> {
  const sum = (column: string) => `least(coalesce(sum(${column}), 0), ${Number.MAX_SAFE_INTEGER})::bigint`
  const text = `UPDATE creator SET apps = t.apps, views = t.views, plays = t.plays, likes = t.likes, remixes = t.remixes
    FROM (SELECT input.handle, count(shown.n) AS apps, ${sum('shown.views')} AS views, ${sum('k2')} AS plays,
      ${sum('k4')} AS likes, ${sum('k3')} AS remixes
      FROM unnest($1::text[]) input(handle) LEFT JOIN ${shown} shown ON shown.handle = input.handle GROUP BY input.handle) t
    WHERE creator.handle = t.handle AND (creator.apps, creator.views, creator.plays, creator.likes, creator.remixes)
      IS DISTINCT FROM (t.apps, t.views, t.plays, t.likes, t.remixes)`
  for (const piece of pieces([...handles])) await run({ text, values: [piece] })
}

/**
 * Previews show well-followed creators first. Ordering by the order of magnitude (doublings) of the follower count
 * rather than the count itself means that a new follower seldom moves anyone: the cost of a follow stays constant.
 */
const weightOf = (followers: string) => `length(ltrim((${followers})::bit(64)::text, '0'))`

export async function updateFollows(
  { run }: WriteConnection,
  { followCountChanges, newFollows, hadNoFollows }: ChangeSet,
): Promise<void> {
  const text = `UPDATE creator SET followers = creator.followers + by.followers, following = creator.following + by.following,
    weight = ${weightOf('creator.followers + by.followers')}
    FROM unnest($1::text[], $2::bigint[], $3::bigint[]) by(handle, followers, following)
    JOIN creator old ON old.handle = by.handle
    WHERE creator.handle = by.handle RETURNING creator.handle, creator.weight, old.weight AS before`
  for (const piece of pieces([...followCountChanges])) {
    const by = [piece.map(([, { followers }]) => followers), piece.map(([, { following }]) => following)]
    const values = [piece.map(([handle]) => handle), ...by]
    const moved = await run<Weighed & { before: number }>({ text, values })
    if (!hadNoFollows) await reweigh(run, moved.filter(({ weight, before }) => weight !== before)) // biome-ignore format: one line reads better
  }
  await weighNew(run, [...newFollows.values()])
}

type Weighed = { handle: string; weight: number }

async function reweigh(run: Run, changed: readonly Weighed[]): Promise<void> {
  if (changed.length === 0) return
  const values = columns(changed, ['handle', 'weight'])
  for (const end of ['follower', 'following']) {
    const text = `UPDATE follow SET ${end}_weight = by.weight FROM unnest($1::text[], $2::integer[]) by(handle, weight)
      WHERE follow.${end} = by.handle AND ${end}_weight <> by.weight`
    await run({ text, values })
  }
}

async function weighNew(run: Run, follows: readonly { follower: string; following: string }[]): Promise<void> {
  const text = `UPDATE follow SET follower_weight = a.weight, following_weight = b.weight
    FROM unnest($1::text[], $2::text[]) input(follower, following), creator a, creator b
    WHERE follow.follower = input.follower AND follow.following = input.following
      AND a.handle = follow.follower AND b.handle = follow.following
      AND (follower_weight, following_weight) IS DISTINCT FROM (a.weight, b.weight)`
  for (const piece of pieces(follows)) {
    await run({ text, values: columns(piece, ['follower', 'following']) })
  }
}

/** Whole tables, so the planner may join them as it likes. */
export async function recountFollows(run: Run): Promise<void> {
  await run({ text: 'SET LOCAL enable_seqscan = on; SET LOCAL enable_hashjoin = on; SET LOCAL enable_mergejoin = on' })
  const counted = (end: string) => `(SELECT ${end} AS handle, count(*) AS count FROM follow GROUP BY 1)`
  await run({
    text: `UPDATE creator SET followers = t.followers, following = t.following, weight = ${weightOf('t.followers')}
      FROM (SELECT handle, coalesce(a.count, 0) AS followers, coalesce(b.count, 0) AS following FROM creator
        LEFT JOIN ${counted('following')} a USING (handle) LEFT JOIN ${counted('follower')} b USING (handle)) t
      WHERE creator.handle = t.handle AND (creator.followers, creator.following, creator.weight)
        IS DISTINCT FROM (t.followers, t.following, ${weightOf('t.followers')})`,
  })
  await run({
    text: `UPDATE follow SET follower_weight = a.weight, following_weight = b.weight FROM creator a, creator b
      WHERE a.handle = follow.follower AND b.handle = follow.following
        AND (follower_weight, following_weight) IS DISTINCT FROM (a.weight, b.weight)`,
  })
}
