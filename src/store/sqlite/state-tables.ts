// State in a SQLite file of its own. Everything here waits for the disk, so it runs in the state thread.
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { StateBounds } from '../state.ts'
import { migrate } from './migrate.ts'
import { idempotencyState, idempotencyTables, type Writing } from './state-idempotency.ts'

/** How long another process may hold the lock before a call fails. */
export const busyMs = 1000

const migrations: readonly string[] = [
  `CREATE TABLE pulse (beats INTEGER); INSERT INTO pulse VALUES (0); ${idempotencyTables}`,
]

export type StateTables = ReturnType<typeof openStateTables>

export function openStateTables(path: string, bounds: StateBounds) {
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
  return {
    ...idempotencyState(db, writing, bounds),
    ping(): void {
      // Getting the lock is enough to know, unless the last write failed: then only writing tells.
      writing(() => lastFailed && beat.run())
    },
    close: () => db.close(),
  }
}

function connect(path: string): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true })
  const db = new DatabaseSync(path, { timeout: busyMs })
  try {
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 16777216')
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
      // A full disk ends a transaction by itself.
      if (db.isTransaction) db.exec('ROLLBACK')
    }
  }
}
