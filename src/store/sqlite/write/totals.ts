// Stored totals: those of creators, and the follower weights of both ends of a follow.
import type { DatabaseSync } from 'node:sqlite'
import { memoize } from '../../../util/memoize.ts'
import type { ChangeSet } from '../../change-set.ts'

type Totals = { apps: number; views: number; plays: number; likes: number; remixes: number }

export function updateCreatorTotals(db: DatabaseSync, handles: ReadonlySet<string>): void {
  const sums = db.prepare(
    `SELECT count(*) AS apps, total(views) AS views, total(k2) AS plays, total(k4) AS likes, total(k3) AS remixes
     FROM creation JOIN shown USING (n) WHERE handle = ?`,
  )
  const set = db.prepare('UPDATE creator SET apps = ?, views = ?, plays = ?, likes = ?, remixes = ? WHERE handle = ?')
  for (const handle of handles) {
    const { apps, views, plays, likes, remixes } = sums.get(handle) as Totals
    set.run(apps, capped(views), capped(plays), capped(likes), capped(remixes), handle)
  }
}

/** Sums stop at the largest whole number that JSON can carry. */
const capped = (sum: number): number => Math.min(sum, Number.MAX_SAFE_INTEGER)

/**
 * Previews show well-followed creators first. Ordering by the order of magnitude (doublings) of the follower count
 * rather than the count itself means that a new follower seldom moves anyone: the cost of a follow stays constant.
 */
const weightOf = (followers: number): number => (followers <= 0 ? 0 : Math.floor(Math.log2(followers)) + 1)

export function updateFollows(db: DatabaseSync, { followCountChanges, newFollows, hadNoFollows }: ChangeSet): void {
  const move = db.prepare(
    'UPDATE creator SET followers = followers + ?, following = following + ? WHERE handle = ? RETURNING followers',
  )
  const weighFollower = db.prepare('UPDATE follow SET follower_weight = ? WHERE follower = ?')
  const weighFollowing = db.prepare('UPDATE follow SET following_weight = ? WHERE following = ?')
  for (const [handle, { followers, following }] of followCountChanges) {
    const row = move.get(followers, following, handle) as { followers: number } | undefined
    const weight = weightOf(row?.followers ?? 0)
    if (hadNoFollows || !row || weight === weightOf(row.followers - followers)) continue
    weighFollower.run(weight, handle)
    weighFollowing.run(weight, handle)
  }
  if (hadNoFollows) {
    weighAllFollows(db)
    return
  }
  const weight = weights(db)
  const weighPair = db.prepare(
    `UPDATE follow SET follower_weight = ?1, following_weight = ?2
     WHERE follower = ?3 AND following = ?4 AND (follower_weight, following_weight) <> (?1, ?2)`,
  )
  for (const { follower, following } of newFollows.values()) {
    weighPair.run(weight(follower), weight(following), follower, following)
  }
}

/** Looked up once for each creator. */
function weights(db: DatabaseSync): (handle: string) => number {
  const count = db.prepare('SELECT followers FROM creator WHERE handle = ?')
  return memoize(handle => weightOf((count.get(handle) as { followers: number } | undefined)?.followers ?? 0))
}

/** One statement over the whole table takes a fraction of the time of one for each follow. */
function weighAllFollows(db: DatabaseSync): void {
  const weight = weights(db)
  db.function('weight_of', { deterministic: true }, handle => weight(handle as string))
  db.exec('UPDATE follow SET follower_weight = weight_of(follower), following_weight = weight_of(following)')
}

export function recountFollows(db: DatabaseSync): void {
  db.exec(`UPDATE creator SET
    followers = (SELECT count(*) FROM follow WHERE follow.following = creator.handle),
    following = (SELECT count(*) FROM follow WHERE follow.follower = creator.handle)`)
  weighAllFollows(db)
}
