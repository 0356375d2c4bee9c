// The error body and the answers that carry it, from the table of errors.
import { STATUS_CODES } from 'node:http'
import type { Addresses } from '../addresses.ts'
import { type ErrorName, errors, fail } from '../errors.ts'
import { type ErrorFacts, errorFacts } from '../server/response/error-body.ts'
import { headersOf } from './headers.ts'
import { reference, type Schema } from './schemas.ts'

export const factSchemas: Record<keyof ErrorFacts, Schema> = {
  code: reference('schemas', 'ErrorCode'),
  message: { type: 'string', description: 'What is wrong and what to do about it.' },
  error: reference('schemas', 'ErrorName'),
  retryable: { type: 'boolean', description: 'Whether the same request may succeed later.' },
  request_id: { type: 'string', description: 'The same as in `X-Request-Id`.' },
  details: {
    type: 'array',
    description: 'Which fields are at fault.',
    items: {
      type: 'object',
      required: ['field', 'reason'],
      properties: { field: { type: 'string' }, reason: { type: 'string' } },
    },
  },
  documentation_url: { type: 'string', format: 'uri' },
}

export const problemSchemas: Record<string, Schema> = {
  type: { type: 'string', format: 'uri' },
  title: { type: 'string' },
  status: { type: 'integer', minimum: 400, maximum: 599 },
  detail: { type: 'string' },
}

export const errorObject = (properties: Record<string, Schema>, description: string): Schema => ({
  type: 'object',
  description,
  required: Object.keys(properties),
  properties,
})

export const errorSchemas = {
  ErrorCode: { type: 'integer', enum: Object.values(errors).map(({ code }) => code), description: 'Never 0.' },
  ErrorName: { type: 'string', enum: Object.keys(errors), description: 'The name that belongs to `code`.' },
  ErrorBody: errorObject(factSchemas, 'Every error of every path.'),
  Problem: errorObject({ ...problemSchemas, ...factSchemas }, 'The same facts as RFC 9457 wants them.'),
}

/** What the reads answer besides their own errors; `conflict` and the like belong to other surfaces. */
const shared = [
  'invalid_request',
  'not_found',
  'validation_failed',
  'rate_limited',
  'internal_error',
  'upstream_unavailable',
  'timeout',
] as const satisfies ErrorName[]

const withRetryAfter: readonly ErrorName[] = ['rate_limited', 'upstream_unavailable']

/** Components under the names of the errors; `any_error` is the rest: 405, 414, 431 and their like. */
export function errorResponses(addresses: Addresses): Record<string, Schema> {
  const one = (name: ErrorName) => ({
    description: errors[name].meaning,
    headers: withRetryAfter.includes(name) ? headersOf.retryableError : headersOf.error,
    content: errorContent(name, errors[name].status, addresses),
  })
  return {
    ...Object.fromEntries(shared.map(name => [name, one(name)])),
    any_error: {
      description: 'Any other error, such as 405 for a method and 414 for a URL that is too long.',
      headers: headersOf.anyError,
      content: errorContent('invalid_request', 405, addresses),
    },
  }
}

export function errorContent(name: ErrorName, status: number, addresses: Addresses): Schema {
  const facts = errorFacts(fail(name, errors[name].meaning, { status }), 'k3JbQx0a-1z', addresses)
  const problem = { type: facts.documentation_url, title: STATUS_CODES[status], status, detail: facts.message }
  return {
    'application/json': { schema: reference('schemas', 'ErrorBody'), example: facts },
    'application/problem+json': { schema: reference('schemas', 'Problem'), example: { ...problem, ...facts } },
  }
}

/** The error answers of one operation by status. */
export function errorReferences(notFound: string | undefined): Record<string, Schema> {
  const names = shared.filter(name => name !== 'not_found' || notFound !== undefined)
  const byStatus = names.map(name => [String(errors[name].status), reference('responses', name)])
  return { ...Object.fromEntries(byStatus), default: reference('responses', 'any_error') }
}
