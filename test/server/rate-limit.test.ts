import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitsOf, policies, policyOf } from '../../src/limits.ts'
import { makeLimiter } from '../../src/server/limits/rate-limit.ts'
import { clientKey, makeClientAddress, normalizeAddress } from '../../src/server/request/client-address.ts'
import { ask, type Reply, raw, start } from '../support/start-service.ts'

function clock(start = 1_000_000) {
  let time = start
  return { now: () => time, pass: (ms: number) => (time += ms) }
}

test('a clock that goes back blocks no client', () => {
  const { now, pass } = clock()
  const limiter = makeLimiter({ policy: 'read', limit: 1, now })
  limiter.take('a')
  assert.equal(limiter.take('a').allowed, false)
  pass(-3_600_000)
  assert.equal(limiter.take('a').allowed, true)
})

test('expired windows are dropped, and the number of clients is bounded', () => {
  const { now, pass } = clock()
  const limiter = makeLimiter({ policy: 'read', limit: 1, now, maxClients: 100 })
  for (let i = 0; i < 1000; i++) limiter.take(`c${i}`)
  assert.equal(limiter.clients(), 100)
  assert.equal(limiter.take('c999').allowed, false)
  pass(60_000)
  for (let i = 0; i < 60; i++) limiter.take(`d${i}`)
  assert.equal(limiter.clients(), 60)
  for (let round = 0; round < 5; round++) {
    pass(60_000)
    for (let i = 0; i < 60; i++) assert.equal(limiter.take(`d${i}`).allowed, true)
    assert.equal(limiter.clients(), 60)
  }
})

test('addresses: IPv6 by /64, IPv4 in IPv6 notation as IPv4', () => {
  assert.equal(clientKey('2001:db8:1:2:3:4:5:6'), clientKey('2001:db8:1:2::9'))
  assert.notEqual(clientKey('2001:db8:1:2::1'), clientKey('2001:db8:1:3::1'))
  assert.equal(clientKey('::1'), '0:0:0:0::/64')
  assert.equal(normalizeAddress('::ffff:192.0.2.7'), '192.0.2.7')
  assert.equal(normalizeAddress('::FFFF:c000:0207'), '192.0.2.7')
  assert.equal(normalizeAddress('[2001:db8::1]:443'), '2001:db8::1')
  assert.equal(normalizeAddress('192.0.2.7:5000'), '192.0.2.7')
  assert.equal(normalizeAddress('fe80::1%eth0'), 'fe80::1')
  assert.equal(normalizeAddress('unknown'), null)
})

test('X-Forwarded-For is read from right to left, as far as the hops are trusted', () => {
  const from = (remoteAddress: string, forwarded?: string) =>
    ({ socket: { remoteAddress }, headers: forwarded ? { 'x-forwarded-for': forwarded } : {} }) as never
  const trusting = makeClientAddress(['10.0.0.0/8', '2001:db8:ffff::/48'])
  assert.equal(trusting(from('10.0.0.1', '198.51.100.9')), '198.51.100.9')
  assert.equal(trusting(from('10.0.0.1', 'spoofed, 203.0.113.1, 198.51.100.9, 10.2.3.4')), '198.51.100.9')
  assert.equal(trusting(from('::ffff:10.0.0.1', '198.51.100.9:1234')), '198.51.100.9')
  assert.equal(trusting(from('2001:db8:ffff::1', '2001:db8:1:2:3::4')), clientKey('2001:db8:1:2::'))
  assert.equal(trusting(from('203.0.113.5', '198.51.100.9')), '203.0.113.5')
  assert.equal(trusting(from('10.0.0.1', 'garbage')), '10.0.0.1')
  assert.equal(trusting(from('10.0.0.1')), '10.0.0.1')
  assert.equal(makeClientAddress([])(from('10.0.0.1', '198.51.100.9')), '10.0.0.1')
})

test('every path has the policy that its table says', () => {
  const expected: Record<string, string | null> = {
    '/public/share/community': 'read',
    '/public/share/nothing': 'read',
    '/%70ublic/share/community': 'read',
    '/mcp': 'mcp',
    '/mcp/server-card': 'mcp',
    '/mcpx': 'discovery',
    '/api/mcp': 'mcp',
    '/webmcp': 'mcp',
    '/art/cover/x.svg': 'media',
    '/art%2Fcover': 'discovery',
    '/': 'discovery',
    '/app/x': 'discovery',
    '/%zz': 'discovery',
    '/healthz': null,
    '/readyz': null,
  }
  for (const [path, policy] of Object.entries(expected)) assert.equal(policyOf(path), policy, path)
  const defaults = limitsOf({ read: 120, discovery: 60, mcp: 60 })
  for (const [policy, { perWindow }] of Object.entries(policies)) {
    assert.equal(defaults[policy as keyof typeof defaults], perWindow)
  }
})

const rateHeaders = ({ headers }: Reply) => ({
  limit: headers['ratelimit-limit'],
  remaining: headers['ratelimit-remaining'],
  reset: headers['ratelimit-reset'],
  policy: headers['ratelimit-policy'],
  both: headers.ratelimit,
})

test('every response states the remaining requests, and a 429 when to retry', async t => {
  const { now, pass } = clock()
  const service = await start(t, { now, config: { limits: { read: 3, discovery: 2, mcp: 5 } } })
  const before = await service.api('/public/share/tags', { method: 'OPTIONS' })
  assert.equal(before.headers.ratelimit, '"read";r=3;t=60', 'a preflight costs nothing')
  pass(10_000)
  const first = await service.api('/public/share/tags')
  assert.deepEqual(rateHeaders(first), {
    limit: '3',
    remaining: '2',
    reset: '60',
    policy: '"read";q=3;w=60',
    both: '"read";r=2;t=60',
  })
  pass(17_500)
  const notFound = await service.api('/public/share/user/nobody')
  assert.equal(notFound.status, 404)
  assert.equal(notFound.headers.ratelimit, '"read";r=1;t=43')
  const notModified = await service.api('/public/share/tags', { headers: { 'If-None-Match': first.headers.etag! } })
  assert.equal(notModified.status, 304)
  assert.equal(notModified.headers.ratelimit, '"read";r=0;t=43')
  for (const path of ['/public/share/tags', '/public/share/community?limit=0', '/public/share/nowhere']) {
    const refused = await service.api(path)
    assert.equal(refused.status, 429)
    assert.equal(refused.headers['retry-after'], '43')
    assert.equal(refused.headers.ratelimit, '"read";r=0;t=43')
    assert.equal(refused.headers['cache-control'], 'no-store')
    const body = refused.json()
    assert.equal(body.code, 42900)
    assert.match(body.message, /\b43 seconds\b/)
    assert.equal(body.error, 'rate_limited')
    assert.equal(body.retryable, true)
    assert.equal(body.request_id, refused.headers['x-request-id'])
  }
  const problem = await service.api('/public/share/tags', { headers: { Accept: 'application/problem+json' } })
  assert.equal(problem.json().status, 429)
  assert.match(problem.json().detail, /\b43 seconds\b/)
  assert.equal(problem.headers['retry-after'], '43')
  const preflight = await service.api('/public/share/tags', { method: 'OPTIONS' })
  assert.deepEqual([preflight.status, preflight.headers.ratelimit], [204, '"read";r=0;t=43'])
  // The feed alias on the web host spends the same allowance.
  assert.equal((await service.web('/public/share/community')).status, 429)
  // Other policies are other allowances.
  const elsewhere = await service.api('/nowhere')
  assert.equal(elsewhere.status, 404)
  assert.equal(elsewhere.headers.ratelimit, '"discovery";r=1;t=60')
  const unreadable = await raw(service.ports.api, 'NONSENSE\r\n\r\n')
  assert.match(unreadable, /^HTTP\/1.1 400 .*\r\nRateLimit: "discovery";r=0;t=60\r\n/s)
  assert.match(await raw(service.ports.api, 'NONSENSE\r\n\r\n'), /^HTTP\/1.1 429 .*\b60 seconds\b/s)
  for (const method of ['GET', 'OPTIONS', 'DELETE']) {
    assert.equal((await service.api('/healthz', { method })).headers.ratelimit, undefined)
  }
  pass(42_500)
  const again = await service.api('/public/share/tags')
  assert.equal(again.status, 200)
  assert.equal(again.headers.ratelimit, '"read";r=2;t=60')
})

test('only a configured proxy may say who the client is', async t => {
  const limits = { read: 1, discovery: 1, mcp: 1 }
  const open = await start(t, { config: { limits } })
  const spoof = (service: typeof open, address: string) =>
    ask(service.ports.api, '/public/share/tags', { headers: { 'X-Forwarded-For': address } })
  assert.equal((await spoof(open, '198.51.100.1')).status, 200)
  assert.equal((await spoof(open, '198.51.100.2')).status, 429)
  const proxied = await start(t, { config: { limits, trustProxy: ['127.0.0.1'] } })
  assert.equal((await spoof(proxied, '198.51.100.1')).status, 200)
  assert.equal((await spoof(proxied, '198.51.100.2')).status, 200)
  assert.equal((await spoof(proxied, '203.0.113.9, 198.51.100.2')).status, 429)
  assert.equal((await spoof(proxied, '2001:db8::1')).status, 200)
  assert.equal((await spoof(proxied, '2001:db8::2')).status, 429)
})
