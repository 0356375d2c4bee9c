// Requests with an Idempotency-Key, and their responses.
import type { DatabaseSync } from 'node:sqlite'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Claim, ClaimRequest, Held, KeptAnswer, StateBounds } from '../../state.ts'

export const idempotencyTables = `
  -- A request that is being answered has a holder and a lease; one that was answered has neither.
  CREATE TABLE idempotency (
    n INTEGER PRIMARY KEY, scope TEXT NOT NULL UNIQUE, caller TEXT NOT NULL, fingerprint TEXT NOT NULL,
    at INTEGER NOT NULL, holder TEXT, lease_until INTEGER,
    status INTEGER, head TEXT, body BLOB, bytes INTEGER NOT NULL
  );
  CREATE INDEX idempotency_by_age ON idempotency (at);
  CREATE INDEX idempotency_by_caller ON idempotency (caller, at);

  -- What each caller takes up, and, under the empty name, everyone together: nothing is ever counted.
  CREATE TABLE idempotency_use (
    caller TEXT PRIMARY KEY, entries INTEGER NOT NULL, bytes INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TRIGGER idempotency_added AFTER INSERT ON idempotency BEGIN
    INSERT INTO idempotency_use VALUES ('', 1, NEW.bytes), (NEW.caller, 1, NEW.bytes)
      ON CONFLICT (caller) DO UPDATE SET entries = entries + 1, bytes = bytes + excluded.bytes;
  END;
  CREATE TRIGGER idempotency_resized AFTER UPDATE OF bytes ON idempotency BEGIN
    UPDATE idempotency_use SET bytes = bytes + NEW.bytes - OLD.bytes WHERE caller IN ('', NEW.caller);
  END;
  CREATE TRIGGER idempotency_removed AFTER DELETE ON idempotency BEGIN
    UPDATE idempotency_use SET entries = entries - 1, bytes = bytes - OLD.bytes WHERE caller IN ('', OLD.caller);
    DELETE FROM idempotency_use WHERE caller = OLD.caller AND entries = 0;
  END;
`

/** Overhead of an entry in bytes: indexes, hashes, headers. */
const entryBytes = 600
/** Expired entries deleted per claim: more than are added, few enough to keep each call cheap. */
const sweptAtOnce = 16

type Row = {
  fingerprint: string
  at: number
  holder: string | null
  lease_until: number | null
  status: number
  head: string
  body: Uint8Array
}

/** Runs in one transaction, with the lock held from its start. */
export type Writing = <T>(write: () => T) => T

export function idempotencyState(db: DatabaseSync, writing: Writing, bounds: StateBounds) {
  const find = db.prepare('SELECT * FROM idempotency WHERE scope = ?')
  const removeHeld = db.prepare('DELETE FROM idempotency WHERE scope = ? AND holder = ?')
  const fill = db.prepare(
    `UPDATE idempotency SET holder = NULL, lease_until = NULL, status = ?, head = ?, body = ?, bytes = ?
     WHERE scope = ? AND holder = ? RETURNING caller`,
  )
  const makeRoom = roomMaker(db, bounds)
  const grant = granter(db, makeRoom)
  const findClaim = (request: ClaimRequest) => claimOf(find.get(request.scope) as Row | undefined, request)
  return {
    claim(request: ClaimRequest): Claim {
      // A stored response is the usual case of a repeated request, and needs no lock.
      const before = findClaim(request)
      return before?.outcome === 'kept' ? before : writing(() => findClaim(request) ?? grant(request))
    },
    keep({ scope, holder, answer }: Held & { answer: KeptAnswer }): boolean {
      const body = gzipSync(answer.body, { level: 3 })
      const bytes = entryBytes + body.length
      return writing(() => {
        if (bytes > bounds.caller.bytes) removeHeld.run(scope, holder)
        const stored = fill.get(answer.status, JSON.stringify(answer.head), body, bytes, scope, holder)
        if (stored !== undefined) makeRoom((stored as { caller: string }).caller)
        return stored !== undefined
      })
    },
    release({ scope, holder }: Held): void {
      writing(() => removeHeld.run(scope, holder))
    },
  }
}

/** The result of a claim on a scope with this row; null when the claim is to be granted. */
function claimOf(row: Row | undefined, { fingerprint, now, leaseMs, keepMs }: ClaimRequest): Claim | null {
  if (row === undefined || now - row.at >= keepMs) return null
  // A clock that was set back must not make a lease longer; the clock of another process may be a little ahead.
  const running = row.lease_until !== null && now < row.lease_until && row.lease_until - now <= 2 * leaseMs
  if (row.holder !== null && !running) return null
  if (row.fingerprint !== fingerprint) return { outcome: 'other_request' }
  if (running) return { outcome: 'running' }
  const answer = { status: row.status, head: JSON.parse(row.head) as string[], body: gunzipSync(row.body) }
  return { outcome: 'kept', answer }
}

function granter(db: DatabaseSync, makeRoom: (caller: string) => void): (request: ClaimRequest) => Claim {
  const sweep = db.prepare(
    'DELETE FROM idempotency WHERE n IN (SELECT n FROM idempotency WHERE at <= ? ORDER BY at LIMIT ?)',
  )
  const remove = db.prepare('DELETE FROM idempotency WHERE scope = ?')
  const put = db.prepare(
    'INSERT INTO idempotency (scope, caller, fingerprint, at, holder, lease_until, bytes) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  return ({ scope, caller, fingerprint, holder, now, leaseMs, keepMs }) => {
    sweep.run(now - keepMs, sweptAtOnce)
    remove.run(scope)
    put.run(scope, caller, fingerprint, now, holder, now + leaseMs, entryBytes)
    makeRoom(caller)
    return { outcome: 'claimed' }
  }
}

/** Drops the oldest entries until the caller and the total are within their bounds. */
function roomMaker(db: DatabaseSync, bounds: StateBounds): (caller: string) => void {
  const use = db.prepare('SELECT entries, bytes FROM idempotency_use WHERE caller = ?')
  const dropOldest = db.prepare('DELETE FROM idempotency WHERE n = (SELECT n FROM idempotency ORDER BY at, n LIMIT 1)')
  const dropOldestOf = db.prepare(
    'DELETE FROM idempotency WHERE n = (SELECT n FROM idempotency WHERE caller = ? ORDER BY at, n LIMIT 1)',
  )
  const isOver = (name: string, { entries, bytes }: StateBounds['caller']): boolean => {
    const used = use.get(name) as { entries: number; bytes: number } | undefined
    return used !== undefined && (used.entries > entries || used.bytes > bytes)
  }
  return caller => {
    while (isOver(caller, bounds.caller)) dropOldestOf.run(caller)
    while (isOver('', bounds.everyone)) dropOldest.run()
  }
}
