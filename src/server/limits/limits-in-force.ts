// Who counts: Redis for all instances, else the supervisor for all its workers, else this process. Each stands in for
// the one before it.
import type { Logger } from 'pino'
import type { RedisPlace } from '../../config/values.ts'
import { type LimitSettings, limitsOf, type Policy } from '../../limits.ts'
import { type Guard, guardLimiter, makeBreaker } from './guarded-limit.ts'
import { type Leases, makeLeasedLimiter } from './leased-limit.ts'
import { type Limiter, type Limiters, limiterForEach, makeLimiter } from './rate-limit.ts'

export type LimitParts = {
  limits: LimitSettings
  redis: RedisPlace | undefined
  /** What a request may wait for Redis. */
  redisWaitMs: number
  /** What the supervisor lends; absent without one. */
  leases: Leases | undefined
  /** Instances that share limits share it. */
  secret: Buffer
  now: () => number
  log: Logger
}

type Fallback = (policy: Policy, limit: number) => Limiter

export type LimitsInForce = {
  limiters: Limiters
  /** Limits that others count; null when this process counts by itself. */
  shared: { isWell(): boolean; countedAlone(): number } | null
  close(): void
}

/** The supervisor is on the same machine and does little else: when it is late, the machine is busy. */
const leaseDeadlineMs = 500

export async function openLimits(parts: LimitParts): Promise<LimitsInForce> {
  const { limits, redis, leases, now } = parts
  const local: Fallback = (policy, limit) => makeLimiter({ policy, limit, now })
  const forWorkers = leases === undefined ? null : byLeases(parts, leases, local)
  const fallback = forWorkers?.make ?? local
  const forAll = redis === undefined ? null : await byRedis(parts, redis, fallback)
  return {
    limiters: limiterForEach(limitsOf(limits), forAll?.make ?? fallback),
    shared: forAll ?? forWorkers,
    close() {
      forAll?.close()
      forWorkers?.close()
    },
  }
}

function byLeases({ now, log }: LimitParts, leases: Leases, fallback: Fallback) {
  const { guard, ...state } = guarding(log, 'the supervisor', leaseDeadlineMs, () => leases.ask('read', '', 0))
  const made = new Map<Policy, ReturnType<typeof makeLeasedLimiter>>()
  leases.onRecall((policy, client, until) => made.get(policy)?.giveBack(client, until) ?? 0)
  const make: Fallback = (policy, limit) => {
    const limiter = makeLeasedLimiter({ policy, limit, now, ask: leases.ask })
    made.set(policy, limiter)
    return guardLimiter(limiter, fallback(policy, limit), guard)
  }
  return { make, ...state, close: guard.breaker.stop }
}

async function byRedis({ redisWaitMs, secret, now, log }: LimitParts, place: RedisPlace, fallback: Fallback) {
  // Loaded when it is wanted.
  const [{ connectRedis }, { makeKeys, makeRedisLimiter }] = await Promise.all([
    import('./redis-counter.ts'),
    import('./redis-limit.ts'),
  ])
  const onError = (error: Error) => log.debug({ err: error }, 'Redis')
  const { count, trouble, close } = await connectRedis(place, { waitMs: redisWaitMs, onError })
  const keyOf = makeKeys(secret)
  const { guard, ...state } = guarding(log, 'Redis', redisWaitMs, () => count(keyOf('probe', ''), 1))
  if (trouble) guard.breaker.open(trouble)
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

function guarding(log: Logger, who: string, deadlineMs: number, probe: () => Promise<unknown>) {
  let alone = 0
  const breaker = makeBreaker({
    probe,
    deadlineMs,
    opened: error => log.warn({ err: error }, `${who} does not count rate limits; they are counted without it`),
    closed: () => log.info(`${who} counts rate limits again`),
  })
  const guard: Guard = {
    breaker,
    deadlineMs,
    countedAlone: () => {
      alone++
    },
  }
  return { guard, isWell: () => !breaker.isOpen(), countedAlone: () => alone }
}
