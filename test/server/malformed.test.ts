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

test('what is not HTTP gets our error body', async () => {
  await assertRefused('hello\r\n\r\n', 400)
  await assertRefused(Buffer.from('16030100a5010000a10303', 'hex'), 400)
  await assertRefused('GET\r\n\r\n', 400)
  await assertRefused(`GET ${tags} HTTP/9.9\r\nHost: a\r\n\r\n`, 400)
  await assertRefused(`GET ${tags} HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n`, 400)
  await assertRefused(`GET ${tags} HTTP/1.1\r\nHost: a\r\n folded: yes\r\n\r\n`, 400)
  await assertRefused(`GET ${tags} HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n`, 400)
  await assertRefused(`GET ${tags} HTTP/1.1\r\nHost: a\r\nX : b\r\n\r\n`, 400)
  await assertRefused(`GET ${tags} HTTP/1.1\r\nHost: a\r\nX: a\nY: b\r\n\r\n`, 400)
  await assertRefused(`GET /a b HTTP/1.1\r\nHost: a\r\n\r\n`, 400)
})

test('bodies that do not add up', async () => {
  const post = `POST ${tags} HTTP/1.1\r\nHost: a\r\n`
  await assertRefused(`${post}Content-Length: x\r\n\r\n`, 400)
  await assertRefused(`${post}Content-Length: -1\r\n\r\n`, 400)
  await assertRefused(`${post}Content-Length: 1\r\nContent-Length: 2\r\n\r\na`, 400)
  await assertRefused(`${post}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400)
  await assertRefused(`${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`, 400)
  const chunked = `POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`
  for (const bad of ['zz\r\n', '5\r\nabc', '-1\r\n', 'ffffffffffffffffff\r\n', '3\r\nabcdef\r\n']) {
    const [answer] = answersIn(await raw(port, chunked + bad, { end: true }))
    assert.equal(answer?.status, 400, bad)
    assert.equal(JSON.parse(answer!.body).error, 'invalid_request')
  }
})

test('too much: headers, URL', async () => {
  const long = (bytes: number) => 'x'.repeat(bytes)
  await assertRefused(`GET ${tags} HTTP/1.1\r\nHost: a\r\nX: ${long(17_000)}\r\n\r\n`, 431, /16 KiB/)
  await assertRefused(`GET ${tags} HTTP/1.1\r\nHost: a\r\n${`Y: ${long(100)}\r\n`.repeat(200)}\r\n`, 431)
  await assertRefused(`GET /${long(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 414, /8192/)
  await assertRefused(`GET /${long(8_192)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`, 414, /8192/)
  const fits = await service.api(`${tags}?x=${long(8_192 - tags.length - 3)}`)
  assert.equal(fits.status, 200)
})

test('methods that nobody knows, and CONNECT', async () => {
  await assertRefused(`FROBNICATE ${tags} HTTP/1.1\r\nHost: a\r\n\r\n`, 405)
  await assertRefused('CONNECT other.test:443 HTTP/1.1\r\nHost: other.test:443\r\n\r\n', 405)
  const [answer] = answersIn(await raw(port, `BREW ${tags} HTTP/1.1\r\nHost: a\r\n\r\n`))
  assert.equal(answer!.headers.allow, 'GET, HEAD, OPTIONS')
})

test('targets that are no path', async () => {
  const close = 'HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
  await assertRefused(`GET * ${close}`, 400)
  await assertRefused(`GET //%zz ${close}`, 400)
  await assertRefused(`GET ftp://a/b ${close}`, 400)
  await assertRefused(`GET /public/share/user/%c0%af ${close}`, 400)
})

test('an Upgrade that is not offered is ignored', async () => {
  for (const Upgrade of ['h2c', 'websocket', 'TLS/1.0']) {
    const reply = await service.api(tags, { headers: { Connection: 'Upgrade', Upgrade } })
    assert.equal(reply.status, 200)
    assert.equal(reply.json().code, 0)
  }
})

test('Expect: 100-continue is answered before the body is sent; anything else is refused', async () => {
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
  await assertRefused(`GET ${tags} HTTP/1.1\r\nHost: a\r\nExpect: x\r\nConnection: close\r\n\r\n`, 417)
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

test('answers without a body end where they must: HEAD, 304 and 200 one behind the other', async () => {
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

test('rubbish behind a good request does not become its answer', async () => {
  const text = await raw(port, 'GET /public/share/user/zed HTTP/1.1\r\nHost: a\r\n\r\n\0\0rubbish\r\n\r\n')
  const answers = answersIn(text)
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 400],
  )
  assert.equal(JSON.parse(answers[0]!.body).data.profile.handle, 'zed')
})

test('line breaks in values stay values', async () => {
  for (const query of ['q=a%0d%0aSet-Cookie:%20x=1', 'tag=%0d%0aX-Evil:1', 'cursor=%0d%0a', 'locale=en%0d%0aX:1']) {
    const reply = await service.api(`/public/share/community?${query}&limit=1`)
    assert.ok([200, 400, 422].includes(reply.status))
    assert.equal(reply.headers['set-cookie'], undefined)
    assert.equal(reply.headers['x-evil'], undefined)
  }
})

test('whoever is too slow is cut off', async t => {
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
