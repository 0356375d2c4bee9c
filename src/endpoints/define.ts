// One definition for each agent endpoint: path, handler and OpenAPI description.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Addresses, HostName } from '../addresses.ts'
import { type ErrorName, errors } from '../errors.ts'
import { idempotencyKey } from '../limits.ts'
import { keyHeader } from '../server/request/idempotency.ts'
import type { Router } from '../server/router.ts'
import type { Examples } from '../site/site.ts'
import type { TSchema } from '../util/schema.ts'
import type { EndpointParts } from './parts.ts'

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

export type Endpoint = {
  operationId: string
  method: 'get' | 'post'
  /** With `{parameters}`. */
  path: string
  /** Title of the endpoints that are documented together. */
  group: string
  /** The main path of the same operation. */
  aliasOf?: string
  /** Default: the web host. */
  hosts?: readonly HostName[]
  /** Further paths of the same handler, which are not in OpenAPI. */
  alsoAt?: readonly string[]
  /** The route's name in metrics. */
  route: string
  /** Patterns that restrict path parameters. */
  patterns?: Record<string, string>
  /** The handler runs before Fastify reads the body, and reads it itself. */
  readsBody?: boolean
  handler: (parts: EndpointParts, host: HostName) => Handler
  describe: (addresses: Addresses, examples: Examples) => Description
}

export type Description = {
  summary: string
  description: string
  /** What each host serves at this path. Default: the web host. */
  servers?: readonly { host: HostName; description: string }[]
  parameters?: readonly Parameter[]
  request?: { required: boolean; schema: TSchema; example?: object }
  responses: Record<number, Response>
  /** In addition to the errors that any request may get. */
  errors?: readonly (ErrorName | ErrorResponse)[]
}

/** `component` is the name in OpenAPI: several parameters are called `locale`, with different meanings. */
export type Parameter = {
  component: string
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description: string
  schema: TSchema
  example?: string
}

export type Response = {
  description: string
  headers: HeaderSet
  moreHeaders?: Record<string, object>
  content?: Record<string, Content>
}

/** Without a schema the content is text. */
type Content = { schema?: TSchema; example?: unknown }

/** Sets of response headers. Documents have an `ETag`, so requests with `If-None-Match` may get 304. */
export type HeaderSet = 'document' | 'unlinkedDocument' | 'linked' | 'fresh' | 'replayable' | 'uncompressed'

/** An error response with its own description or content, as an OpenAPI component. */
export type ErrorResponse = {
  component: string
  status: number
  /** The `error` in its body. */
  error: ErrorName
  description: string
  headers: 'error' | 'retryableError' | 'anyError' | 'wrongType'
  /** The usual error body when absent. `body` is its example. */
  content?: (body: object, addresses: Addresses) => Record<string, Content>
}

export const json = (schema: TSchema, example?: unknown): Record<string, Content> => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
})

/** The description of every document about the service. */
export const documentText = 'A document about the service. It changes only with a new release.'

export const idempotencyKeyParameter: Parameter = {
  component: keyHeader,
  name: keyHeader,
  in: 'header',
  description: `A unique key for the request. A retry with the same key and body within ${idempotencyKey.hours} hours gets the stored response.`,
  schema: { type: 'string', minLength: 1, maxLength: idempotencyKey.keyLength },
  example: '6f1c1b0e-weekly-digest',
}

export const conflict: ErrorResponse = {
  component: 'conflict',
  status: 409,
  error: 'conflict',
  description: errors.conflict.meaning,
  headers: 'retryableError',
}

const contentTooLarge: ErrorResponse = {
  component: 'content_too_large',
  status: 413,
  error: 'invalid_request',
  description: 'The body is too large; send less.',
  headers: 'error',
}

const unsupportedMediaType: ErrorResponse = {
  component: 'unsupported_media_type',
  status: 415,
  error: 'invalid_request',
  description: 'Send the body as application/json, without `Content-Encoding`.',
  headers: 'wrongType',
}

/** Errors that any body may cause. */
export const bodyErrors = [contentTooLarge, unsupportedMediaType] as const

export function registerEndpoints(
  router: Router,
  host: HostName,
  endpoints: readonly Endpoint[],
  parts: EndpointParts,
): void {
  for (const endpoint of endpoints) {
    const { method, route, hosts = ['web'], readsBody = false, alsoAt = [] } = endpoint
    if (!hosts.includes(host)) continue
    const handler = endpoint.handler(parts, host)
    for (const url of [routePattern(endpoint), ...alsoAt]) {
      router.route({
        method: method === 'get' ? ['GET', 'HEAD'] : 'POST',
        url,
        config: { route },
        ...(readsBody ? { onRequest: handler } : {}),
        handler,
      })
    }
  }
}

/** Translates `{name}` to Fastify's `:name(pattern)`. */
const routePattern = ({ path, patterns = {} }: Endpoint): string =>
  path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => `:${name}${patterns[name] === undefined ? '' : `(${patterns[name]})`}`,
  )
