// The shipped proxy configuration, with real instances that fail behind it.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { examine } from '../../../src/doctor/examine.ts'
import { breakableStore } from '../../support/breakable-store.ts'
import { type Cluster, startCluster } from '../../support/servers/postgres-cluster.ts'
import { ask, start } from '../../support/start-service.ts'
import { listening, start as startProcess, until, vitrine } from '../../support/vitrine-process.ts'
import { type Serving, serveWithWorkers } from '../../support/worker-processes.ts'
import { freePorts, startNginx } from '../support/nginx.ts'

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

describe('on PostgreSQL, under load', { concurrency: false, timeout: 180_000 }, () => {
  let cluster: Cluster
  let one: Serving
  let port = 0
  const ends: (() => unknown)[] = []

  before(async () => {
    cluster = await startCluster()
    ends.push(cluster.stop)
    const [proxyPort, onePort, twoPort] = (await freePorts(3)) as [number, number, number]
    port = proxyPort
    const { baseUrl, webUrl } = hostsAt(port)
    const env = {
      VITRINE_BASE_URL: baseUrl,
      VITRINE_WEB_URL: webUrl,
      VITRINE_STORE: await cluster.newDatabase(),
      VITRINE_DEMO: 'off',
      VITRINE_TRUST_PROXY: '127.0.0.1',
      VITRINE_LIMIT_READ: '0',
      VITRINE_LIMIT_DISCOVERY: '0',
    }
    await vitrine(['seed', '--creations', '300'], env)
    one = await serveWithWorkers(2, { ...env, VITRINE_LISTEN: `127.0.0.1:${onePort}` })
    ends.push(() => one.child.kill('SIGKILL'))
    const two = startProcess(['serve'], { ...env, VITRINE_LISTEN: `127.0.0.1:${twoPort}` })
    ends.push(() => two.child.kill('SIGKILL'))
    await listening(two)
    await startNginx({ after: end => void ends.push(end) }, { port, instances: [onePort, twoPort] })
  })
  after(async () => {
    for (const end of ends.reverse()) await end()
  })

  const statusOf = async (path: string): Promise<number> =>
    (await ask(port, path, { headers: { Host: `api.localhost:${port}` } })).status
  const cached = ['/public/share/community?limit=10', '/public/share/tags', '/public/share/community?sort=recent']
  let n = 0
  const uncached = () => statusOf(`/public/share/community?limit=3&q=${(n++).toString(36)}`)

  /** Four clients that pause between requests, until `isOver`; what they were told. */
  async function load(isOver: () => boolean) {
    const told = { cached: new Map<number, number>(), uncached: new Map<number, number>() }
    const count = (kind: keyof typeof told, status: number) =>
      void told[kind].set(status, (told[kind].get(status) ?? 0) + 1)
    const client = async () => {
      for (let i = 0; !isOver(); i++) {
        count('cached', await statusOf(cached[i % cached.length]!))
        count('uncached', await uncached())
        await sleep(20)
      }
    }
    await Promise.all(Array.from({ length: 4 }, client))
    return { cached: [...told.cached.keys()].sort(), uncached: [...told.uncached.keys()].sort() }
  }

  test('a worker that is killed costs nobody an answer', async () => {
    let isOver = false
    const running = load(() => isOver)
    const before = one.pids()
    process.kill(before[0]!, 'SIGKILL')
    await until('another worker has taken its place', () => {
      const pids = one.pids()
      return pids.length === 2 && !pids.includes(before[0]!)
    })
    await sleep(2000)
    isOver = true
    assert.deepEqual(await running, { cached: [200], uncached: [200] })
  })

  test('while the database hangs for ten seconds, cached reads go on and nobody gets 502', async () => {
    for (const path of cached) assert.equal(await statusOf(path), 200)
    let isOver = false
    const running = load(() => isOver)
    cluster.pause()
    try {
      await sleep(10_000)
    } finally {
      cluster.resume()
    }
    isOver = true
    const told = await running
    assert.deepEqual(told.cached, [200])
    assert.deepEqual(
      told.uncached.filter(status => ![200, 503, 504].includes(status)),
      [],
    )
    assert.ok(told.uncached.includes(503), 'the database did hang')
    await until('uncached reads are answered again', async () => (await uncached()) === 200)
  })
})
