// Records may come in any order, so what they point at is looked for when all have come.
import type { DatabaseSync } from 'node:sqlite'
import type { Rejection } from '../store.ts'
import type { Touched } from './touched.ts'
import type { RecordTables } from './write.ts'

/** Takes out the new records that point at nothing, and says which they were. */
export function checkReferences(db: DatabaseSync, touched: Touched, tables: RecordTables): Rejection[] {
  const exists = creatorLookup(db)
  const rejected: Rejection[] = []
  const noCreator = (line: number, handle: string) =>
    rejected.push({ line, reason: `No creator is called ${handle}, neither in the import nor in the store.` })

  const ownerOf = db.prepare("SELECT handle, slug FROM creation WHERE n = ? AND record <> ''")
  const orphans = new Map<string, { handle: string; slug: string }>()
  for (const [n, line] of touched.creations) {
    const row = ownerOf.get(n) as { handle: string; slug: string } | undefined
    if (!row || exists(row.handle)) continue
    orphans.set(`${row.handle}/${row.slug}`, row)
    noCreator(line, row.handle)
  }
  for (const { follower, following, line } of touched.newFollows.values()) {
    const missing = [follower, following].find(handle => !exists(handle))
    if (missing !== undefined && tables.removeFollow(follower, following)) noCreator(line, missing)
  }
  const creation = db.prepare("SELECT 1 FROM creation WHERE handle = ? AND slug = ? AND record <> ''")
  for (const { handle, slug, player, line } of touched.scores.values()) {
    const stands = !orphans.has(`${handle}/${slug}`) && creation.get(handle, slug) !== undefined
    if (stands || !tables.removeScore(handle, slug, player)) continue
    rejected.push({ line, reason: `No creation is at ${handle}/${slug}, neither in the import nor in the store.` })
  }
  // Last, because a creation takes its scores along, and those must have been named.
  for (const { handle, slug } of orphans.values()) tables.removeCreation(handle, slug)
  return rejected.sort((a, b) => a.line - b.line)
}

function creatorLookup(db: DatabaseSync): (handle: string) => boolean {
  const statement = db.prepare('SELECT 1 FROM creator WHERE handle = ?')
  const known = new Map<string, boolean>()
  return handle => {
    const remembered = known.get(handle)
    if (remembered !== undefined) return remembered
    if (known.size > 200_000) known.clear()
    const found = statement.get(handle) !== undefined
    known.set(handle, found)
    return found
  }
}
