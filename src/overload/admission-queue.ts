// Limits how many operations of a store run or wait. An operation that would wait too long is rejected at once.
import { fail } from '../errors.ts'

type AdmissionQueue = {
  /** Throws if too many operations are running or waiting. */
  enter(): void
  leave(): void
  inside(): number
}

/** Operations with a longer expected wait are rejected. */
const maxWaitMs = 80
const maxOperations = 256
/**
 * The rate of completion is averaged over about this much busy time. A shorter window would react to pauses of the machine
 * or of the garbage collector, after which many operations end at the same time.
 */
const windowMs = 250
/** Longer intervals between completions count as this. */
const maxPauseMs = 50

/** Up to `alwaysAccepted` operations are never rejected: a few more than one request starts at the same time. */
export function makeAdmissionQueue(
  alwaysAccepted: number,
  clock: () => number = () => performance.now(),
): AdmissionQueue {
  let inside = 0
  /** Busy time and completed operations within the window, with exponential decay. */
  let busyMs = 1
  let completed = 1
  let lastCompletion = 0
  return {
    enter() {
      const expectedMs = inside * (busyMs / completed)
      if (inside >= alwaysAccepted && (inside >= maxOperations || expectedMs > maxWaitMs)) throw tooMany
      if (inside === 0) lastCompletion = clock()
      inside++
    },
    leave() {
      const now = clock()
      const elapsed = Math.min(now - lastCompletion, maxPauseMs)
      const decay = Math.exp(-elapsed / windowMs)
      busyMs = busyMs * decay + elapsed
      completed = completed * decay + 1
      lastCompletion = now
      inside--
    },
    inside: () => inside,
  }
}

/** Shared instance: allocating errors under overload is costly. */
const tooMany = fail('upstream_unavailable', 'Too many requests are being answered; retry in a second.')
