// Deletes records and what depends on them: a creator's creations, follows and scores, an app's scores.
import type { DeleteRecord, FollowRecord } from '../../../records/records.ts'
import type { ChangeSet, ImportedDeletion } from '../../change-set.ts'
import type { ImportCounts } from '../../store.ts'
import { columns, type WriteConnection } from './write-connection.ts'

type App = { handle: string; slug: string }
type Pair = Omit<FollowRecord, 'type'>
type Score = App & { player: string }
type DeleteOf<K extends DeleteRecord['of']> = Extract<DeleteRecord, { of: K }>

/** All of one kind. */
export async function removeRecords(
  connection: WriteConnection,
  run: ImportedDeletion[],
  changes: ChangeSet,
  counts: ImportCounts,
) {
  const records = run.map(({ record }) => record)
  const removed = await remove(connection, records, changes)
  counts.deleted += removed
  counts.unchanged += records.length - removed
}

function remove(connection: WriteConnection, records: DeleteRecord[], changes: ChangeSet): Promise<number> {
  switch (records[0]!.of) {
    case 'category':
      changes.haveLabelsChanged = true
      return dropped(connection, 'DELETE FROM category WHERE slug = ANY($1) RETURNING 1', [
        (records as DeleteOf<'category'>[]).map(({ slug }) => slug),
      ])
    case 'tag':
      return removeTags(connection, records as DeleteOf<'tag'>[], changes)
    case 'creator':
      return removeCreators(connection, records as DeleteOf<'creator'>[], changes)
    case 'creation':
      return removeApps(connection, records as DeleteOf<'creation'>[], changes)
    case 'follow':
      return removeFollows(connection, records as DeleteOf<'follow'>[], changes).then(pairs => pairs.length)
    case 'score':
      return removeScores(connection, records as DeleteOf<'score'>[]).then(scores => scores.length)
  }
}

const dropped = async ({ run }: WriteConnection, text: string, values: unknown[]): Promise<number> =>
  (await run({ text, values })).length

async function removeTags(
  connection: WriteConnection,
  records: DeleteOf<'tag'>[],
  changes: ChangeSet,
): Promise<number> {
  const keys = records.map(({ key }) => key)
  for (const key of keys) changes.tags.add(key)
  changes.haveLabelsChanged = true
  await dropped(connection, 'DELETE FROM tag_word WHERE tag = ANY($1)', [keys])
  return dropped(connection, 'DELETE FROM tag WHERE key = ANY($1) RETURNING 1', [keys])
}

async function removeCreators(
  connection: WriteConnection,
  records: DeleteOf<'creator'>[],
  changes: ChangeSet,
): Promise<number> {
  const { run } = connection
  const requested = [...new Set(records.map(({ handle }) => handle))]
  const text = 'DELETE FROM creator WHERE handle = ANY($1) RETURNING handle'
  const handles = (await run<{ handle: string }>({ text, values: [requested] })).map(({ handle }) => handle)
  const select = 'SELECT handle, slug FROM creation WHERE handle = ANY($1)'
  await removeApps(connection, await run<App>({ text: select, values: [handles] }), changes)
  const drop = 'DELETE FROM follow WHERE follower = ANY($1) OR following = ANY($1) RETURNING follower, following'
  forgetFollows(await run<Pair>({ text: drop, values: [handles] }), changes)
  await run({ text: 'DELETE FROM score WHERE player = ANY($1)', values: [handles] })
  const forget = `DELETE FROM renamed WHERE kind = 'creator' AND to_name = ANY($1) OR kind = 'creation' AND handle = ANY($1)`
  await run({ text: forget, values: [handles] })
  for (const handle of handles) {
    // A creator who is created again under this handle has no followers.
    changes.followCountChanges.delete(handle)
    changes.creators.add(handle)
  }
  return handles.length
}

async function removeApps(connection: WriteConnection, apps: readonly App[], changes: ChangeSet): Promise<number> {
  const removed = await removeCreations(connection, apps, changes)
  const text = `DELETE FROM score USING unnest($1::text[], $2::text[]) input(handle, slug)
    WHERE score.handle = input.handle AND score.slug = input.slug`
  await connection.run({ text, values: columns(removed, ['handle', 'slug']) })
  return removed.length
}

/** Without their scores. */
export async function removeCreations(
  { run }: WriteConnection,
  apps: readonly App[],
  changes: ChangeSet,
): Promise<App[]> {
  const text = `DELETE FROM creation USING unnest($1::text[], $2::text[]) input(handle, slug)
    WHERE creation.handle = input.handle AND creation.slug = input.slug RETURNING n, creation.handle, creation.slug`
  const rows = await run<App & { n: number }>({ text, values: columns(apps, ['handle', 'slug']) })
  const forget = `DELETE FROM renamed USING unnest($1::text[], $2::text[]) input(handle, slug)
    WHERE kind = 'creation' AND renamed.handle = input.handle AND to_name = input.slug`
  if (rows.length > 0) await run({ text: forget, values: columns(rows, ['handle', 'slug']) })
  for (const { n, handle, slug } of rows) {
    changes.creations.set(n, 0)
    changes.deletedNames.add(`${handle}/${slug}`)
  }
  return rows
}

export async function removeFollows(
  { run }: WriteConnection,
  pairs: readonly Pair[],
  changes: ChangeSet,
): Promise<Pair[]> {
  const text = `DELETE FROM follow USING unnest($1::text[], $2::text[]) input(follower, following)
    WHERE follow.follower = input.follower AND follow.following = input.following
    RETURNING follow.follower, follow.following`
  const removed = await run<Pair>({ text, values: columns(pairs, ['follower', 'following']) })
  forgetFollows(removed, changes)
  return removed
}

function forgetFollows(pairs: readonly Pair[], changes: ChangeSet): void {
  for (const { follower, following } of pairs) changes.changeFollowCounts(follower, following, -1)
}

export async function removeScores({ run }: WriteConnection, scores: readonly Score[]): Promise<Score[]> {
  const text = `DELETE FROM score USING unnest($1::text[], $2::text[], $3::text[]) input(handle, slug, player)
    WHERE score.handle = input.handle AND score.slug = input.slug AND score.player = input.player
    RETURNING score.handle, score.slug, score.player`
  return run({ text, values: columns(scores, ['handle', 'slug', 'player']) })
}
