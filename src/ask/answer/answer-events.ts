// The events of an answer in progress.
import type { AskEvent, AskResponse } from './answer.ts'

/**
 * The events up to `complete`. On abort it throws the signal's reason immediately, even if the work in progress does not
 * react to the signal.
 */
export async function* untilEnded(events: AsyncGenerator<AskEvent>, signal: AbortSignal): AsyncGenerator<AskEvent> {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  ended.catch(() => {}) // handled by the race below, if one is running
  const end = () => reject(signal.reason)
  signal.addEventListener('abort', end, { once: true })
  try {
    for (;;) {
      signal.throwIfAborted()
      const next = await Promise.race([events.next(), ended])
      if (next.done) return
      yield next.value
      if (next.value.event === 'complete') return
    }
  } finally {
    signal.removeEventListener('abort', end)
    events.return(undefined).catch(() => {})
  }
}

/** The complete answer. */
export async function finalAnswer(events: AsyncGenerator<AskEvent>, signal: AbortSignal): Promise<AskResponse> {
  for await (const { event, data } of untilEnded(events, signal)) if (event === 'complete') return data
  signal.throwIfAborted()
  throw new Error('The answer ended without being complete.')
}
