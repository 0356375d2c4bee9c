// Public reads over HTTP: common headers, tags, encodings, preflights and deprecations.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { operations } from '../../src/operations/index.ts'
import { exampleOf, fixtureRecords, targetOf } from '../support/contract-service.ts'
import { type Reply, start } from '../support/start-service.ts'

const service = await start({ after }, { records: fixtureRecords() })
const feed = '/public/share/community'

function assertCommonHeaders({ headers }: Reply): void {
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.match(String(headers['access-control-expose-headers']), /\bETag\b.*\bRateLimit\b.*\bX-Request-Id\b/)
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
  assert.equal(headers['service-api-version'], '2026-05-26')
  assert.match(String(headers['x-request-id']), /^[\w-]+-[0-9a-z]+$/)
}

for (const operation of operations) {
  test(`${operation.name}: GET and HEAD, envelope and headers, first through the router and then by URL`, async () => {
    const path = targetOf(operation, exampleOf(operation))
    const tags = new Set<string>()
    for (let round = 0; round < 3; round++) {
      const reply = await service.api(path)
      assert.equal(reply.status, 200)
      const { code, data } = reply.json()
      assert.equal(code, 0)
      assert.equal(typeof data, 'object')
      assertCommonHeaders(reply)
      assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8')
      assert.equal(Number(reply.headers['content-length']), reply.body.length)
      assert.equal(reply.headers['content-language'], 'en')
      assert.match(
        String(reply.headers['cache-control']),
        /^public, max-age=\d+, stale-while-revalidate=\d+, stale-if-/,
      )
      assert.equal(reply.headers.vary, 'Accept-Encoding, Service-API-Version')
      assert.match(String(reply.headers.link), new RegExp(`<${service.webUrl}/openapi.json>; rel="service-desc"`))
      tags.add(reply.headers.etag!)
      const head = await service.api(path, { method: 'HEAD' })
      assert.equal(head.status, 200)
      assert.equal(head.body.length, 0)
      const told = ({ headers: { date: _date, 'x-request-id': _id, ...rest } }: Reply) => rest
      assert.deepEqual(told(head), told(reply))
    }
    assert.equal(tags.size, 1)
    assert.match([...tags][0]!, /^"[\w-]{22}"$/)
  })
}

test('request ids are unique', async () => {
  const ids = await Promise.all(
    Array.from({ length: 20 }, async () => (await service.api(feed)).headers['x-request-id']),
  )
  assert.equal(new Set(ids).size, 20)
})

test('If-None-Match: exact, weak, in a list, any; 304 has no body and the headers that matter', async () => {
  const path = `${feed}?limit=3`
  const { headers } = await service.api(path)
  const etag = headers.etag!
  for (const value of [etag, `W/${etag}`, `"nope", W/${etag}`, `"a","b",${etag}`, '*', ` ${etag} `]) {
    const reply = await service.api(path, { headers: { 'If-None-Match': value } })
    assert.equal(reply.status, 304, value)
    assert.equal(reply.body.length, 0)
    assertCommonHeaders(reply)
    for (const name of ['etag', 'cache-control', 'vary', 'content-language', 'link']) {
      assert.deepEqual(reply.headers[name], headers[name], name)
    }
    assert.equal(reply.headers['content-length'], undefined)
    assert.equal(reply.headers['content-type'], undefined)
  }
  for (const value of ['"nope"', etag.slice(1, -1), '', `"x${etag.slice(1)}`]) {
    assert.equal((await service.api(path, { headers: { 'If-None-Match': value } })).status, 200, value)
  }
  const head = await service.api(path, { method: 'HEAD', headers: { 'If-None-Match': etag } })
  assert.equal(head.status, 304)
})

test('preflights allow any origin and name methods and headers, for any path', async () => {
  for (const path of [feed, '/nowhere', '/app/x', '*']) {
    const reply = await service.api(path, {
      method: 'OPTIONS',
      headers: { Origin: 'https://x.example', 'Access-Control-Request-Method': 'GET' },
    })
    assert.equal(reply.status, 204, path)
    assert.equal(reply.body.length, 0)
    assertCommonHeaders(reply)
    assert.equal(reply.headers['access-control-allow-methods'], reply.headers.allow)
    for (const method of ['GET', 'HEAD', 'OPTIONS']) assert.ok(reply.headers.allow!.split(', ').includes(method), path)
    assert.ok(reply.headers['access-control-allow-headers'])
    assert.ok(Number(reply.headers['access-control-max-age']) > 0)
  }
  const allowed: [path: string, methods: string][] = [
    [feed, 'GET, HEAD, OPTIONS'],
    ['/batch', 'GET, HEAD, OPTIONS, POST'],
    ...['/ask', '/api/ask', '/nlweb/ask', '/pt-BR/ask'].map((path): [string, string] => [
      path,
      'GET, HEAD, OPTIONS, POST',
    ]),
    ['/ask/jobs', 'OPTIONS, POST'],
    ['/ask/jobs/x', 'GET, HEAD, OPTIONS'],
    ['/await', 'OPTIONS, POST'],
    ...['/mcp', '/api/mcp', '/webmcp'].map((path): [string, string] => [path, 'GET, HEAD, OPTIONS, POST']),
    ['/agent/auth/claim', 'OPTIONS, POST'],
    ['/@mira', 'GET, HEAD, OPTIONS'],
  ]
  for (const [path, methods] of allowed) {
    const { headers } = await service.web(path, { method: 'OPTIONS' })
    assert.deepEqual([headers.allow, headers['access-control-allow-methods']], [methods, methods], path)
    const { headers: refused } = await service.web(path, { method: 'DELETE' })
    assert.equal(refused.allow, methods, path)
  }
})

test('a deprecated operation has Deprecation and Sunset on every response', async t => {
  const sample = {
    operation: 'get_popular_tags',
    deprecated: '2026-06-01T00:00:00Z',
    sunset: '2026-08-30T00:00:00Z',
    link: 'https://example.com/changelog#tags',
  }
  const running = await start(t, { deprecations: [sample] })
  const first = await running.api('/public/share/tags')
  const hot = await running.api('/public/share/tags')
  const unchanged = await running.api('/public/share/tags', { headers: { 'If-None-Match': first.headers.etag! } })
  assert.equal(unchanged.status, 304)
  for (const { headers } of [first, hot, unchanged]) {
    assert.equal(headers.deprecation, '@1780272000')
    assert.equal(headers.sunset, 'Sun, 30 Aug 2026 00:00:00 GMT')
    assert.match(String(headers.link), /<https:\/\/example.com\/changelog#tags>; rel="deprecation"/)
  }
  const other = await running.api(feed)
  assert.equal(other.headers.deprecation, undefined)
  assert.equal(other.headers.sunset, undefined)
  const tooSoon = { ...sample, sunset: '2026-08-29T23:59:59Z' }
  await assert.rejects(start(t, { deprecations: [tooSoon] }), /90 days/)
  await assert.rejects(start(t, { deprecations: [{ ...sample, operation: 'get_nothing' }] }), /does not exist/)
  await assert.rejects(start(t, { deprecations: [{ ...sample, sunset: 'soon' }] }), /90 days/)
})

test('encodings are chosen by weight, have their own ETag, and are not used for small responses', async () => {
  const path = `${feed}?limit=10`
  const plain = await service.api(path)
  const expected: Record<string, string | undefined> = {
    br: 'br',
    gzip: 'gzip',
    'gzip, deflate, br, zstd': 'br',
    'br;q=0.5, gzip': 'gzip',
    'gzip;q=0, br;q=0': undefined,
    'br;q=0, *': 'gzip',
    '*': 'br',
    '*;q=0': undefined,
    'identity, br;q=0.5': undefined,
    'identity;q=0.5, gzip;q=0.6': 'gzip',
    GZIP: 'gzip',
    'deflate, zstd': undefined,
    'br;q=2': undefined,
    'br;q=x': undefined,
    '': undefined,
  }
  for (const [accept, encoding] of Object.entries(expected)) {
    const reply = await service.api(path, { headers: { 'Accept-Encoding': accept } })
    assert.equal(reply.headers['content-encoding'], encoding, accept)
    const decoded =
      encoding === 'br' ? brotliDecompressSync(reply.body) : encoding ? gunzipSync(reply.body) : reply.body
    assert.equal(decoded.toString(), plain.text, accept)
    const tag = encoding ? plain.headers.etag!.replace(/"$/, `-${encoding}"`) : plain.headers.etag
    assert.equal(reply.headers.etag, tag)
    assert.equal(reply.headers.vary, 'Accept-Encoding, Service-API-Version')
    const again = await service.api(path, { headers: { 'Accept-Encoding': accept, 'If-None-Match': tag! } })
    assert.equal(again.status, 304, accept)
    assert.equal(again.headers.etag, tag)
    const head = await service.api(path, { method: 'HEAD', headers: { 'Accept-Encoding': accept } })
    assert.equal(head.headers['content-length'], String(reply.body.length))
  }
  const other = await service.api(path, {
    headers: { 'Accept-Encoding': 'gzip', 'If-None-Match': plain.headers.etag! },
  })
  assert.equal(other.status, 200, 'the tag of other bytes does not match')
  const small = await service.api('/public/share/user/mira/following', { headers: { 'Accept-Encoding': 'br' } })
  assert.equal(small.headers['content-encoding'], undefined)
})

test('large responses are compressed, also for simultaneous requests', async () => {
  const plain = await service.web('/openapi.json')
  assert.ok(plain.body.length > 100_000)
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync }
  for (const [encoding, decode] of Object.entries(decoders)) {
    const headers = { 'Accept-Encoding': encoding }
    const replies = await Promise.all(Array.from({ length: 8 }, () => service.web('/openapi.json', { headers })))
    for (const reply of replies) {
      assert.equal(reply.headers['content-encoding'], encoding)
      assert.equal(decode(reply.body).toString(), plain.text)
    }
  }
})
