// The only error that the client throws; an aborted call throws the reason of its signal instead.
import { type ErrorBody, errorNames, retryable } from './contract.ts'

/**
 * The names of the service, and: `unreachable`, if there was no complete response, and `invalid_answer`, if the response
 * does not have the expected format. `timeout` may come from the service or from the client.
 */
export type ErrorName = ErrorBody['error'] | 'unreachable' | 'invalid_answer'

type ErrorFacts = {
  status?: number
  body?: ErrorBody | null
  requestId?: string | null
  retryAfterMs?: number | null
  /** If it does not follow from the status. */
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
  /** For questions to the operator of the service. */
  readonly requestId: string | null
  /** The delay that the service asks for. */
  readonly retryAfterMs: number | null
  /** Which fields are at fault. */
  readonly details: ErrorBody['details']
  /** The error body of the response. */
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

/** The error of a response; proxies may send other bodies. */
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
