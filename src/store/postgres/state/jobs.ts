// Jobs: their owner, lease and outcome.
import { gunzipSync, gzipSync } from 'node:zlib'
import type { ClaimedJob, Job, JobBounds, JobStatus, JobStore } from '../../state.ts'
import type { Pool, Run } from '../connections.ts'

/** Overhead of a job in bytes, besides its task and outcome. */
const entryBytes = 500
/** Expired jobs deleted per call: more than are added, few enough to keep each call cheap. */
const sweptAtOnce = 16
/** As in the SQLite store: a lease that ends later than this many lease times from now is invalid. */
const clocksApart = 6

export function jobState(pool: Pool, bounds: JobBounds): JobStore {
  return { ...readers(pool), ...creation(pool, bounds), ...claims(pool), ...endings(pool) }
}

type Row = { id: string; status: JobStatus; created_at: number; updated_at: number; outcome: Buffer | null }

function readers({ run }: Pool): Pick<JobStore, 'read' | 'counts'> {
  return {
    async read({ id, now, keepMs }) {
      const text = 'SELECT id, status, created_at, updated_at, outcome FROM job WHERE id = $1 AND created_at > $2'
      const [row] = await run<Row>({ text, values: [id, now - keepMs] })
      if (row === undefined) return null
      const { status, created_at: createdAt, updated_at: updatedAt } = row
      const outcome = row.outcome === null ? null : gunzipSync(row.outcome).toString()
      return { id: row.id, status, createdAt, updatedAt, outcome } satisfies Job
    },
    async counts() {
      const text = `SELECT (SELECT count(*) FROM job WHERE status = 'running') AS running,
        (SELECT unfinished FROM job_use WHERE caller = '') AS unfinished`
      const [row] = await run<{ running: number; unfinished: number }>({ text })
      return { queued: Math.max(0, row!.unfinished - row!.running), running: row!.running }
    },
  }
}

function creation(pool: Pool, bounds: JobBounds): Pick<JobStore, 'create'> {
  const hasRoom = async (run: Run, name: string, bounds: JobBounds['caller'], bytes: number) => {
    const text = `SELECT unfinished < $2 AND entries < $3 AND bytes + $4 <= $5 AS room FROM job_use WHERE caller = $1`
    const values = [name, bounds.unfinished, bounds.entries, bytes, bounds.bytes]
    return (await run<{ room: boolean }>({ text, values }))[0]?.room ?? true
  }
  return {
    create: ({ id, caller, task, now, keepMs }) =>
      pool.transaction(async run => {
        await run({ text: "SELECT 1 FROM job_use WHERE caller = '' FOR UPDATE" })
        await sweep(run, now - keepMs)
        const bytes = entryBytes + Buffer.byteLength(task)
        const everyone = () => hasRoom(run, '', bounds.everyone, bytes)
        if (!(await hasRoom(run, caller, bounds.caller, bytes)) || !(await everyone())) return false
        const text = `INSERT INTO job (id, caller, status, created_at, updated_at, attempts, task, bytes)
          VALUES ($1, $2, 'queued', $3, $3, 0, $4, $5)`
        await run({ text, values: [id, caller, now, task, bytes] })
        return true
      }),
  }
}

/** Skips rows that others have locked, so that it never waits. */
async function sweep(run: Run, before: number): Promise<void> {
  const text = `DELETE FROM job WHERE n IN (
    SELECT n FROM job WHERE created_at <= $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)`
  await run({ text, values: [before, sweptAtOnce] })
}

function claims({ run }: Pool): Pick<JobStore, 'claim' | 'renew' | 'release'> {
  const take = (which: string, from: number) =>
    `UPDATE job
    SET status = 'running', owner = $1, lease_until = $2, updated_at = $3, attempts = attempts + 1
    WHERE n = (SELECT n FROM job WHERE ${which} ORDER BY n LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, task, attempts`.replaceAll('$?', () => `$${from++}`)
  const abandoned = take("status = 'running' AND (lease_until <= $? OR lease_until > $?)", 4)
  const queued = take("status = 'queued'", 4)
  const changed = async (text: string, values: unknown[]) => (await run({ text, values })).length === 1
  return {
    async claim({ owner, now, leaseMs, keepMs }): Promise<ClaimedJob | null> {
      const outdated = 'SELECT 1 FROM job WHERE created_at <= $1 LIMIT 1'
      if ((await run({ text: outdated, values: [now - keepMs] })).length > 0) await sweep(run, now - keepMs)
      const mine = [owner, now + leaseMs, now]
      const [left] = await run<ClaimedJob>({ text: abandoned, values: [...mine, now, now + leaseMs * clocksApart] })
      return left ?? (await run<ClaimedJob>({ text: queued, values: mine }))[0] ?? null
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

function endings(pool: Pool): Pick<JobStore, 'finish' | 'cancel'> {
  const { run } = pool
  const { read } = readers(pool)
  const ending = (whose: string) => `UPDATE job
    SET status = $1, outcome = $2, updated_at = $3, bytes = $4, task = '', owner = NULL, lease_until = NULL
    WHERE id = $5 AND ${whose} RETURNING 1`
  const finishOwn = ending("owner = $6 AND status = 'running'")
  const cancelAny = ending("created_at > $6 AND status IN ('queued', 'running')")
  return {
    async finish({ id, owner, now, status, outcome }) {
      const packed = gzipSync(outcome)
      const values = [status, packed, now, entryBytes + packed.length, id, owner]
      return (await run({ text: finishOwn, values })).length === 1
    },
    async cancel({ id, now, keepMs, outcome }) {
      const packed = gzipSync(outcome)
      const query = { id, now, keepMs }
      const before = await read(query)
      if (before === null || before.outcome !== null) return before
      await run({ text: cancelAny, values: ['failed', packed, now, entryBytes + packed.length, id, now - keepMs] })
      return read(query)
    },
  }
}
