// Rate limits shared by the workers of one machine. Each worker counts its own requests and sends the increments to the
// supervisor (src/processes/limit-totals.ts), which returns what the other workers counted.
import type { Policy } from '../../limits.ts'
import { type LocalLimiter, makeLimiter, type Window } from './rate-limit.ts'

/** Requests since the last report, of the window that began at `start`. */
export type Increment = [policy: Policy, client: string, start: number, count: number]
/** Requests that all other workers counted in the window that began at `start`. */
export type OtherCounts = [policy: Policy, client: string, start: number, others: number]

export type CountExchange = {
  send(increments: Increment[]): void
  onOthers(listener: (counts: OtherCounts[]) => void): void
}

const reportMs = 250
/** A client that used this share of its limit since the last report is reported immediately. */
const urgentShare = 0.1

type SharedCounts = { make(policy: Policy, limit: number): LocalLimiter; close(): void }

export function shareCounts({ send, onOthers }: CountExchange, now: () => number): SharedCounts {
  const limiters = new Map<Policy, LocalLimiter>()
  let pending: { policy: Policy; client: string; window: Window }[] = []
  let timer: NodeJS.Timeout | undefined

  const report = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (pending.length > 0) send(pending.map(incrementOf))
    pending = []
  }
  onOthers(counts => {
    for (const [policy, client, start, others] of counts) limiters.get(policy)?.setOthers(client, start, others)
  })
  return {
    make(policy, limit) {
      const onCount = (client: string, window: Window): void => {
        if (++window.unreported === 1) pending.push({ policy, client, window })
        if (window.unreported >= limit * urgentShare) report()
        else timer ??= setTimeout(report, reportMs).unref()
      }
      const limiter = makeLimiter({ policy, limit, now, onCount })
      limiters.set(policy, limiter)
      return limiter
    },
    close: report,
  }
}

function incrementOf({ policy, client, window }: { policy: Policy; client: string; window: Window }): Increment {
  const count = window.unreported
  window.unreported = 0
  return [policy, client, window.start, count]
}
