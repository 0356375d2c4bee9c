// Limits that are counted elsewhere depend on somebody who may be slow or gone. Nobody waits for them longer than a
// moment; and when they fail again and again, nobody waits at all until a try in the background works.
import type { Cost, Limiter, Verdict } from './rate-limit.ts'

export type Breaker = {
  isOpen(): boolean
  worked(): void
  failed(error: unknown): void
  /** Known to fail, without having been asked. */
  open(error: unknown): void
  stop(): void
}

export type BreakerOptions = {
  /** Fails while those who count are not well. */
  probe: () => Promise<unknown>
  opened: (error: unknown) => void
  closed: () => void
  /** How long to wait for an answer. */
  deadlineMs: number
  mostFailures?: number
  retryMs?: number
}

export function makeBreaker(options: BreakerOptions): Breaker {
  const { probe, opened, closed, deadlineMs, mostFailures = 5, retryMs = 1000 } = options
  let failures = 0
  let isOpen = false
  let timer: NodeJS.Timeout | undefined
  const tryLater = () => {
    timer = setTimeout(() => {
      before(deadlineMs, probe()).then(() => {
        failures = 0
        isOpen = false
        closed()
      }, tryLater)
    }, retryMs).unref()
  }
  const open = (error: unknown) => {
    if (isOpen) return
    isOpen = true
    opened(error)
    tryLater()
  }
  return {
    isOpen: () => isOpen,
    open,
    worked() {
      failures = 0
    },
    failed(error) {
      if (++failures >= mostFailures) open(error)
    },
    stop: () => clearTimeout(timer),
  }
}

export type Guard = {
  breaker: Breaker
  deadlineMs: number
  /** Called for each request that had to be counted without the others. */
  countedAlone: () => void
}

/** Asks `shared`, and `fallback` when there is no answer in time. */
export function guardLimiter(shared: Limiter, fallback: Limiter, guard: Guard): Limiter {
  const { breaker, deadlineMs, countedAlone } = guard
  const alone = (client: string, cost: Cost) => {
    countedAlone()
    return fallback.take(client, cost)
  }
  const settle = async (taken: Promise<Verdict>, client: string, cost: Cost): Promise<Verdict> => {
    try {
      const verdict = await before(deadlineMs, taken)
      breaker.worked()
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

/** When the process itself was late, answers that have come meanwhile are read before anybody is called late. */
function before<T>(deadlineMs: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`There was no answer within ${deadlineMs} ms.`))
    const timer = setTimeout(() => setImmediate(late), deadlineMs)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
