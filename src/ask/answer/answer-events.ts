// Reads the events of an answer in progress, until it is complete or the request is aborted.
import type { AskEvent, AskResponse } from './answer.ts'

/**
 * Yields the events up to `complete`. On abort it throws the signal's reason immediately, even if the work in progress
 * does not react to the signal.
 */
export async function* untilComplete(events: AsyncGenerator<AskEvent>, signal: AbortSignal): AsyncGenerator<AskEvent> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  aborted.catch(() => {}) // handled by the race below, if one is running
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    for (;;) {
      signal.throwIfAborted()
      const next = await Promise.race([events.next(), aborted])
      if (next.done) return
      yield next.value
      if (next.value.event === 'complete') return
    }
  } finally {
    signal.removeEventListener('abort', abort)
    events.return(undefined).catch(() => {})
  }
}

export async function finalAnswer(events: AsyncGenerator<AskEvent>, signal: AbortSignal): Promise<AskResponse> {
  for await (const { event, data } of untilComplete(events, signal)) if (event === 'complete') return data
  signal.throwIfAborted()
  throw new Error('The answer ended without being complete.')
}
