// The one error that the client throws, whatever went wrong; an abort throws the reason of its signal instead.
import { type ErrorBody, errorNames, retryable } from './contract.ts'

/**
 * Besides the names that the service gives: `unreachable`, when no whole answer came, and `invalid_answer`, when what came
 * is nothing that this service says. `timeout` is both the service's and the client's own.
 */
export type ErrorName = ErrorBody['error'] | 'unreachable' | 'invalid_answer'

type ErrorFacts = {
  status?: number
  body?: ErrorBody | null
  requestId?: string | null
  retryAfterMs?: number | null
  /** When it does not follow from the status. */
  retryable?: boolean
  cause?: unknown
}

export class VitrineError extends Error {
  declare readonly name: ErrorName
  /** The number in the error body; 0 when there was none. */
  readonly code: number
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number
  /** Whether the same request may succeed later. */
  readonly retryable: boolean
  /** What to tell the operator of the service when asking about it. */
  readonly requestId: string | null
  /** How long the service asks to wait. */
  readonly retryAfterMs: number | null
  /** Which fields are at fault. */
  readonly details: ErrorBody['details']
  /** The error as it came. */
  readonly body: ErrorBody | null

  constructor(name: ErrorName, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    const { status = 0, body = null } = facts
    this.name = name
    this.code = body?.code ?? 0
    this.status = status
    this.retryable = facts.retryable ?? retryable.includes(status)
    this.requestId = facts.requestId ?? body?.request_id ?? null
    this.retryAfterMs = facts.retryAfterMs ?? null
    this.details = body?.details ?? []
    this.body = body
  }
}

/** The error that an answer with this status and text stands for; proxies between answer in words of their own. */
export function errorOf(status: number, text: string, facts: ErrorFacts = {}): VitrineError {
  const body = bodyIn(text)
  const named = errorNames[status] ?? (status < 500 ? 'invalid_request' : 'internal_error')
  const name = (body?.error ?? named) as ErrorName
  return new VitrineError(name, body?.message ?? `The service answered ${status}.`, { status, body, ...facts })
}

function bodyIn(text: string): ErrorBody | null {
  try {
    const body = JSON.parse(text)
    return typeof body.error === 'string' && typeof body.message === 'string' ? body : null
  } catch {
    return null
  }
}
