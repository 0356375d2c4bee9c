// MCP as a resource of HTTP: GET, other methods, any Accept.
import assert from 'node:assert/strict'
import test, { after, suite } from 'node:test'
import { call, docsPlace, type Place, post, productPlaces } from '../support/mcp-rpc.ts'
import { start } from '../support/start-service.ts'

const service = await start({ after })
const places: readonly Place[] = [...productPlaces, docsPlace]
const send = (body: unknown, headers: Record<string, string> = {}) => post(service, ['api', '/mcp'], body, headers)

suite('HTTP', () => {
  for (const place of places) {
    const [host, path] = place
    const at = `${host} ${path}`

    test(`GET describes ${at}, and is no event stream`, async () => {
      const reply = await service[host](path)
      assert.equal(reply.status, 200)
      assert.match(reply.headers['content-type'] ?? '', /^application\/json/)
      const about = reply.json()
      assert.equal(about.name, place === docsPlace ? 'vitrine-docs' : 'vitrine')
      assert.equal(about.transport.url, place === docsPlace ? `${service.webUrl}/mcp` : `${service.apiUrl}/mcp`)
      assert.deepEqual(about.protocol_versions, ['2026-07-28', '2025-11-25', '2025-06-18'])
      for (const accept of ['text/event-stream', 'application/json, text/event-stream']) {
        // Twice: an answer to the same address that was kept must not be given out here.
        for (let i = 0; i < 2; i++) {
          const stream = await service[host](path, { headers: { accept } })
          assert.deepEqual([stream.status, stream.headers.allow], [405, 'POST, OPTIONS'], accept)
        }
      }
      assert.equal((await service[host](path, { method: 'HEAD' })).status, 200)
      const { etag } = reply.headers
      assert.equal((await service[host](path, { headers: { 'if-none-match': etag! } })).status, 304)
    })

    test(`other methods of ${at}`, async () => {
      for (const method of ['DELETE', 'PUT', 'PATCH']) {
        const reply = await service[host](path, { method })
        assert.deepEqual([reply.status, reply.headers.allow], [405, 'GET, HEAD, OPTIONS, POST'])
      }
      const preflight = await service[host](path, {
        method: 'OPTIONS',
        headers: {
          origin: 'http://localhost:9999',
          'access-control-request-headers': 'mcp-protocol-version, mcp-method',
        },
      })
      assert.equal(preflight.status, 204)
      assert.match(String(preflight.headers['access-control-allow-headers']), /\*/)
      assert.match(String(preflight.headers['access-control-allow-methods']), /POST/)
    })

    test(`any Accept is good enough for ${at}`, async () => {
      for (const accept of ['application/json', 'text/event-stream', 'text/html', '*/*', 'image/png']) {
        const reply = await post(service, place, call('tools/list'), { accept })
        assert.deepEqual([reply.status, reply.headers['content-type']], [200, 'application/json'], accept)
        assert.equal(reply.headers['cache-control'], 'no-store')
      }
    })
  }

  test('headers of sessions that do not exist are ignored', async () => {
    const reply = await send(call('ping'), { 'mcp-session-id': 'abc', 'last-event-id': '7' })
    assert.deepEqual([reply.status, reply.headers['mcp-session-id']], [200, undefined])
  })
})

suite('limits', () => {
  test('requests are counted in a bucket of their own, for all servers together', async t => {
    const limited = await start(t, { config: { limits: { read: 0, discovery: 0, mcp: 3 } } })
    const first = await post(limited, ['api', '/mcp'], call('ping'))
    assert.equal(first.headers['ratelimit-policy'], '"mcp";q=3;w=60')
    assert.equal(first.headers['ratelimit-remaining'], '2')
    await post(limited, ['web', '/webmcp'], call('ping'))
    await post(limited, ['web', '/mcp'], call('ping'))
    const refused = await post(limited, ['web', '/api/mcp'], call('ping'))
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers['retry-after']) > 0)
    assert.equal((await limited.api('/public/share/tags')).status, 200)
  })

  test('a 429 is a JSON-RPC error that carries the usual error body, whatever form is preferred', async t => {
    const limited = await start(t, { config: { limits: { read: 0, discovery: 0, mcp: 1 } } })
    await post(limited, ['api', '/mcp'], call('ping'))
    for (const place of [...productPlaces, docsPlace]) {
      for (const accept of ['application/json, text/event-stream', 'text/html', 'application/problem+json']) {
        const refused = await post(limited, place, call('ping'), { accept })
        assert.deepEqual([refused.status, refused.headers['content-type']], [429, 'application/json'])
        const { jsonrpc, id, error, ...rest } = refused.json()
        assert.deepEqual([jsonrpc, id, rest], ['2.0', null, {}])
        assert.deepEqual([error.code, error.message], [error.data.code, error.data.message])
        const { code, error: name, retryable, request_id } = error.data
        assert.deepEqual([code, name, retryable], [42900, 'rate_limited', true])
        assert.equal(request_id, refused.headers['x-request-id'])
      }
    }
    const card = await limited.api('/mcp')
    assert.deepEqual([card.status, card.json().error], [429, 'rate_limited'], 'GET is not JSON-RPC')
  })
})
