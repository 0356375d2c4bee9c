// Jobs: their owner, lease and outcome.
import type { DatabaseSync } from 'node:sqlite'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { ClaimedJob, Job, JobBounds, JobStatus, JobStore } from '../../state.ts'
import type { Writing } from './idempotency.ts'

export const jobTables = `
  -- Who runs a job is its owner until the lease is over, or until somebody else claims it after that.
  CREATE TABLE job (
    n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, caller TEXT NOT NULL, status TEXT NOT NULL,
    created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL, owner TEXT, lease_until INTEGER,
    task TEXT NOT NULL, outcome BLOB, bytes INTEGER NOT NULL
  );
  CREATE INDEX job_by_age ON job (created_at);
  CREATE INDEX job_queued ON job (n) WHERE status = 'queued';
  CREATE INDEX job_running ON job (lease_until) WHERE status = 'running';
  CREATE TRIGGER job_stays_finished BEFORE UPDATE ON job WHEN OLD.status IN ('completed', 'failed') BEGIN
    SELECT RAISE(ABORT, 'A finished job never changes.');
  END;

  -- What each caller takes up, and, under the empty name, everyone together: nothing is ever counted.
  CREATE TABLE job_use (
    caller TEXT PRIMARY KEY, unfinished INTEGER NOT NULL, entries INTEGER NOT NULL, bytes INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TRIGGER job_added AFTER INSERT ON job BEGIN
    INSERT INTO job_use VALUES ('', 1, 1, NEW.bytes), (NEW.caller, 1, 1, NEW.bytes)
      ON CONFLICT (caller) DO UPDATE
      SET unfinished = unfinished + 1, entries = entries + 1, bytes = bytes + excluded.bytes;
  END;
  CREATE TRIGGER job_finished AFTER UPDATE OF status ON job WHEN NEW.status IN ('completed', 'failed') BEGIN
    UPDATE job_use SET unfinished = unfinished - 1, bytes = bytes + NEW.bytes - OLD.bytes
      WHERE caller IN ('', NEW.caller);
  END;
  CREATE TRIGGER job_removed AFTER DELETE ON job BEGIN
    UPDATE job_use SET
      unfinished = unfinished - (OLD.status IN ('queued', 'running')), entries = entries - 1, bytes = bytes - OLD.bytes
      WHERE caller IN ('', OLD.caller);
    DELETE FROM job_use WHERE caller = OLD.caller AND entries = 0;
  END;
`

/** Overhead of a job in bytes, besides its texts. */
const entryBytes = 500
/** Expired jobs deleted per call: more than are added, few enough to keep each call cheap. */
const sweptAtOnce = 16
/**
 * A clock that was set back must not extend a lease indefinitely, but clocks of processes differ slightly and claims
 * may be delayed: a lease that ends later than this many lease times from now is invalid.
 */
const clocksApart = 6

/** The methods of the interface, synchronous. */
type Tables = {
  [Name in keyof JobStore]: (argument: Parameters<JobStore[Name]>[0]) => Awaited<ReturnType<JobStore[Name]>>
}
type Write = { writing: Writing; durably: Writing }

export function jobState(db: DatabaseSync, write: Write, bounds: JobBounds): Tables {
  const reading = readers(db)
  return {
    ...reading,
    ...creation(db, write, bounds),
    ...claims(db, write),
    ...endings(db, write, reading.read),
  }
}

type Row = { id: string; status: JobStatus; created_at: number; updated_at: number; outcome: Uint8Array | null }

function readers(db: DatabaseSync): Pick<Tables, 'read' | 'counts'> {
  const find = db.prepare('SELECT id, status, created_at, updated_at, outcome FROM job WHERE id = ? AND created_at > ?')
  const count = db.prepare('SELECT count(*) AS running FROM job WHERE status = ?')
  const unfinished = db.prepare("SELECT unfinished FROM job_use WHERE caller = ''")
  return {
    read({ id, now, keepMs }): Job | null {
      const row = find.get(id, now - keepMs) as Row | undefined
      if (row === undefined) return null
      const { status, created_at: createdAt, updated_at: updatedAt } = row
      const outcome = row.outcome === null ? null : gunzipSync(row.outcome).toString()
      return { id: row.id, status, createdAt, updatedAt, outcome }
    },
    counts() {
      const { running } = count.get('running') as { running: number }
      const all = unfinished.get() as { unfinished: number } | undefined
      return { queued: Math.max(0, (all?.unfinished ?? 0) - running), running }
    },
  }
}

function creation(db: DatabaseSync, { durably }: Write, bounds: JobBounds): Pick<Tables, 'create'> {
  const sweep = sweeper(db)
  const use = db.prepare('SELECT unfinished, entries, bytes FROM job_use WHERE caller = ?')
  const put = db.prepare(
    `INSERT INTO job (id, caller, status, created_at, updated_at, attempts, task, bytes)
     VALUES (?, ?, 'queued', ?, ?, 0, ?, ?)`,
  )
  const hasRoom = (name: string, bounds: JobBounds['caller'], bytes: number): boolean => {
    const used = use.get(name) as JobBounds['caller'] | undefined
    if (used === undefined) return true
    return used.unfinished < bounds.unfinished && used.entries < bounds.entries && used.bytes + bytes <= bounds.bytes
  }
  return {
    create: ({ id, caller, task, now, keepMs }) =>
      durably(() => {
        sweep(now - keepMs)
        const bytes = entryBytes + Buffer.byteLength(task)
        if (!hasRoom(caller, bounds.caller, bytes) || !hasRoom('', bounds.everyone, bytes)) return false
        put.run(id, caller, now, now, task, bytes)
        return true
      }),
  }
}

function sweeper(db: DatabaseSync): (before: number) => void {
  const drop = db.prepare(
    'DELETE FROM job WHERE n IN (SELECT n FROM job WHERE created_at <= ? ORDER BY created_at LIMIT +?)',
  )
  return before => void drop.run(before, sweptAtOnce)
}

function claims(db: DatabaseSync, { writing }: Write): Pick<Tables, 'claim' | 'renew' | 'release'> {
  const sweep = sweeper(db)
  const outdated = db.prepare('SELECT n FROM job WHERE created_at <= ? LIMIT 1')
  const queued = db.prepare("SELECT n FROM job WHERE status = 'queued' ORDER BY n LIMIT 1")
  const abandoned = db.prepare(
    "SELECT n FROM job WHERE status = 'running' AND (lease_until <= ? OR lease_until > ?) ORDER BY n LIMIT 1",
  )
  const take = db.prepare(
    `UPDATE job SET status = 'running', owner = ?, lease_until = ?, updated_at = ?, attempts = attempts + 1
     WHERE n = ? RETURNING id, task, attempts`,
  )
  const extend = db.prepare("UPDATE job SET lease_until = ? WHERE id = ? AND owner = ? AND status = 'running'")
  const giveBack = db.prepare(
    `UPDATE job SET status = 'queued', owner = NULL, lease_until = NULL, updated_at = ?, attempts = attempts - 1
     WHERE id = ? AND owner = ? AND status = 'running'`,
  )
  const next = (now: number, leaseMs: number) =>
    (abandoned.get(now, now + leaseMs * clocksApart) ?? queued.get()) as { n: number } | undefined
  return {
    claim({ owner, now, leaseMs, keepMs }): ClaimedJob | null {
      // Usually there is nothing to do, and then no lock is needed.
      if (next(now, leaseMs) === undefined && outdated.get(now - keepMs) === undefined) return null
      return writing(() => {
        sweep(now - keepMs)
        const found = next(now, leaseMs)
        if (found === undefined) return null
        return { ...(take.get(owner, now + leaseMs, now, found.n) as ClaimedJob) }
      })
    },
    renew: ({ id, owner, now, leaseMs }) => writing(() => extend.run(now + leaseMs, id, owner).changes === 1),
    release: ({ id, owner, now }) => writing(() => giveBack.run(now, id, owner).changes === 1),
  }
}

function endings(db: DatabaseSync, { durably }: Write, read: Tables['read']): Pick<Tables, 'finish' | 'cancel'> {
  const ending = (whose: string) =>
    db.prepare(
      `UPDATE job SET status = ?, outcome = ?, updated_at = ?, bytes = ?, task = '', owner = NULL, lease_until = NULL
       WHERE id = ? AND ${whose}`,
    )
  const finishOwn = ending("owner = ? AND status = 'running'")
  const cancelAny = ending("created_at > ? AND status IN ('queued', 'running')")
  // An outcome that was read once must stay the same, so it is written as durably as the job itself.
  return {
    finish({ id, owner, now, status, outcome }) {
      const packed = gzipSync(outcome)
      return durably(() => finishOwn.run(status, packed, now, entryBytes + packed.length, id, owner).changes === 1)
    },
    cancel({ id, now, keepMs, outcome }) {
      const packed = gzipSync(outcome)
      const query = { id, now, keepMs }
      const before = read(query)
      if (before === null || before.outcome !== null) return before
      durably(() => cancelAny.run('failed', packed, now, entryBytes + packed.length, id, now - keepMs))
      return read(query)
    },
  }
}
