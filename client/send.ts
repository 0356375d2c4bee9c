// Sends a request, with timeouts and the retries that the service asks for.
import { backoff } from './contract.ts'
import { type Notice, noticeIn } from './deprecation.ts'
import { errorOf, VitrineError } from './error.ts'
import type { EtagCache } from './etag-cache.ts'
import { backoffMs, retryAfterMs, type Wait } from './retry.ts'

export type Settings = {
  fetch: typeof fetch
  now: () => number
  random: () => number
  wait: Wait
  version: string | null
  timeoutMs: number
  deadlineMs: number
  attempts: number
  cache: EtagCache
  onDeprecation: (notice: Notice) => void
}

export type CallOptions = {
  /** Aborts the call, which then throws the signal's reason. */
  signal?: AbortSignal | undefined
  /** Timeout of one attempt. */
  timeoutMs?: number | undefined
  /** Timeout of the call with all its attempts. */
  deadlineMs?: number | undefined
  /** 1 to 4. */
  attempts?: number | undefined
}

export type Outgoing = {
  /** Its name in warnings. */
  operation: string
  url: string | (() => Promise<string>)
  method?: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
}

/** A running attempt; it is aborted by its timeout or by the caller's signal. */
export type Attempt = {
  signal: AbortSignal
  /** Sets a new timeout, from now. */
  limit: (ms: number) => void
  /** Cancels the timeout. */
  end: () => void
  /** The error to throw to the caller. */
  asError: (thrown: unknown) => unknown
}

/** `take` reads the response and ends the attempt. */
export async function send<T>(
  settings: Settings,
  outgoing: Outgoing,
  options: CallOptions,
  take: (response: Response, attempt: Attempt) => Promise<T>,
): Promise<T> {
  const { now, random, wait } = settings
  const maxAttempts = Math.min(options.attempts ?? settings.attempts, backoff.attempts)
  const deadline = now() + (options.deadlineMs ?? settings.deadlineMs)
  for (let attempt = 1; ; attempt++) {
    try {
      return await sendOnce(settings, outgoing, options, deadline, take)
    } catch (error) {
      if (!(error instanceof VitrineError) || !error.retryable || attempt >= maxAttempts) throw error
      const delay = error.retryAfterMs ?? backoffMs(attempt, random)
      // Waiting would exceed the deadline.
      if (now() + delay >= deadline) throw error
      await wait(delay, options.signal)
    }
  }
}

async function sendOnce<T>(
  settings: Settings,
  { operation, url, method = 'GET', headers = {}, body }: Outgoing,
  options: CallOptions,
  deadline: number,
  take: (response: Response, attempt: Attempt) => Promise<T>,
): Promise<T> {
  const { now, version } = settings
  const attempt = begin(settings, Math.min(options.timeoutMs ?? settings.timeoutMs, deadline - now()), options.signal)
  const { signal } = attempt
  try {
    const address = typeof url === 'string' ? url : await unless(signal, url())
    const response = await settings.fetch(address, {
      method,
      headers: {
        accept: 'application/json',
        ...(version === null ? {} : { 'service-api-version': version }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      credentials: 'omit',
      signal,
    })
    const notice = noticeIn(response.headers, operation)
    if (notice) queueMicrotask(() => settings.onDeprecation(notice))
    if (!response.ok && response.status !== 304) throw await refusal(response, now())
    return await take(response, attempt)
  } catch (thrown) {
    attempt.end()
    throw attempt.asError(thrown)
  }
}

async function refusal(response: Response, now: number): Promise<VitrineError> {
  const { status, headers } = response
  const requestId = headers.get('x-request-id')
  return errorOf(status, await response.text(), { requestId, retryAfterMs: retryAfterMs(status, headers, now) })
}

function begin({ wait }: Settings, ms: number, caller: AbortSignal | undefined): Attempt {
  caller?.throwIfAborted()
  const late = new AbortController()
  let timer = new AbortController()
  const limit = (ms: number): void => {
    timer.abort()
    timer = new AbortController()
    wait(Math.max(0, ms), timer.signal).then(
      () => late.abort(new VitrineError('timeout', 'There was no response in time.', { retryable: true })),
      () => {},
    )
  }
  limit(ms)
  return {
    signal: caller ? AbortSignal.any([caller, late.signal]) : late.signal,
    limit,
    end: () => timer.abort(),
    asError(thrown) {
      if (thrown instanceof VitrineError) return thrown
      if (caller?.aborted) return caller.reason
      if (late.signal.aborted) return late.signal.reason
      return new VitrineError('unreachable', 'The service could not be reached.', { retryable: true, cause: thrown })
    },
  }
}

function unless<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    promise.then(resolve, reject)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
