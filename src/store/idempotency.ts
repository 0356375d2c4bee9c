// Requests with an Idempotency-Key, and their responses.
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Claim, ClaimRequest, Run, StateBounds, StateDatabase, StateStore } from './state.ts'

/** Overhead of an entry in bytes: indexes, hashes, headers. */
const entryBytes = 600
/** Expired entries deleted per claim: more than are added, few enough to keep each call cheap. */
const sweepLimit = 16

type Row = {
  fingerprint: string
  at: number
  holder: string | null
  lease_until: number | null
  status: number
  head: string
  body: Uint8Array
}

export function idempotencyState(
  { run, transaction }: StateDatabase,
  bounds: StateBounds,
): Pick<StateStore, 'claim' | 'storeResponse' | 'release'> {
  return {
    async claim(request) {
      // A stored response is the usual case of a repeated request, and needs no lock.
      const before = await findClaim(run, request)
      if (before?.outcome === 'stored') return before
      return transaction('idempotency', async run => (await findClaim(run, request)) ?? grant(run, request, bounds))
    },
    async storeResponse({ scope, holder, answer }) {
      const body = gzipSync(answer.body, { level: 3 })
      const bytes = entryBytes + body.length
      return transaction('idempotency', async run => {
        if (bytes > bounds.caller.bytes) await removeClaim(run, scope, holder)
        const text = `UPDATE idempotency SET holder = NULL, lease_until = NULL, status = $1, head = $2, body = $3, bytes = $4
          WHERE scope = $5 AND holder = $6 RETURNING caller`
        const values = [answer.status, JSON.stringify(answer.head), body, bytes, scope, holder]
        const [stored] = await run<{ caller: string }>({ text, values })
        if (stored) await makeRoom(run, stored.caller, bounds)
        return stored !== undefined
      })
    },
    release: ({ scope, holder }) => transaction('idempotency', run => removeClaim(run, scope, holder)),
  }
}

const removeClaim = async (run: Run, scope: string, holder: string): Promise<void> =>
  void (await run({ text: 'DELETE FROM idempotency WHERE scope = $1 AND holder = $2', values: [scope, holder] }))

/** The result of a claim on a scope that exists; null when the claim is to be granted. */
async function findClaim(run: Run, { scope, fingerprint, now, leaseMs, keepMs }: ClaimRequest): Promise<Claim | null> {
  const [row] = await run<Row>({ text: 'SELECT * FROM idempotency WHERE scope = $1', values: [scope] })
  if (row === undefined || now - row.at >= keepMs) return null
  // A clock that was set back must not make a lease longer; the clock of another process may be a little ahead.
  const running = row.lease_until !== null && now < row.lease_until && row.lease_until - now <= 2 * leaseMs
  if (row.holder !== null && !running) return null
  if (row.fingerprint !== fingerprint) return { outcome: 'other_request' }
  if (running) return { outcome: 'running' }
  const answer = { status: row.status, head: JSON.parse(row.head) as string[], body: gunzipSync(row.body) }
  return { outcome: 'stored', answer }
}

async function grant(run: Run, request: ClaimRequest, bounds: StateBounds): Promise<Claim> {
  const { scope, caller, fingerprint, holder, now, leaseMs, keepMs } = request
  const sweep = 'DELETE FROM idempotency WHERE n IN (SELECT n FROM idempotency WHERE at <= $1 ORDER BY at LIMIT $2)'
  await run({ text: sweep, values: [now - keepMs, sweepLimit] })
  await run({ text: 'DELETE FROM idempotency WHERE scope = $1', values: [scope] })
  const put = `INSERT INTO idempotency (scope, caller, fingerprint, at, holder, lease_until, bytes)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`
  await run({ text: put, values: [scope, caller, fingerprint, now, holder, now + leaseMs, entryBytes] })
  await makeRoom(run, caller, bounds)
  return { outcome: 'claimed' }
}

/** Drops the oldest entries until the caller and the total are within their bounds. */
async function makeRoom(run: Run, caller: string, bounds: StateBounds): Promise<void> {
  const isOver = async (name: string, { entries, bytes }: StateBounds['caller']) => {
    const text = 'SELECT entries, bytes FROM idempotency_use WHERE caller = $1'
    const [used] = await run<StateBounds['caller']>({ text, values: [name] })
    return used !== undefined && (used.entries > entries || used.bytes > bytes)
  }
  const oldest = (condition: string) =>
    `DELETE FROM idempotency WHERE n = (SELECT n FROM idempotency ${condition} ORDER BY at, n LIMIT 1)`
  while (await isOver(caller, bounds.caller)) await run({ text: oldest('WHERE caller = $1'), values: [caller] })
  while (await isOver('', bounds.total)) await run({ text: oldest('') })
}
