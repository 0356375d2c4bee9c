// Generated requests: targets from the schemas of the operations, then altered; odd headers and bodies; bytes that are not HTTP.
import fc, { type Arbitrary } from 'fast-check'
import type { Operation } from '../../../src/operations/define.ts'
import { forSite } from '../../../src/operations/for-site.ts'
import { operations } from '../../../src/operations/index.ts'
import { neutralSite } from '../../../src/site/site.ts'

type Field = Operation['fields'][number]

/** A part of a request target. `valid`: it complies with the schemas. */
type Part = { text: string; valid: boolean }

/** `valid`: only a success or 404 is correct. */
export type FuzzedRequest = {
  host: 'api' | 'web'
  method: string
  target: string
  version: '1.0' | '1.1'
  headers: (readonly [name: string, value: string])[]
  body: Buffer | null
  valid: boolean
}

const mostly = <T>(weight: number, usual: Arbitrary<T>, other: Arbitrary<T>): Arbitrary<T> =>
  fc.oneof({ arbitrary: usual, weight }, { arbitrary: other, weight: 1 })

const oddTexts = [
  '', ' ', '0', '-1', '49', '1e1', '0x10', '1.0', '+5', '01', '9'.repeat(30), 'null', 'Undefined', 'TRUE', 'NaN', '__proto__',
  'constructor', '../../etc/passwd', '.', '<script>alert(1)</script>', "' OR 1=1 --", '%00', '\0', '\r\nX-Injected: 1', '\u202e',
  'İ', 'ß', '👩‍👩‍👧', 'e\u0301'.repeat(50), '\u{10ffff}', '\ufeff', 'a'.repeat(64), 'a'.repeat(81), 'a'.repeat(201), 'a'.repeat(513),
  'en_US', 'i-klingon', 'x-private', 'zh-Hant-TW', '!!', '*', 'best', '"*', 'AND', 'NEAR(a b)', '水', 'ก๋วย', '(', 'mira', 'water',
] // biome-ignore format: a list of words

const oddText = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
)

const existing: Record<string, string[]> = {
  handle: ['mira', 'ann', 'MIRA', 'nobody'],
  slug: ['water-log', 'Water-Log', 'hydro-quiz', 'private-notes', 'nothing'],
  locale: ['en', 'es-MX', 'fr', 'zh-Hant-TW', 'tlh', 'ar', 'pt-BR', 'en-US-x-twain'],
  language: ['en', 'es-MX', 'ja'],
  category: ['health', 'play', 'none'],
  tag: ['hydration', 'daily', 'c++', 'none', 'habits,hydration', 'daily,Daily,none'],
  q: ['water', 'wat', 'a', 'log water', '水', 'hydro quiz'],
}

function validText({ name, schema, allows }: Field): Arbitrary<string> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum!, max: schema.maximum! }).map(String)
  if (schema.type === 'boolean') return fc.constantFrom('true', 'false')
  if (schema.pattern && !existing[name]) return fc.stringMatching(new RegExp(schema.pattern))
  const words = fc.constantFrom(...(existing[name] ?? ['x']))
  if (schema.format === 'bcp47') return words
  return mostly(4, words, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter(allows))
}

/** Unchanged, except for what would end the request line. */
const bare = (text: string) => text.replace(/[^\x21-\x7e]/gu, encodeURIComponent)

const encodings: ((text: string) => string)[] = [
  encodeURIComponent,
  text => new URLSearchParams([['', text]]).toString().slice(1),
  text => Buffer.from(text).toString('hex').replaceAll(/../g, '%$&'),
  bare,
  text => encodeURIComponent(encodeURIComponent(text)),
  ...['%', '%zz', '%C0%AF', '%ff', '#x'].map(end => (text: string) => encodeURIComponent(text) + end),
]

const isValid = (text: string): Part => ({ text, valid: true })
const isInvalid = (text: string): Part => ({ text, valid: false })

const value = (field: Field): Arbitrary<Part> =>
  mostly(
    3,
    validText(field).map(text => isValid(encodeURIComponent(text))),
    fc
      .tuple(mostly(1, validText(field), oddText), fc.constantFrom(...encodings))
      .map(([text, encode]) => isInvalid(encode(text))),
  )

function pair(field: Field): Arbitrary<Part> {
  const { name } = field
  const oddNames = [`${name}[]`, name.toUpperCase(), `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`, '__proto__', '', '%', `${name}%00`] // biome-ignore format: a list of words
  const names = mostly(20, fc.constant(isValid(name)), fc.constantFrom(...oddNames).map(isInvalid))
  return fc
    .tuple(names, value(field))
    .map(([key, { text, valid }]) => ({ text: `${key.text}=${text}`, valid: key.valid && valid }))
}

/** Each field at most once; a repeated field and a cursor that was made up are errors. */
function query({ fields, pathFields }: Operation): Arbitrary<Part> {
  const pairs = fields.filter(({ name }) => !pathFields.includes(name)).map(pair)
  if (pairs.length === 0) return fc.constantFrom('', '?x=1').map(isValid)
  const repeated = mostly(14, fc.constant(null), fc.oneof(...pairs))
  const separators = mostly(30, fc.constant('&'), fc.constantFrom('&&', ';', '&=&', '?'))
  return fc
    .tuple(fc.tuple(...pairs.map(one => fc.option(one, { freq: 2 }))), repeated, separators)
    .map(([chosen, again, separator]) => {
      const parts = chosen.filter(part => part !== null)
      const all = again === null ? parts : [...parts, isInvalid(again.text)]
      const isFine = all.every(({ text, valid }) => valid && !text.startsWith('cursor='))
      const text = all.map(part => part.text).join(separator)
      return { text: text && `?${text}`, valid: all.length === 0 || (isFine && separator === '&') }
    })
}

const alterations: ((path: string) => string)[] = [
  path => `${path}/`,
  path => path.replace('/public', '//public'),
  path => path.replace('/share/', '/x/../share/'),
  path => `/${path.slice(1).replaceAll('/', '%2F')}`,
  path => path.replace('public', '%70ublic'),
  path => `http://localhost${path}`,
  path => `${path}%`,
  path => `${path};a=b`,
  path => path.toUpperCase(),
]

function path(operation: Operation): Arbitrary<Part> {
  const fields = operation.pathFields.map(name => operation.fields.find(field => field.name === name)!)
  const filled = (fc.tuple(...fields.map(value)) as Arbitrary<Part[]>).map(parts => {
    const text = fields.reduce((left, { name }, i) => left.replace(`{${name}}`, () => parts[i]!.text), operation.path)
    return { text, valid: parts.every(part => part.valid) }
  })
  const altered = fc.tuple(filled, fc.constantFrom(...alterations)).map(([part, alter]) => isInvalid(alter(part.text)))
  return mostly(12, filled, altered)
}

const reads = operations
  .map(operation => forSite(operation, neutralSite))
  .map(operation =>
    fc
      .tuple(path(operation), query(operation))
      .map(([one, other]) => ({ text: one.text + other.text, valid: one.valid && other.valid })),
  )
const otherTargets = fc.oneof(
  fc.constantFrom('/', '*', '/openapi.json', '/healthz', '/app/x', '/@mira', '/@mira/water-log', '/docs', '//', '/%', '/..', '/metrics', '/@', '/?locale=!!', '/art/cover/x.svg', '/robots.txt'),
  oddText.map(text => `/${bare(text)}`),
  fc.integer({ min: 7000, max: 9500 }).map(length => `/public/share/community?q=${'x'.repeat(length)}`),
) // biome-ignore format: a list of words
const target = mostly(12, fc.oneof(...reads), otherTargets.map(isInvalid))

/** Headers that do not change whether a request is valid. */
const harmless: Record<string, string[]> = {
  Accept: ['*/*', 'application/json', 'application/problem+json', 'text/html', 'text/markdown', 'image/png', 'application/json;q=0', ';q=', 'a/b;q=2', ',,,'],
  'Accept-Encoding': ['br', 'gzip', 'gzip, br', 'identity;q=0', '*;q=0', 'br;q=0.1, gzip;q=0.9', 'zstd', 'br;q=nan'],
  'If-None-Match': ['*', '""', 'W/"x"', '"a", "b"', '"', 'x', '*, "a"', `"${'x'.repeat(500)}"`],
  Range: ['bytes=0-10', 'bytes=0-1,3-4', 'lines=1'],
  'If-Modified-Since': ['Wed, 31 Mar 2027 00:00:00 GMT', 'yesterday'],
  Origin: ['https://example.org', 'null'],
  'X-Forwarded-For': ['1.2.3.4, 5.6.7.8', 'unknown'],
  'X-Forwarded-Host': ['evil.example.org'],
  Authorization: ['Bearer x', 'Bearer'],
  Cookie: ['a=b', '='],
  'X-HTTP-Method-Override': ['DELETE'],
  'X-Request-Id': ['mine'],
  Upgrade: ['websocket', 'h2c'],
  'Content-Type': ['application/json', 'text/plain', 'application/json; charset=utf-7', '/', 'application/json;a="'],
} // biome-ignore format: lists of values

/** Headers after which a rejection is correct. */
const harmful: Record<string, string[]> = {
  'Service-API-Version': ['2026-05-26', '2020-01-01', 'latest', '2026-05-26, 2026-05-26'],
  Expect: ['100-continue', '200-ok'],
  'X-Long': ['x'.repeat(100), 'x'.repeat(15_000)],
} // biome-ignore format: lists of values

const headerText = oddText.map(text => Buffer.from(text).toString('latin1').replace(/[\0-\x1f\x7f]/g, '').trim()) // biome-ignore format: one line reads better

const headerOf = (table: Record<string, string[]>) =>
  fc.oneof(
    ...Object.entries(table).map(([name, values]) =>
      mostly(5, fc.constantFrom(...values), headerText).map(text => [name, text] as const),
    ),
  )

const body = fc.oneof(
  fc.constantFrom('', '{}', '{"query":"x"}', '[', '{"__proto__":1}', '['.repeat(5000), 'null', '\0').map(text => Buffer.from(text)),
  fc.uint8Array({ maxLength: 200 }).map(bytes => Buffer.from(bytes)),
  fc.integer({ min: 60_000, max: 70_000 }).map(size => Buffer.alloc(size, '[')),
) // biome-ignore format: a list of texts

const hostName = mostly(
  4,
  fc.constant('localhost'),
  fc.constantFrom('127.0.0.1', 'mira.localhost', 'www.localhost', 'evil.example.org', 'localhost:1', 'a b', '', 'x'.repeat(300)),
) // biome-ignore format: a list of names

const otherMethods = fc.constantFrom('OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'QUERY', 'PROPFIND', 'PURGE')

export const request: Arbitrary<FuzzedRequest> = fc
  .record({
    host: mostly(3, fc.constant('api' as const), fc.constant('web' as const)),
    method: mostly(10, mostly(5, fc.constant('GET'), fc.constant('HEAD')), otherMethods),
    target,
    version: mostly(40, fc.constant('1.1' as const), fc.constant('1.0' as const)),
    hostName,
    plain: fc.array(headerOf(harmless), { maxLength: 3 }),
    bad: mostly(9, fc.constant(null), headerOf(harmful)),
    body: mostly(14, fc.constant(null), body),
  })
  .map(({ target: { text, valid }, hostName, plain, bad, ...rest }) => {
    const headers = [['Host', hostName] as const, ...new Map(plain), ...(bad === null ? [] : [bad])]
    const isRead = rest.method === 'GET' || rest.method === 'HEAD'
    const isPlain = hostName === 'localhost' && bad === null && rest.body === null && rest.host === 'api'
    return { ...rest, target: text, headers, valid: valid && isRead && isPlain }
  })

export function bytesOf({ method, target, version, headers, body }: FuzzedRequest): Buffer {
  const length = body === null ? [] : [['Content-Length', body.length] as const]
  const lines = [...headers, ...length, ['Connection', 'close'] as const].map(([name, text]) => `${name}: ${text}\r\n`)
  const head = Buffer.from(`${method} ${target} HTTP/${version}\r\n${lines.join('')}\r\n`, 'latin1')
  return Buffer.concat([head, body ?? Buffer.alloc(0)])
}

const get = 'GET /public/share/tags HTTP/1.1\r\nHost: localhost\r\n'

/** Sent unchanged, cut off, or with changed bytes. test/server/malformed.test.ts has more, with their answers. */
const samples: string[] = [
  `${get}\r\n${get}\r\n`,
  `${get}\r\n${get}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`,
  'GET /public/share/tags HTTP/1.0\r\n\r\n',
  'GET /public/share/tags HTTP/1.1\nHost: localhost\n\n',
  'G\0T /public/share/tags HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET http:///public/share/tags HTTP/1.1\r\nHost: localhost\r\n\r\n',
  ...['Host: other', 'No colon', ': no name', 'X: a\r\n folded', 'X: a\0b', 'X : spaced', 'Expect: 100-continue'].map(line => `${get}${line}\r\n\r\n`),
  ...['-1', '5, 5', '99999999999999999999', '0x10'].map(length => `${get}Content-Length: ${length}\r\n\r\nhello`),
  ...['identity', 'chunked, chunked', 'xchunked'].map(coding => `${get}Transfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n`),
  ...['zz', 'ffffffffffffffffff', '5\r\nhello\r\n0\r\nTrailer: x'].map(rest => `${get}Transfer-Encoding: chunked\r\n\r\n${rest}\r\n\r\n`),
  `${get}${'X: y\r\n'.repeat(3000)}\r\n`,
  `POST /public/share/tags HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(100_000)}`,
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'HTTP/1.1 200 OK\r\n\r\n',
] // biome-ignore format: a list of texts

const sample = fc.constantFrom(...samples).map(text => Buffer.from(text, 'latin1'))
const changes = fc.array(fc.tuple(fc.nat(120), fc.nat(255)), { minLength: 1, maxLength: 4 })

export const malformed: Arbitrary<Buffer> = fc.oneof(
  sample,
  fc.tuple(sample, fc.nat(200)).map(([bytes, at]) => bytes.subarray(0, at)),
  fc.tuple(sample, changes).map(([bytes, changed]) => {
    const copy = Buffer.from(bytes)
    for (const [at, byte] of changed) if (at < copy.length) copy[at] = byte
    return copy
  }),
  fc.tuple(sample, sample).map(both => Buffer.concat(both)),
  fc.uint8Array({ maxLength: 300 }).map(bytes => Buffer.from(bytes)),
)
