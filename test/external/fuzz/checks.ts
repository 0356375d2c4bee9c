// What must hold for every answer, whatever was sent. Each check throws an Error that says what was wrong.
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Compile } from 'typebox/compile'
import { type ErrorName, errors, retryableStatuses } from '../../../src/errors.ts'
import { resolved } from '../../support/openapi-reader.ts'
import type { Answer } from './client.ts'
import type { FuzzedRequest } from './requests.ts'

type Json = { [name: string]: unknown }

/** Statuses other than the table's that an error of this name may have. */
const variants: Partial<Record<ErrorName, number[]>> = { invalid_request: [405, 408, 413, 414, 415, 417, 431] }

const factNames = ['code', 'details', 'documentation_url', 'error', 'message', 'request_id', 'retryable']
const problemNames = [...factNames, 'detail', 'status', 'title', 'type'].sort()
const errorNames: Record<string, string[]> = {
  'application/json': factNames,
  'application/problem+json': problemNames,
}
/** Texts that would tell about the inside. */
const secrets = /node_modules|\.ts:\d|\n\s+at |SQLITE|undefined|\[object /

/** Headers that may hold any letters. */
const byChance = new Set(['etag', 'x-request-id', 'link'])

const always = ['x-request-id', 'access-control-allow-origin', 'service-api-version', 'date']

export type Checks = ReturnType<typeof makeChecks>

export function makeChecks(document: Json, webUrl: string) {
  const schemas = responseSchemas(document)

  const success = (path: string, { headers, body }: Answer): void => {
    const read = schemas.find(({ pattern }) => pattern.test(path))
    if (!read) return
    is(headers.get('content-type'), 'application/json; charset=utf-8', 'content type')
    const value: unknown = JSON.parse(decoded(headers, body).toString())
    if (!read.checker.Check(value))
      wrong(`it breaks the schema: ${JSON.stringify(read.checker.Errors(value).slice(0, 2))}`)
  }

  const failure = (answer: Answer, hasBody: boolean): void => {
    const { status, headers } = answer
    const type = headers.get('content-type') ?? ''
    is(headers.get('cache-control'), 'no-store', 'Cache-Control')
    if (!hasBody) return
    const text = answer.body.toString()
    if (secrets.test(text)) wrong('it tells about the inside')
    const names = errorNames[type]
    if (names === undefined) {
      if (type !== 'text/html; charset=utf-8' && type !== 'text/markdown; charset=utf-8') wrong(`its type is ${type}`)
      if (!text.includes(headers.get('x-request-id')!)) wrong('it does not tell its request id')
      return
    }
    const facts: Json = JSON.parse(text)
    is(Object.keys(facts).sort().join(), names.join(), 'the fields of the error')
    factsHold(facts, status)
    is(facts.request_id, headers.get('x-request-id'), 'request_id')
    is(facts.documentation_url, `${webUrl}/docs/errors#${facts.error}`, 'documentation_url')
  }

  const common = ({ status, headers }: Answer): void => {
    if (status >= 500) wrong(`its status is ${status}`)
    for (const name of always) if (!headers.has(name)) wrong(`it has no ${name}`)
    for (const [name, value] of headers) {
      if (!byChance.has(name) && /undefined|NaN|\[object/.test(value)) wrong(`${name} is ${value}`)
    }
  }

  return {
    /** Of an answer to bytes that may mean anything. */
    answer(answer: Answer): void {
      common(answer)
      if (answer.status >= 400) failure(answer, answer.body.length > 0)
    },
    request(request: FuzzedRequest, answer: Answer): void {
      const { method, target, valid } = request
      const { status, body } = answer
      common(answer)
      if (valid && ![200, 304, 404].includes(status)) wrong(`nothing is wrong with the request: ${body}`)
      if (status >= 400) failure(answer, method !== 'HEAD')
      else if (status === 304) is(sends(request, 'If-None-Match'), true, 'a 304 for a condition')
      else if (status === 204) is(method, 'OPTIONS', 'the method that gets 204')
      else {
        is(status, 200, 'status')
        if (method !== 'GET' && method !== 'HEAD') wrong(`${method} gets an answer`)
        if (method === 'GET') success(pathOf(target), answer)
      }
    },
    /** Of an answer to a request that named the tag of the last one. */
    unchanged(answer: Answer): void {
      common(answer)
      is(answer.status, 304, 'status')
    },
    /** HEAD says what GET would say. */
    head(head: Answer, get: Answer): void {
      is(head.status, get.status, 'the status of HEAD')
      for (const name of [
        'content-type',
        'etag',
        'content-language',
        'link',
        'vary',
        'cache-control',
        'content-encoding',
        'allow',
      ]) {
        is(head.headers.get(name), get.headers.get(name), `${name} of HEAD`)
      }
      if (head.status < 400) is(head.headers.get('content-length'), get.headers.get('content-length'), 'length of HEAD')
    },
  }
}

function factsHold({ code, error, retryable, message, details }: Json, status: number): void {
  const known = errors[error as ErrorName]
  if (known === undefined) wrong(`its error is called ${error}`)
  is(code, known.code, 'code')
  if (status !== known.status && !variants[error as ErrorName]?.includes(status)) wrong(`${error} has status ${status}`)
  is(retryable, retryableStatuses.includes(status), 'retryable')
  if (typeof message !== 'string' || message === '') wrong('it has no message')
  for (const { field, reason, ...rest } of details as Json[]) {
    if (typeof field !== 'string' || typeof reason !== 'string' || Object.keys(rest).length > 0)
      wrong('its details are odd')
  }
}

/** The schemas of the published document, with what they refer to in its place. */
function responseSchemas(document: Json) {
  const reads = Object.entries(document.paths as Json).filter(([path]) => path.startsWith('/public/share/'))
  return reads.map(([path, item]) => {
    const { responses } = (item as { get: { responses: { 200: { content: Record<string, { schema: Json }> } } } }).get
    const schema: Json = resolved(responses[200].content['application/json']!.schema, document)
    return { pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`), checker: Compile(schema) }
  })
}

const decoders: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

function decoded(headers: Map<string, string>, body: Buffer): Buffer {
  const coding = headers.get('content-encoding')
  return coding === undefined ? body : (decoders[coding] ?? wrong(`its encoding is ${coding}`))(body)
}

const sends = ({ headers }: FuzzedRequest, name: string) => headers.some(([sent]) => sent === name)

/** What the router sees of a target: no query, no host of an absolute form. */
function pathOf(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0]!
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

function is(actual: unknown, expected: unknown, what: string): void {
  if (actual !== expected) wrong(`${what} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`)
}

function wrong(what: string): never {
  throw new Error(`The answer is wrong: ${what}.`)
}
