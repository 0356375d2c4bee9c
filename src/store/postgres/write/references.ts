// Records may come in any order, so references are checked at the end.

import type { ChangeSet } from '../../change-set.ts'
import type { Rejection } from '../../store.ts'
import { removeCreations, removeFollows, removeScores } from './remove.ts'
import { columns, pieces, type WriteConnection } from './write-connection.ts'

/** Removes the new records that refer to nothing, and returns them. */
export async function checkReferences(connection: WriteConnection, changes: ChangeSet): Promise<Rejection[]> {
  const { creations, owners, newFollows, changedScores } = changes
  const rejected: Rejection[] = []
  const noCreator = (line: number, handle: string) =>
    rejected.push({ line, reason: `No creator is called ${handle}, neither in the import nor in the store.` })

  const followed = [...newFollows.values()]
  const missing = await missingCreators(connection, [
    ...owners,
    ...followed.flatMap(({ follower, following }) => [follower, following]),
  ])
  const orphans = await orphansOf(
    connection,
    [...owners].filter(handle => missing.has(handle)),
  )
  for (const { n, handle } of orphans) noCreator(creations.get(n)!, handle)

  const dangling = followed.filter(({ follower, following }) => missing.has(follower) || missing.has(following))
  for (const { follower, following } of await removeFollows(connection, dangling, changes)) {
    const { line } = newFollows.get(`${follower} ${following}`)!
    noCreator(line, missing.has(follower) ? follower : following)
  }

  const without = await appsWithout(connection, [...changedScores.values()], new Set(orphans.map(nameOf)))
  for (const { handle, slug, player } of await removeScores(connection, without)) {
    const { line } = changedScores.get(`${handle}/${slug} ${player}`)!
    rejected.push({ line, reason: `No creation is at ${handle}/${slug}, neither in the import nor in the store.` })
  }
  await removeCreations(connection, orphans, changes)
  return rejected
}

const nameOf = ({ handle, slug }: { handle: string; slug: string }) => `${handle}/${slug}`

async function missingCreators({ run }: WriteConnection, handles: readonly string[]): Promise<Set<string>> {
  const missing = new Set<string>()
  const text = `SELECT handle FROM unnest($1::text[]) input(handle)
    WHERE NOT EXISTS (SELECT 1 FROM creator WHERE creator.handle = input.handle)`
  for (const piece of pieces([...new Set(handles)])) {
    for (const { handle } of await run<{ handle: string }>({ text, values: [piece] })) missing.add(handle)
  }
  return missing
}

type Orphan = { n: number; handle: string; slug: string }

/** Creations without their creator. */
async function orphansOf({ run }: WriteConnection, handles: readonly string[]): Promise<Orphan[]> {
  if (handles.length === 0) return []
  return run({ text: 'SELECT n, handle, slug FROM creation WHERE handle = ANY($1)', values: [handles] })
}

type Score = { handle: string; slug: string; player: string }

/** Scores without their app. */
async function appsWithout({ run }: WriteConnection, scores: readonly Score[], orphans: Set<string>): Promise<Score[]> {
  const apps = [...new Map(scores.map(score => [nameOf(score), score])).values()]
  const missing = new Set(orphans)
  const text = `SELECT handle, slug FROM unnest($1::text[], $2::text[]) input(handle, slug) WHERE NOT EXISTS (
    SELECT 1 FROM creation WHERE creation.handle = input.handle AND creation.slug = input.slug)`
  for (const piece of pieces(apps)) {
    const values = columns(piece, ['handle', 'slug'])
    for (const row of await run<{ handle: string; slug: string }>({ text, values })) missing.add(nameOf(row))
  }
  return scores.filter(score => missing.has(nameOf(score)))
}
