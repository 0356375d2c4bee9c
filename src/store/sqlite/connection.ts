import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { indexStateOf, indexUnavailable } from '../derived-version.ts'
import { makeFolder } from './make-folder.ts'
import { derivedVersionColumn, migrateCommunity } from './schema.ts'
import { writeAhead } from './write-ahead.ts'

const busyTimeoutMs = 10_000
/**
 * An open reader only waits for a process that recovers the log after a crash; the main thread must not block on
 * that for long.
 */
const readerWaitMs = { read: 50, watch: 0 }

/** The system caches the file too, so a reader needs little; a writer revisits its pages often. */
const cacheKiB = { read: 8192, write: 32_768, watch: 512 }

/** A connection on a database that has all its tables. */
export function connect(path: string, use: 'read' | 'write' | 'watch'): DatabaseSync {
  if (path !== ':memory:') makeFolder(dirname(path))
  const db = new DatabaseSync(path, { timeout: busyTimeoutMs })
  writeAhead(db, busyTimeoutMs)
  migrateCommunity(db)
  if (use !== 'write') db.exec(`PRAGMA query_only = 1; PRAGMA busy_timeout = ${readerWaitMs[use]}`)
  db.exec(`PRAGMA cache_size = -${cacheKiB[use]}`)
  return db
}

type Snapshots = {
  read<T>(statements: () => T): T
  /** The next read begins a new snapshot. */
  end(): void
  /** The data version of the last snapshot. */
  version(): number
}

/**
 * Runs statements in a snapshot of the data. Reads in the same turn of the event loop share one, which saves a tenth of
 * an uncached page. `forget` is called first when the data has changed since the last snapshot. Fails when another
 * version of this software built the index.
 */
export function snapshots(db: DatabaseSync, forget = () => {}): Snapshots {
  const begin = db.prepare('BEGIN')
  const commit = db.prepare('COMMIT')
  const versions = db.prepare(`SELECT value, ${derivedVersionColumn} FROM meta WHERE key = 'data_version'`)
  versions.setReturnArrays(true)
  let seen = 0
  let isOpen = false
  const open = () => {
    begin.run()
    isOpen = true
    setImmediate(end)
    const [version, derived] = versions.get() as unknown as [number, number | null]
    const index = indexStateOf(derived)
    if (index !== 'current') throw indexUnavailable(index)
    if (version !== seen) forget()
    seen = version
  }
  const end = () => {
    if (!isOpen) return
    isOpen = false
    // After some errors SQLite has ended the transaction itself.
    if (db.isTransaction) commit.run()
  }
  return {
    end,
    version: () => seen,
    read(statements) {
      try {
        if (!isOpen) open()
        return statements()
      } catch (error) {
        end()
        throw error
      }
    },
  }
}
