// The state store on PostgreSQL: shared by all processes and machines.
import { fail } from '../../../errors.ts'
import { idempotencyState } from '../../idempotency.ts'
import { jobState } from '../../jobs.ts'
import { jobBounds, type StateDatabase, type StateStore, stateBounds } from '../../state.ts'
import { healthState } from '../../tracking/health.ts'
import { vectorState } from '../../tracking/vectors.ts'
import { failingAsStore, type Pool, poolOf } from '../connections.ts'
import { migrate } from '../migrate.ts'

/** Includes waiting for a row that another process has locked. */
const statementMs = 1500
const settings = { jit: 'off', synchronous_commit: 'on' }
const connections = 4
const connectMs = 1500
const waitMs = 1500

export function openPostgresState(url: string, bounds = stateBounds, boundsOfJobs = jobBounds): StateStore {
  const pool = migrated(url, poolOf(url, { max: connections, connectMs, waitMs, statementMs, settings }))
  const db = stateDatabase(pool)
  return {
    ...idempotencyState(db, bounds),
    jobs: jobState(db, boundsOfJobs),
    health: healthState(db),
    vectors: vectorState(db, bounds),
    ping: async () => void (await pool.run({ text: 'UPDATE pulse SET beats = beats + 1' })),
    close: pool.close,
  }
}

const stateDatabase = ({ run, transaction }: Pool): StateDatabase => ({
  run,
  runDurably: run,
  transaction: (table, work) =>
    transaction(async run => {
      // A crash of the server loses at most the idempotency keys of the last second.
      if (table === 'idempotency') await run({ text: 'SET LOCAL synchronous_commit = off' })
      await run({ text: `SELECT 1 FROM ${table}_use WHERE caller = '' FOR UPDATE` })
      return work(run)
    }),
  skipLocked: 'FOR UPDATE SKIP LOCKED',
})

/** The first call creates the tables; while that fails, each call retries, since the cause may be fixed meanwhile. */
function migrated(url: string, pool: Pool): Pool {
  let ready: Promise<void> | undefined
  const whenReady = () => {
    ready ??= migrate(url).catch(error => {
      ready = undefined
      throw error
    })
    return ready
  }
  const saying = <T>(work: () => Promise<T>): Promise<T> =>
    failingAsStore(work).catch(error => {
      throw fail('upstream_unavailable', 'The state store cannot answer now.', { cause: error })
    })
  return {
    ...pool,
    run: statement =>
      saying(async () => {
        await whenReady()
        return pool.run(statement)
      }),
    transaction: work =>
      saying(async () => {
        await whenReady()
        return pool.transaction(work)
      }),
  }
}
