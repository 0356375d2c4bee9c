// A circuit breaker for limits that are counted in Redis, which may be slow or unavailable: requests wait for it until a deadline,
// and after repeated failures not at all, until a probe in the background succeeds.
import type { Cost, Limiter, Verdict } from './rate-limit.ts'

type Breaker = {
  isOpen(): boolean
  succeeded(): void
  failed(error: unknown): void
  /** Opens immediately, without waiting for failures. */
  open(error: unknown): void
  stop(): void
}

type BreakerOptions = {
  /** Rejects while Redis does not work. */
  probe: () => Promise<unknown>
  onOpen: (error: unknown) => void
  onClose: () => void
  /** How long to wait for Redis. */
  deadlineMs: number
  maxFailures?: number
  retryMs?: number
}

export function makeBreaker(options: BreakerOptions): Breaker {
  const { probe, onOpen, onClose, deadlineMs, maxFailures = 5, retryMs = 1000 } = options
  let failures = 0
  let isOpen = false
  let timer: NodeJS.Timeout | undefined
  const probeLater = () => {
    timer = setTimeout(() => {
      withDeadline(deadlineMs, probe()).then(() => {
        failures = 0
        isOpen = false
        onClose()
      }, probeLater)
    }, retryMs).unref()
  }
  const open = (error: unknown) => {
    if (isOpen) return
    isOpen = true
    onOpen(error)
    probeLater()
  }
  return {
    isOpen: () => isOpen,
    open,
    succeeded() {
      failures = 0
    },
    failed(error) {
      if (++failures >= maxFailures) open(error)
    },
    stop: () => clearTimeout(timer),
  }
}

export type Guard = {
  breaker: Breaker
  deadlineMs: number
  /** Called for each request that the fallback counted. */
  countedAlone: () => void
}

/** Counts in `shared`, or in `fallback` when that does not answer in time. */
export function guardLimiter(shared: Limiter, fallback: Limiter, guard: Guard): Limiter {
  const { breaker, deadlineMs, countedAlone } = guard
  const alone = (client: string, cost: Cost) => {
    countedAlone()
    return fallback.take(client, cost)
  }
  const settle = async (taken: Promise<Verdict>, client: string, cost: Cost): Promise<Verdict> => {
    try {
      const verdict = await withDeadline(deadlineMs, taken)
      breaker.succeeded()
      return verdict
    } catch (error) {
      breaker.failed(error)
      return alone(client, cost)
    }
  }
  return {
    take(client, cost = 1) {
      if (breaker.isOpen()) return alone(client, cost)
      const taken = shared.take(client, cost)
      return taken instanceof Promise ? settle(taken, client, cost) : taken
    },
  }
}

/** If this process itself was blocked until the deadline, replies that have arrived are still read (setImmediate). */
function withDeadline<T>(deadlineMs: number, reply: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const rejectLate = () => reject(new Error(`There was no answer within ${deadlineMs} ms.`))
    const timer = setTimeout(() => setImmediate(rejectLate), deadlineMs)
    reply.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
