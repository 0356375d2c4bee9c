// Limits the calls of an endpoint: a few at once, and a pause after repeated failures.

export type BreakerLimits = {
  /** Concurrent calls; others do without the endpoint. */
  maxConcurrent: number
  /** After this many consecutive failures the endpoint is paused; then one call at a time tries again. */
  maxFailures: number
  pauseMs: number
}

export function makeBreaker({ maxConcurrent, maxFailures, pauseMs }: BreakerLimits, now: () => number) {
  let running = 0
  let failedInARow = 0
  let pausedUntil = 0
  return {
    mayCall: (): boolean =>
      running < maxConcurrent && (failedInARow < maxFailures || (now() >= pausedUntil && running === 0)),
    /** Returns a function that frees the slot. An abort frees it too: a generator may never be resumed then. */
    occupySlot(signal: AbortSignal): () => void {
      running++
      let released = false
      const release = () => {
        signal.removeEventListener('abort', release)
        if (!released) running--
        released = true
      }
      signal.addEventListener('abort', release)
      return release
    },
    succeeded(): void {
      failedInARow = 0
    },
    /** Returns the number of consecutive failures. */
    failed(): number {
      pausedUntil = now() + pauseMs
      return ++failedInARow
    },
  }
}

export const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'
