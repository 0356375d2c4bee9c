// Rejects requests when the event loop is overloaded. Responses are created on the thread that serves all connections.
// Under overload, requests wait unseen in the sockets that one iteration of the event loop finds readable, so each
// iteration has a time budget.
import { fail } from '../errors.ts'

/** An iteration that takes longer delays all other requests noticeably. */
const budgetMs = 75
/** Single long iterations may be garbage collections. Only when they continue for this long is it overload. */
const lastingMs = 1000
/** The overload is over this long after the last long iteration. */
const overMs = 500
/**
 * Accepted in every iteration: as many requests as one browser sends at the same time to both hosts. If the machine is
 * slow for another reason, rejecting half of a page's images would not help.
 */
const alwaysAccepted = 12

/** A process that has just started compiles code, which also takes long iterations. */
export const settlingMs = 10_000

/** Returns a function that throws if the current iteration has used up its budget during an overload. */
export function makeEventLoopGuard(clock: () => number = () => performance.now(), settledAt = 0): () => void {
  let startedAt: number | null = null
  let accepted = 0
  let firstLong = 0
  let lastLong = Number.NEGATIVE_INFINITY
  const endIteration = () => {
    const now = clock()
    const isLong = now - startedAt! > budgetMs
    if (isLong && startedAt! - lastLong > overMs) firstLong = startedAt!
    if (isLong) lastLong = now
    startedAt = null
    accepted = 0
  }
  return () => {
    const now = clock()
    if (startedAt === null) {
      startedAt = now
      setImmediate(endIteration)
    } else if (
      accepted >= alwaysAccepted &&
      now - startedAt > budgetMs &&
      startedAt - lastLong <= overMs &&
      now - Math.max(firstLong, settledAt) > lastingMs
    )
      throw overloaded
    accepted++
  }
}

/** Shared instance: allocating errors under overload is costly. */
const overloaded = fail('upstream_unavailable', 'There is too much to do; retry in a second.')
