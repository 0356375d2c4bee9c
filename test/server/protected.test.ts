import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { after, test } from 'node:test'
import { type Reply, start } from '../support/start-service.ts'

const service = await start({ after })
const metadata = `resource_metadata="${service.webUrl}/.well-known/oauth-protected-resource"`
const paths = ['/app', '/app/', '/app/creations', '/app/creations/1/publish', '/app/a%2Fb?x=1', '/%61pp/x']

function assertUnauthorized(reply: Reply, challenge: string, what: string): void {
  assert.deepEqual([reply.status, reply.headers['www-authenticate']], [401, challenge], what)
  assert.equal(reply.headers['cache-control'], 'no-store')
  assert.match(String(reply.headers['access-control-expose-headers']), /WWW-Authenticate/)
}

test('every method of every protected path is 401 on both hosts, with the challenge of the host', async () => {
  for (const method of METHODS.filter(name => name !== 'OPTIONS' && name !== 'CONNECT')) {
    for (const path of paths) {
      assertUnauthorized(await service.api(path, { method }), 'Bearer', `${method} ${path}`)
      assertUnauthorized(await service.web(path, { method }), `Bearer ${metadata}`, `${method} ${path}`)
    }
  }
})

test('the body is the usual error', async () => {
  const reply = await service.api('/app/creations', { method: 'POST', body: '{}' })
  const { code, error, retryable, request_id, message } = reply.json()
  assert.deepEqual([code, error, retryable], [40100, 'unauthorized', false])
  assert.equal(request_id, reply.headers['x-request-id'])
  assert.match(message, /public reads/)
  const page = await service.web('/app', { headers: { Accept: 'text/html' } })
  assert.deepEqual([page.status, page.headers['content-type']], [401, 'text/html; charset=utf-8'])
})

test('a token is called invalid; whoever brings none is told of no error', async () => {
  for (const token of ['Bearer abc', 'bearer abc', 'BEARER  a.b.c', `Bearer ${'x'.repeat(5000)}`]) {
    const headers = { Authorization: token }
    assertUnauthorized(await service.api('/app/x', { headers }), 'Bearer error="invalid_token"', token)
    assertUnauthorized(await service.web('/app/x', { headers }), `Bearer ${metadata}, error="invalid_token"`, token)
  }
  for (const other of ['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer ', 'Bearerabc', 'DPoP abc', '']) {
    const headers = { Authorization: other }
    assertUnauthorized(await service.api('/app/x', { headers }), 'Bearer', other)
  }
  assertUnauthorized(await service.api('/app/x?access_token=abc'), 'Bearer', 'a token in the address')
})

test('a token is neither echoed nor logged', async t => {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const running = await start(t, { config: { logLevel: 'trace', logRequests: true }, logTo })
  const headers = { Authorization: 'Bearer secret-token-1' }
  const reply = await running.web('/app/x?access_token=secret-token-2', { method: 'POST', headers, body: 'secret-3' })
  assert.ok(!(reply.rawHeaders.join() + reply.text).includes('secret'))
  assert.ok(lines.join('').includes('/app/x') && !lines.join('').includes('secret'))
})

test('whatever the body is, it is not looked at', async () => {
  for (const body of ['not json', '{', Buffer.alloc(60_000)]) {
    const reply = await service.api('/app/x', { method: 'PUT', headers: { 'Content-Type': 'text/plain' }, body })
    assertUnauthorized(reply, 'Bearer', String(body).slice(0, 20))
  }
})

test('a browser may ask what is allowed, and neighbours are not protected', async () => {
  const preflight = await service.web('/app/x', { method: 'OPTIONS' })
  assert.equal(preflight.status, 204)
  assert.match(String(preflight.headers['access-control-allow-headers']), /Authorization/)
  for (const path of ['/application', '/apps', '/App/x', '/public/app']) {
    assert.equal((await service.api(path)).status, 404, path)
  }
})

test('reading needs no token, and one does no harm', async () => {
  const headers = { Authorization: 'Bearer abc' }
  for (const path of ['/public/share/community', '/public/share/tags', '/public/share/user/mira']) {
    const reply = await service.api(path, { headers })
    assert.deepEqual([reply.status, reply.headers['www-authenticate']], [200, undefined])
  }
  for (const path of ['/batch', '/status']) assert.equal((await service.web(path, { headers })).status, 200)
})

test('the challenge leads to a document', async () => {
  const challenge = String((await service.web('/app/x')).headers['www-authenticate'])
  const [, url = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? []
  const document = await service.web(url.slice(service.webUrl.length))
  assert.equal(document.status, 200)
  assert.equal(document.json().resource, service.apiUrl)
})
