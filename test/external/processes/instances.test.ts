// Three instances behind nginx, with PostgreSQL, a replica of it and Redis: whoever answers, it is one service, also when
// one of them is killed.
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { creation, creator } from '../../store/suite/sample.ts'
import { saying, startFakeModel } from '../../support/servers/fake-model.ts'
import { startCluster } from '../../support/servers/postgres-cluster.ts'
import { startRedis } from '../../support/servers/redis-server.ts'
import { type Ask, type Reply, smallCommunity } from '../../support/start-service.ts'
import { until } from '../../support/vitrine-process.ts'
import { type Instance, startInstances } from '../support/instances.ts'

const limit = 300
const question = 'What does the top plan cost?'
const asDrafted = saying(({ data }) => data.draft)
const model = await startFakeModel({ after }, asDrafted)
const keyOf = (instance: number) => `key-of-${instance}`
const settings = (instance: number) => ({
  VITRINE_LIMIT_READ: String(limit),
  VITRINE_LIMIT_DISCOVERY: String(limit),
  VITRINE_LIMIT_MCP: String(limit),
  VITRINE_LLM_URL: model.url,
  VITRINE_LLM_MODEL: 'stand-in',
  VITRINE_LLM_KEY: keyOf(instance),
  VITRINE_STORE_REPLICA: replica.addressOf(store),
})

const cluster = await startCluster()
const redis = await startRedis({ after })
const store = await cluster.newDatabase()
const replica = await cluster.replicate()
const service = await startInstances({ after }, { store, redis: redis.url, records: smallCommunity(), env: settings })
after(replica.stop)
after(cluster.stop)
const { members } = service

/** From now on whoever asks the model waits, until the returned function is called. */
function holdModel(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  model.state.asked.length = 0
  model.state.behaviour = async (asked, res) => {
    await promise
    await asDrafted(asked, res)
  }
  return () => {
    model.state.behaviour = asDrafted
    resolve()
  }
}

const modelIsAsked = () => until('the model is asked', () => model.state.asked.length > 0)

const posting = (body: object, more: Ask = {}): Ask => ({
  ...more,
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...more.headers },
  body: JSON.stringify(body),
})

/** Calls so many times, with so many under way at once. */
async function repeat<T>(times: number, atOnce: number, call: (turn: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let turn = 0
  const work = async () => {
    while (turn < times) results.push(await call(turn++))
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}

const slugsIn = (reply: Reply): string[] => reply.json().data.items.map(({ slug }: { slug: string }) => slug)

const newestFirst = '/public/share/community?sort=recent&limit=3'

/** When the request was sent whose answer was the first to show it; requests that are sent a second later must. */
async function shownAfter({ ask }: Instance, slug: string, ended: number): Promise<number> {
  for (let turn = 1; ; turn++) {
    const sent = performance.now() - ended
    const from = `198.51.100.${turn % 200}`
    const reply = await ask('api', newestFirst, { from })
    if (reply.status === 200 && slugsIn(reply)[0] === slug) return sent
    assert.ok(sent < 1000 || reply.status === 503, `${Math.round(sent)} ms later: ${reply.text.slice(0, 300)}`)
    await sleep(10)
  }
}

test('what is imported is shown by every instance within a second', async t => {
  const delays: number[] = []
  for (const round of [1, 2, 3]) {
    await Promise.all(members.map(({ ask }) => ask('api', newestFirst)))
    const publishedAt = `203${round}-01-01T00:00:00Z`
    await service.bring([creator('newcomer'), creation('newcomer', `new-${round}`, { publishedAt })])
    const ended = performance.now()
    delays.push(...(await Promise.all(members.map(member => shownAfter(member, `new-${round}`, ended)))))
  }
  t.diagnostic(`at the latest ${Math.round(Math.max(...delays))} ms after the end of the import`)
})

test('an Idempotency-Key is known to all instances, also while its request runs', async () => {
  const from = '127.0.9.1'
  const once = (query: string) => posting({ query }, { from, headers: { 'Idempotency-Key': 'of all instances' } })
  const release = holdModel()
  const first = service.web('/ask', once(question))
  await modelIsAsked()
  const meanwhile = await Promise.all(members.map(({ ask }) => ask('web', '/ask', once(question))))
  release()
  for (const { status, headers } of meanwhile) {
    assert.equal(status, 409)
    assert.ok(Number(headers['retry-after']) > 0)
  }
  const { body, status, text } = await first
  assert.equal(status, 200, text)
  for (const { ask } of members) {
    const again = await ask('web', '/ask', once(question))
    assert.equal(again.headers['idempotent-replayed'], 'true', again.text)
    assert.ok(again.body.equals(body))
    assert.equal((await ask('web', '/ask', once('What is this?'))).status, 422)
  }
})

test('a cursor of one instance is good on the others', async () => {
  const target = '/public/share/community?sort=liked&limit=7'
  for (const { ask } of members) {
    const { next_cursor: cursor } = (await ask('api', target)).json().data
    const pages = await Promise.all(members.map(other => other.ask('api', `${target}&cursor=${cursor}`)))
    for (const page of pages) assert.equal(page.status, 200, page.text)
    assert.equal(new Set(pages.map(({ text }) => text)).size, 1)
  }
})

test('MCP works through the proxy, on both hosts', async () => {
  for (const [url, tool, given] of [
    [`${service.apiUrl}/mcp`, 'get_community_feed', { sort: 'recent', limit: 2 }],
    [`${service.webUrl}/mcp`, 'search_docs', { query: 'limits' }],
  ] as const) {
    const client = new Client({ name: 'test', version: '1.0.0' })
    await client.connect(new StreamableHTTPClientTransport(new URL(url)))
    assert.ok((await client.listTools()).tools.some(({ name }) => name === tool))
    for (const _ of members) {
      const answer = await client.callTool({ name: tool, arguments: given })
      assert.ok(!answer.isError && answer.structuredContent, JSON.stringify(answer))
    }
    await client.close()
  }
})

test('events of an answer come through the proxy as they happen', async () => {
  const release = holdModel()
  let received = ''
  const ended = Promise.withResolvers<void>()
  const { method, headers, body } = posting({ query: question, prefer: { streaming: true } })
  const host = { Host: new URL(service.webUrl).host }
  const sent = request({ port: service.port, path: '/ask', method, headers: { ...headers, ...host } }, res => {
    res.setEncoding('utf8').on('data', text => {
      received += text
    })
    res.on('end', ended.resolve)
  })
  sent.end(body)
  await modelIsAsked()
  // The model waits for us, so there is no more to come before this is here; a proxy that gathers would keep it.
  await until('the first event is here', () => received.includes('event: start'))
  assert.ok(!received.includes('event: complete'))
  release()
  await ended.promise
  assert.match(received, /event: complete/)
})

test('one instance is killed under load: nobody notices, and another finishes its job', async t => {
  const release = holdModel()
  const created = await service.web('/ask/jobs', posting({ query: question }))
  assert.equal(created.status, 202, created.text)
  const { job_id: id } = created.json()
  await modelIsAsked()
  const keys = () => model.state.asked.map(({ headers }) => headers.authorization)
  const victim = members.findIndex((_, i) => keys()[0] === `Bearer ${keyOf(i)}`)
  const survivors = members.filter((_, i) => i !== victim)
  let answers = 0
  const load = repeat(900, 8, async turn => {
    const reply = await service.api(`/public/share/user/mira?turn=${turn}`, { from: `127.0.10.${1 + (turn % 200)}` })
    answers++
    return reply
  })
  await until('the load has begun', () => answers > 200)
  members[victim]!.process.child.kill('SIGKILL')
  const killed = performance.now()
  release()
  const replies = await load
  const { length: again } = replies.filter(({ headers }) => String(headers['x-answered-by']).includes(','))
  t.diagnostic(`${replies.length} requests, ${again} of them sent to another instance, none failed`)
  for (const { status, text } of replies) assert.equal(status, 200, text)

  const reads = () => Promise.all(survivors.map(({ ask }) => ask('web', `/ask/jobs/${id}`)))
  await until('another finishes the job', async () => {
    await sleep(250)
    return (await reads()).every(reply => reply.json().status === 'completed')
  })
  t.diagnostic(`the job was finished ${Math.round((performance.now() - killed) / 100) / 10} s later`)
  assert.ok(keys().length > 1 && keys()[0] !== keys().at(-1), 'another instance asked the model')
  const told = [...(await reads()), await service.web(`/ask/jobs/${id}`)].map(({ text }) => text)
  assert.equal(new Set(told).size, 1)
})
