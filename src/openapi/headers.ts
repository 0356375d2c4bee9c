// Response headers. Example values are taken from the code that sends them.
import type { ErrorResponse, HeaderSet } from '../endpoints/define.ts'
import { type Policy, windowSeconds } from '../limits.ts'
import { versionHeader } from '../server/request/version.ts'
import { changingAnswer } from '../server/response/caching.ts'
import { everyAnswer } from '../server/response/headers.ts'
import { reference, type Schema } from './schemas.ts'

type Header = { description: string; schema: Schema; required?: boolean; example?: string | number }

const text: Schema = { type: 'string' }
const count: Schema = { type: 'integer', minimum: 0 }
const policy: Policy = 'read'

/** On every answer of the reads, whatever its status. */
const onEvery = {
  [versionHeader]: { description: 'The version that answered.', schema: text },
  'X-Request-Id': { description: 'Name it when you report a problem.', schema: text, example: 'k3JbQx0a-1z' },
  'Cache-Control': { description: 'How long the answer may be kept; `no-store` on errors.', schema: text },
  Vary: { description: 'The request headers that the answer depends on.', schema: text },
  'Access-Control-Allow-Origin': { description: 'Pages of every origin may read the answer.', schema: text },
  'Access-Control-Expose-Headers': { description: 'The headers that a page may read.', schema: text },
  'Cross-Origin-Resource-Policy': { description: 'Every origin may embed the answer.', schema: text },
  'X-Content-Type-Options': { description: 'The content type is to be believed.', schema: text },
} satisfies Record<string, Header>

/** Wherever a limit binds; an operator may switch limits off. */
const whereLimited = {
  'RateLimit-Limit': { description: 'Requests in a window.', schema: count },
  'RateLimit-Remaining': { description: 'Requests left in this window.', schema: count },
  'RateLimit-Reset': { description: 'Seconds until the window ends.', schema: count },
  'RateLimit-Policy': { description: 'The limit that binds: `q` requests in `w` seconds.', schema: text },
  RateLimit: { description: 'What is left of it: `r` requests, for `t` seconds.', schema: text },
} satisfies Record<string, Header>

/** `limit` is that of reads; 0 means that there is none, and then there is nothing to show. */
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
    description: 'Keys by which a CDN may purge the answer; `community` on whatever shows the community.',
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
  Age: { description: 'Seconds since the answer was known to be right, when it stands in for one.', schema: count },
  'Cache-Status': { description: 'RFC 9211: tells that an older answer stands in for one.', schema: text },
} satisfies Record<string, Header>

const onContent = {
  'Content-Encoding': { description: 'br or gzip, as `Accept-Encoding` allows.', schema: text, example: 'br' },
} satisfies Record<string, Header>

const onRetryable = {
  'Retry-After': { description: 'Seconds to wait before asking again.', schema: count, example: 42 },
} satisfies Record<string, Header>

const onMethod = {
  Allow: { description: 'With 405: the methods of this path.', schema: text, example: 'GET, HEAD, OPTIONS' },
} satisfies Record<string, Header>

const onWrongType = {
  'Accept-Post': { description: 'With 415: the type that is taken.', schema: text, example: 'application/json' },
  'Accept-Encoding': {
    description: 'With a 415 for `Content-Encoding`: the encoding that is taken.',
    schema: text,
    example: 'identity',
  },
} satisfies Record<string, Header>

const onReplay = {
  'Idempotent-Replayed': {
    description: '`true` when the answer is the one given before.',
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
  const sent = new Map(pairs([...changingAnswer, ...everyAnswer]))
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
  /** Documents with a tag, without one, and without links to the others. */
  document: references(...lasting, onContent, { ETag, Link }),
  documentNotModified: references(...lasting, { ETag, Link }),
  linked: references(...lasting, onContent, { Link }),
  unlinkedDocument: references(...lasting, onContent, { ETag }),
  unlinkedDocumentNotModified: references(...lasting, { ETag }),
  /** Answers that are made for one request. */
  fresh: references(...lasting, onContent),
  replayable: references(...lasting, onContent, onReplay),
  uncompressed: references(...lasting),
} satisfies Record<HeaderSet | ErrorResponse['headers'], Record<string, Schema>> & Record<string, object>
