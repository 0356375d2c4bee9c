// One table: every error of a request, on every endpoint.

export const errors = {
  invalid_request: {
    status: 400,
    code: 40000,
    meaning: 'The request is malformed; change it before sending it again.',
  },
  unauthorized: {
    status: 401,
    code: 40100,
    meaning: 'This path is reserved for the app of the operator; use the public reads.',
  },
  forbidden: { status: 403, code: 40300, meaning: 'The current session may not do this.' },
  not_found: { status: 404, code: 40400, meaning: 'There is nothing public under this path, handle or slug.' },
  conflict: { status: 409, code: 40900, meaning: 'The request collides with one that is still running.' },
  validation_failed: {
    status: 422,
    code: 42200,
    meaning: 'A value is well-formed but not allowed; the message names the field and what is allowed.',
  },
  rate_limited: { status: 429, code: 42900, meaning: 'Too many requests; wait for Retry-After.' },
  internal_error: { status: 500, code: 50000, meaning: 'Something failed on our side; retry with backoff.' },
  upstream_unavailable: {
    status: 503,
    code: 50300,
    meaning: 'The store is busy or away, or the service is restarting; retry with backoff.',
  },
  timeout: { status: 504, code: 50400, meaning: 'The work took too long; retry with backoff.' },
} as const satisfies Record<string, { status: number; code: number; meaning: string }>

export type ErrorName = keyof typeof errors

/** Statuses that a client may retry (with backoff), and those it must not retry unchanged. */
export const retryableStatuses: readonly number[] = [408, 425, 429, 500, 502, 503, 504]
export const nonRetryableStatuses: readonly number[] = [400, 401, 403, 404, 409, 422]

/** The retry rules, as published to clients. */
export const backoff = {
  strategy: 'exponential',
  initial_delay_ms: 500,
  multiplier: 2,
  max_delay_ms: 8000,
  max_attempts: 4,
  jitter: 'full',
} as const

/** What to do when a request fails, for people and models; `status` is one, or a class such as 5xx. */
export const retryRules = (statusUrl: string): { status: string; action: string }[] => [
  { status: '429', action: 'Wait the seconds in Retry-After; without it, the seconds in RateLimit-Reset.' },
  {
    status: '5xx',
    action: `Retry with the backoff. After ${backoff.max_attempts} attempts, check ${statusUrl} before you try again.`,
  },
]

export type ErrorDetail = { field: string; reason: string }

type FailureOptions = {
  details?: ErrorDetail[]
  /** A status other than the table's, for the variants of one name (405, 413, 414, 415, 431). */
  status?: number
  headers?: Record<string, string>
  /** Added to the error body, or replacing its facts. */
  facts?: ErrorFactsGiven
  cause?: unknown
}

/** Endpoints with their own error codes, such as agent auth, set them here. */
type ErrorFactsGiven = { error?: string; error_description?: string; documentation_url?: string }

/**
 * The page is at another address. The same as `not_found` for caches, which must not keep what was there before. Not
 * stored, since the old name may be used again.
 */
export const moved = (url: string): Failure =>
  fail('not_found', `This is now at ${url}.`, { status: 301, headers: { Location: url } })

export class Failure extends Error {
  readonly error: ErrorName
  readonly code: number
  readonly status: number
  readonly details: ErrorDetail[]
  readonly headers: Record<string, string>
  readonly facts: ErrorFactsGiven

  constructor(name: ErrorName, message: string, options: FailureOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'Failure'
    this.error = name
    this.code = errors[name].code
    this.status = options.status ?? errors[name].status
    this.details = options.details ?? []
    this.headers = options.headers ?? {}
    this.facts = options.facts ?? {}
  }

  get retryable(): boolean {
    return retryableStatuses.includes(this.status)
  }
}

/**
 * Client errors have no stack: capturing one is most of the cost of a 404, and it would retain the request as long
 * as the failure is cached.
 */
export function fail(name: ErrorName, message: string, options?: FailureOptions): Failure {
  if (errors[name].status >= 500) return new Failure(name, message, options)
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return new Failure(name, message, options)
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}
