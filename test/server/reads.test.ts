import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { operations } from '../../src/operations/index.ts'
import { type Reply, start } from '../support/start-service.ts'

const service = await start({ after })
const feed = '/public/share/community'

const paths: Record<string, string> = {
  get_community_feed: feed,
  get_popular_tags: '/public/share/tags',
  get_community_landing: '/public/share/community/landing',
  get_creator_profile: '/public/share/user/mira',
  get_creator_followers: '/public/share/user/mira/followers',
  get_creator_following: '/public/share/user/mira/following',
  get_app_share: '/public/share/app/mira/thing-0',
}

function assertCommonHeaders({ headers }: Reply): void {
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.match(String(headers['access-control-expose-headers']), /\bETag\b.*\bRateLimit\b.*\bX-Request-Id\b/)
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
  assert.equal(headers['service-api-version'], '2026-05-26')
  assert.match(String(headers['x-request-id']), /^[\w-]+-[0-9a-z]+$/)
}

for (const { name } of operations) {
  test(`${name}: GET and HEAD, envelope and headers, first through the router and then by URL`, async () => {
    const path = paths[name]!
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

test('the feed is also on the web host, with the same bytes; the other reads are not', async () => {
  const [api, web] = await Promise.all([service.api(`${feed}?limit=2`), service.web(`${feed}?limit=2`)])
  assert.equal(web.status, 200)
  assert.equal(web.text, api.text)
  assert.equal(web.headers.etag, api.headers.etag)
  assert.equal((await service.web('/public/share/tags')).status, 404)
})

test('Link: rel="next" leads through all pages, from the configured address', async () => {
  const seen: string[] = []
  let url: string | undefined = `${service.apiUrl}${feed}?limit=9&sort=recent`
  while (url) {
    const reply: Reply = await service.api(url.slice(service.apiUrl.length), {
      headers: { 'X-Forwarded-Host': 'evil.example', Host: 'evil.example' },
    })
    const { data } = reply.json()
    seen.push(...data.items.map((item: { id: string }) => item.id))
    url = /<([^>]*)>; rel="next"/.exec(String(reply.headers.link))?.[1]
    assert.equal(url ?? null, data.pagination.nextUrl)
    assert.ok(url === undefined || url.startsWith(`${service.apiUrl}/public/share/community?`))
    assert.ok(!reply.text.includes('evil'))
  }
  assert.equal(seen.length, 40)
  assert.equal(new Set(seen).size, 40)
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

test('locale: Content-Language says what came', async () => {
  const french = await service.api('/public/share/app/mira/thing-0?locale=fr-CA')
  assert.equal(french.headers['content-language'], 'fr')
  assert.equal(french.json().data.title, 'Chose 0')
  const fallback = await service.api('/public/share/app/ann/thing-1?locale=fr')
  assert.equal(fallback.headers['content-language'], 'en')
})

test('Service-API-Version: absent, exact and later dates are served; earlier and malformed ones are told why', async () => {
  for (const value of ['2026-05-26', '2026-05-27', '2030-01-01', '9999-12-31']) {
    for (let round = 0; round < 2; round++) {
      const reply = await service.api(feed, { headers: { 'Service-API-Version': value } })
      assert.equal(reply.status, 200, value)
      assert.equal(reply.headers['service-api-version'], '2026-05-26')
    }
  }
  for (const value of ['2026-05-25', '1999-01-01', 'latest', '2026-5-26', '2026-02-30', '2026-13-01', '20260526', '']) {
    const reply = await service.api(feed, { headers: { 'Service-API-Version': value } })
    assert.equal(reply.status, 400, value)
    const body = reply.json()
    assert.equal(body.error, 'invalid_request')
    assert.match(body.message, /2026-05-26/)
    assert.equal(body.details[0].field, 'Service-API-Version')
    assert.equal(reply.headers['service-api-version'], '2026-05-26')
  }
  const twice = await service.api(feed, { headers: { 'Service-API-Version': ['2026-05-26', '2026-05-26'] } })
  assert.equal(twice.status, 400)
})

test('query strings: strict about what is known, deaf to what is not', async () => {
  const plain = await service.api(feed)
  for (const query of ['utm=1', 'x=%zz', 'x', '&&', '=', 'SORT=best', '__proto__=1', 'constructor=1', 'utm=1&utm=2']) {
    const reply = await service.api(`${feed}?${query}`)
    assert.equal(reply.status, 200, query)
    assert.equal(reply.headers.etag, plain.headers.etag, query)
  }
  const bad: [string, number, string][] = [
    ['limit=0', 422, 'limit'],
    ['limit=49', 422, 'limit'],
    ['limit=1e1', 422, 'limit'],
    ['limit=0x10', 422, 'limit'],
    ['limit=%205', 422, 'limit'],
    ['limit=-1', 422, 'limit'],
    ['limit=999999999999999999999', 422, 'limit'],
    ['sort=best', 422, 'sort'],
    ['locale=!!', 422, 'locale'],
    ['featuredOnly=yes', 422, 'featuredOnly'],
    [`q=${'x'.repeat(201)}`, 422, 'q'],
    ['cursor=abc', 400, 'cursor'],
    ['limit=1&limit=2', 400, 'limit'],
    ['limit=1&%6cimit=1', 400, 'limit'],
    ['q=%zz', 400, 'q'],
    ['q=%ff', 400, 'q'],
    ['q=%', 400, 'q'],
    ['%zz=1', 400, 'a parameter name'],
  ]
  for (const [query, status, field] of bad) {
    const reply = await service.api(`${feed}?${query}`)
    assert.equal(reply.status, status, query)
    const body = reply.json()
    assert.equal(body.details[0].field, field, query)
    assert.equal(body.error, status === 422 ? 'validation_failed' : 'invalid_request')
  }
  const words = await service.api(`${feed}?q=small+thing&limit=1`)
  const encoded = await service.api(`${feed}?q=small%20thing&limit=1`)
  assert.equal(words.text, encoded.text)
  assert.equal((await service.api(`${feed}?limit=`)).status, 422)
})

test('unknown handles and apps are 404, also when asked again and again; case does not matter', async () => {
  for (let round = 0; round < 3; round++) {
    const user = await service.api('/public/share/user/nobody')
    assert.equal(user.status, 404)
    assert.equal(user.json().error, 'not_found')
    assert.equal((await service.api('/public/share/user/nobody/followers')).status, 404)
    assert.equal((await service.api('/public/share/app/mira/nothing')).status, 404)
    assert.equal((await service.api('/public/share/app/mira/secret-plan')).status, 404)
  }
  assert.equal((await service.api('/public/share/user/MIRA')).status, 200)
  assert.equal((await service.api(`/public/share/user/${'x'.repeat(2000)}`)).status, 404)
  assert.equal((await service.api('/public/share/user/a%2Fb')).status, 404)
})

test('preflight: any origin, the methods and headers there are, no matter whether the path exists', async () => {
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
    ['/ask/jobs', 'OPTIONS, POST'],
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

test('a deprecated operation says so on every answer, and the others do not', async t => {
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

test('a handle or slug that cannot be is not found, like one that is not there', async () => {
  for (const path of [
    '/public/share/user/',
    `/public/share/user/${'a'.repeat(64)}`,
    `/public/share/app/mira/${'b'.repeat(81)}`,
  ]) {
    const reply = await service.api(path)
    assert.equal(reply.status, 404, path)
    assert.equal(reply.json().error, 'not_found')
  }
})
