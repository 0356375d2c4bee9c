// Filling empty tables first and indexing them afterwards takes half the time of doing both at once.
import type { DatabaseSync } from 'node:sqlite'

type SuspendedIndexes = {
  /** True when the tables were empty, so that all they hold comes from this import. */
  wereEmpty: boolean
  /** Makes the indexes again, if they are not there. */
  resume(): void
}

/** Takes the indexes of follows and scores away when those are empty. Undone by a rollback, as everything else is. */
export function suspendIndexes(db: DatabaseSync): SuspendedIndexes {
  const empty = db.prepare('SELECT NOT EXISTS (SELECT 1 FROM follow) AND NOT EXISTS (SELECT 1 FROM score) AS empty')
  const wereEmpty = (empty.get() as { empty: number }).empty === 1
  const ofTables = db.prepare(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN ('follow', 'score')",
  )
  let suspended = wereEmpty ? (ofTables.all() as { name: string; sql: string }[]) : []
  for (const { name } of suspended) db.exec(`DROP INDEX ${name}`)
  return {
    wereEmpty,
    resume: () => {
      for (const { sql } of suspended) db.exec(sql)
      suspended = []
    },
  }
}
