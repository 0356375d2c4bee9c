import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { after, test } from 'node:test'
import { errors } from '../../src/errors.ts'
import { makeTypeChooser } from '../../src/server/request/accept.ts'
import { ask, type Reply, start } from '../support/start-service.ts'

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

test('a message names the field and what is allowed', async () => {
  const body = (await service.api('/public/share/community?sort=best&limit=0')).json()
  assert.match(body.message, /sort must be one of trending, recent, popular, remixed, liked\./)
  assert.deepEqual(
    body.details.map((detail: { field: string }) => detail.field),
    ['sort', 'limit'],
  )
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

test('problem+json has the same facts in RFC 9457 form', async () => {
  const reply = await service.api('/public/share/community?sort=best', {
    headers: { Accept: 'application/problem+json' },
  })
  assert.equal(reply.status, 422)
  assert.equal(reply.headers['content-type'], 'application/problem+json')
  const body = reply.json()
  assert.equal(body.status, 422)
  assert.equal(body.title, 'Unprocessable Entity')
  assert.equal(body.type, body.documentation_url)
  assert.equal(body.detail, body.message)
  assert.equal(body.code, 42200)
  assert.equal(body.error, 'validation_failed')
  assert.equal(body.details[0].field, 'sort')
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

test('protected paths: 401 on both hosts, for every method, with the challenge of the host', async () => {
  const metadata = `resource_metadata="${service.webUrl}/.well-known/oauth-protected-resource"`
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    for (const path of ['/app', '/app/', '/app/creations/1/publish']) {
      const api = await service.api(path, { method })
      assert.equal(api.status, 401, `${method} ${path}`)
      assert.equal(api.headers['www-authenticate'], 'Bearer')
      const web = await service.web(path, { method })
      assert.equal(web.headers['www-authenticate'], `Bearer ${metadata}`)
    }
  }
  const token = { headers: { Authorization: 'Bearer abc' } }
  assert.equal((await service.api('/app/x', token)).headers['www-authenticate'], 'Bearer error="invalid_token"')
  assert.equal(
    (await service.web('/app/x', token)).headers['www-authenticate'],
    `Bearer ${metadata}, error="invalid_token"`,
  )
  const body = { method: 'POST', body: 'not json', headers: { 'Content-Type': 'text/plain' } }
  assertErrorBody(await ask(service.ports.api, '/app/x', body), 'unauthorized')
  assert.equal((await service.api('/application')).status, 404)
})
