// Errors that the reads do not know: those of requests with bodies, of MCP, and of the boundary for agents.
import type { Addresses } from '../addresses.ts'
import { agentAuthErrors } from '../agent-auth.ts'
import { type ErrorName, errors } from '../errors.ts'
import { JsonRpcError } from '../mcp/schemas.ts'
import { errorContent, errorObject, factSchemas, problemSchemas } from './errors.ts'
import { headersOf } from './headers.ts'
import { reference, referring, type Schema } from './schemas.ts'

const authCode = agentAuthErrors[0]!.code

const authFacts: Record<string, Schema> = {
  ...factSchemas,
  error: reference('schemas', 'AgentAuthErrorName'),
  error_description: { type: 'string' },
}

export const refusalSchemas: Record<string, Schema> = {
  AgentAuthErrorName: {
    type: 'string',
    enum: agentAuthErrors.map(({ code }) => code),
    description: `Always \`${authCode}\`, or \`email_not_enabled\`; the others are defined for a future flow.`,
  },
  AgentAuthError: errorObject(authFacts, 'What every endpoint of agent auth answers.'),
  AgentAuthProblem: errorObject({ ...problemSchemas, ...authFacts }, 'The same facts as RFC 9457 wants them.'),
}

type Refusal = { name: ErrorName; status: number; description: string; headers: keyof typeof headersOf }

const variants: Record<string, Refusal> = {
  forbidden: {
    name: 'forbidden',
    status: 403,
    description: '`Host` or `Origin` is foreign; this keeps pages from reaching servers of the machine they are on.',
    headers: 'error',
  },
  conflict: { name: 'conflict', status: 409, description: errors.conflict.meaning, headers: 'retryableError' },
  method_not_allowed: {
    name: 'invalid_request',
    status: 405,
    description: 'There is no event stream: ask with `Accept: application/json`.',
    headers: 'anyError',
  },
  content_too_large: {
    name: 'invalid_request',
    status: 413,
    description: 'The body is too large; send less.',
    headers: 'error',
  },
  unsupported_media_type: {
    name: 'invalid_request',
    status: 415,
    description: 'Send the body as application/json, without `Content-Encoding`.',
    headers: 'wrongType',
  },
}

/** Components; each is referred to by its name. */
export function refusalResponses(addresses: Addresses): Record<string, Schema> {
  const entries = Object.entries(variants).map(([key, { name, status, description, headers }]) => [
    key,
    { description, headers: headersOf[headers], content: errorContent(name, status, addresses) },
  ])
  const refused = { ...facts(addresses), error: authCode, error_description: errors.forbidden.meaning }
  return {
    ...Object.fromEntries(entries),
    mcp_invalid_request: {
      description: 'The message, or a header that must agree with it, is malformed.',
      headers: headersOf.error,
      content: {
        'application/json': { schema: { oneOf: [referring(JsonRpcError), reference('schemas', 'ErrorBody')] } },
        'application/problem+json': { schema: reference('schemas', 'Problem') },
      },
    },
    mcp_not_found: {
      description: 'There is no such method. Only the newest revision of the protocol says it with this status.',
      headers: headersOf.error,
      content: { 'application/json': { schema: referring(JsonRpcError) } },
    },
    mcp_rate_limited: {
      description: 'Too many requests; wait for Retry-After. `error.data` is the usual error body.',
      headers: headersOf.retryableError,
      content: { 'application/json': { schema: referring(JsonRpcError), example: rateLimited(addresses) } },
    },
    agent_auth_not_available: {
      description: agentAuthErrors[0]!.meaning,
      headers: headersOf.error,
      content: {
        'application/json': {
          schema: reference('schemas', 'AgentAuthError'),
          example: { ...refused, documentation_url: `${addresses.webUrl}/auth.md` },
        },
        'application/problem+json': { schema: reference('schemas', 'AgentAuthProblem') },
      },
    },
  }
}

const facts = (addresses: Addresses, name: ErrorName = 'forbidden') =>
  (errorContent(name, errors[name].status, addresses)['application/json'] as { example: object }).example

function rateLimited(addresses: Addresses): object {
  const { code, meaning: message } = errors.rate_limited
  return { jsonrpc: '2.0', id: null, error: { code, message, data: facts(addresses, 'rate_limited') } }
}

/** What any request may meet. */
const everywhere: readonly ErrorName[] = ['invalid_request', 'rate_limited', 'internal_error', 'upstream_unavailable']

/** The errors of one operation by status: those that any may meet, and `own`, which take precedence. */
export function refusals(own: Record<number, string> = {}): Record<string, Schema> {
  const names: Record<string, string> = Object.fromEntries(everywhere.map(name => [errors[name].status, name]))
  const byStatus = Object.entries<string>({ ...names, ...own }).map(([status, name]) => [
    status,
    reference('responses', name),
  ])
  return { ...Object.fromEntries(byStatus), default: reference('responses', 'any_error') }
}
