// State in its own SQLite file. Everything here waits for the disk, so it runs in the state thread.
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { JobBounds, StateBounds } from '../../state.ts'
import { makeFolder } from '../make-folder.ts'
import { migrate } from '../migrate.ts'
import { writeAhead } from '../write-ahead.ts'
import { idempotencyState, idempotencyTables, type Writing } from './idempotency.ts'
import { jobState, jobTables } from './jobs.ts'

/** How long another process may hold the lock before a call fails. */
export const busyMs = 1000

const migrations: readonly string[] = [
  `CREATE TABLE pulse (beats INTEGER); INSERT INTO pulse VALUES (0); ${idempotencyTables}`,
  jobTables,
]

export type StateTables = ReturnType<typeof openStateTables>

export function openStateTables(path: string, bounds: StateBounds, jobBounds: JobBounds) {
  const db = connect(path)
  const transaction = transactions(db)
  const beat = db.prepare('UPDATE pulse SET beats = beats + 1')
  let lastFailed = false
  const writing: Writing = write => {
    try {
      const result = transaction(write)
      lastFailed = false
      return result
    } catch (error) {
      lastFailed = true
      throw error
    }
  }
  // Every commit survives a crash of the process; these also survive a power failure, at the cost of an fsync.
  const durably: Writing = write => {
    db.exec('PRAGMA synchronous = FULL')
    try {
      return writing(write)
    } finally {
      db.exec('PRAGMA synchronous = NORMAL')
    }
  }
  return {
    ...idempotencyState(db, writing, bounds),
    jobs: jobState(db, { writing, durably }, jobBounds),
    ping(): void {
      // Acquiring the lock is a sufficient check, unless the last write failed: then it writes.
      writing(() => lastFailed && beat.run())
    },
    close: () => db.close(),
  }
}

function connect(path: string): DatabaseSync {
  makeFolder(dirname(path))
  const db = new DatabaseSync(path, { timeout: busyMs })
  try {
    writeAhead(db, busyMs)
    db.exec('PRAGMA journal_size_limit = 16777216')
    migrate(db, migrations)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function transactions(db: DatabaseSync): Writing {
  return write => {
    db.exec('BEGIN IMMEDIATE')
    try {
      const result = write()
      db.exec('COMMIT')
      return result
    } finally {
      // A full disk already rolls the transaction back.
      if (db.isTransaction) db.exec('ROLLBACK')
    }
  }
}
