// Rejections under overload, and cached responses while the store is away. test/faults measures both under real load.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises'
import { fail } from '../../src/errors.ts'
import { makeAdmissionQueue } from '../../src/overload/admission-queue.ts'
import { makeEventLoopGuard } from '../../src/overload/event-loop-guard.ts'
import { makeLog } from '../../src/server/log.ts'
import { makeFailureLog } from '../../src/server/response/failure-log.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { searchQueue } from '../../src/store/sqlite/search/queue.ts'
import { nothingFound } from '../../src/store/sqlite/search/search-page.ts'
import type { FeedQuery } from '../../src/store/store.ts'
import { type Running, start } from '../support/start-service.ts'
import { until } from '../support/vitrine-process.ts'

const tooMany = { error: 'upstream_unavailable', status: 503 }

test('the admission queue admits what it can serve soon, and always a few', () => {
  const time = { now: 0 }
  const gate = makeAdmissionQueue(4, () => time.now)
  const fill = () => {
    let entered = 0
    for (; entered < 1000; entered++) {
      try {
        gate.enter()
      } catch (error) {
        assert.equal((error as { status: number }).status, 503)
        return entered
      }
    }
    return entered
  }
  const empty = (msEach: number) => {
    while (gate.inside() > 0) {
      time.now += msEach
      gate.leave()
    }
  }
  for (let round = 0; round < 3; round++) {
    fill()
    empty(5)
  }
  const atFive = fill()
  assert.ok(atFive > 8 && atFive < 30, `${atFive} of 5 ms each`)
  for (let round = 0; round < 30; round++) {
    empty(1000)
    fill()
  }
  empty(1000)
  assert.equal(fill(), 4, 'a batch finds room, however slow')
  for (let round = 0; round < 200; round++) {
    empty(0.1)
    fill()
  }
  empty(0.1)
  assert.equal(fill(), 256, 'never more')
})

test('a single pause hardly reduces the admission', () => {
  const time = { now: 0 }
  const gate = makeAdmissionQueue(4, () => time.now)
  const pass = (msEach: number) => {
    gate.enter()
    time.now += msEach
    gate.leave()
  }
  for (let turn = 0; turn < 100; turn++) pass(1)
  pass(60)
  for (let waiting = 0; waiting < 40; waiting++) gate.enter()
})

test('work that finishes all at once after a pause does not count as fast', () => {
  const time = { now: 0 }
  const gate = makeAdmissionQueue(4, () => time.now)
  const leaveAfter = (ms: number) => {
    time.now += ms
    gate.leave()
  }
  for (let i = 0; i < 40; i++) gate.enter()
  for (let round = 0; round < 20; round++) {
    // Thirty that took 1.5 ms each while nobody could take them out.
    leaveAfter(45)
    for (let more = 1; more < 30; more++) leaveAfter(0)
    while (gate.inside() < 40) gate.enter()
  }
  let entered = gate.inside()
  assert.throws(() => {
    for (; entered < 256; entered++) gate.enter()
  }, tooMany)
  assert.ok(entered > 45 && entered < 65, `${entered} of 1.5 ms each`)
})

const query: FeedQuery = { sort: 'relevance', q: 'water', locales: ['en'], limit: 1 }

test('when the search thread is stuck, only the running search fails', async () => {
  const queue = searchQueue(60_000, () => {})
  const asked = Array.from({ length: 3 }, () => queue.add({ for: 'creations', query }))
  const takeAll = () => {
    const ids: number[] = []
    for (let next = queue.take(); next !== undefined; next = queue.take()) ids.push(next.id)
    return ids
  }
  const [first, ...others] = takeAll()
  queue.abandonRunning()
  await assert.rejects(asked[0]!, tooMany)
  assert.deepEqual(takeAll(), others, 'the next thread gets the others, in their order')
  const found = { ...nothingFound, numbers: [5, 3], total: 2 }
  for (const id of [first!, ...others]) queue.answered({ id, page: found })
  assert.deepEqual(await asked[1]!, found)
  assert.equal((await asked[2]!).total, 2)
  assert.deepEqual([queue.runningFor(), queue.isEmpty()], [0, true])
})

/** A turn of the event loop of 200 ms, with so many requests before. */
async function longTurn(admit: () => void, time: { now: number }, before = 32): Promise<string> {
  for (let i = 0; i < before; i++) admit()
  time.now += 200
  try {
    admit()
    return 'admitted'
  } catch (error) {
    return (error as { error: string }).error
  } finally {
    await nextTurn()
    await nextTurn()
  }
}

test('a turn of the event loop has a budget after several long turns', async () => {
  const time = { now: 0 }
  const admit = makeEventLoopGuard(() => time.now)
  for (let i = 0; i < 5; i++) assert.equal(await longTurn(admit, time), 'admitted', 'a few long turns are tolerated')
  assert.equal(await longTurn(admit, time), 'upstream_unavailable')
  assert.equal(await longTurn(admit, time, 31), 'admitted', 'the requests of one client are always admitted')
  assert.equal(await longTurn(admit, time), 'upstream_unavailable')
  time.now += 5000
  assert.equal(await longTurn(admit, time), 'admitted')
})

test('a process that has just started rejects nothing', async () => {
  const time = { now: 0 }
  const admit = makeEventLoopGuard(() => time.now, 10_000)
  while ((await longTurn(admit, time)) === 'admitted') assert.ok(time.now < 60_000)
  assert.ok(time.now > 11_000 && time.now <= 11_400, String(time.now))
})

test('refusals are logged once a second, other failures always', () => {
  const lines: { msg: string; others?: number }[] = []
  const time = { now: 0 }
  const tell = makeFailureLog(
    makeLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) }),
    () => time.now,
  )
  for (let i = 0; i < 5; i++) tell(`r${i}`, fail('upstream_unavailable', 'busy'))
  for (let i = 0; i < 2; i++) tell(`e${i}`, fail('internal_error', 'a mistake'))
  time.now += 1000
  tell('later', fail('upstream_unavailable', 'busy'))
  assert.deepEqual(
    lines.map(({ msg, others }) => [msg, others]),
    [
      ['upstream_unavailable', undefined],
      ['internal_error', undefined],
      ['internal_error', undefined],
      ['upstream_unavailable', 4],
    ],
  )
})

/** The real store, which can say that it is away. */
function absentStore() {
  const state: { unavailableSince: number | null } = { unavailableSince: null }
  const open: typeof openStore = async (path, options) => ({
    ...(await openStore(path, options)),
    unavailableSince: () => state.unavailableSince,
  })
  return { state, open }
}

const mcpCall = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_popular_tags', arguments: {} } }
const json = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
const post = (body: unknown) => ({ method: 'POST', headers: json, body: JSON.stringify(body) })

const reads = (service: Running) => ({
  read: () => service.api('/public/share/community?limit=3'),
  'read with parameters in its path': () => service.api('/public/share/user/mira'),
  page: () => service.web('/@mira'),
  Markdown: () => service.web('/@mira.md'),
  mcp: () => service.api('/mcp', post(mcpCall)),
  batch: () => service.web('/batch', post({ requests: [{ id: 'a', operation: 'get_popular_tags' }] })),
})

test('while the store is away, every surface marks cached responses as stale; documents are not affected', async t => {
  const { state, open } = absentStore()
  const time = { now: Date.now() }
  const service = await start(t, { openStore: open, now: () => time.now })
  const surfaces = Object.entries(reads(service))
  const before = new Map<string, string>()
  for (const [name, read] of surfaces) {
    await read()
    const reply = await read()
    assert.deepEqual([reply.status, reply.headers.age], [200, undefined], `${name} ${reply.text}`)
    before.set(name, reply.text)
  }
  await service.web('/llms.txt')
  state.unavailableSince = time.now
  time.now += 7000
  for (const [name, read] of surfaces) {
    for (let twice = 0; twice < 2; twice++) {
      const reply = await read()
      assert.equal(reply.status, 200, name)
      assert.deepEqual([reply.headers.age, reply.headers['cache-status']], ['7', 'vitrine; hit; ttl=-7'], name)
      assert.equal(reply.text, before.get(name))
    }
  }
  const document = await service.web('/llms.txt')
  assert.deepEqual([document.status, document.headers.age], [200, undefined])
  state.unavailableSince = null
  for (const [name, read] of surfaces) assert.equal((await read()).headers.age, undefined, name)
})

test('simultaneous searches are answered or rejected, and none is lost', async t => {
  const service = await start(t)
  const replies = await Promise.all(
    Array.from({ length: 600 }, (_, i) => service.api(`/public/share/community?q=thing+${i}&limit=${1 + (i % 48)}`)),
  )
  for (const reply of replies.filter(({ status }) => status !== 200)) {
    assert.deepEqual([reply.status, reply.json().error, reply.headers['retry-after']], [503, tooMany.error, '1'])
  }
  assert.ok(replies.some(({ status }) => status === 200))
  await until('all is as before', async () => (await service.api('/public/share/community?q=other')).status === 200)
})

test('32 searches of one client are admitted, however slow they are', async () => {
  const queue = searchQueue(60_000, () => {})
  for (let slow = 0; slow < 5; slow++) {
    const search = queue.add({ for: 'creations', query })
    const { id } = queue.take()!
    await setTimeout(60)
    queue.answered({ id, page: nothingFound })
    await search
  }
  const asked = Array.from({ length: 32 }, () => queue.add({ for: 'creations', query }))
  queue.abandonAll()
  for (const search of asked) await assert.rejects(search, tooMany)
})
