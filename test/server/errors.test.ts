// The body of every error, the forms it comes in, and the paths that need a token.
import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { after, test } from 'node:test'
import { errors } from '../../src/errors.ts'
import { makeTypeChooser } from '../../src/server/request/accept.ts'
import { type Reply, start } from '../support/start-service.ts'

const service = await start({ after })

/** The one body, exactly. */
function assertErrorBody(reply: Reply, name: keyof typeof errors, status: number = errors[name].status): void {
  assert.equal(reply.status, status)
  assert.equal(reply.headers['content-type'], 'application/json')
  assert.equal(reply.headers['cache-control'], 'no-store')
  assert.match(String(reply.headers.vary), /Accept/)
  const body = reply.json()
  assert.deepEqual(Object.keys(body), [
    'code',
    'message',
    'error',
    'retryable',
    'request_id',
    'details',
    'documentation_url',
  ])
  assert.equal(body.code, errors[name].code)
  assert.equal(body.error, name)
  assert.equal(body.retryable, [408, 425, 429, 500, 502, 503, 504].includes(status))
  assert.equal(body.request_id, reply.headers['x-request-id'])
  assert.ok(body.message.length > 0)
  assert.ok(body.documentation_url.startsWith(`${service.webUrl}/`))
  for (const detail of body.details) assert.deepEqual(Object.keys(detail), ['field', 'reason'])
}

test('one error body for every kind of failure', async () => {
  assertErrorBody(await service.api('/nowhere'), 'not_found')
  assertErrorBody(await service.web('/nowhere'), 'not_found')
  assertErrorBody(await service.api('/public/share/user/nobody'), 'not_found')
  assertErrorBody(await service.api('/public/share/community?limit=0'), 'validation_failed')
  assertErrorBody(await service.api('/public/share/community?cursor=nope'), 'invalid_request')
  assertErrorBody(await service.api('/app/anything'), 'unauthorized')
  assertErrorBody(await service.api('/public/share/tags', { method: 'POST' }), 'invalid_request', 405)
  assertErrorBody(await service.api(`/${'x'.repeat(8200)}`), 'invalid_request', 414)
  assertErrorBody(await service.api('/public/share/user/%zz'), 'invalid_request')
  assertErrorBody(await service.api('/%'), 'invalid_request')
  assertErrorBody(await service.api('/public/share/tags', { headers: { Expect: 'a-miracle' } }), 'invalid_request', 417)
})

test('HEAD gets the status and the headers of the error, without its body', async () => {
  const get = await service.api('/nowhere')
  const head = await service.api('/nowhere', { method: 'HEAD' })
  assert.equal(head.status, 404)
  assert.equal(head.body.length, 0)
  assert.equal(head.headers['content-type'], get.headers['content-type'])
  assert.ok(Number(head.headers['content-length']) > 0)
})

test('every method that a path does not have is 405 with Allow, and on an unknown path 404', async () => {
  for (const method of METHODS) {
    if (['GET', 'HEAD', 'OPTIONS', 'CONNECT'].includes(method)) continue
    const known = await service.api('/public/share/tags', { method })
    assertErrorBody(known, 'invalid_request', 405)
    assert.equal(known.headers.allow, 'GET, HEAD, OPTIONS', method)
    const body = await service.web('/', { method, body: '<not json>', headers: { 'Content-Type': 'text/plain' } })
    assertErrorBody(body, 'invalid_request', 405)
    assert.equal((await service.api('/nowhere', { method })).status, 404, method)
  }
  assert.equal((await service.api('/healthz', { method: 'DELETE' })).status, 405)
})

test('the web host speaks to people and to readers of Markdown; the API host stays with JSON', async () => {
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'
  const page = await service.web('/nowhere', { headers: { Accept: browser } })
  assert.equal(page.status, 404)
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8')
  assert.match(String(page.headers['content-security-policy']), /^default-src 'none'/)
  assert.match(page.text, /<h1>Not found<\/h1>/)
  const markdown = await service.web('/nowhere', { headers: { Accept: 'text/markdown' } })
  assert.equal(markdown.status, 404)
  assert.equal(markdown.headers['content-type'], 'text/markdown; charset=utf-8')
  assert.match(markdown.text, /^# 404 Not Found\n/)
  assertErrorBody(await service.api('/nowhere', { headers: { Accept: browser } }), 'not_found')
  assertErrorBody(await service.web('/nowhere', { headers: { Accept: 'application/json' } }), 'not_found')
  assertErrorBody(await service.web('/nowhere', { headers: { Accept: 'image/png' } }), 'not_found')
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
