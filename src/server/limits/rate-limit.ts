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

/** A promise is given only by limiters that have to ask another process, and never fails. */
export type Limiter = { take(client: string, cost?: Cost): Verdict | Promise<Verdict> }

export type LocalLimiter = { take(client: string, cost?: Cost): Verdict; clients(): number }

type Window = { start: number; count: number }

export const ruleOf = (policy: string, limit: number): string => `"${policy}";q=${limit};w=${windowSeconds}`

export const secondsUntil = (end: number, time: number): number => Math.ceil((end - time) / 1000)

/** Counts for this process alone. */
export function makeLimiter(options: {
  policy: string
  limit: number
  now: () => number
  maxClients?: number
}): LocalLimiter {
  const { policy, limit, now, maxClients } = options
  const rule = ruleOf(policy, limit)
  const windows = makeWindows<Window>(maxClients)
  return {
    take(client, cost = 1) {
      const time = now()
      const empty = { start: time, count: 0 }
      const window = windows.current(client, time) ?? (cost === 0 ? empty : windows.open(client, empty))
      const allowed = window.count + cost <= limit
      if (allowed) window.count += cost
      const reset = secondsUntil(window.start + windowMs, time)
      return { policy, rule, limit, remaining: limit - window.count, reset, allowed }
    },
    clients: windows.size,
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
