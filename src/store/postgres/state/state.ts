// The state store on PostgreSQL: shared by all processes and machines.
import { fail } from '../../../errors.ts'
import {
  type JobBounds,
  type StateBounds,
  type StateStore,
  stateBounds,
  jobBounds as usualJobBounds,
} from '../../state.ts'
import { failingAsStore, type Pool, poolOf } from '../connections.ts'
import { migrate } from '../migrate.ts'
import { idempotencyState } from './idempotency.ts'
import { jobState } from './jobs.ts'

/** Includes waiting for a row that another process has locked. */
const statementMs = 1500
const settings = { jit: 'off', synchronous_commit: 'on' }
const connections = 4
const connectMs = 1500
const waitMs = 1500

export function openPostgresState(
  url: string,
  bounds: StateBounds = stateBounds,
  jobBounds: JobBounds = usualJobBounds,
): StateStore {
  const pool = migrated(url, poolOf(url, { max: connections, connectMs, waitMs, statementMs, settings }))
  return {
    ...idempotencyState(pool, bounds),
    jobs: jobState(pool, jobBounds),
    ping: async () => void (await pool.run({ text: 'UPDATE pulse SET beats = beats + 1' })),
    close: pool.close,
  }
}

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
