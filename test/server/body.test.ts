import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { answersIn, ask, type Reply, raw, start } from '../support/start-service.ts'

const service = await start(
  { after },
  {
    extend: (_host, router) => {
      router.post('/echo', async (request, reply) => reply.send({ body: request.body ?? null }))
      router.get('/broken', async () => {
        throw new Error('password=hunter2')
      })
    },
  },
)

const json = { 'Content-Type': 'application/json' }
const post = (body: string | Buffer | undefined, headers: Record<string, string> = json): Promise<Reply> =>
  ask(service.ports.api, '/echo', { method: 'POST', headers, ...(body === undefined ? {} : { body }) })

async function assertRefused(reply: Promise<Reply>, status: number, message?: RegExp): Promise<void> {
  const { status: got, headers, json } = await reply
  assert.equal(got, status)
  const body = json()
  assert.equal(body.error, 'invalid_request')
  assert.equal(body.request_id, headers['x-request-id'])
  if (message) assert.match(body.message, message)
}

test('JSON is parsed, and the reply has the common headers', async () => {
  const reply = await post('{"a":[1,{"b":"ü"}]}')
  assert.equal(reply.status, 200)
  assert.deepEqual(reply.json(), { body: { a: [1, { b: 'ü' }] } })
  assert.equal(reply.headers['access-control-allow-origin'], '*')
  assert.equal(reply.headers['service-api-version'], '2026-05-26')
  assert.ok(reply.headers['x-request-id'])
  const charset = await post('{}', { 'Content-Type': 'application/json; charset=utf-8' })
  assert.equal(charset.status, 200)
})

test('an empty body is accepted with or without a content type', async () => {
  assert.deepEqual((await post(undefined, {})).json(), { body: null })
  assert.deepEqual((await post('', json)).json(), { body: null })
  const head = 'POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n'
  assert.equal(answersIn(await raw(service.ports.api, head))[0]!.status, 200)
})

test('bad JSON is 400', async () => {
  for (const body of ['{', '{"a":}', 'nonsense', '{"a":1}x', '\ufeff{}', '[1,]', "{'a':1}", '\0']) {
    await assertRefused(post(body), 400, /not valid JSON/)
  }
})

test('JSON that is too deep is 400; brackets inside strings are not depth', async () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  assert.equal((await post(deep(32))).status, 200)
  await assertRefused(post(deep(33)), 400, /32 levels/)
  await assertRefused(post(deep(30_000)), 400, /32 levels/)
  await assertRefused(post('{"a":'.repeat(10_000)), 400, /32 levels/)
  assert.equal((await post(JSON.stringify('["\\'.repeat(100)))).status, 200)
})

test('keys that reach into prototypes are refused', async () => {
  await assertRefused(post('{"__proto__":{"admin":true}}'), 400, /__proto__/)
  await assertRefused(post('{"a":[{"\\u005f_proto__":1}]}'), 400, /__proto__/)
  await assertRefused(post('{"constructor":{"prototype":{}}}'), 400, /constructor/)
  assert.equal((await post('{"constructor":"Gaudí"}')).status, 200)
})

test('more than 64 KiB is 413, with or without Content-Length', async () => {
  const fits = JSON.stringify('x'.repeat(64 * 1024 - 2))
  assert.equal((await post(fits)).status, 200)
  await assertRefused(post(`${fits} `), 413, /65536/)
  const chunked = { ...json, 'Transfer-Encoding': 'chunked' }
  await assertRefused(post(`${fits} `, chunked), 413, /65536/)
  await assertRefused(post('x'.repeat(1_000_000), chunked), 413)
})

test('an encoded body is 415 naming the encoding, cached or not; identity is no encoding', async () => {
  const encoded = (encoding: string) => post('{}', { ...json, 'Content-Encoding': encoding })
  for (const encoding of ['gzip', 'br', 'GZIP', 'identity, gzip', 'x'.repeat(1000)]) {
    await assertRefused(encoded(encoding), 415, new RegExp(encoding.slice(0, 100)))
    const reply = await encoded(encoding)
    assert.deepEqual(reply.json().details[0].field, 'Content-Encoding')
    assert.equal(reply.headers['accept-encoding'], 'identity')
  }
  for (const encoding of ['identity', 'Identity', '']) assert.equal((await encoded(encoding)).status, 200, encoding)
  for (let i = 0; i < 3; i++) {
    assert.equal((await service.api('/public/share/tags')).status, 200)
    const reply = await service.api('/public/share/tags', { headers: { 'Content-Encoding': 'gzip' } })
    assert.equal(reply.status, 415)
  }
})

test('every POST endpoint refuses the same bodies', async () => {
  const deep = `${'['.repeat(40)}${']'.repeat(40)}`
  const refused: [status: number, body: string, headers: Record<string, string>][] = [
    [415, '{}', { 'Content-Encoding': 'deflate' }],
    [415, 'query=what', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    [415, '{}', { 'Content-Type': 'text/plain' }],
    [413, `{}${' '.repeat(64 * 1024)}`, {}],
    [413, `{}${' '.repeat(64 * 1024)}`, { 'Transfer-Encoding': 'chunked' }],
    [400, '{', {}],
    [400, `{"requests":${deep}}`, {}],
    [400, '{"__proto__":{}}', {}],
    [400, '{}', { 'Service-API-Version': '2020-01-01' }],
  ]
  for (const path of ['/ask', '/api/ask', '/nlweb/ask', '/pt-BR/ask', '/ask/jobs', '/await', '/batch', '/mcp']) {
    for (const [status, body, headers] of refused) {
      // MCP reports malformed JSON as JSON-RPC errors and has its own versions.
      if (path === '/mcp' && status === 400) continue
      const reply = await service.web(path, { method: 'POST', headers: { ...json, ...headers }, body })
      assert.deepEqual([reply.status, reply.json().error], [status, 'invalid_request'], `${path} ${body.slice(0, 50)}`)
      if (headers['Content-Encoding']) assert.match(reply.json().message, /deflate/)
      if (headers['Content-Type']) assert.equal(reply.headers['accept-post'], 'application/json')
    }
  }
})

test('other content types are 415, also with something behind JSON (CVE-2026-25223, CVE-2026-3419)', async () => {
  const types = ['application/json\ta', 'application/json\t', 'application/json garbage', 'application/jsonx']
  const others = ['multipart/form-data; boundary=x', 'text/json', '*/*']
  await assertRefused(post('{}', {}), 415, /application\/json/)
  for (const type of [...types, ...others]) {
    const { status } = await post('{}', { 'Content-Type': type })
    // A trailing tab alone is whitespace, which is no part of the value (RFC 9110 section 5.5).
    assert.equal(status, type.endsWith('\t') ? 200 : 415, JSON.stringify(type))
  }
})

test('an internal error reveals nothing', async () => {
  const reply = await service.api('/broken')
  assert.equal(reply.status, 500)
  const body = reply.json()
  assert.equal(body.code, 50000)
  assert.equal(body.error, 'internal_error')
  assert.equal(body.retryable, true)
  assert.ok(!reply.text.includes('hunter2') && !reply.text.includes('at '))
})

test('the body of a GET is ignored', async () => {
  const reply = await service.api('/public/share/tags', { headers: json, body: '{"limit":0}' })
  assert.equal(reply.status, 200)
})
