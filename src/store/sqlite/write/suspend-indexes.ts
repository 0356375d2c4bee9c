// Filling tables before indexing them takes half the time.
import type { DatabaseSync } from 'node:sqlite'

type SuspendedIndexes = {
  /** True when there were no follows and scores, so that all of them come from this import. */
  wereEmpty: boolean
  /** Creates the indexes again, if they are missing. */
  resume(): void
}

/** Drops the indexes of follows and scores, and of creators, while these are empty. A rollback restores them. */
export function suspendIndexes(db: DatabaseSync): SuspendedIndexes {
  const empty = db.prepare('SELECT NOT EXISTS (SELECT 1 FROM follow) AND NOT EXISTS (SELECT 1 FROM score) AS empty')
  const wereEmpty = (empty.get() as { empty: number }).empty === 1
  const anyCreator = db.prepare('SELECT 1 FROM creator LIMIT 1').get() !== undefined
  const tables = [...(wereEmpty ? ['follow', 'score'] : []), ...(anyCreator ? [] : ['creator'])]
  return { wereEmpty, resume: dropIndexes(db, tables) }
}

/** Returns a function that creates them again, if they are missing. */
export function dropIndexes(db: DatabaseSync, tables: readonly string[]): () => void {
  const ofTables = db.prepare(
    `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL
     AND tbl_name IN (SELECT value FROM json_each(?))`,
  )
  let suspended = ofTables.all(JSON.stringify(tables)) as { name: string; sql: string }[]
  for (const { name } of suspended) db.exec(`DROP INDEX ${name}`)
  return () => {
    for (const { sql } of suspended) db.exec(sql)
    suspended = []
  }
}
