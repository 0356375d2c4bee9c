// Reads answers strictly, and checks what holds for every answer, whatever was sent.
import assert from 'node:assert/strict'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Compile } from 'typebox/compile'
import { type ErrorName, errors, retryableStatuses } from '../../../src/errors.ts'
import { type Loose, resolved } from '../../support/openapi-reader.ts'
import type { FuzzedRequest } from './requests.ts'

export type Answer = { status: number; headers: Map<string, string>; body: Buffer }

const statusLine = /^HTTP\/1\.1 ([1-5]\d\d) [\x20-\x7e]+$/
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): ?((?:[\x21-\x7e\x80-\xff][\t\x20-\x7e\x80-\xff]*)?)$/

/** All answers in what a connection received. Fails when it is not HTTP, or ends in the middle. */
export function answersIn(bytes: Buffer, method: string): Answer[] {
  const answers: Answer[] = []
  for (let rest = bytes; rest.length > 0; ) {
    const end = rest.indexOf('\r\n\r\n')
    assert.ok(end !== -1, 'The answer is cut off.')
    const [first = '', ...lines] = rest.toString('latin1', 0, end).split('\r\n')
    const status = Number(statusLine.exec(first)?.[1] ?? assert.fail(`${first} is no status line.`))
    const headers = headersOf(lines)
    rest = rest.subarray(end + 4)
    if (status < 200) continue
    // The parser does not know the method of a request that it rejects.
    const isUnparsed = headers.get('connection') === 'close' && [400, 414, 431].includes(status) && rest.length > 0
    const hasBody = status !== 204 && status !== 304 && (method !== 'HEAD' || isUnparsed)
    const length = hasBody ? Number(headers.get('content-length') ?? Number.NaN) : 0
    assert.ok(length <= rest.length, `The answer has ${rest.length} bytes of ${length}.`)
    answers.push({ status, headers, body: rest.subarray(0, length) })
    rest = rest.subarray(length)
  }
  return answers
}

function headersOf(lines: readonly string[]): Map<string, string> {
  const pairs = lines.map(line => {
    const [, name, value] = headerLine.exec(line) ?? assert.fail(`${line} is no header.`)
    return [name!.toLowerCase(), value!] as const
  })
  const names = pairs.map(([name]) => name).filter(name => name !== 'link')
  assert.equal(new Set(names).size, names.length, 'A header comes twice.')
  return new Map(pairs)
}

/** Statuses that an error may have besides the one in the table. */
const variants: Partial<Record<ErrorName, number[]>> = { invalid_request: [405, 408, 413, 414, 415, 417, 431] }
const factNames = ['code', 'details', 'documentation_url', 'error', 'message', 'request_id', 'retryable']
const errorNames: Record<string, string[]> = {
  'application/json': factNames,
  'application/problem+json': [...factNames, 'detail', 'status', 'title', 'type'].sort(),
}
const internals = /node_modules|\.ts:\d|\n\s+at |SQLITE|undefined|\[object /
/** May contain any letters. */
const opaque = new Set(['etag', 'x-request-id', 'link'])

export function checkCommon({ status, headers }: Answer): void {
  assert.ok(status < 500, `The status is ${status}.`)
  for (const name of ['x-request-id', 'access-control-allow-origin', 'service-api-version', 'date']) {
    assert.ok(headers.has(name), `There is no ${name}.`)
  }
  for (const [name, value] of headers) assert.ok(opaque.has(name) || !/undefined|NaN|\[object/.test(value), value)
}

export function checkError({ status, headers, body }: Answer, webUrl: string): void {
  assert.equal(headers.get('cache-control'), 'no-store')
  if (body.length === 0) return
  const text = body.toString()
  assert.doesNotMatch(text, internals)
  const type = headers.get('content-type')!
  const names = errorNames[type]
  if (names === undefined) {
    assert.match(type, /^text\/(?:html|markdown); charset=utf-8$/)
    // HTML pages show it for server errors only: visitors have no use for it otherwise.
    const shouldShow = status >= 500 || !type.startsWith('text/html')
    assert.equal(text.includes(headers.get('x-request-id')!), shouldShow, 'The request id on the page.')
    return
  }
  const facts = JSON.parse(text)
  const { code, error, retryable, message, details, request_id, documentation_url } = facts
  assert.deepEqual(Object.keys(facts).sort(), names)
  const row = errors[error as ErrorName]
  assert.deepEqual([code, retryable], [row.code, retryableStatuses.includes(status)])
  assert.ok(status === row.status || variants[error as ErrorName]?.includes(status), `${error} has status ${status}.`)
  assert.equal(request_id, headers.get('x-request-id'))
  assert.equal(documentation_url, `${webUrl}/docs/errors#${error}`)
  assert.match(message, /\S/)
  for (const detail of details) assert.deepEqual(Object.keys(detail), ['field', 'reason'])
}

const decoders: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

/** Checks answers against the published document. */
export function makeCheck(document: Loose, webUrl: string) {
  const schemas = Object.entries<Loose>(document.paths)
    .filter(([path]) => path.startsWith('/public/share/'))
    .map(([path, { get }]) => {
      const { schema } = resolved(get.responses[200], document).content['application/json']
      return { pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`), checker: Compile(schema) }
    })
  const checkSuccess = (path: string, { headers, body }: Answer): void => {
    const read = schemas.find(({ pattern }) => pattern.test(path))
    if (read === undefined) return
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
    const coding = headers.get('content-encoding')
    const value: unknown = JSON.parse(String(coding === undefined ? body : decoders[coding]!(body)))
    assert.ok(read.checker.Check(value), JSON.stringify(read.checker.Errors(value).slice(0, 2)))
  }
  return (request: FuzzedRequest, answer: Answer): void => {
    const { method, target, headers, valid } = request
    const { status, body } = answer
    checkCommon(answer)
    if (valid) assert.ok([200, 304, 404].includes(status), `Nothing is wrong with the request: ${body}`)
    if (status >= 400) checkError(answer, webUrl)
    else if (status === 304) assert.ok(headers.some(([name]) => name === 'If-None-Match'))
    else if (status === 204) assert.equal(method, 'OPTIONS')
    else {
      assert.equal(status, 200)
      assert.match(method, /^(?:GET|HEAD)$/)
      if (method === 'GET') checkSuccess(pathOf(target), answer)
    }
  }
}

/** What the router sees of a target: no query, no host of an absolute form. */
function pathOf(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0]!
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

const sameNames = ['content-type', 'etag', 'content-language', 'link', 'vary', 'cache-control', 'content-encoding', 'allow'] // biome-ignore format: a list of words

/** HEAD has the headers of GET. */
export function checkHead(head: Answer, get: Answer): void {
  const told = ({ status, headers }: Answer) => [status, ...sameNames.map(name => headers.get(name))]
  assert.deepEqual(told(head), told(get))
  if (head.status < 400) assert.equal(head.headers.get('content-length'), get.headers.get('content-length'))
}
