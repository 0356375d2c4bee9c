import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { answersIn, ask, raw, start } from '../support/start-service.ts'

const service = await start({ after })

const sharedConfig = {
  baseUrl: 'https://api.example.com',
  webUrl: 'https://example.com',
  listen: { api: { port: 0, loopback: true }, web: { port: 0, loopback: true }, shared: true },
}
const shared = await start({ after }, { config: sharedConfig })
const at = (host: string, path: string, headers = {}) =>
  ask(shared.ports.api, path, { headers: { Host: host, ...headers } })

test('two ports: the port decides, whatever Host says', async () => {
  for (const host of ['localhost', '127.0.0.1:1', 'evil.example', '[::1]:4010', 'API.Example.COM']) {
    const api = await service.api('/public/share/tags', { headers: { Host: host } })
    assert.equal(api.status, 200, host)
    assert.ok(!api.text.includes('evil'))
    const web = await service.web('/', { headers: { Host: host } })
    assert.equal(web.status, 200, host)
    assert.match(String(web.headers['content-type']), /^text\/html/)
  }
  assert.equal((await service.api('/')).status, 404)
})

test('a path of the other host, or without a slash at the end, is named', async () => {
  const { apiUrl, webUrl } = service
  const meant: [host: 'api' | 'web', path: string, url: string | null][] = [
    ['api', '/', `${webUrl}/`],
    ['api', '/@mira', `${webUrl}/@mira`],
    ['api', '/@mira/thing-0?locale=es', `${webUrl}/@mira/thing-0?locale=es`],
    ['api', '/ask?query=what', `${webUrl}/ask?query=what`],
    ['api', '/pt-BR/ask', `${webUrl}/pt-BR/ask`],
    ['api', '/batch/', `${webUrl}/batch`],
    ['api', '/art/cover/a.svg', `${webUrl}/art/cover/a.svg`],
    ['web', '/public/share/user/mira', `${apiUrl}/public/share/user/mira`],
    ['web', '/public/share/app/mira/thing-0?locale=es', `${apiUrl}/public/share/app/mira/thing-0?locale=es`],
    ['web', '/public/share/tags/', `${apiUrl}/public/share/tags`],
    ['api', '/public/share/tags/', `${apiUrl}/public/share/tags`],
    ['api', '/public/share/user/mira/', `${apiUrl}/public/share/user/mira`],
    ['web', '/community/', `${webUrl}/community`],
    ['web', '/community//?q=a', `${webUrl}/community?q=a`],
    ['web', '/@mira/', `${webUrl}/@mira`],
    ['web', '/@mira/thing-0/', `${webUrl}/@mira/thing-0`],
    ['web', '/ask/jobs/', `${webUrl}/ask/jobs`],
    ['web', '/docs/mcp/', `${webUrl}/docs/mcp`],
    ['api', '/nowhere', null],
    ['api', '/nowhere/', null],
    ['web', '//evil.example/', null],
    ['web', '/english/ask/', null],
  ]
  for (const [host, path, url] of meant) {
    for (const method of ['GET', 'POST']) {
      const reply = await service[host](path, { method })
      assert.equal(reply.status, 404, path)
      const { message, details } = reply.json()
      const named = /; use (\S+) instead\.$/.exec(message)?.[1] ?? null
      assert.equal(named, url, `${host} ${path}`)
      assert.deepEqual(details, url === null ? [] : [{ field: 'path', reason: message }])
    }
    if (url === null || url.includes('/art/')) continue
    const { ports } = service
    const { port, pathname, search } = new URL(url)
    assert.ok([ports.api, ports.web].includes(Number(port)))
    assert.notEqual((await ask(Number(port), pathname + search)).status, 404, url)
  }
  const page = await service.web('/community/?q=<b>', { headers: { Accept: 'text/html' } })
  assert.ok(page.text.includes(`${webUrl}/community?q=&lt;b&gt;`), page.text)
})

test('both loopback addresses are listened on', async () => {
  const v4 = await fetch(`http://127.0.0.1:${service.ports.api}/healthz`)
  assert.equal(v4.status, 200)
  const v6 = await fetch(`http://[::1]:${service.ports.api}/healthz`)
  assert.equal(v6.status, 200)
})

test("a creator's own address shows the creator's page, and nothing else", async () => {
  const host = (name: string) => ({ headers: { Host: `${name}.localhost:${service.ports.web}` } })
  const page = await service.web('/', host('mira'))
  assert.equal(page.status, 200)
  assert.match(page.text, /<h1[^>]*>Mira Sol<\/h1>/)
  assert.match(page.text, new RegExp(`<link rel="canonical" href="http://mira.localhost:${service.ports.web}">`))
  assert.equal((await service.web('/@mira')).text, page.text)
  assert.match((await service.web('/?locale=fr', host('MIRA'))).text, /<h1[^>]*>Mira Sol<\/h1>/)
  assert.match((await service.web('/')).text, /<h1>Made by people/)
  assert.equal((await service.web('/', host('nobody'))).status, 404)
  assert.equal((await service.web('/', host('mira.extra'))).status, 404)
  assert.equal((await service.web('/', host('-bad-'))).status, 400)
  for (const path of ['/public/share/community', '/openapi.json', '/@ann', '/nope']) {
    const reply = await service.web(path, host('mira'))
    assert.equal(reply.status, 404, path)
    assert.equal(reply.json().error, 'not_found')
  }
  assert.equal((await service.web('/healthz', host('mira'))).status, 200)
  assert.equal((await service.api('/', host('mira'))).status, 404)
  assert.equal((await service.web('/', { method: 'POST', ...host('mira') })).status, 405)
})

test('one port: Host decides; its port and case do not matter', async () => {
  for (const host of ['api.example.com', 'API.example.com', 'api.example.com:8080', 'api.example.com.']) {
    assert.equal((await at(host, '/public/share/tags')).status, 200, host)
    assert.equal((await at(host, '/')).status, 404, host)
  }
  assert.equal((await at('example.com', '/')).status, 200)
  assert.equal((await at('example.com', '/public/share/tags')).status, 404)
  assert.equal((await at('example.com', '/public/share/community')).status, 200)
  const page = await at('mira.example.com', '/')
  assert.match(page.text, /<h1[^>]*>Mira Sol<\/h1>/)
  assert.match(page.text, /<link rel="canonical" href="https:\/\/mira.example.com">/)
})

test('one port: 404 for an unknown host names the known ones; health checks work for any host', async () => {
  const reply = await at('other.test', '/public/share/tags')
  assert.equal(reply.status, 404)
  assert.match(reply.json().message, /https:\/\/api\.example\.com and https:\/\/example\.com/)
  assert.equal((await at('other.test', '/healthz')).status, 200)
  assert.equal((await at('10.0.0.7:8080', '/readyz')).status, 200)
  assert.equal((await at('notexample.com', '/')).status, 404)
})

test('URLs in responses come from the configuration', async () => {
  const spoofed = { 'X-Forwarded-Host': 'evil.test', 'X-Forwarded-Proto': 'gopher', Forwarded: 'host=evil.test' }
  const reply = await at('api.example.com', '/public/share/community?limit=2', spoofed)
  const { data } = reply.json()
  assert.ok(data.pagination.nextUrl.startsWith('https://api.example.com/public/share/community?'))
  assert.match(data.items[0].url, /^https:\/\/example\.com\/@/)
  assert.ok(!reply.text.includes('evil') && !JSON.stringify(reply.headers).includes('evil'))
})

test('exactly one well-formed Host', async () => {
  const { api } = service.ports
  const status = async (port: number, head: string) => {
    const [answer] = answersIn(await raw(port, `${head}Connection: close\r\n\r\n`))
    if (answer!.status >= 400) assert.equal(JSON.parse(answer!.body).request_id, answer!.headers['x-request-id'])
    return answer!.status
  }
  for (const hosts of ['Host: a\r\nhost: b\r\n', 'Host: a\r\nHost: a\r\n', '']) {
    assert.equal(await status(api, `GET /public/share/tags HTTP/1.1\r\n${hosts}`), 400, hosts)
  }
  for (const bad of ['', 'a b', 'a/b', 'user@a', 'a:b', 'a:123456', '[::1', 'ä', '<script>', `${'a.'.repeat(200)}a`]) {
    assert.equal(await status(api, `GET /public/share/tags HTTP/1.1\r\nHost: ${bad}\r\n`), 400, bad)
  }
  assert.equal(await status(api, 'GET /public/share/tags HTTP/1.0\r\n'), 200)
  assert.equal(await status(shared.ports.api, 'GET /public/share/tags HTTP/1.0\r\n'), 400)
  assert.equal(await status(shared.ports.api, 'GET /public/share/tags HTTP/1.0\r\nHost: api.example.com\r\n'), 200)
})

test('a target in absolute form names the host itself', async () => {
  const send = async (target: string, host: string) => {
    const text = `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
    return answersIn(await raw(shared.ports.api, text))[0]!
  }
  const targets: [status: number, target: string, host: string][] = [
    [200, 'http://api.example.com/public/share/tags', 'example.com'],
    [200, 'https://EXAMPLE.com', 'api.example.com'],
    [200, 'http://example.com?locale=en', 'api.example.com'],
    [404, 'http://other.test/public/share/tags', 'api.example.com'],
    [400, 'http://user@api.example.com/public/share/tags', 'api.example.com'],
    [400, 'http:///public/share/tags', 'api.example.com'],
  ]
  for (const [status, target, host] of targets) assert.equal((await send(target, host)).status, status, target)
})
