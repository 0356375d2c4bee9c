import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { answersIn, raw, start } from '../support/start-service.ts'

const service = await start(
  { after },
  { extend: (_host, router) => void router.post('/echo', async request => request.body) },
)
const port = service.ports.api
const tags = '/public/share/tags'

/** Every answer to a malformed request is our error body, and the connection is closed after it. */
async function assertRefused(text: string | Buffer, status: number, reason?: RegExp): Promise<void> {
  const answers = answersIn(await raw(port, text))
  const answer = answers.at(-1)!
  assert.equal(answer.status, status, JSON.stringify(String(text).slice(0, 100)))
  const body = JSON.parse(answer.body)
  assert.equal(body.error, 'invalid_request')
  assert.equal(body.code, 40000)
  assert.equal(body.request_id, answer.headers['x-request-id'])
  assert.equal(answer.headers['access-control-allow-origin'], '*')
  assert.equal(answer.headers['service-api-version'], '2026-05-26')
  assert.equal(answer.headers.connection, 'close')
  assert.ok(answer.headers.date)
  if (reason) assert.match(body.message, reason)
}

const long = (bytes: number) => 'x'.repeat(bytes)
const line = `GET ${tags} HTTP/1.1\r\nHost: a\r\n`
const postLine = `POST ${tags} HTTP/1.1\r\nHost: a\r\n`
const close = 'HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
const malformed: [status: number, text: string | Buffer, reason?: RegExp][] = [
  [400, 'hello\r\n\r\n'],
  [400, Buffer.from('16030100a5010000a10303', 'hex')],
  [400, 'GET\r\n\r\n'],
  [400, `GET ${tags} HTTP/9.9\r\nHost: a\r\n\r\n`],
  [400, `${line}no colon\r\n\r\n`],
  [400, `${line} folded: yes\r\n\r\n`],
  [400, `${line}X: a\0b\r\n\r\n`],
  [400, `${line}X : b\r\n\r\n`],
  [400, `${line}X: a\nY: b\r\n\r\n`],
  [400, 'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n'],
  [400, `${postLine}Content-Length: x\r\n\r\n`],
  [400, `${postLine}Content-Length: -1\r\n\r\n`],
  [400, `${postLine}Content-Length: 1\r\nContent-Length: 2\r\n\r\na`],
  [400, `${postLine}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  [400, `${postLine}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
  [400, `GET * ${close}`],
  [400, `GET //%zz ${close}`],
  [400, `GET ftp://a/b ${close}`],
  [400, `GET /public/share/user/%c0%af ${close}`],
  [405, `FROBNICATE ${tags} HTTP/1.1\r\nHost: a\r\n\r\n`],
  [405, 'CONNECT other.test:443 HTTP/1.1\r\nHost: other.test:443\r\n\r\n'],
  [414, `GET /${long(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, /8192/],
  [414, `GET /${long(8_192)} ${close}`, /8192/],
  [417, `${line}Expect: x\r\nConnection: close\r\n\r\n`],
  [431, `${line}X: ${long(17_000)}\r\n\r\n`, /16 KiB/],
  [431, `${line}${`Y: ${long(100)}\r\n`.repeat(200)}\r\n`],
]

test('malformed and too large requests get our error body', async () => {
  for (const [status, text, reason] of malformed) await assertRefused(text, status, reason)
  assert.equal((await service.api(`${tags}?x=${long(8_192 - tags.length - 3)}`)).status, 200)
  const [brew] = answersIn(await raw(port, `BREW ${tags} HTTP/1.1\r\nHost: a\r\n\r\n`))
  assert.equal(brew!.headers.allow, 'GET, HEAD, OPTIONS')
  const head = 'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'
  for (const bad of ['zz\r\n', '5\r\nabc', '-1\r\n', 'ffffffffffffffffff\r\n', '3\r\nabcdef\r\n']) {
    const [answer] = answersIn(await raw(port, head + bad, { end: true }))
    assert.deepEqual([answer?.status, JSON.parse(answer!.body).error], [400, 'invalid_request'], bad)
  }
})

test('an Upgrade that is not offered is ignored', async () => {
  for (const Upgrade of ['h2c', 'websocket', 'TLS/1.0']) {
    const reply = await service.api(tags, { headers: { Connection: 'Upgrade', Upgrade } })
    assert.equal(reply.status, 200)
    assert.equal(reply.json().code, 0)
  }
})

test('Expect: 100-continue is answered before the body is sent', async () => {
  const head = 'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n'
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', chunk => (text += chunk))
  socket.write(`${head}Content-Length: 2\r\nConnection: close\r\n\r\n`)
  while (!text.includes('100 Continue')) await once(socket, 'data')
  socket.write('{}')
  await once(socket, 'close')
  assert.match(text, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/)
  const [large] = answersIn(await raw(port, `${head}Content-Length: 70000\r\n\r\n`))
  assert.equal(large!.status, 413)
})

test('HTTP/1.0 and pipelining', async () => {
  const [old] = answersIn(await raw(port, `GET ${tags} HTTP/1.0\r\n\r\n`))
  assert.equal(old!.status, 200)
  const one = `GET ${tags} HTTP/1.1\r\nHost: a\r\n`
  const other = 'GET /public/share/user/nobody HTTP/1.1\r\nHost: a\r\n'
  const last = 'GET /public/share/community?limit=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n'
  const answers = answersIn(await raw(port, `${one}\r\n${other}\r\n${one}\r\n${last}\r\n`))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 404, 200, 200],
  )
  assert.equal(JSON.parse(answers[3]!.body).data.items.length, 1)
})

test('pipelined responses without a body end correctly: HEAD, 304 and 200', async () => {
  const { text: expected } = await service.api(tags)
  const send = (method: string, more: string) => `${method} ${tags} HTTP/1.1\r\nHost: a\r\n${more}\r\n`
  const requests = [send('HEAD', ''), send('GET', 'If-None-Match: *\r\n'), send('GET', 'Connection: close\r\n')]
  const [, head, unchanged, full] = (await raw(port, requests.join(''))).split('HTTP/1.1 ')
  assert.match(head!, /^200 OK\r\n[\s\S]*\r\n\r\n$/)
  assert.match(head!, new RegExp(`\r\nContent-Length: ${expected.length}\r\n`))
  assert.match(head!, /\r\nConnection: keep-alive\r\n/)
  assert.match(unchanged!, /^304 Not Modified\r\n[\s\S]*\r\n\r\n$/)
  assert.doesNotMatch(unchanged!, /\r\n(?:Content-Length|Transfer-Encoding):/)
  assert.match(full!, /^200 OK\r\n[\s\S]*\r\nConnection: close\r\n/)
  assert.ok(full!.endsWith(`\r\n\r\n${expected}`))
})

test('garbage after a valid request does not affect its response', async () => {
  const text = await raw(port, 'GET /public/share/user/zed HTTP/1.1\r\nHost: a\r\n\r\n\0\0rubbish\r\n\r\n')
  const answers = answersIn(text)
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 400],
  )
  assert.equal(JSON.parse(answers[0]!.body).data.profile.handle, 'zed')
})

test('line breaks in values do not become headers', async () => {
  for (const query of ['q=a%0d%0aSet-Cookie:%20x=1', 'tag=%0d%0aX-Evil:1', 'cursor=%0d%0a', 'locale=en%0d%0aX:1']) {
    const reply = await service.api(`/public/share/community?${query}&limit=1`)
    assert.ok([200, 400, 422].includes(reply.status))
    assert.equal(reply.headers['set-cookie'], undefined)
    assert.equal(reply.headers['x-evil'], undefined)
  }
})

test('slow requests get 408, stalled readers are disconnected', async t => {
  const running = await start(t, {
    timeouts: { headers: 100, request: 200, check: 50, stalled: 300 },
    extend: (_host, router) => {
      router.post('/echo', async request => request.body)
      router.get('/large', async (_request, reply) => reply.send(Buffer.alloc(64 * 1024 * 1024)))
    },
  })
  const slowHeaders = await raw(running.ports.api, 'GET / HTTP/1.1\r\nHost: a\r\nX: ')
  assert.equal(answersIn(slowHeaders)[0]!.status, 408)
  assert.equal(JSON.parse(answersIn(slowHeaders)[0]!.body).retryable, true)
  const post = 'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n'
  const slowBody = await raw(running.ports.api, `${post}{"a"`)
  assert.equal(answersIn(slowBody)[0]!.status, 408)
  const socket = connect(running.ports.api, '127.0.0.1')
  socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(socket, 'readable')
  await sleep(1000) // reads nothing meanwhile, and is cut off long before
  let received = 0
  socket.on('data', chunk => (received += chunk.length))
  socket.on('error', () => {})
  await once(socket, 'close')
  assert.ok(received < 64 * 1024 * 1024)
  assert.equal((await running.api('/healthz')).status, 200)
})
