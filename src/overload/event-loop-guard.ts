// Rejects requests when the event loop is overloaded. Responses are created on the thread that serves all connections.
// Under overload, one iteration of the event loop finds many readable sockets, and their requests wait for each other, so each
// iteration has a time budget.
import { fail } from '../errors.ts'

/** An iteration that takes longer delays all other requests noticeably. */
const budgetMs = 75
/** Long iterations count as overload only when they have continued for this long: single ones may be garbage collections. */
const minOverloadMs = 1000
/** The overload ends this long after the last long iteration. */
const recoveryMs = 500
/**
 * Accepted in every iteration: as many requests as one client sends at the same time, on 32 connections. If the machine is
 * slow for another reason, rejecting half of them would not help.
 */
const alwaysAccepted = 32

/** During this time after the start, iterations are long because code is compiled. The caller derives `startupEndsAt` from it. */
export const startupMs = 10_000

/**
 * Returns a function that throws if the current iteration has used up its budget during an overload. Long iterations
 * before `startupEndsAt` do not count.
 */
export function makeEventLoopGuard(clock: () => number = () => performance.now(), startupEndsAt = 0): () => void {
  let iterationStart: number | null = null
  let accepted = 0
  let firstLong = 0
  let lastLong = Number.NEGATIVE_INFINITY
  const endIteration = () => {
    const now = clock()
    const isLong = now - iterationStart! > budgetMs
    if (isLong && iterationStart! - lastLong > recoveryMs) firstLong = iterationStart!
    if (isLong) lastLong = now
    iterationStart = null
    accepted = 0
  }
  return () => {
    const now = clock()
    if (iterationStart === null) {
      iterationStart = now
      setImmediate(endIteration)
    } else if (
      accepted >= alwaysAccepted &&
      now - iterationStart > budgetMs &&
      iterationStart - lastLong <= recoveryMs &&
      now - Math.max(firstLong, startupEndsAt) > minOverloadMs
    )
      throw overloaded
    accepted++
  }
}

/** Shared instance: allocating errors under overload is costly. */
const overloaded = fail('upstream_unavailable', 'The service is overloaded; retry in a second.')
