// Forward migrations: a database carries the number of those it has had (PRAGMA user_version).
import type { DatabaseSync } from 'node:sqlite'
import { fail } from '../../errors.ts'

/** `finish` runs in the transaction of the migrations, after them. */
export function migrate(db: DatabaseSync, migrations: readonly string[], finish: () => void = () => {}): void {
  const version = () => {
    const { user_version } = db.prepare('PRAGMA user_version').get() as { user_version: number }
    if (user_version <= migrations.length) return user_version
    throw fail('upstream_unavailable', 'The database was made by a newer Vitrine; upgrade this one.')
  }
  if (version() === migrations.length) return
  db.exec('BEGIN IMMEDIATE')
  try {
    // Another process may have migrated while this one waited for the lock.
    for (let next = version(); next < migrations.length; next++) db.exec(migrations[next]!)
    finish()
    db.exec(`PRAGMA user_version = ${migrations.length}`)
    db.exec('COMMIT')
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}
