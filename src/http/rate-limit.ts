// Fixed windows of 60 seconds for each client, each starting with the client's first request.
import { type Policy, windowSeconds } from '../limits.ts'

const windowMs = windowSeconds * 1000

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

type Window = { start: number; count: number }

export type Limiter = { take(client: string): Verdict; clients(): number }

export function makeLimiter(options: {
  policy: string
  limit: number
  now: () => number
  maxClients?: number
}): Limiter {
  const { policy, limit, now, maxClients = 200_000 } = options
  const rule = `"${policy}";q=${limit};w=${windowSeconds}`
  const windows = new Map<string, Window>()
  const expire = expirer(windows, maxClients)

  const open = (client: string, time: number): Window => {
    windows.delete(client) // so that it moves to the end: the map stays in order of start
    expire(time)
    const window = { start: time, count: 0 }
    windows.set(client, window)
    return window
  }

  return {
    take(client) {
      const time = now()
      let window = windows.get(client)
      // A clock that was set back must not lock anybody out.
      if (window === undefined || time - window.start >= windowMs || time < window.start) window = open(client, time)
      const allowed = window.count < limit
      if (allowed) window.count++
      const reset = Math.ceil((window.start + windowMs - time) / 1000)
      return { policy, rule, limit, remaining: limit - window.count, reset, allowed }
    },
    clients: () => windows.size,
  }
}

/**
 * Drops expired windows from the front of the map, two at a time, so that no request pays for many. One iterator is
 * kept for good: a new one would walk over the holes that earlier deletions left at the front.
 */
function expirer(windows: Map<string, Window>, maxClients: number): (time: number) => void {
  let walk = windows.entries()
  let oldest: [string, Window] | undefined
  const settle = (time: number): boolean => {
    oldest ??= walk.next().value
    if (oldest === undefined) {
      walk = windows.entries()
      return true
    }
    const [client, window] = oldest
    const moved = windows.get(client) !== window
    if (!moved && time - window.start < windowMs && windows.size < maxClients) return true
    if (!moved) windows.delete(client)
    oldest = undefined
    return false
  }
  return time => {
    for (let i = 0; i < 2; i++) if (settle(time)) return
  }
}

/** A limiter for each policy; null where nothing is limited, and then no `RateLimit` header is sent either. */
export function makeLimiters(limits: Record<Policy, number>, now: () => number): Record<Policy, Limiter | null> {
  const make = (policy: Policy) => (limits[policy] === 0 ? null : makeLimiter({ policy, limit: limits[policy], now }))
  return { read: make('read'), mcp: make('mcp'), media: make('media'), discovery: make('discovery') }
}
