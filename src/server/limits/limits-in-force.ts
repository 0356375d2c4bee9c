// Selects where requests are counted: in Redis for all instances, else in each worker with totals exchanged through the
// supervisor, else in this process. While Redis is unavailable, the second or third is used.
import type { Logger } from 'pino'
import type { RedisAddress } from '../../config/values.ts'
import { type LimitSettings, limitsOf, type Policy } from '../../limits.ts'
import { type Guard, guardLimiter, makeBreaker } from './guarded-limit.ts'
import { type Limiter, type Limiters, limiterForEach, makeLimiter } from './rate-limit.ts'
import { type CountExchange, shareCounts } from './shared-counts.ts'

type LimitParts = {
  limits: LimitSettings
  redis: RedisAddress | undefined
  /** How long a request may wait for Redis. */
  redisWaitMs: number
  /** Exchanges counts with the other workers; absent in a single process. */
  workerCounts: CountExchange | undefined
  /** The same in all instances that share limits. */
  secret: Buffer
  now: () => number
  log: Logger
}

type Fallback = (policy: Policy, limit: number) => Limiter

export type LimitsInForce = {
  limiters: Limiters
  /** Null without Redis. `countedAlone`: requests that were counted without Redis, because it was unavailable. */
  shared: { isUp(): boolean; countedAlone(): number } | null
  close(): void
}

export async function openLimits(parts: LimitParts): Promise<LimitsInForce> {
  const { limits, redis, workerCounts, now } = parts
  const workers = workerCounts === undefined ? null : shareCounts(workerCounts, now)
  const local: Fallback = workers?.make ?? ((policy, limit) => makeLimiter({ policy, limit, now }))
  const shared = redis === undefined ? null : await openRedisLimits(parts, redis, local)
  return {
    limiters: limiterForEach(limitsOf(limits), shared?.make ?? local),
    shared,
    close() {
      shared?.close()
      workers?.close()
    },
  }
}

async function openRedisLimits(
  { redisWaitMs, secret, now, log }: LimitParts,
  address: RedisAddress,
  fallback: Fallback,
) {
  // Imported on demand: most installations have no Redis.
  const [{ connectRedis }, { makeKeys, makeRedisLimiter }] = await Promise.all([
    import('./redis-counter.ts'),
    import('./redis-limit.ts'),
  ])
  const onError = (error: Error) => log.debug({ err: error }, 'Redis')
  const { count, connectError, close } = await connectRedis(address, { waitMs: redisWaitMs, onError })
  const keyOf = makeKeys(secret)
  const { guard, ...state } = makeGuard(log, redisWaitMs, () => count(keyOf('probe', ''), 1))
  if (connectError) guard.breaker.open(connectError)
  const make: Fallback = (policy, limit) =>
    guardLimiter(makeRedisLimiter({ policy, limit, now, count, keyOf }), fallback(policy, limit), guard)
  return {
    make,
    ...state,
    close() {
      guard.breaker.stop()
      close()
    },
  }
}

function makeGuard(log: Logger, deadlineMs: number, probe: () => Promise<unknown>) {
  let alone = 0
  const breaker = makeBreaker({
    probe,
    deadlineMs,
    onOpen: error => log.warn({ err: error }, 'Redis does not count rate limits; they are counted without it'),
    onClose: () => log.info('Redis counts rate limits again'),
  })
  const guard: Guard = {
    breaker,
    deadlineMs,
    countedAlone: () => {
      alone++
    },
  }
  return { guard, isUp: () => !breaker.isOpen(), countedAlone: () => alone }
}
