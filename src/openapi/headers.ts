// Response headers. Example values are taken from the code that sends them.
import type { ErrorResponse, HeaderSet } from '../endpoints/define.ts'
import { type Policy, windowSeconds } from '../limits.ts'
import { versionHeader } from '../server/request/version.ts'
import { communityHeaders } from '../server/response/caching.ts'
import { commonHeaders } from '../server/response/headers.ts'
import { reference, type Schema } from './schemas.ts'

type Header = { description: string; schema: Schema; required?: boolean; example?: string | number }

const text: Schema = { type: 'string' }
const count: Schema = { type: 'integer', minimum: 0 }
const policy: Policy = 'read'

/** On every response of reads, regardless of status. */
const onEvery = {
  [versionHeader]: { description: 'The API version of the response.', schema: text },
  'X-Request-Id': { description: 'Include it when you report a problem.', schema: text, example: 'k3JbQx0a-1z' },
  'Cache-Control': { description: 'How long the response may be cached; `no-store` on errors.', schema: text },
  Vary: { description: 'The request headers that the response depends on.', schema: text },
  'Access-Control-Allow-Origin': { description: 'Pages of every origin may read the response.', schema: text },
  'Access-Control-Expose-Headers': { description: 'The headers that a page may read.', schema: text },
  'Cross-Origin-Resource-Policy': { description: 'Every origin may embed the response.', schema: text },
  'X-Content-Type-Options': { description: 'Clients must not guess the content type.', schema: text },
} satisfies Record<string, Header>

/** Where limits apply; an operator may switch them off. */
const whereLimited = {
  'RateLimit-Limit': { description: 'Requests in a window.', schema: count },
  'RateLimit-Remaining': { description: 'Requests left in this window.', schema: count },
  'RateLimit-Reset': { description: 'Seconds until the window ends.', schema: count },
  'RateLimit-Policy': { description: 'The limit that applies: `q` requests in `w` seconds.', schema: text },
  RateLimit: { description: 'The remaining quota: `r` requests in the next `t` seconds.', schema: text },
} satisfies Record<string, Header>

/** `limit` is that of reads; 0 means no limit and no headers. */
function limitHeaders(limit: number): Record<string, Header> {
  if (limit === 0) return whereLimited
  const examples: Record<keyof typeof whereLimited, string | number> = {
    'RateLimit-Limit': limit,
    'RateLimit-Remaining': limit - 1,
    'RateLimit-Reset': 42,
    'RateLimit-Policy': `"${policy}";q=${limit};w=${windowSeconds}`,
    RateLimit: `"${policy}";r=${limit - 1};t=42`,
  }
  return Object.fromEntries(
    Object.entries(whereLimited).map(([name, header]) => [
      name,
      { ...header, example: examples[name as keyof typeof whereLimited] },
    ]),
  )
}

const onSuccess = {
  ETag: { description: 'Send it back in `If-None-Match`.', schema: text, example: '"b0Cn3kVvL8uYxq0m1yHh4A"' },
  'Surrogate-Key': {
    description: 'Keys by which a CDN may purge the response; `community` on responses that show the community.',
    schema: text,
  },
  'Content-Language': { description: 'The language of the texts.', schema: text, example: 'en' },
  Link: {
    description: 'Where this document is (`service-desc`), and the next page of a feed (`next`).',
    schema: text,
  },
} satisfies Record<string, Header>

const sometimesOnSuccess = {
  Deprecation: {
    description: 'RFC 9745: when the operation became, or becomes, deprecated.',
    schema: text,
    example: '@1790000000',
  },
  Sunset: {
    description: 'RFC 8594: when the operation may stop answering, 90 days later or more.',
    schema: text,
    example: 'Wed, 31 Mar 2027 00:00:00 GMT',
  },
  Age: { description: 'Seconds since a stale response was last current.', schema: count },
  'Cache-Status': { description: 'RFC 9211: marks a stale response.', schema: text },
} satisfies Record<string, Header>

const onContent = {
  'Content-Encoding': { description: 'br or gzip, as `Accept-Encoding` allows.', schema: text, example: 'br' },
} satisfies Record<string, Header>

const onRetryable = {
  'Retry-After': { description: 'Seconds to wait before the next request.', schema: count, example: 42 },
} satisfies Record<string, Header>

const onMethod = {
  Allow: { description: 'With 405: the methods of this path.', schema: text, example: 'GET, HEAD, OPTIONS' },
} satisfies Record<string, Header>

const onWrongType = {
  'Accept-Post': { description: 'With 415: the accepted media type.', schema: text, example: 'application/json' },
  'Accept-Encoding': {
    description: 'With a 415 for `Content-Encoding`: the accepted encoding.',
    schema: text,
    example: 'identity',
  },
} satisfies Record<string, Header>

const onReplay = {
  'Idempotent-Replayed': {
    description: '`true` when the response is a stored one.',
    schema: text,
    example: 'true',
  },
} satisfies Record<string, Header>

const always: Record<string, Header> = { ...onEvery, ...onSuccess, ...onRetryable }
const sometimes: Record<string, Header> = {
  ...sometimesOnSuccess,
  ...onContent,
  ...onMethod,
  ...onWrongType,
  ...onReplay,
}

export function headerComponents(webUrl: string, readLimit: number): Record<string, Header> {
  const sent = new Map(pairs([...communityHeaders, ...commonHeaders]))
  const link = `<${webUrl}/openapi.json>; rel="service-desc"`
  const required = Object.entries(always).map(([name, header]) => {
    const example = header.example ?? (name === 'Link' ? link : sent.get(name))
    return [name, { ...header, required: true, ...(example === undefined ? {} : { example }) }] as const
  })
  return { ...Object.fromEntries(required), ...limitHeaders(readLimit), ...sometimes }
}

function pairs(flat: readonly string[]): [string, string][] {
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i]!, flat[2 * i + 1]!])
}

const references = (...groups: Record<string, Header>[]): Record<string, Schema> =>
  Object.fromEntries(groups.flatMap(group => Object.keys(group)).map(name => [name, reference('headers', name)]))

const { ETag, Link } = onSuccess
const lasting = [onEvery, sometimesOnSuccess, whereLimited]

export const headersOf = {
  content: references(onEvery, onSuccess, onContent, sometimesOnSuccess, whereLimited),
  notModified: references(onEvery, onSuccess, sometimesOnSuccess, whereLimited),
  error: references(onEvery, whereLimited),
  retryableError: references(onEvery, onRetryable, whereLimited),
  anyError: references(onEvery, onMethod, whereLimited),
  wrongType: references(onEvery, onWrongType, whereLimited),
  /** Documents with an ETag, without one, and without links to the others. */
  document: references(...lasting, onContent, { ETag, Link }),
  documentNotModified: references(...lasting, { ETag, Link }),
  linked: references(...lasting, onContent, { Link }),
  unlinkedDocument: references(...lasting, onContent, { ETag }),
  unlinkedDocumentNotModified: references(...lasting, { ETag }),
  /** Responses for a single request. */
  fresh: references(...lasting, onContent),
  replayable: references(...lasting, onContent, onReplay),
  uncompressed: references(...lasting),
} satisfies Record<HeaderSet | ErrorResponse['headers'], Record<string, Schema>> & Record<string, object>
