import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { test } from 'node:test'
import { startService } from '../../src/app.ts'
import { answersIn, raw, start } from '../support/start-service.ts'
import { until } from '../support/vitrine-process.ts'

function collectLog() {
  const lines: ReturnType<typeof JSON.parse>[] = []
  return { lines, logTo: { write: (line: string) => void lines.push(JSON.parse(line)) } }
}

test('health checks work on both hosts, without limits and caching', async t => {
  const service = await start(t, { config: { limits: { read: 1, discovery: 1, mcp: 1 } } })
  assert.equal(service.metricsUrl, null, 'no metrics unless configured')
  for (let round = 0; round < 3; round++) {
    for (const ask of [service.api, service.web]) {
      const alive = await ask('/healthz')
      assert.deepEqual([alive.status, alive.json()], [200, { status: 'ok' }])
      assert.equal(alive.headers['cache-control'], 'no-store')
      const ready = await ask('/readyz?verbose')
      assert.deepEqual([ready.status, ready.json()], [200, { status: 'ready' }])
      const head = await ask('/readyz', { method: 'HEAD' })
      assert.deepEqual([head.status, head.body.length], [200, 0])
    }
  }
})

test('log: internal errors with their request id, not every request', async t => {
  const { lines, logTo } = collectLog()
  const service = await start(t, {
    logTo,
    config: { logLevel: 'info' },
    extend: (_host, router) => {
      router.get('/broken', async () => {
        throw new Error('the reason')
      })
    },
  })
  await service.api('/public/share/tags')
  await service.api('/nowhere')
  assert.equal(lines.length, 0)
  const reply = await service.api('/broken?secret=1')
  const said = lines.map(({ level, requestId, err }) => [level, requestId, err.message])
  assert.deepEqual(said, [[50, reply.headers['x-request-id'], 'the reason']])
  assert.ok(!JSON.stringify(lines).includes('secret'))
})

test('log: with logRequests a line for each request, without its query', async t => {
  const { lines, logTo } = collectLog()
  const service = await start(t, { logTo, config: { logLevel: 'info', logRequests: true } })
  const replies = []
  for (const path of ['/public/share/community?q=private', '/public/share/community?q=private', '/agent/x?code=1']) {
    replies.push(await service.api(path))
  }
  await until('all lines are written', () => lines.length === 3)
  assert.deepEqual(
    lines.map(({ requestId, method, path, status, host }) => [requestId, method, path, status, host]),
    [
      [replies[0]!.headers['x-request-id'], 'GET', '/public/share/community', 200, 'api'],
      [replies[1]!.headers['x-request-id'], 'GET', '/public/share/community', 200, 'api'],
      [replies[2]!.headers['x-request-id'], 'GET', '/agent/x', 404, 'api'],
    ],
  )
  assert.ok(!JSON.stringify(lines).includes('private'))
})

test('metrics have their own port and count by route, never by path', async t => {
  const limits = { read: 6, discovery: 100, mcp: 100 }
  const service = await start(t, { config: { metricsPort: 0, limits } })
  for (let i = 0; i < 3; i++) await service.api('/public/share/user/mira')
  await service.api('/public/share/user/nobody')
  await service.api('/public/share/user/mira', { headers: { 'If-None-Match': '*' } })
  await service.api('/secret-path-of-somebody')
  await service.api('/public/share/tags')
  await service.api('/public/share/tags')
  await raw(service.ports.api, 'rubbish\r\n\r\n')
  assert.equal((await service.api('/metrics')).status, 404)
  const text = await (await fetch(service.metricsUrl!)).text()
  const value = (name: string) => Number(new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (\\S+)$`, 'm').exec(text)?.[1])
  const counted = {
    get_creator_profile: { '2xx': 3, '3xx': 1, '4xx': 1 },
    get_popular_tags: { '2xx': 1, '4xx': 1 },
    unparsed: { '4xx': 1 },
  }
  for (const [route, statuses] of Object.entries(counted)) {
    for (const [status, count] of Object.entries(statuses)) {
      const name = `vitrine_http_requests_total{host="api",route="${route}",status="${status}"}`
      assert.equal(value(name), count, name)
    }
  }
  assert.equal(value('vitrine_rate_limited_total{policy="read"}'), 1)
  assert.equal(value('vitrine_cache_answers_total{result="hot"}'), 3)
  assert.equal(value('vitrine_cache_answers_total{result="miss"}'), 3)
  assert.ok(value('vitrine_store_version') > 0)
  assert.ok(value('vitrine_cache_bytes') > 0)
  assert.ok(value('vitrine_http_request_seconds_count{host="api",route="get_creator_profile"}') >= 2)
  assert.match(text, /^nodejs_eventloop_lag_seconds /m)
  assert.match(text, /^process_resident_memory_bytes /m)
  assert.ok(!text.includes('secret-path') && !text.includes('nobody'))
})

test('stopping: responses say Connection: close, and no request fails', async t => {
  const service = await start(t, { drainMs: 1000 })
  const agent = new Agent({ keepAlive: true })
  const get = (path: string) =>
    new Promise<{ status: number; connection: string }>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port: service.ports.api, path, agent }, res => {
        res.resume()
        res.on('end', () => resolve({ status: res.statusCode!, connection: String(res.headers.connection) }))
      })
      sent.on('error', reject).end()
    })
  assert.deepEqual(await get('/public/share/tags'), { status: 200, connection: 'keep-alive' })
  const closed = service.close()
  const during = await Promise.all([get('/public/share/tags'), get('/public/share/user/ann'), get('/nowhere')])
  assert.deepEqual(
    during.map(({ status, connection }) => [status, connection]),
    [
      [200, 'close'],
      [200, 'close'],
      [404, 'close'],
    ],
  )
  const [ready, alive] = [await get('/readyz'), await get('/healthz')]
  assert.deepEqual([ready.status, alive.status], [503, 200])
  await closed
  await assert.rejects(get('/healthz'), { code: 'ECONNREFUSED' })
})

test('stopping: requests that never finish are disconnected', async t => {
  const started = Promise.withResolvers<void>()
  const service = await start(t, {
    hardStopMs: 50,
    extend: (_host, router) => {
      router.get('/endless', () => {
        started.resolve()
        return new Promise(() => {})
      })
    },
  })
  const hanging = service.api('/endless').catch(error => error.code)
  await started.promise
  await service.close()
  assert.equal(await hanging, 'ECONNRESET')
})

test('requests during the start wait for it', async t => {
  const gate = Promise.withResolvers<void>()
  const { openStore } = await import('../../src/store/sqlite/open.ts')
  const first = await start(t)
  const port = first.ports.api
  await first.close()
  const listen = { api: { port, loopback: true }, web: { port: 0, loopback: true }, shared: false }
  const starting = startService(
    { ...first.config, listen },
    {
      drainMs: 0,
      openStore: async (...args) => {
        await gate.promise
        return openStore(...args)
      },
    },
  )
  await until('it listens', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    const isThere = await new Promise<boolean>(done =>
      socket.once('connect', () => done(true)).once('close', () => done(false)),
    )
    socket.destroy()
    return isThere
  })
  const early = raw(port, 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  gate.resolve()
  const service = await starting
  assert.equal(answersIn(await early)[0]!.status, 200)
  await service.close()
})

test('a port in use or an unusable store fails the start, which releases its ports', async t => {
  const first = await start(t)
  const { ports, config } = first
  const again = (api: number, web: number, store = config.store) => {
    const [apiListener, webListener] = [api, web].map(port => ({ port, loopback: true }))
    const listen = { api: apiListener!, web: webListener!, shared: false }
    return startService({ ...config, store, listen }, { drainMs: 0 })
  }
  await assert.rejects(again(ports.api, 0), { code: 'EADDRINUSE', port: ports.api })
  await assert.rejects(again(0, ports.web), { code: 'EADDRINUSE', port: ports.web })
  await first.close()
  await assert.rejects(again(ports.api, ports.web, `${config.store}/inside-a-file`), Error)
  const next = await again(ports.api, ports.web)
  await next.close()
})

test('a client that disconnects during its request causes no log line', async t => {
  const { lines, logTo } = collectLog()
  const service = await start(t, {
    logTo,
    config: { logLevel: 'info' },
    extend: (_host, router) => void router.post('/echo', async request => request.body),
  })
  const sent = request({
    host: '127.0.0.1',
    port: service.ports.api,
    path: '/echo',
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Content-Length': 100 },
  })
  sent.on('error', () => {})
  sent.write('{"a":')
  await once(sent, 'socket')
  await service.api('/healthz')
  sent.destroy()
  await service.api('/healthz')
  assert.deepEqual(lines, [])
})

test('drawings are immutable and on the web host only', async t => {
  const service = await start(t)
  const path = '/art/cover/tracker-health-3f9a2c.svg'
  for (let round = 0; round < 2; round++) {
    const drawing = await service.web(path)
    assert.equal(drawing.status, 200)
    assert.equal(drawing.headers['content-type'], 'image/svg+xml')
    assert.equal(drawing.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(drawing.headers['content-security-policy'], "default-src 'none'; style-src 'unsafe-inline'")
    assert.match(drawing.text, /^<svg /)
    const again = await service.web(`${path}?v=2`, { headers: { 'If-None-Match': drawing.headers.etag! } })
    assert.equal(again.status, 304)
  }
  for (const bad of ['/art/cover/x', '/art/nothing/x.svg', '/art/cover/X.svg', '/art/cover/a%2Fb.svg', '/art/']) {
    assert.equal((await service.web(bad)).status, 404, bad)
  }
  assert.equal((await service.api(path)).status, 404)
})
