// Delays before a retry.
import { backoff } from './contract.ts'

/** Full jitter: a random part of the delay, which doubles with each attempt up to its cap. */
export function backoffMs(attempt: number, random: () => number): number {
  const { initialMs, multiplier, maxMs } = backoff
  return random() * Math.min(maxMs, initialMs * multiplier ** (attempt - 1))
}

/** `Retry-After`, in seconds or as a date; after a 429 also `RateLimit-Reset`. */
export function retryAfterMs(status: number, headers: Headers, now: number): number | null {
  const after = headers.get('retry-after')
  const delay = after === null ? null : (seconds(after) ?? untilDate(after, now))
  return delay ?? (status === 429 ? seconds(headers.get('ratelimit-reset')) : null)
}

const seconds = (text: string | null): number | null =>
  text !== null && /^\d+$/.test(text) ? Number(text) * 1000 : null

function untilDate(text: string, now: number): number | null {
  const ms = Date.parse(text) - now
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}

export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>

/** Rejects with the signal's reason if aborted. */
export const wait: Wait = (ms, signal) =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal!.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end, { once: true })
  })
