// MCP over HTTP: GET, Accept, limits, hosts and origins.
import assert from 'node:assert/strict'
import test, { after, suite } from 'node:test'
import { call, docsPlace, type Place, post, productPlaces } from '../support/mcp-rpc.ts'
import { type Running, start } from '../support/start-service.ts'

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
      assert.equal(about.name.endsWith('-docs'), place === docsPlace)
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

    test(`any Accept is good enough for ${at}`, async () => {
      for (const accept of ['application/json', 'text/event-stream', 'text/html', '*/*', 'image/png']) {
        const reply = await post(service, place, call('tools/list'), { accept })
        assert.deepEqual([reply.status, reply.headers['content-type']], [200, 'application/json'], accept)
        assert.equal(reply.headers['cache-control'], 'no-store')
      }
    })
  }

  test('session headers are ignored', async () => {
    const reply = await send(call('ping'), { 'mcp-session-id': 'abc', 'last-event-id': '7' })
    assert.deepEqual([reply.status, reply.headers['mcp-session-id']], [200, undefined])
  })
})

test('requests are counted in a bucket of their own; a 429 is a JSON-RPC error with the usual body', async t => {
  const limited = await start(t, { config: { limits: { read: 0, discovery: 0, mcp: 3 } } })
  const [first] = await Promise.all([
    post(limited, ['api', '/mcp'], call('ping')),
    post(limited, ['web', '/webmcp'], call('ping')),
    post(limited, docsPlace, call('ping')),
  ])
  assert.equal(first.headers['ratelimit-policy'], '"mcp";q=3;w=60')
  for (const place of places) {
    for (const accept of ['application/json, text/event-stream', 'text/html', 'application/problem+json']) {
      const refused = await post(limited, place, call('ping'), { accept })
      assert.deepEqual([refused.status, refused.headers['content-type']], [429, 'application/json'])
      assert.ok(Number(refused.headers['retry-after']) > 0)
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
  assert.equal((await limited.api('/public/share/tags')).status, 200)
})

// Browsers may be misused: by a page that rebinds its name to our address, and by pages of the outside world on a
// machine where the service runs for its owner alone.
const open = await start({ after }, { config: { baseUrl: 'https://api.example.com', webUrl: 'https://example.com' } })

async function status(running: Running, place: Place, headers: Record<string, string>): Promise<number> {
  const posted = await post(running, place, call('ping'), headers)
  const asked = await running[place[0]](place[1], { headers })
  assert.equal(asked.status, posted.status, 'POST and GET have the same rules')
  if (posted.status === 403) assert.equal(posted.json().error, 'forbidden')
  return posted.status
}

/** The status by host and origin. PORT is the port of the service, NAME its public name. */
const rules: [service: 'local' | 'public', status: number, host: string, ...origins: string[]][] = [
  ...['evil.example', 'evil.example:80', 'localhost.evil.example', 'notlocalhost', 'example.com.'].map(
    (host): ['local', number, string] => ['local', 403, host],
  ),
  ...['localhost', 'LOCALHOST', 'localhost.', '127.0.0.1', '[::1]'].map((host): ['local', number, string] => [
    'local',
    200,
    `${host}:PORT`,
  ]),
  ['local', 403, 'localhost:PORT', 'https://evil.example', 'http://localhost.evil.example', 'null'],
  ['local', 403, 'localhost:PORT', 'https://example.com', 'localhost', 'http://', 'http://localhost/path'],
  ['local', 403, 'localhost:PORT', 'http://a b', 'http://localhost, http://localhost'],
  ['local', 200, 'localhost:PORT', 'http://localhost:6274', 'http://127.0.0.1:3000', 'http://[::1]:80'],
  ['local', 200, 'localhost:PORT', 'http://mira.localhost:4000'],
  ['public', 200, 'NAME', 'https://chat.example', 'http://localhost:6274', 'null', 'chrome-extension://abc'],
  ['public', 200, 'NAME', 'https://example.com'],
  ['public', 403, 'NAME', 'example.com', 'https://example.com/'],
  ...['evil.example', 'api.example.com.evil.example', 'xexample.com'].map(
    (host): ['public', number, string, string] => ['public', 403, host, `https://${host}`],
  ),
  ['public', 200, '127.0.0.1:PORT'],
  ['public', 403, '127.0.0.1:PORT', 'https://evil.example'],
  ['public', 200, '127.0.0.1:PORT', 'https://example.com'],
]
for (const place of places) {
  test(`${place.join(' ')}: foreign hosts and origins are refused, on a local machine all origins but local ones`, async () => {
    for (const [kind, expected, pattern, ...origins] of rules) {
      const running = kind === 'local' ? service : open
      const name = place[0] === 'api' ? 'api.example.com' : 'example.com'
      const host = pattern.replace('PORT', String(running.ports[place[0]])).replace('NAME', name)
      for (const origin of origins.length === 0 ? [undefined] : origins) {
        const headers = origin === undefined ? { host } : { host, origin }
        assert.equal(await status(running, place, headers), expected, `${host} ${origin}`)
      }
    }
    const headers = { host: place[0] === 'api' ? 'api.example.com' : 'example.com', origin: 'https://chat.example' }
    assert.equal((await post(open, place, call('ping'), headers)).headers['access-control-allow-origin'], '*')
  })
}
