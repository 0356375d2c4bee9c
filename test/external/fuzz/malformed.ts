// Bytes that are not quite HTTP, or not at all.
import fc, { type Arbitrary } from 'fast-check'

const get = 'GET /public/share/tags HTTP/1.1\r\nHost: localhost\r\n'

/** Each is sent as it stands, cut off somewhere, or with bytes changed. */
const samples: string[] = [
  `${get}\r\n`,
  `${get}\r\n${get}\r\n`,
  'GET /public/share/tags\r\n\r\n',
  'GET /public/share/tags HTTP/1.1\r\n\r\n',
  'GET /public/share/tags HTTP/1.0\r\n\r\n',
  'GET /public/share/tags HTTP/0.9\r\n\r\n',
  'GET /public/share/tags HTTP/2.0\r\nHost: localhost\r\n\r\n',
  'GET /public/share/tags HTTP/1.1\nHost: localhost\n\n',
  'GET  /public/share/tags  HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'get /public/share/tags HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'G\0T /public/share/tags HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'BREW /pot HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET public/share/tags HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET /public/share/user/\u00e9\u00ff HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET http://user@localhost/public/share/tags HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET http:///public/share/tags HTTP/1.1\r\nHost: localhost\r\n\r\n',
  `${get}Host: other\r\n\r\n`,
  `${get}No colon here\r\n\r\n`,
  `${get}: no name\r\n\r\n`,
  `${get}Bad Name: x\r\n\r\n`,
  `${get}X: a\r\n folded\r\n\r\n`,
  `${get}X: a\0b\r\n\r\n`,
  `${get}X: a\rb\r\n\r\n`,
  `${get}X : spaced\r\n\r\n`,
  `${get}Content-Length: -1\r\n\r\n`,
  `${get}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`,
  `${get}Content-Length: 5, 5\r\n\r\nhello`,
  `${get}Content-Length: 99999999999999999999\r\n\r\n`,
  `${get}Content-Length: 0x10\r\n\r\n`,
  `${get}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  `${get}Transfer-Encoding: identity\r\n\r\n`,
  `${get}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n`,
  `${get}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
  `${get}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`,
  `${get}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n\r\n`,
  `${get}Transfer-Encoding: chunked\r\n\r\n5;${'x'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`,
  `${get}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nTrailer: x\r\n\r\n`,
  `${get}Expect: 100-continue\r\nContent-Length: 5\r\n\r\n`,
  `${get}\r\n${get}Expect: 100-continue\r\nContent-Length: 5\r\n\r\nhello`,
  `${get}Expect: something else\r\n\r\n`,
  `${get}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  `${get}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: x\r\n\r\n`,
  `${get}${'X: y\r\n'.repeat(3000)}\r\n`,
  `${get}X: ${'y'.repeat(20_000)}\r\n\r\n`,
  `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  `GET /public/share/community?q=${'%41'.repeat(4000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  `POST /public/share/tags HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(100_000)}`,
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  '\r\n\r\n\r\n',
  `\r\n${get}\r\n`,
  'HTTP/1.1 200 OK\r\n\r\n',
  '{"jsonrpc":"2.0"}',
]

const sample = fc.constantFrom(...samples)

const cut = fc.tuple(sample, fc.nat(200)).map(([text, at]) => text.slice(0, at))

const changed = fc
  .tuple(sample, fc.array(fc.tuple(fc.nat(120), fc.nat(255)), { minLength: 1, maxLength: 4 }))
  .map(([text, changes]) => {
    const bytes = Buffer.from(text, 'latin1')
    for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte
    return bytes.toString('latin1')
  })

const joined = fc.tuple(sample, sample).map(texts => texts.join(''))

export type MalformedRequest = { host: 'api' | 'web'; bytes: Buffer }

export const malformed: Arbitrary<MalformedRequest> = fc.record({
  host: fc.constantFrom('api' as const, 'web' as const),
  bytes: fc.oneof(
    sample.map(latin1),
    cut.map(latin1),
    changed.map(latin1),
    joined.map(latin1),
    fc.uint8Array({ maxLength: 300 }).map(bytes => Buffer.from(bytes)),
  ),
})

function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}
