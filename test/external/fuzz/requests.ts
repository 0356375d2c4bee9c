// Requests that are HTTP, but not what the service hopes for.
import fc, { type Arbitrary } from 'fast-check'
import { nonsense, target } from './targets.ts'

/** `valid`: nothing is wrong with it, so an answer or a 404 is the only right reply. */
export type FuzzedRequest = {
  host: 'api' | 'web'
  method: string
  target: string
  version: '1.0' | '1.1'
  headers: (readonly [name: string, value: string])[]
  body: Buffer | null
  chunked: boolean
  valid: boolean
}

const headerText = nonsense.map(text =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[\0-\x1f\x7f]/g, '')
    .trim(),
)
const either = (...values: string[]) =>
  fc.oneof({ arbitrary: fc.constantFrom(...values), weight: 5 }, { arbitrary: headerText, weight: 1 })

/** Headers that change nothing about what is right, and the values that are worth trying. */
const harmless: Record<string, Arbitrary<string>> = {
  Accept: either('*/*', 'application/json', 'application/problem+json', 'text/html', 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8', 'text/markdown', 'image/png', 'application/json;q=0', ';q=', 'a/b;q=2', '*', ',,,', 'application/problem+json, text/html;q=0.1'),
  'Accept-Encoding': either('br', 'gzip', 'gzip, br', 'identity', 'identity;q=0', '*', '*;q=0', 'br;q=0.1, gzip;q=0.9', 'zstd', 'br;q=nan', ','),
  'If-None-Match': either('*', '""', '"x"', 'W/"x"', '"a", "b"', '"', 'x', 'W/', '*, "a"', `"${'x'.repeat(500)}"`),
  Range: either('bytes=0-10', 'bytes=-1', 'bytes=5-', 'bytes=0-1,3-4', 'lines=1', 'bytes=9-1'),
  'If-Modified-Since': either('Wed, 31 Mar 2027 00:00:00 GMT', 'yesterday'),
  'If-Match': either('*', '"x"'),
  Origin: either('https://example.org', 'null', 'http://localhost'),
  'X-Forwarded-For': either('1.2.3.4', '::1', '1.2.3.4, 5.6.7.8', 'unknown'),
  'X-Forwarded-Host': either('evil.example.org'),
  Forwarded: either('for=1.2.3.4;host=evil.example.org'),
  Authorization: either('Bearer x', 'Basic eDp5', 'Bearer'),
  Cookie: either('a=b', '='),
  'Accept-Language': either('fr', 'de;q=0.5, *'),
  'X-HTTP-Method-Override': either('DELETE'),
  'X-Request-Id': either('mine'),
  TE: either('trailers'),
  Upgrade: either('websocket', 'h2c'),
  'Content-Type': either('application/json', 'text/plain', 'application/json; charset=utf-7', 'multipart/form-data', 'a', '/', 'application/json;a="', 'application/x-www-form-urlencoded'),
} // biome-ignore format: lists of values

/** Headers after which a refusal is right. */
const harmful: Record<string, Arbitrary<string>> = {
  'Service-API-Version': either('2026-05-26', '2026-05-27', '2020-01-01', 'latest', '2026-02-30', '2026-05-26, 2026-05-26'),
  Expect: either('100-continue', '200-ok'),
  'X-Long': fc.integer({ min: 1, max: 15_000 }).map(length => 'x'.repeat(length)),
} // biome-ignore format: lists of values

const namedHeader = (table: Record<string, Arbitrary<string>>) =>
  fc.oneof(...Object.entries(table).map(([name, values]) => values.map(value => [name, value] as const)))

const methods = [
  'GET',
  'HEAD',
  'OPTIONS',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'TRACE',
  'QUERY',
  'PROPFIND',
  'PURGE',
  'LINK',
]
const method = fc.oneof(
  { arbitrary: fc.constant('GET'), weight: 20 },
  { arbitrary: fc.constant('HEAD'), weight: 4 },
  { arbitrary: fc.constantFrom(...methods), weight: 2 },
)

const body = fc.oneof(
  fc.constantFrom('', '{}', '{"query":"x"}', '[', '{"__proto__":1}', '['.repeat(5000), 'null', '"', 'a=b', '\0', '{"a":1e999}').map(text => Buffer.from(text)),
  nonsense.map(text => Buffer.from(JSON.stringify({ query: text }))),
  fc.uint8Array({ maxLength: 200 }).map(bytes => Buffer.from(bytes)),
  fc.integer({ min: 60_000, max: 70_000 }).map(size => Buffer.alloc(size, '[')),
) // biome-ignore format: a list of texts

const hostHeader = fc.oneof(
  { arbitrary: fc.constant('localhost'), weight: 30 },
  fc.constantFrom('127.0.0.1', 'mira.localhost', 'nobody.localhost', 'www.localhost', 'evil.example.org', '[::1]', 'localhost:1', 'a b', '', '-', 'x'.repeat(300)),
) // biome-ignore format: a list of names

const oneIn = <T>(times: number, arbitrary: Arbitrary<T>): Arbitrary<T | null> =>
  fc.oneof({ arbitrary: fc.constant(null), weight: times - 1 }, { arbitrary, weight: 1 })

export const request: Arbitrary<FuzzedRequest> = fc
  .record({
    host: fc.oneof({ arbitrary: fc.constant('api' as const), weight: 3 }, fc.constant('web' as const)),
    method,
    target,
    version: fc.oneof({ arbitrary: fc.constant('1.1' as const), weight: 40 }, fc.constant('1.0' as const)),
    hostName: hostHeader,
    harmless: fc.array(namedHeader(harmless), { maxLength: 3 }),
    harmful: oneIn(10, namedHeader(harmful)),
    body: oneIn(15, body),
    chunked: fc.boolean(),
  })
  .map(({ target: { text, valid }, hostName, harmless: plain, harmful: bad, ...rest }) => {
    const headers = [['Host', hostName] as const, ...unique(plain), ...(bad === null ? [] : [bad])]
    const isRead = rest.method === 'GET' || rest.method === 'HEAD'
    const ordinary = hostName === 'localhost' && bad === null && rest.body === null && rest.host === 'api'
    return { ...rest, target: text, headers, valid: valid && isRead && ordinary }
  })

/** Most headers may come once only; which of two would count is another question. */
const unique = (headers: (readonly [string, string])[]) => [...new Map(headers).entries()]

export function bytesOf({ method, target, version, headers, body, chunked }: FuzzedRequest): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`)
  if (body !== null)
    lines.push(chunked && version === '1.1' ? 'Transfer-Encoding: chunked\r\n' : `Content-Length: ${body.length}\r\n`)
  const head = Buffer.from(`${method} ${target} HTTP/${version}\r\n${lines.join('')}\r\n`, 'latin1')
  if (body === null) return head
  return Buffer.concat([head, chunked && version === '1.1' ? inChunks(body) : body])
}

function inChunks(body: Buffer): Buffer {
  const last = Buffer.from('0\r\n\r\n')
  if (body.length === 0) return last
  return Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n'), last])
}
