// Every record, in the fixed order of an export.
import type { DatabaseSync } from 'node:sqlite'
import type { EntityRecord } from '../../records/records.ts'

const inOrder = [
  'SELECT record FROM category ORDER BY slug',
  'SELECT record FROM tag ORDER BY key',
  'SELECT record FROM creator ORDER BY handle',
  'SELECT record FROM creation ORDER BY handle, slug',
  `SELECT json_object('type', 'follow', 'follower', follower, 'following', following) AS record
   FROM follow ORDER BY follower, following`,
  'SELECT record FROM score ORDER BY handle, slug, player',
]

const tables = ['category', 'tag', 'creator', 'creation', 'follow', 'score']

export function countRecords(db: DatabaseSync): number {
  const sql = `SELECT ${tables.map(table => `(SELECT count(*) FROM ${table})`).join(' + ')} AS records`
  return (db.prepare(sql).get() as { records: number }).records
}

/** The key of the number of records in a backup. */
export const sealKey = 'backup_records'

/** A backup that is written to becomes an ordinary store. */
export function unseal(db: DatabaseSync): void {
  db.exec(`DELETE FROM meta WHERE key = '${sealKey}'`)
}

export function* recordsOf(db: DatabaseSync): Generator<EntityRecord> {
  db.exec('BEGIN')
  try {
    for (const sql of inOrder) {
      for (const row of db.prepare(sql).iterate()) yield JSON.parse((row as { record: string }).record) as EntityRecord
    }
  } finally {
    db.exec('COMMIT')
  }
}
