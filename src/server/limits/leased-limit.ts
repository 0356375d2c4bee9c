// Limits that the workers of one machine share. Their supervisor keeps the accounts and lends out blocks of what a client
// may still ask; a worker counts within its blocks at once, and asks for more before they are used up.
import type { Policy } from '../../limits.ts'
import { type Limiter, ruleOf, secondsUntil, type Verdict } from './rate-limit.ts'
import { makeWindows, windowMs } from './windows.ts'

/**
 * `granted` requests until the time `until`; `pool` is what was left for everybody after that. Nothing that is not final
 * may be followed by something: another worker is slow to give back what it holds.
 */
export type Grant = { until: number; granted: number; pool: number; isFinal: boolean }

/** Gives back what is left of a block of the window that ends at `until`. */
export type GiveBack = (policy: Policy, client: string, until: number) => number

export type Leases = {
  /** With a `need` of 0 there may be nothing; otherwise nothing means that all is used up. */
  ask(policy: Policy, client: string, need: number): Promise<Grant>
  onRecall(giveBack: GiveBack): void
}

type Waiter = { resolve: (verdict: Verdict) => void; reject: (error: unknown) => void }

type Lease = Grant & {
  start: number
  left: number
  /** More is asked for when no more than this is left. */
  low: number
  /** Until the window ends. */
  usedUp: boolean
  asking: boolean
  waiters: Waiter[]
}

type LeasedLimiter = Limiter & { giveBack(client: string, until: number): number }

export function makeLeasedLimiter(options: {
  policy: Policy
  limit: number
  now: () => number
  ask: Leases['ask']
}): LeasedLimiter {
  const { policy, limit, now, ask } = options
  const rule = ruleOf(policy, limit)
  const leases = makeWindows<Lease>()

  const verdict = ({ left, pool, until }: Lease, allowed: boolean, time: number): Verdict => ({
    policy,
    rule,
    limit,
    remaining: allowed ? left + pool : 0,
    reset: Math.max(1, secondsUntil(until, time)),
    allowed,
  })
  const use = (lease: Lease, time: number): Verdict => {
    lease.left--
    return verdict(lease, true, time)
  }

  const askFor = (client: string, lease: Lease): void => {
    const need = lease.waiters.length
    lease.asking = true
    ask(policy, client, need).then(
      grant => {
        const time = now()
        lease.asking = false
        absorb(lease, grant, need)
        while (lease.left > 0 && lease.waiters.length > 0) lease.waiters.shift()!.resolve(use(lease, time))
        const isRefused = need > 0 && grant.granted === 0
        if (isRefused) for (const { resolve } of lease.waiters.splice(0)) resolve(verdict(lease, false, time))
        else if (lease.waiters.length > 0) askFor(client, lease)
      },
      error => {
        lease.asking = false
        for (const { reject } of lease.waiters.splice(0)) reject(error)
      },
    )
  }

  /** Costs nothing. When this worker has no lease, it asks the supervisor how much is left. */
  const look = async (client: string, lease: Lease, time: number): Promise<Verdict> => {
    if (lease.left + lease.pool > 0 || lease.usedUp) return verdict(lease, true, time)
    absorb(lease, await ask(policy, client, 0), 0)
    return verdict(lease, true, now())
  }

  return {
    take(client, cost = 1) {
      const time = now()
      const lease = leases.current(client, time) ?? leases.open(client, newLease(time))
      if (cost === 0) return look(client, lease, time)
      if (lease.left > 0) {
        const used = use(lease, time)
        if (lease.left <= lease.low && lease.pool > 0 && !lease.asking) askFor(client, lease)
        return used
      }
      if (lease.usedUp) return verdict(lease, false, time)
      return new Promise((resolve, reject) => {
        lease.waiters.push({ resolve, reject })
        if (!lease.asking) askFor(client, lease)
      })
    },
    giveBack(client, until) {
      const lease = leases.current(client, now())
      if (lease === undefined || lease.until !== until) return 0
      const { left } = lease
      lease.left = 0
      lease.pool = 0
      return left
    },
  }
}

const newLease = (time: number): Lease => ({
  start: time,
  until: time + windowMs,
  granted: 0,
  pool: 0,
  isFinal: true,
  left: 0,
  low: 0,
  usedUp: false,
  asking: false,
  waiters: [],
})

/** The window began when any worker first saw the client; what is left of an earlier one does not count. */
function absorb(lease: Lease, { until, granted, pool, isFinal }: Grant, need: number): void {
  if (until !== lease.until) lease.left = 0
  lease.until = until
  lease.start = until - windowMs
  lease.left += granted
  lease.pool = pool
  lease.low = Math.floor(lease.left / 2)
  lease.usedUp = need > 0 && granted === 0 && isFinal
}
