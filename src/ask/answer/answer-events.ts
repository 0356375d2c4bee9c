// Listening to an answer in the making.
import type { AskEvent, AskResponse } from './answer.ts'

/**
 * The events, up to `complete`. When the signal ends them it is thrown as its reason, at once: nobody is kept waiting by
 * work that does not notice.
 */
export async function* untilEnded(events: AsyncGenerator<AskEvent>, signal: AbortSignal): AsyncGenerator<AskEvent> {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  ended.catch(() => {}) // whoever waits for an event is told; nobody may be waiting
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

/** What an answer comes to. */
export async function finalAnswer(events: AsyncGenerator<AskEvent>, signal: AbortSignal): Promise<AskResponse> {
  for await (const { event, data } of untilEnded(events, signal)) if (event === 'complete') return data
  signal.throwIfAborted()
  throw new Error('The answer ended without being complete.')
}
