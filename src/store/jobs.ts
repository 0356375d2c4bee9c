// Jobs: their owner, lease and outcome.
import { gunzipSync, gzipSync } from 'node:zlib'
import type { ClaimedJob, JobBounds, JobStatus, JobStore, Run, StateDatabase } from './state.ts'

/** Overhead of a job in bytes, besides its task and outcome. */
const entryBytes = 500
/** Expired jobs deleted per call: more than are added, few enough to keep each call cheap. */
const sweepLimit = 16
/**
 * A clock that was set back must not extend a lease indefinitely, but clocks of processes differ slightly and claims
 * may be delayed: a lease that ends later than this many lease times from now is invalid.
 */
const maxLeaseTimes = 6

export function jobState(db: StateDatabase, bounds: JobBounds): JobStore {
  return { ...readers(db), ...creation(db, bounds), ...claims(db), ...endings(db) }
}

type Row = { id: string; status: JobStatus; created_at: number; updated_at: number; outcome: Uint8Array | null }

function readers({ run }: StateDatabase): Pick<JobStore, 'read' | 'counts'> {
  return {
    async read({ id, now, keepMs }) {
      const text = 'SELECT id, status, created_at, updated_at, outcome FROM job WHERE id = $1 AND created_at > $2'
      const [row] = await run<Row>({ text, values: [id, now - keepMs] })
      if (row === undefined) return null
      const { status, created_at: createdAt, updated_at: updatedAt } = row
      const outcome = row.outcome === null ? null : gunzipSync(row.outcome).toString()
      return { id: row.id, status, createdAt, updatedAt, outcome }
    },
    async counts() {
      const text = `SELECT (SELECT count(*) FROM job WHERE status = 'running') AS running,
        (SELECT unfinished FROM job_use WHERE caller = '') AS unfinished`
      const [row] = await run<{ running: number; unfinished: number | null }>({ text })
      return { queued: Math.max(0, (row!.unfinished ?? 0) - row!.running), running: row!.running }
    },
  }
}

function creation(db: StateDatabase, bounds: JobBounds): Pick<JobStore, 'create'> {
  const hasRoom = async (run: Run, name: string, bounds: JobBounds['caller'], bytes: number) => {
    const text = 'SELECT unfinished, entries, bytes FROM job_use WHERE caller = $1'
    const [used] = await run<JobBounds['caller']>({ text, values: [name] })
    if (used === undefined) return true
    return used.unfinished < bounds.unfinished && used.entries < bounds.entries && used.bytes + bytes <= bounds.bytes
  }
  return {
    create: ({ id, caller, task, now, keepMs }) =>
      db.transaction('job', async run => {
        await sweep(db, run, now - keepMs)
        const bytes = entryBytes + Buffer.byteLength(task)
        if (!(await hasRoom(run, caller, bounds.caller, bytes))) return false
        if (!(await hasRoom(run, '', bounds.total, bytes))) return false
        const text = `INSERT INTO job (id, caller, status, created_at, updated_at, attempts, task, bytes)
          VALUES ($1, $2, 'queued', $3, $3, 0, $4, $5)`
        await run({ text, values: [id, caller, now, task, bytes] })
        return true
      }),
  }
}

async function sweep({ skipLocked }: StateDatabase, run: Run, before: number): Promise<void> {
  const text = `DELETE FROM job WHERE n IN (
    SELECT n FROM job WHERE created_at <= $1 ORDER BY created_at LIMIT $2 ${skipLocked})`
  await run({ text, values: [before, sweepLimit] })
}

function claims(db: StateDatabase): Pick<JobStore, 'claim' | 'renew' | 'release'> {
  const { run, skipLocked } = db
  const isQueued = "status = 'queued'"
  const isAbandoned = (latest: string) => `status = 'running' AND (lease_until <= $1 OR lease_until > ${latest})`
  const hasWork = `SELECT 1 FROM job WHERE ${isQueued} UNION ALL SELECT 1 FROM job WHERE ${isAbandoned('$2')}
    UNION ALL SELECT 1 FROM job WHERE created_at <= $3 LIMIT 1`
  const take = (which: string) => `UPDATE job
    SET status = 'running', updated_at = $1, owner = $2, lease_until = $3, attempts = attempts + 1
    WHERE n = (SELECT n FROM job WHERE ${which} ORDER BY n LIMIT 1 ${skipLocked}) RETURNING id, task, attempts`
  const changed = async (text: string, values: unknown[]) => (await run({ text, values })).length === 1
  return {
    async claim({ owner, now, leaseMs, keepMs }) {
      const latest = now + leaseMs * maxLeaseTimes
      // Usually there is nothing to do, and then no lock is needed.
      if ((await run({ text: hasWork, values: [now, latest, now - keepMs] })).length === 0) return null
      await sweep(db, run, now - keepMs)
      const values = [now, owner, now + leaseMs]
      const [abandoned] = await run<ClaimedJob>({ text: take(isAbandoned('$4')), values: [...values, latest] })
      return abandoned ?? (await run<ClaimedJob>({ text: take(isQueued), values }))[0] ?? null
    },
    renew: ({ id, owner, now, leaseMs }) =>
      changed("UPDATE job SET lease_until = $1 WHERE id = $2 AND owner = $3 AND status = 'running' RETURNING 1", [
        now + leaseMs,
        id,
        owner,
      ]),
    release: ({ id, owner, now }) =>
      changed(
        `UPDATE job SET status = 'queued', owner = NULL, lease_until = NULL, updated_at = $1, attempts = attempts - 1
         WHERE id = $2 AND owner = $3 AND status = 'running' RETURNING 1`,
        [now, id, owner],
      ),
  }
}

function endings(db: StateDatabase): Pick<JobStore, 'finish' | 'cancel'> {
  const { read } = readers(db)
  const ending = (condition: string) => `UPDATE job
    SET status = $1, outcome = $2, updated_at = $3, bytes = $4, task = '', owner = NULL, lease_until = NULL
    WHERE id = $5 AND ${condition} RETURNING 1`
  const finishOwn = ending("owner = $6 AND status = 'running'")
  const cancelAny = ending("created_at > $6 AND status IN ('queued', 'running')")
  // An outcome that was read once must stay the same, so it is written as durably as the job itself.
  return {
    async finish({ id, owner, now, status, outcome }) {
      const packed = gzipSync(outcome)
      const values = [status, packed, now, entryBytes + packed.length, id, owner]
      return (await db.runDurably({ text: finishOwn, values })).length === 1
    },
    async cancel({ id, now, keepMs, outcome }) {
      const packed = gzipSync(outcome)
      const query = { id, now, keepMs }
      const before = await read(query)
      if (before === null || before.outcome !== null) return before
      const values = ['failed', packed, now, entryBytes + packed.length, id, now - keepMs]
      await db.runDurably({ text: cancelAny, values })
      return read(query)
    },
  }
}
