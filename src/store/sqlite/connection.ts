import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { migrateCommunity } from './schema.ts'

const busyTimeoutMs = 10_000

/** A connection on a database that has all its tables. */
export function connect(path: string, use: 'read' | 'write'): DatabaseSync {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true })
  const db = new DatabaseSync(path, { timeout: busyTimeoutMs })
  // Readers see one state while another process writes the next; a crash loses nothing that was committed.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536')
  migrateCommunity(db)
  if (use === 'read') db.exec('PRAGMA query_only = 1; PRAGMA mmap_size = 8589934592')
  return db
}

/** Several statements, one state of the data. */
export function snapshots(db: DatabaseSync): <T>(read: () => T) => T {
  const begin = db.prepare('BEGIN')
  const commit = db.prepare('COMMIT')
  return read => {
    begin.run()
    try {
      return read()
    } finally {
      commit.run()
    }
  }
}
