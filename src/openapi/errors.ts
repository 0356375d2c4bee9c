// Error responses, generated from the table of errors and the endpoint definitions.
import { STATUS_CODES } from 'node:http'
import type { Addresses } from '../addresses.ts'
import type { ErrorResponse, Response } from '../endpoints/define.ts'
import { ErrorBody, Problem } from '../endpoints/error-schemas.ts'
import { type ErrorName, errors, fail } from '../errors.ts'
import { errorFacts } from '../server/response/error-body.ts'
import { reference, type Schema } from './schemas.ts'

/** An error of the table, or one that an endpoint defines. */
export type EndpointError = ErrorName | ErrorResponse

/** Errors that any request may get. */
export const commonErrors = [
  'invalid_request',
  'rate_limited',
  'internal_error',
  'upstream_unavailable',
] as const satisfies ErrorName[]

/** Additional errors of reads. */
export const readErrors = ['validation_failed', 'timeout'] as const satisfies ErrorName[]

const withRetryAfter: readonly ErrorName[] = ['rate_limited', 'upstream_unavailable']

const usualError = (error: ErrorName): ErrorResponse => ({
  component: error,
  status: errors[error].status,
  error,
  description: errors[error].meaning,
  headers: withRetryAfter.includes(error) ? 'retryableError' : 'error',
})

/** Components under the names of the errors; `any_error` covers the rest, such as 405, 414 and 431. */
export const usualErrors: readonly ErrorResponse[] = [
  ...[...commonErrors, ...readErrors, 'not_found' as const].map(usualError),
  {
    component: 'any_error',
    status: 405,
    error: 'invalid_request',
    description: 'Any other error, such as 405 for a method and 414 for a URL that is too long.',
    headers: 'anyError',
  },
]

export const anyError = reference('responses', 'any_error')

export function referenceByStatus(list: readonly EndpointError[]): Record<string, Schema> {
  const all = list.map(error => (typeof error === 'string' ? usualError(error) : error))
  return Object.fromEntries(all.map(({ status, component }) => [status, reference('responses', component)]))
}

export function contentOf(response: ErrorResponse, addresses: Addresses): NonNullable<Response['content']> {
  const { error, status, content } = response
  const body = errorFacts(fail(error, errors[error].meaning, { status }), 'k3JbQx0a-1z', addresses)
  if (content !== undefined) return content(body, addresses)
  const problem = { type: body.documentation_url, title: STATUS_CODES[status], status, detail: body.message }
  return {
    'application/json': { schema: ErrorBody, example: body },
    'application/problem+json': { schema: Problem, example: { ...problem, ...body } },
  }
}
