// Fixed windows of 60 seconds for each client, each starting with the client's first request.
import { type Policy, windowSeconds } from '../../limits.ts'
import { makeWindows, windowMs } from './windows.ts'

/** What the limiter says about one request; `reset` is in whole seconds, rounded up. */
export type Verdict = {
  policy: string
  /** The value of `RateLimit-Policy`. */
  rule: string
  limit: number
  remaining: number
  reset: number
  allowed: boolean
}

/** A request with cost 0 is always allowed and only reads the remaining quota. */
export type Cost = 0 | 1

/** Only limiters that count in another process return a promise. */
export type Limiter = { take(client: string, cost?: Cost): Verdict | Promise<Verdict> }

export type LocalLimiter = {
  take(client: string, cost?: Cost): Verdict
  clients(): number
  /** What other workers counted in the window that began at `start`. */
  setOthers(client: string, start: number, others: number): void
}

/** `others`: requests that other workers counted. `unreported`: requests that they do not know of yet. */
export type Window = { start: number; count: number; others: number; unreported: number }

const newWindow = (start: number): Window => ({ start, count: 0, others: 0, unreported: 0 })

export const ruleOf = (policy: string, limit: number): string => `"${policy}";q=${limit};w=${windowSeconds}`

export const secondsUntil = (end: number, time: number): number => Math.ceil((end - time) / 1000)

/** Counts in this process. */
export function makeLimiter(options: {
  policy: string
  limit: number
  now: () => number
  maxClients?: number
  /** Called for each request that was counted. */
  onCount?: (client: string, window: Window) => void
}): LocalLimiter {
  const { policy, limit, now, maxClients, onCount } = options
  const rule = ruleOf(policy, limit)
  const windows = makeWindows<Window>(maxClients)
  return {
    take(client, cost = 1) {
      const time = now()
      const empty = newWindow(time)
      const window = windows.current(client, time) ?? (cost === 0 ? empty : windows.open(client, empty))
      const allowed = cost === 0 || window.count + window.others < limit
      if (allowed && cost === 1) {
        window.count++
        onCount?.(client, window)
      }
      const remaining = Math.max(0, limit - window.count - window.others)
      return { policy, rule, limit, remaining, reset: secondsUntil(window.start + windowMs, time), allowed }
    },
    clients: windows.size,
    setOthers(client, start, others) {
      const time = now()
      if (time - start >= windowMs) return
      const window = windows.current(client, time) ?? windows.open(client, newWindow(start))
      // The window of the client began with its first request to any worker.
      window.start = Math.min(window.start, start)
      window.others = others
    },
  }
}

export type Limiters = Record<Policy, Limiter | null>

/** A limiter for each policy; null where nothing is limited, and then no `RateLimit` header is sent either. */
export function limiterForEach(
  limits: Record<Policy, number>,
  makeOne: (policy: Policy, limit: number) => Limiter,
): Limiters {
  const make = (policy: Policy) => (limits[policy] === 0 ? null : makeOne(policy, limits[policy]))
  return { read: make('read'), mcp: make('mcp'), media: make('media'), discovery: make('discovery') }
}
