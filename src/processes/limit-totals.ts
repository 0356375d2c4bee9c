// Adds up the rate-limit counts of all workers and sends each worker the counts of the others. The counts of a
// worker that ends stay until their window ends.
import type { Policy } from '../limits.ts'
import type { Increment, OtherCounts } from '../server/limits/shared-counts.ts'
import { makeWindows, windowMs } from '../server/limits/windows.ts'

type Totals = { start: number; total: number; byWorker: Map<number, number> }

/** Reports that arrive within this time are answered with one message to each worker. */
const replyMs = 20

type LimitTotals = { add(worker: number, increments: readonly Increment[]): void }

export function makeLimitTotals(options: {
  now: () => number
  workers: () => readonly number[]
  send: (worker: number, counts: OtherCounts[]) => void
}): LimitTotals {
  const { now, workers, send } = options
  const windows = {
    read: makeWindows<Totals>(),
    mcp: makeWindows<Totals>(),
    media: makeWindows<Totals>(),
    discovery: makeWindows<Totals>(),
  }
  const changed = new Map<Totals, [Policy, string]>()
  let isReplyDue = false

  const othersOf = (worker: number): OtherCounts[] =>
    [...changed].flatMap(([{ start, total, byWorker }, [policy, client]]): OtherCounts[] => {
      const others = total - (byWorker.get(worker) ?? 0)
      return others === 0 ? [] : [[policy, client, start, others]]
    })
  const reply = (): void => {
    isReplyDue = false
    for (const worker of workers()) {
      const counts = othersOf(worker)
      if (counts.length > 0) send(worker, counts)
    }
    changed.clear()
  }
  return {
    add(worker, increments) {
      const time = now()
      for (const [policy, client, start, count] of increments) {
        if (time - start >= windowMs) continue
        const opened = { start: Math.min(start, time), total: 0, byWorker: new Map<number, number>() }
        const totals = windows[policy].current(client, time) ?? windows[policy].open(client, opened)
        totals.start = Math.min(totals.start, start)
        totals.total += count
        totals.byWorker.set(worker, (totals.byWorker.get(worker) ?? 0) + count)
        changed.set(totals, [policy, client])
      }
      if (!isReplyDue) setTimeout(reply, replyMs).unref()
      isReplyDue = true
    },
  }
}
