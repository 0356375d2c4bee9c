// Every record, in the fixed order of an export.
import type { DatabaseSync } from 'node:sqlite'
import type { StoredRecord } from '../../records/records.ts'
import { type RenameRow, renameRecord, renamesInOrder } from '../renaming/old-names.ts'

const inOrder = [
  'SELECT record FROM category ORDER BY slug',
  'SELECT record FROM tag ORDER BY key',
  'SELECT record FROM creator ORDER BY handle',
  'SELECT record FROM creation ORDER BY handle, slug',
  `SELECT json_object('type', 'follow', 'follower', follower, 'following', following) AS record
   FROM follow ORDER BY follower, following`,
  'SELECT record FROM score ORDER BY handle, slug, player',
]

const tables = ['renamed', 'category', 'tag', 'creator', 'creation', 'follow', 'score']

/** Backups of 0.1.0 have no table of renames. */
const hasRenames = (db: DatabaseSync): boolean =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'renamed'").get() !== undefined

export function countRecords(db: DatabaseSync): number {
  const counted = hasRenames(db) ? tables : tables.filter(table => table !== 'renamed')
  const sql = `SELECT ${counted.map(table => `(SELECT count(*) FROM ${table})`).join(' + ')} AS records`
  return (db.prepare(sql).get() as { records: number }).records
}

/** The key of the number of records in a backup. */
export const sealKey = 'backup_records'

/** A backup that is written to becomes an ordinary store. */
export function unseal(db: DatabaseSync): void {
  db.exec(`DELETE FROM meta WHERE key = '${sealKey}'`)
}

/** The key that marks the generated demo community. */
const demoKey = 'demo'

export const isDemoIn = (db: DatabaseSync): boolean =>
  db.prepare(`SELECT 1 FROM meta WHERE key = '${demoKey}'`).get() !== undefined

export function markDemo(db: DatabaseSync, isDemo: boolean): void {
  db.exec(isDemo ? `INSERT OR REPLACE INTO meta VALUES ('${demoKey}', 1)` : `DELETE FROM meta WHERE key = '${demoKey}'`)
}

export function* recordsOf(db: DatabaseSync): Generator<StoredRecord> {
  db.exec('BEGIN')
  try {
    if (hasRenames(db)) {
      for (const row of db.prepare(renamesInOrder).iterate()) yield renameRecord(row as RenameRow)
    }
    for (const sql of inOrder) {
      for (const row of db.prepare(sql).iterate()) yield JSON.parse((row as { record: string }).record) as StoredRecord
    }
  } finally {
    db.exec('COMMIT')
  }
}
