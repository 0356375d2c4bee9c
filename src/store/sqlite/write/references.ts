// Records may come in any order, so references are checked at the end.
import type { DatabaseSync } from 'node:sqlite'
import { memoize } from '../../../util/memoize.ts'
import type { ChangeSet } from '../../change-set.ts'
import type { Rejection } from '../../store.ts'
import type { Removals } from './remove.ts'

/** Removes the new records that refer to nothing, and returns them. */
export function checkReferences(db: DatabaseSync, changes: ChangeSet, removals: Removals): Rejection[] {
  const exists = creatorLookup(db)
  const rejected: Rejection[] = []
  const noCreator = (line: number, handle: string) =>
    rejected.push({ line, reason: `No creator is called ${handle}, neither in the import nor in the store.` })

  const orphans = new Map<string, Orphan>()
  for (const orphan of orphansIn(db, changes, exists)) {
    orphans.set(`${orphan.handle}/${orphan.slug}`, orphan)
    noCreator(orphan.line, orphan.handle)
  }
  for (const { follower, following, line } of changes.newFollows.values()) {
    const missing = [follower, following].find(handle => !exists(handle))
    if (missing !== undefined && removals.removeFollow(follower, following)) noCreator(line, missing)
  }
  const found = creationLookup(db)
  for (const { handle, slug, player, line } of changes.changedScores.values()) {
    const path = `${handle}/${slug}`
    if ((!orphans.has(path) && found(path)) || !removals.removeScore(handle, slug, player)) continue
    rejected.push({ line, reason: `No creation is at ${path}, neither in the import nor in the store.` })
  }
  // Last, because removing a creation removes its scores, which must have been reported before.
  for (const { handle, slug } of orphans.values()) removals.removeCreation(handle, slug)
  return rejected
}

type Orphan = { handle: string; slug: string; line: number }

/** Creations without their creator. Creators are few, so they are looked up first. */
function* orphansIn(db: DatabaseSync, { creations, owners }: ChangeSet, exists: Lookup): Generator<Orphan> {
  const missing = new Set([...owners].filter(handle => !exists(handle)))
  if (missing.size === 0) return
  const ownerOf = db.prepare("SELECT handle, slug FROM creation WHERE n = ? AND record <> ''")
  for (const [creationNo, line] of creations) {
    const row = ownerOf.get(creationNo) as { handle: string; slug: string } | undefined
    if (row && missing.has(row.handle)) yield { ...row, line }
  }
}

type Lookup = (key: string) => boolean

const creationLookup = (db: DatabaseSync): Lookup => {
  const statement = db.prepare("SELECT 1 FROM creation WHERE handle = ? AND slug = ? AND record <> ''")
  return memoize(path => {
    const [handle, slug] = path.split('/') as [string, string]
    return statement.get(handle, slug) !== undefined
  })
}

const creatorLookup = (db: DatabaseSync): Lookup => {
  const statement = db.prepare('SELECT 1 FROM creator WHERE handle = ?')
  return memoize(handle => statement.get(handle) !== undefined)
}
