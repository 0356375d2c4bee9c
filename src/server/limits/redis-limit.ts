// Limits that all instances share: one counter in Redis for each client and policy, one round trip per request.
import { hash } from 'node:crypto'
import { type Cost, type Limiter, ruleOf, secondsUntil, type Verdict } from './rate-limit.ts'
import { makeWindows, windowMs } from './windows.ts'

/** Adds `cost` to the counter of a key; returns its value and the rest of its window. */
export type Count = (key: string, cost: Cost) => Promise<{ requests: number; leftMs: number }>

type RedisLimitOptions = {
  policy: string
  limit: number
  now: () => number
  count: Count
  keyOf: (policy: string, client: string) => string
}

type Rejection = { start: number; until: number }

export function makeRedisLimiter({ policy, limit, now, count, keyOf }: RedisLimitOptions): Limiter {
  const rule = ruleOf(policy, limit)
  const rejections = makeWindows<Rejection>()
  const verdict = (remaining: number, reset: number, allowed: boolean): Verdict => ({
    policy,
    rule,
    limit,
    remaining,
    reset,
    allowed,
  })
  const countInRedis = async (client: string, cost: Cost): Promise<Verdict> => {
    const { requests, leftMs } = await count(keyOf(policy, client), cost)
    const time = now()
    const allowed = cost === 0 || requests <= limit
    if (!allowed) rejections.open(client, { start: time, until: time + Math.min(leftMs, windowMs) })
    return verdict(Math.max(0, limit - requests), secondsUntil(leftMs, 0), allowed)
  }
  return {
    take(client, cost = 1) {
      const time = now()
      const rejection = rejections.current(client, time)
      // Rejected clients are remembered here, so that a flood of requests does not reach Redis.
      if (rejection !== undefined && time < rejection.until) {
        return verdict(0, secondsUntil(rejection.until, time), cost === 0)
      }
      return countInRedis(client, cost)
    },
  }
}

const maxCachedNames = 50_000

/** Keys contain a salted hash instead of the address, so that reading the keys does not reveal clients. */
export function makeKeys(secret: Buffer): (policy: string, client: string) => string {
  const salt = hash('sha256', `rate limits ${secret.toString('hex')}`, 'hex')
  const names = new Map<string, string>()
  const nameOf = (client: string): string => {
    const found = names.get(client)
    if (found !== undefined) return found
    if (names.size >= maxCachedNames) names.clear()
    const name = hash('sha256', salt + client, 'base64url').slice(0, 22)
    names.set(client, name)
    return name
  }
  return (policy, client) => `vitrine:limit:${policy}:${nameOf(client)}`
}
