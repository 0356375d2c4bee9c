// Several workers on one machine: real processes that share a port and the rate limits.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openStore } from '../../../src/store/open.ts'
import { startFakeModel } from '../../support/servers/fake-model.ts'
import { ask, type Reply, start } from '../../support/start-service.ts'
import { scratchFolder, until, vitrine } from '../../support/vitrine-process.ts'
import { type Serving, serveWithWorkers } from '../../support/worker-processes.ts'
import { freePorts } from '../support/nginx.ts'

const folder = scratchFolder()
const tags = '/public/share/tags'
const limit = 100

const from = (client: string) => ({ headers: { 'X-Forwarded-For': client } })
const allowed = (replies: Reply[]) => replies.filter(({ status }) => status === 200).length
/** Each process starts its request ids with letters of its own. */
const processOf = ({ headers }: Reply) => String(headers['x-request-id']).replace(/-[^-]*$/, '')
const processes = (replies: Reply[]) => new Set(replies.map(processOf)).size

/** Every request on a connection of its own, which the workers take in turn. */
const storm = ({ ports }: Serving, client: string, requests: number): Promise<Reply[]> =>
  Promise.all(Array.from({ length: requests }, () => ask(ports.api, tags, from(client))))

/** What preflights, which cost nothing, say is left for a client; null while not all workers say the same. */
async function remainingAt({ ports }: Serving, client: string): Promise<number | null> {
  const headers = { Origin: 'https://example.org', 'Access-Control-Request-Method': 'GET', ...from(client).headers }
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => ask(ports.api, tags, { method: 'OPTIONS', headers })),
  )
  const values = new Set(replies.map(reply => Number(reply.headers['ratelimit-remaining'])))
  return processes(replies) === 2 && values.size === 1 ? [...values][0]! : null
}

suite('two workers', { concurrency: false, timeout: 120_000 }, () => {
  let serving: Serving
  let model: Awaited<ReturnType<typeof startFakeModel>>
  const ends: (() => Promise<void>)[] = []

  before(async () => {
    // It never says anything, so that a question stays open.
    model = await startFakeModel({ after: end => void ends.push(end) }, () => {})
    serving = await serveWithWorkers(2, {
      VITRINE_STORE: join(folder, 'shared', 'store.db'),
      VITRINE_LIMIT_READ: String(limit),
      VITRINE_LIMIT_DISCOVERY: '0',
      VITRINE_TRUST_PROXY: '127.0.0.1',
      VITRINE_METRICS_PORT: '0',
      VITRINE_LLM_URL: model.url,
      VITRINE_LLM_MODEL: 'silent',
    })
    // Workers prepare ask after they have started. This question is answered without a model once that is done.
    await until('both are ready for questions', async () => processes(await refusals(serving)) === 2)
  })
  after(async () => {
    serving?.child.kill('SIGKILL')
    for (const end of ends) await end()
  })

  test('one of them fills the empty store, and what people are told is told once', async () => {
    assert.equal(serving.said('filled the empty store').length, 1)
    assert.equal(serving.said('"listening"')[0]!.workers, 2)
    assert.equal(serving.said('"listening"').length, 1)
    assert.equal(serving.pids().length, 2)
  })

  test('they share the limits: more than the limit is allowed only until each worker has heard of the other', async () => {
    const rest = 10
    for (const client of ['192.0.2.1', '192.0.2.2', '2001:db8::1']) {
      const replies = await storm(serving, client, limit - rest)
      await until('both know what is left', async () => (await remainingAt(serving, client)) === rest)
      replies.push(...(await storm(serving, client, limit)))
      assert.equal(processes(replies), 2)
      const total = allowed(replies)
      assert.ok(total >= limit && total <= limit + rest, `${total}`)
      await until('both know that nothing is left', async () => (await remainingAt(serving, client)) === 0)
      assert.equal(allowed(await storm(serving, client, 10)), 0)
      for (const { headers, status } of replies) {
        const remaining = Number(headers['ratelimit-remaining'])
        assert.ok(remaining >= 0 && remaining < limit)
        if (status === 429) assert.equal(remaining, 0)
      }
    }
  })

  test('metrics are those of all workers', async () => {
    const replies = await storm(serving, '192.0.2.4', 20)
    assert.equal(processes(replies), 2)
    const text = await metricsOf(serving)
    assert.match(text, /^vitrine_workers 2$/m)
    assert.ok(answersCounted(text) >= 3 * 2 * limit + replies.length)
  })

  test('a reload under load fails nobody, ends streams properly and leaves new workers', async () => {
    const old = serving.pids()
    const before = answersCounted(await metricsOf(serving))
    const agent = new Agent({ keepAlive: true, maxSockets: 8 })
    const stream = openStream(serving)
    await until('the question is being answered', () => model.state.asked.length === 1)
    const staying = startLoad(serving, (port, client) => statusOf(port, agent, client))
    const passing = startLoad(serving, slowlyAsked)
    serving.child.kill('SIGHUP')
    await until('the workers are exchanged', () => serving.said('"reloaded"').length === 1)
    await until('the old workers are gone', () => serving.pids().length === 2)
    const loads = await Promise.all([staying.stop(), passing.stop()])
    agent.destroy()
    for (const { failed, answered } of loads) {
      assert.deepEqual(failed, [])
      assert.ok(answered > 0)
    }
    const answered = loads[0].answered + loads[1].answered
    assert.deepEqual(
      serving.pids().filter(pid => old.includes(pid)),
      [],
    )
    // What old workers have answered still counts.
    assert.ok(answersCounted(await metricsOf(serving)) >= before + answered)
    const { text: events } = await stream
    assert.match(events, /^event: start\n/m)
    assert.match(events, /\nevent: complete\ndata: .*\n\n$/)
  })

  test('a worker that is killed is replaced at once; one that keeps ending is started later and later', async () => {
    for (const pauseMs of [0, 1000]) {
      const ended = serving.said('worker ended').length
      // The last was started last.
      const victim = serving.pids().at(-1)!
      process.kill(victim, 'SIGKILL')
      await until(
        'another is started',
        () => serving.said('worker ended').length > ended && serving.pids().length === 2,
      )
      assert.equal(serving.said('worker ended').at(-1)!.pauseMs, pauseMs)
      assert.equal(serving.said('worker ended').at(-1)!.pid, victim)
      assert.equal((await ask(serving.ports.api, tags)).status, 200)
    }
    await until('both answer', async () => processes(await storm(serving, '192.0.2.5', 10)) === 2)
    assert.match(await metricsOf(serving), /^vitrine_workers_ended_total 2$/m)
  })

  test('all of them end when told to, even while they are exchanged', async () => {
    const pids = serving.pids()
    const unsent = serving.said('cannot send to a worker').length
    serving.child.kill('SIGHUP')
    await until('another worker starts', () => serving.pids().length === 3)
    serving.child.kill('SIGTERM')
    // As a terminal or an init system does, which tell everybody.
    for (const pid of pids) process.kill(pid, 'SIGINT')
    assert.equal((await serving.finished).code, 0)
    assert.equal(serving.said('cannot send to a worker').length, unsent)
    await assert.rejects(ask(serving.ports.api, tags))
  })
})

test('a worker that joins others takes no connection before it can answer', async t => {
  const [api, web] = (await freePorts(2)) as [number, number]
  const listener = (port: number) => ({ host: '127.0.0.1', port, loopback: true })
  const opening = Promise.withResolvers<void>()
  const service = start(t, {
    config: { listen: { api: listener(api), web: listener(web), shared: false } },
    joins: { api, web },
    openStore: async (...given) => {
      await opening.promise
      return openStore(...given)
    },
  })
  for (const port of [api, web]) await assert.rejects(ask(port, '/healthz'), { code: 'ECONNREFUSED' })
  opening.resolve()
  const { ports } = await service
  assert.deepEqual(ports, { api, web })
  for (const port of [api, web]) assert.equal((await ask(port, '/public/share/community')).status, 200)
})

test('when the first worker cannot start, the supervisor ends with its message', { timeout: 60_000 }, async () => {
  const { code, stderr } = await vitrine(['serve', '--workers', '2'], { VITRINE_STORE: '/dev/null/store.db' })
  assert.equal(code, 1)
  assert.equal(stderr.match(/^vitrine: Cannot open the store/gm)?.length, 1)
  const wrong = await vitrine(['serve', '--workers', 'many'])
  assert.deepEqual(
    [wrong.code, wrong.stderr],
    [2, 'vitrine: --workers must be auto or a whole number from 1 to 1024 (it is many).\n'],
  )
})

function statusOf(port: number, agent: Agent, client: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: tags, agent, ...from(client) }, res => {
      res.resume().on('end', () => resolve(res.statusCode!))
    }).on('error', reject)
  })
}

const refusals = ({ ports }: Serving): Promise<Reply[]> =>
  Promise.all(Array.from({ length: 4 }, () => question(ports.web, { query: 'Delete my creation.' })))

function openStream({ ports }: Serving): Promise<Reply> {
  return question(ports.web, { query: 'What does the top plan cost?', prefer: { streaming: true } })
}

const question = (port: number, asked: object): Promise<Reply> =>
  ask(port, '/ask', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(asked) })

/** Connects, and asks a moment later. */
async function slowlyAsked(port: number, client: string): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  await sleep(Math.random() * 20)
  const head = ['Host: localhost', `X-Forwarded-For: ${client}`, 'Connection: close']
  socket.write(`GET ${tags} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
  const answer = await text(socket)
  return Number(/^HTTP\/1\.1 (\d+) /.exec(answer)?.[1] ?? Number.NaN)
}

/** Eight clients that never pause, each below its limit as long as it is short. They end after so many failures. */
const mostFailures = 50
function startLoad({ ports }: Serving, askOnce: (port: number, client: string) => Promise<number>) {
  const failed: unknown[] = []
  let answered = 0
  let isOver = false
  const one = async () => {
    while (!isOver && failed.length < mostFailures) {
      const client = `198.51.${Math.floor(clients / 200) % 256}.${clients++ % 200}`
      const status = await askOnce(ports.api, client).catch(error => error)
      if (status === 200) answered++
      else failed.push(status)
    }
  }
  const all = Promise.all(Array.from({ length: 8 }, one))
  return {
    async stop() {
      isOver = true
      await all
      return { failed, answered }
    },
  }
}
let clients = 0

const metricsOf = async ({ ports }: Serving) => (await ask(ports.metrics!, '/metrics')).text

function answersCounted(text: string): number {
  const counts = text.matchAll(/^vitrine_http_requests_total\{host="api",route="get_popular_tags".*\} (\d+)$/gm)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}
