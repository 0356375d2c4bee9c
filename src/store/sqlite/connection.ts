import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { indexStateOf, indexUnavailable } from '../derived-version.ts'
import { makeFolder } from './make-folder.ts'
import { derivedVersionColumn, migrateCommunity } from './schema.ts'
import { writeAhead } from './write-ahead.ts'

const busyTimeoutMs = 10_000
/**
 * Once it is open a reader waits for nobody but a process that repairs the log of one that was killed, and the main
 * thread, which waits with it, has others to serve.
 */
const readerWaitMs = { read: 50, watch: 0 }

/** The system keeps the file in memory too, so a reader needs little; a writer comes back to its pages often. */
const cacheKiB = { read: 8192, write: 65_536, watch: 512 }

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

type Snapshots = <T>(read: () => T) => T

/**
 * Several statements, one state of the data; `forget` is called first when that is not the state of the last time. Fails
 * when another version has built the index: this code would read it wrongly.
 */
export function snapshots(db: DatabaseSync, forget: () => void): Snapshots {
  const begin = db.prepare('BEGIN')
  const commit = db.prepare('COMMIT')
  const versions = db.prepare(`SELECT value, ${derivedVersionColumn} FROM meta WHERE key = 'data_version'`)
  versions.setReturnArrays(true)
  let seen: number | undefined
  return read => {
    begin.run()
    try {
      const [version, derived] = versions.get() as unknown as [number, number | null]
      const index = indexStateOf(derived)
      if (index !== 'current') throw indexUnavailable(index)
      if (version !== seen) forget()
      seen = version
      return read()
    } finally {
      commit.run()
    }
  }
}
