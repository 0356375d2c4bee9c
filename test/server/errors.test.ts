// The forms of an error, and the paths that need a token. The body is tested in contract/errors.test.ts.
import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { after, test } from 'node:test'
import { makeTypeChooser } from '../../src/server/request/accept.ts'
import { type Reply, start } from '../support/start-service.ts'

const service = await start({ after })
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'

test('the web host sends pages and Markdown; the API host only JSON', async () => {
  const page = await service.web('/nowhere', { headers: { Accept: browser } })
  assert.deepEqual([page.status, page.headers['content-type']], [404, 'text/html; charset=utf-8'])
  assert.match(String(page.headers['content-security-policy']), /^default-src 'none'/)
  assert.match(page.text, /<h1>Page not found<\/h1>/)
  const markdown = await service.web('/nowhere', { headers: { Accept: 'text/markdown' } })
  assert.deepEqual([markdown.status, markdown.headers['content-type']], [404, 'text/markdown; charset=utf-8'])
  assert.match(markdown.text, /^# 404 Not Found\n/)
  for (const [host, accept] of [
    ['api', browser],
    ['web', 'application/json'],
    ['web', 'image/png'],
  ] as const) {
    const { status, headers, json } = await service[host]('/nowhere', { headers: { Accept: accept } })
    assert.deepEqual([status, headers['content-type'], json().error], [404, 'application/json', 'not_found'])
  }
})

test('what a client sent is never markup', async () => {
  const path = '/@%3Cimg%20src=x%20onerror=alert(1)%3E'
  const page = await service.web(path, { headers: { Accept: 'text/html' } })
  assert.equal(page.status, 404)
  assert.ok(!page.text.includes('<img src=x'))
  const markdown = await service.web(path, { headers: { Accept: 'text/markdown' } })
  assert.ok(!markdown.text.includes('<img'))
})

test('Accept: weights, specificity and order', () => {
  const choose = makeTypeChooser(['application/json', 'application/problem+json', 'text/html'])
  const expected: Record<string, string> = {
    '*/*': 'application/json',
    'text/*': 'text/html',
    'application/*': 'application/json',
    'application/json;q=0.4, text/html;q=0.5': 'text/html',
    'application/json;q=0, application/*': 'application/problem+json',
    'text/html;q=0, */*;q=0.1': 'application/json',
    'TEXT/HTML': 'text/html',
    'text/html;level=1;q=0.3, */*;q=0.2': 'text/html',
    'image/png': 'application/json',
    '': 'application/json',
    ',;q=1,,': 'application/json',
  }
  for (const [accept, type] of Object.entries(expected)) assert.equal(choose(accept), type, accept)
  assert.equal(choose(undefined), 'application/json')
})

const metadata = `resource_metadata="${service.webUrl}/.well-known/oauth-protected-resource"`
const protectedPaths = ['/app', '/app/', '/app/creations', '/app/creations/1/publish', '/app/a%2Fb?x=1', '/%61pp/x']

function assertUnauthorized(reply: Reply, challenge: string, what: string): void {
  assert.deepEqual([reply.status, reply.headers['www-authenticate']], [401, challenge], what)
  assert.equal(reply.headers['cache-control'], 'no-store')
  assert.match(String(reply.headers['access-control-expose-headers']), /WWW-Authenticate/)
}

test('every method of every protected path is 401 on both hosts, with the challenge of the host', async () => {
  for (const method of METHODS.filter(name => name !== 'OPTIONS' && name !== 'CONNECT')) {
    for (const path of protectedPaths) {
      assertUnauthorized(await service.api(path, { method }), 'Bearer', `${method} ${path}`)
      assertUnauthorized(await service.web(path, { method }), `Bearer ${metadata}`, `${method} ${path}`)
    }
  }
})

test('the body is the usual error, whatever was sent', async () => {
  for (const body of ['{}', 'not json', '{', Buffer.alloc(60_000)]) {
    const reply = await service.api('/app/x', { method: 'PUT', headers: { 'Content-Type': 'text/plain' }, body })
    assertUnauthorized(reply, 'Bearer', String(body).slice(0, 20))
    const { code, error, retryable, request_id, message } = reply.json()
    assert.deepEqual([code, error, retryable], [40100, 'unauthorized', false])
    assert.equal(request_id, reply.headers['x-request-id'])
    assert.match(message, /public reads/)
  }
  const page = await service.web('/app', { headers: { Accept: 'text/html' } })
  assert.deepEqual([page.status, page.headers['content-type']], [401, 'text/html; charset=utf-8'])
})

test('every token is invalid; without a token the challenge names no error', async () => {
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

test('preflights are answered, and similar paths are not protected', async () => {
  const preflight = await service.web('/app/x', { method: 'OPTIONS' })
  assert.equal(preflight.status, 204)
  assert.match(String(preflight.headers['access-control-allow-headers']), /Authorization/)
  for (const path of ['/application', '/apps', '/App/x', '/public/app']) {
    assert.equal((await service.api(path)).status, 404, path)
  }
})

test('reading needs no token, and accepts any', async () => {
  const reply = await service.api('/public/share/user/mira', { headers: { Authorization: 'Bearer abc' } })
  assert.deepEqual([reply.status, reply.headers['www-authenticate']], [200, undefined])
})

test('the challenge names a document that exists', async () => {
  const challenge = String((await service.web('/app/x')).headers['www-authenticate'])
  const [, url = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? []
  const document = await service.web(url.slice(service.webUrl.length))
  assert.equal(document.status, 200)
  assert.equal(document.json().resource, service.apiUrl)
})
