// Limits the calls of an endpoint: a few at once, and a pause after repeated failures.

export type BreakerLimits = {
  /** Concurrent calls; others do without the endpoint. */
  maxConcurrent: number
  /** After this many consecutive failures the endpoint is paused; then one call at a time tries again. */
  maxFailures: number
  pauseMs: number
}

/** `failures`: consecutive ones. */
export type CallFailure = { reason: string; failures: number }
type Calls = { now: () => number; onFailure: (failure: CallFailure) => void }

export function makeBreaker({ maxConcurrent, maxFailures, pauseMs }: BreakerLimits, { now, onFailure }: Calls) {
  let running = 0
  let failures = 0
  let pausedUntil = 0
  return {
    mayCall: (): boolean =>
      running < maxConcurrent && (failures < maxFailures || (now() >= pausedUntil && running === 0)),
    /** Yields what the call yields within `ms`. Throws if it fails; it is no failure if the caller stops it by `stop`. */
    async *call<T>(
      make: (signal: AbortSignal) => AsyncGenerator<T>,
      ms: number,
      stop?: AbortSignal,
    ): AsyncGenerator<T> {
      const signal = AbortSignal.any([AbortSignal.timeout(ms), ...(stop === undefined ? [] : [stop])])
      let isReleased = false
      const release = () => {
        if (!isReleased) running--
        isReleased = true
      }
      running++
      // A generator that is stopped may never be resumed.
      signal.addEventListener('abort', release)
      try {
        yield* make(signal)
        failures = 0
      } catch (error) {
        if (!stop?.aborted) {
          pausedUntil = now() + pauseMs
          onFailure({
            reason: error instanceof Error ? `${error.name}: ${error.message}` : 'unknown',
            failures: ++failures,
          })
        }
        throw error
      } finally {
        release()
      }
    },
  }
}
