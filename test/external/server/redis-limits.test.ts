// Rate limits that instances share through Redis, and what happens while Redis does not answer.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { redisPlace } from '../../../src/config/values.ts'
import { freePort, type RedisServer, startRedis, startRedisCluster } from '../../support/servers/redis-server.ts'
import { answersIn, type Reply, type Running, raw, type StartOptions, start } from '../../support/start-service.ts'
import { until } from '../../support/vitrine-process.ts'

const limit = 50
const limits = { read: limit, discovery: limit, mcp: limit }
/** Instances of one service share it, with their store or by this setting. */
const cursorSecret = 'the secret of all instances'
const tags = '/public/share/tags'

type Scope = Parameters<typeof start>[0]

/** Counts must be exact however busy the machine is; only where Redis fails is it waited for. */
const patientMs = 5000
const briefMs = 200

async function instance(scope: Scope, redis: string, options: StartOptions & { waitMs?: number } = {}) {
  const { waitMs = patientMs, ...others } = options
  const lines: string[] = []
  const config = {
    redis: redisPlace(redis),
    redisWaitMs: waitMs,
    limits,
    cursorSecret,
    trustProxy: ['127.0.0.1'],
    logLevel: 'info' as const,
  }
  const service = await start(scope, { config, logTo: { write: line => void lines.push(line) }, ...others })
  return { ...service, said: (text: string) => lines.filter(line => line.includes(text)).length }
}

const alone = 'Redis does not count rate limits'
const again = 'Redis counts rate limits again'

const from = (client: string) => ({ headers: { 'X-Forwarded-For': client } })

/** Asks all instances in turn, all at once, for one client. */
const storm = (services: Running[], client: string, requests: number): Promise<Reply[]> =>
  Promise.all(Array.from({ length: requests }, (_, i) => services[i % services.length]!.api(tags, from(client))))

const allowed = (replies: Reply[]) => replies.filter(({ status }) => status === 200).length

function assertAnswered(replies: Reply[]): void {
  for (const { status } of replies) assert.ok(status === 200 || status === 429, `status ${status}`)
}

/** Asks until the instance has given up on Redis. */
async function untilAlone(service: Awaited<ReturnType<typeof instance>>): Promise<void> {
  let client = 0
  await until('the instance counts alone', async () => {
    assertAnswered(await storm([service], `198.51.100.${client++ % 250}`, 2))
    return service.said(alone) > 0
  })
}

/** A Redis that was late for once is counted without; so another client tries again. */
async function untilTogether(services: Running[]): Promise<void> {
  let client = 0
  await until('all instances allow the limit together', async () => {
    return allowed(await storm(services, `203.0.113.${client++ % 250}`, 2 * limit)) === limit
  })
}

suite('one Redis', { concurrency: false }, () => {
  test('what all instances allow together is exactly the limit, for each client and policy', async t => {
    const redis = await startRedis(t)
    const services = await Promise.all([1, 2, 3].map(() => instance(t, redis.url)))
    for (const client of ['192.0.2.1', '2001:db8::1']) {
      const replies = await storm(services, client, 3 * limit)
      assert.equal(allowed(replies), limit)
      assertAnswered(replies)
      const refused = replies.find(({ status }) => status === 429)!
      assert.match(refused.headers.ratelimit as string, /^"read";r=0;t=[1-9]\d?$/)
      assert.match(refused.headers['retry-after']!, /^[1-9]\d?$/)
    }
    const remaining = (await storm(services, '192.0.2.2', limit)).map(({ headers }) =>
      Number(headers['ratelimit-remaining']),
    )
    assert.deepEqual(
      remaining.sort((a, b) => a - b),
      Array.from({ length: limit }, (_, i) => i),
    )
    assert.equal((await services[0]!.api('/nowhere', from('192.0.2.1'))).status, 404)
    assert.equal((await services[0]!.api('/healthz', from('192.0.2.1'))).headers.ratelimit, undefined)
  })

  test('keys tell no address and go with their window', async t => {
    const redis = await startRedis(t)
    let time = Date.now()
    const service = await instance(t, redis.url, { now: () => time })
    assert.equal(allowed(await storm([service], '192.0.2.1', limit + 10)), limit)
    const keys = (await redis.ask('KEYS', '*')) as string[]
    assert.equal(keys.length, 1)
    assert.match(keys[0]!, /^vitrine:limit:read:[\w-]{22}$/)
    const left = (await redis.ask('PTTL', keys[0]!)) as number
    assert.ok(left > 0 && left <= 60_000)
    // The end of the window, without waiting for it.
    await redis.ask('PEXPIRE', keys[0]!, 1)
    await until('the key is gone', async () => (await redis.ask('EXISTS', keys[0]!)) === 0)
    time += 60_000
    const fresh = await service.api(tags, from('192.0.2.1'))
    assert.deepEqual([fresh.status, fresh.headers.ratelimit], [200, `"read";r=${limit - 1};t=60`])
  })

  test('waiting for the verdict changes nothing else: bodies, order of answers, nonsense', async t => {
    const redis = await startRedis(t)
    const service = await instance(t, redis.url)
    const ask = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"What is this?"}' }
    await service.prepare() // on a busy machine it takes longer than a question may
    assert.equal((await service.web('/ask', ask)).json().query, 'What is this?')
    const line = (path: string, more = '') =>
      `GET ${path} HTTP/1.1\r\nHost: localhost:${service.ports.api}\r\n${more}\r\n`
    const paths = [tags, '/nowhere', `${tags}?x`, '/public/share/community']
    const text = await raw(
      service.ports.api,
      paths.map(path => line(path)).join('') + line('/healthz', 'Connection: close\r\n'),
    )
    assert.deepEqual(
      answersIn(text).map(({ status }) => status),
      [200, 404, 200, 200, 200],
    )
    const nonsense = answersIn(await raw(service.ports.api, 'NONSENSE\r\n\r\n'))
    assert.deepEqual([nonsense.length, nonsense[0]!.status], [1, 400])
    assert.match(nonsense[0]!.headers.ratelimit!, /^"discovery";r=\d+;t=[1-9]\d?$/)
    const broken = `POST /ask HTTP/1.1\r\nHost: localhost:${service.ports.web}\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n`
    assert.equal(answersIn(await raw(service.ports.web, broken))[0]!.status, 400)
    assert.equal((await service.api(tags)).status, 200)
  })
})

suite('faults', { concurrency: 2 }, () => {
  const outages: Record<
    string,
    { fault: (redis: RedisServer) => unknown; end: (t: Scope, redis: RedisServer) => unknown }
  > = {
    hangs: { fault: redis => redis.signal('SIGSTOP'), end: (_, redis) => redis.signal('SIGCONT') },
    'is killed': { fault: redis => redis.kill(), end: (t, { port }) => startRedis(t, port) },
  }
  for (const [what, { fault, end }] of Object.entries(outages)) {
    test(`a Redis that ${what} costs no answer; each instance counts alone until it is back`, async t => {
      const redis = await startRedis(t)
      const services = await Promise.all([1, 2].map(() => instance(t, redis.url, { waitMs: briefMs })))
      await untilTogether(services)
      await fault(redis)
      await Promise.all(services.map(untilAlone))
      const replies = await storm(services, '192.0.2.2', 4 * limit)
      assertAnswered(replies)
      assert.equal(allowed(replies), 2 * limit)
      await end(t, redis)
      await until('both count together', () => services.every(({ said }) => said(again) === 1))
      await untilTogether(services)
    })
  }

  test('the service starts without its Redis, and uses it once it is there', async t => {
    const port = await freePort()
    const service = await instance(t, `redis://127.0.0.1:${port}`, { waitMs: briefMs })
    await untilAlone(service)
    assert.equal(allowed(await storm([service], '192.0.2.1', limit + 5)), limit)
    const redis = await startRedis(t, port)
    await until('it counts in Redis', () => service.said(again) === 1)
    await service.api(tags, from('192.0.2.2'))
    assert.notDeepEqual(await redis.ask('KEYS', 'vitrine:limit:read:*'), [])
  })
})

test('a cluster of three: limits are shared, keys are spread, and the loss of a node costs no answer', async t => {
  const nodes = await startRedisCluster(t)
  const services = await Promise.all([
    instance(t, nodes.map(({ url }) => url).join()),
    instance(t, `redis://127.0.0.1:${nodes[1]!.port}?cluster`),
  ])
  for (let i = 0; i < 20; i++) assert.equal(allowed(await storm(services, `192.0.2.${i}`, limit + 10)), limit)
  const keysOn = async (node: RedisServer) => Number(await node.ask('DBSIZE'))
  for (const node of nodes) assert.ok((await keysOn(node)) > 0)
  await nodes[2]!.kill()
  for (let i = 20; i < 40; i++) assertAnswered(await storm(services, `192.0.2.${i}`, 10))
})
