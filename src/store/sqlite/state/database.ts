// State in its own SQLite file. Everything here waits for the disk, so it runs in the state thread.
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { idempotencyState } from '../../idempotency.ts'
import { jobState } from '../../jobs.ts'
import type { JobBounds, Run, StateBounds, StateDatabase, StateStore } from '../../state.ts'
import { healthState } from '../../tracking/health.ts'
import { vectorState } from '../../tracking/vectors.ts'
import { makeFolder } from '../make-folder.ts'
import { migrate } from '../migrate.ts'
import { writeAhead } from '../write-ahead.ts'
import { stateMigrations } from './schema.ts'

/** How long another process may hold the lock before a call fails. */
export const busyMs = 1000

export function openStateDatabase(path: string, bounds: StateBounds, jobBounds: JobBounds): StateStore {
  const db = connect(path)
  const run = runner(db)
  const transaction = transactions(db, run)
  let lastFailed = false
  const noting = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      const result = await work()
      lastFailed = false
      return result
    } catch (error) {
      lastFailed = true
      throw error
    }
  }
  const durably = <T>(work: () => Promise<T>): Promise<T> => {
    // Every commit survives a crash of the process; these also survive a power failure, at the cost of an fsync.
    db.exec('PRAGMA synchronous = FULL')
    return noting(work).finally(() => db.exec('PRAGMA synchronous = NORMAL'))
  }
  const state: StateDatabase = {
    run: statement =>
      run<never>(statement).catch(error => {
        lastFailed = true
        throw error
      }),
    runDurably: statement => durably(() => run(statement)),
    transaction: (table, work) => (table === 'job' ? durably : noting)(() => transaction(work)),
    skipLocked: '',
  }
  return {
    ...idempotencyState(state, bounds),
    jobs: jobState(state, jobBounds),
    health: healthState(state),
    vectors: vectorState(state, bounds),
    // Acquiring the lock is a sufficient check, unless the last write failed: then it writes.
    ping: () =>
      noting(() =>
        transaction(async run => void (lastFailed && (await run({ text: 'UPDATE pulse SET beats = beats + 1' })))),
      ),
    close: async () => db.close(),
  }
}

function connect(path: string): DatabaseSync {
  makeFolder(dirname(path))
  const db = new DatabaseSync(path, { timeout: busyMs })
  try {
    writeAhead(db, busyMs)
    db.exec('PRAGMA journal_size_limit = 16777216')
    migrate(db, stateMigrations)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function runner(db: DatabaseSync): Run {
  const statements = new Map<string, StatementSync>()
  return async <R extends object>({ text, values = [] }: Parameters<Run>[0]) => {
    const statement = statements.get(text) ?? db.prepare(text.replaceAll('$', '?'))
    statements.set(text, statement)
    return statement.all(...(values as SQLInputValue[])) as R[]
  }
}

/** With the lock held from the start. */
const transactions =
  (db: DatabaseSync, run: Run) =>
  async <T>(work: (run: Run) => Promise<T>): Promise<T> => {
    db.exec('BEGIN IMMEDIATE')
    try {
      const result = await work(run)
      db.exec('COMMIT')
      return result
    } finally {
      // A full disk already rolls the transaction back.
      if (db.isTransaction) db.exec('ROLLBACK')
    }
  }
