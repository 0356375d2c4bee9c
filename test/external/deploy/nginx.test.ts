// The caching proxy of deploy/, run by a real nginx in front of two real instances.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { examine } from '../../../src/doctor/examine.ts'
import { breakableStore } from '../../support/breakable-store.ts'
import { ask, start } from '../../support/start-service.ts'
import { until } from '../../support/vitrine-process.ts'
import { freePorts, startNginx } from '../support/nginx.ts'

const config = {
  baseUrl: 'http://api.example.com',
  webUrl: 'http://www.example.com',
  listen: {
    api: { host: '127.0.0.1', port: 0, loopback: true },
    web: { host: '127.0.0.1', port: 0, loopback: true },
    shared: true,
  },
  trustProxy: ['127.0.0.1'],
  limits: { read: 50, discovery: 50, mcp: 50 },
}
const one = await start({ after }, { config })
const two = await start({ after }, { config: { ...config, store: one.config.store }, records: [] })
const [proxy] = (await freePorts(1)) as [number]
await startNginx({ after }, { port: proxy, instances: [one.ports.api, two.ports.api] })
const api = (path: string, headers: Record<string, string> = {}) =>
  ask(proxy, path, { headers: { Host: 'api.example.com', ...headers } })

describe('a caching proxy', () => {
  test('keeps what may be kept, by host, URL, encoding and version', async () => {
    const path = '/public/share/community?limit=3'
    assert.equal((await api(path)).headers['x-cache'], 'MISS')
    const hit = await api(path)
    assert.deepEqual([hit.status, hit.headers['x-cache']], [200, 'HIT'])
    assert.equal(hit.text, (await one.api(path, { headers: { Host: 'api.example.com' } })).text)
    const gzip = await api(path, { 'Accept-Encoding': 'gzip' })
    assert.deepEqual([gzip.headers['x-cache'], gzip.headers['content-encoding']], ['MISS', 'gzip'])
    assert.equal((await api(path, { 'Service-API-Version': '2026-05-26' })).headers['x-cache'], 'MISS')
    const unchanged = await api(path, { 'If-None-Match': hit.headers.etag! })
    assert.equal(unchanged.status, 304)
    const web = await ask(proxy, path, { headers: { Host: 'www.example.com' } })
    assert.equal(web.headers['x-cache'], 'MISS')
  })

  test('tells limits only to those who were counted', async () => {
    const path = '/public/share/tags'
    const first = await api(path)
    assert.equal(first.headers['ratelimit-limit'], '50')
    assert.ok(first.headers['x-request-id'])
    const second = await api(path)
    assert.equal(second.headers['x-cache'], 'HIT')
    for (const name of ['ratelimit', 'ratelimit-limit', 'ratelimit-remaining', 'x-request-id']) {
      assert.equal(second.headers[name], undefined, name)
    }
  })

  test('keeps nothing that is not to be kept', async () => {
    for (const path of ['/public/share/user/nobody', '/public/share/community?limit=0']) {
      const [first, second] = [await api(path), await api(path)]
      assert.ok(first.status >= 400 && second.headers['x-cache'] === 'MISS', path)
    }
    const status = () => ask(proxy, '/status', { headers: { Host: 'www.example.com' } })
    await status()
    assert.equal((await status()).headers['x-cache'], 'MISS')
  })

  test('says who is asking, whatever the client claims', async () => {
    const remaining: number[] = []
    for (const [i, address] of ['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.4'].entries()) {
      const reply = await api(`/public/share/user/zed?i=${i}`, { 'X-Forwarded-For': address })
      remaining.push(Number(reply.headers['ratelimit-remaining']))
    }
    // Four strangers would each have all but one left, on either instance.
    assert.ok(remaining.at(-1)! < 49 && remaining.at(-2)! < 49, remaining.join(' '))
  })

  test('refuses hosts that are not ours, and hides what is for those who run it', async () => {
    assert.equal((await ask(proxy, '/public/share/tags', { headers: { Host: 'evil.example' } })).status, 404)
    for (const path of ['/healthz', '/readyz']) assert.equal((await api(path)).status, 404)
  })

  test('goes on when one instance is gone, and when all are', async () => {
    const path = '/public/share/community?sort=recent&limit=2'
    await api(path)
    const { text } = await one.api(path, { headers: { Host: 'api.example.com' } })
    await one.close()
    for (let i = 0; i < 6; i++) assert.equal((await api(`/public/share/user/ann?i=${i}`)).status, 200)
    await two.close()
    assert.equal((await api(path)).status, 200)
    await until('what is kept is old', async () => (await api(path)).headers['x-cache'] === 'STALE')
    assert.equal((await api(path)).text, text)
    assert.equal((await api('/public/share/user/mira')).status, 502)
  })
})

const listen = { host: '127.0.0.1', port: 0, loopback: true }
const shared = { api: listen, web: listen, shared: true }

/** Addresses of both hosts behind a proxy on this port, as in deploy/compose.yaml. */
const hostsAt = (port: number) => ({ baseUrl: `http://api.localhost:${port}`, webUrl: `http://localhost:${port}` })

test('503 answers of all instances do not take any of them out', async t => {
  const [port] = (await freePorts(1)) as [number]
  const stores = [breakableStore(), breakableStore()]
  const config = { ...hostsAt(port), listen: shared, trustProxy: ['127.0.0.1'] }
  const one = await start(t, { config, openStore: stores[0]!.open })
  const two = await start(t, { config: { ...config, store: one.config.store }, records: [], openStore: stores[1]!.open }) // biome-ignore format: one line reads better
  await startNginx(t, { port, instances: [one.ports.api, two.ports.api] })
  let n = 0
  const uncached = async () =>
    (
      await ask(port, `/public/share/community?limit=5&n=${n++}&q=thing`, {
        headers: { Host: `api.localhost:${port}` },
      })
    ).status
  assert.equal(await uncached(), 200)
  for (const store of stores) store.breakDown()
  // Different words each time, so that no instance has an answer of before.
  for (let i = 0; i < 40; i++) {
    const { status } = await ask(port, `/public/share/user/nobody-${i}`, { headers: { Host: `api.localhost:${port}` } })
    assert.equal(status, 503, `after ${i} of them`)
  }
  for (const store of stores) store.mend()
  for (let i = 0; i < 10; i++) assert.equal(await uncached(), 200)
})

test('the doctor has nothing to say behind it', async t => {
  const [port] = (await freePorts(1)) as [number]
  const limits = { read: 1000, discovery: 1000, mcp: 1000 }
  const config = { ...hostsAt(port), listen: shared, trustProxy: ['127.0.0.1'], limits }
  const service = await start(t, { config })
  await service.prepare()
  await startNginx(t, { port, instances: [service.ports.api] })
  const { ok, findings, unseen } = await examine({ webUrl: hostsAt(port).webUrl, totalMs: 60_000 })
  assert.deepEqual(
    findings.filter(({ level }) => level !== 'ok'),
    [],
  )
  assert.deepEqual([ok, unseen], [true, []])
  assert.match(findings.find(({ name }) => name === 'ready')!.saw, /hidden by the proxy; .*operational/)
})
