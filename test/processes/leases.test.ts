// The supervisor's accounts and the workers' blocks, without processes: many workers, many orders of events.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import type { FromWorker, ToWorker } from '../../src/processes/messages.ts'
import { makeLeaseDesk } from '../../src/processes/quota-broker.ts'
import { makeLink } from '../../src/processes/supervisor-link.ts'
import { openLimits } from '../../src/server/limits/limits-in-force.ts'
import type { Limiter } from '../../src/server/limits/rate-limit.ts'

type Options = { workers: number; limit: number; now?: () => number; recallMs?: number }

/** Messages take a turn of the event loop, as they do between processes, and keep their order. */
async function crew({ workers, limit, now = Date.now, ...patience }: Options) {
  const limits = { read: limit, discovery: limit, mcp: limit }
  const desk = makeLeaseDesk({ limits: { ...limits, media: 10 * limit }, now, ...patience })
  let messages = 0
  /** What a worker that is busy has yet to hear. */
  const unheard = new Map<number, (() => void)[]>()
  const busy = (id: number) => {
    unheard.set(id, [])
    return () => {
      for (const hear of unheard.get(id)!) setImmediate(hear)
      unheard.delete(id)
    }
  }
  const hire = async (id: number) => {
    let listener: (message: ToWorker) => void = () => {}
    const send = (message: FromWorker) => {
      messages++
      if (message.say === 'limits') setImmediate(() => desk.hear(id, message))
    }
    const link = makeLink({ send, onMessage: given => (listener = given) })
    const tell = (message: ToWorker) => {
      const hear = () => listener(message)
      const waiting = unheard.get(id)
      if (waiting === undefined) setImmediate(hear)
      else waiting.push(hear)
    }
    desk.join({ id, send: tell })
    const parts = {
      limits,
      redis: undefined,
      redisWaitMs: 40,
      leases: link.leases,
      secret: Buffer.alloc(16),
      now,
      log: pino({ level: 'silent' }),
    }
    return (await openLimits(parts)).limiters.read!
  }
  const limiters = await Promise.all(Array.from({ length: workers }, (_, i) => hire(i)))
  return { limiters, desk, busy, messages: () => messages }
}

const turn = () => new Promise(resolve => setImmediate(resolve))

test('whatever the order, all of the limit is given out and no more', async () => {
  let seed = 1
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (const [workers, limit] of [
    [1, 60],
    [2, 1],
    [2, 120],
    [3, 7],
    [4, 60],
    [16, 120],
    [5, 1000],
  ] as const) {
    const { limiters } = await crew({ workers, limit })
    for (const client of ['a', 'b', 'c']) {
      const favourite = random(workers)
      const taken: ReturnType<(typeof limiters)[number]['take']>[] = []
      for (let i = 0; i < limit + 30; i++) {
        if (random(3) === 0) await turn()
        taken.push(limiters[random(4) === 0 ? random(workers) : favourite]!.take(client))
      }
      const verdicts = await Promise.all(taken)
      assert.equal(verdicts.filter(({ allowed }) => allowed).length, limit, `${workers} workers, limit ${limit}`)
      for (const { remaining } of verdicts) assert.ok(remaining >= 0 && remaining < limit)
    }
  }
})

test('looking tells what is left for all workers, and uses nothing', async () => {
  const { limiters } = await crew({ workers: 2, limit: 10 })
  const [one, other] = limiters as [Limiter, Limiter]
  const left = async (limiter: Limiter) => (await limiter.take('a', 0)).remaining
  assert.equal(await left(other), 10)
  for (let i = 0; i < 20; i++) await left(one)
  let given = 0
  while ((await one.take('a')).allowed) given++
  assert.equal(given, 10)
  for (const limiter of limiters) {
    const { allowed, remaining } = await limiter.take('a', 0)
    assert.deepEqual([allowed, remaining], [true, 0])
    assert.equal((await limiter.take('a')).allowed, false)
  }
})

test('a window ends for all workers at once, and the next has the whole limit', async () => {
  let time = 1_000_000
  const { limiters } = await crew({ workers: 2, limit: 10, now: () => time })
  const all = async () => {
    const verdicts = await Promise.all(Array.from({ length: 30 }, (_, i) => limiters[i % 2]!.take('a')))
    return verdicts.filter(({ allowed }) => allowed).length
  }
  assert.equal(await all(), 10)
  time += 59_999
  const last = await limiters[1]!.take('a')
  assert.deepEqual([last.allowed, last.reset], [false, 1])
  time += 1
  assert.equal(await all(), 10)
})

test('a worker that ends takes only its block with it, and nobody waits for it', async () => {
  const { limiters, desk } = await crew({ workers: 2, limit: 120 })
  await limiters[0]!.take('a')
  desk.leave(0)
  const verdicts = []
  for (let i = 0; i < 150; i++) verdicts.push(await limiters[1]!.take('a'))
  const given = verdicts.filter(({ allowed }) => allowed).length
  assert.ok(given >= 100 && given < 120, `${given}`)
})

test('what a busy worker gives back late is given to others all the same, and it is no more than the limit', async () => {
  const { limiters, busy } = await crew({ workers: 2, limit: 120, recallMs: 1 })
  const [slow, quick] = limiters as [Limiter, Limiter]
  let given = (await slow.take('a')).allowed ? 1 : 0
  const take = async (limiter: Limiter) => {
    const { allowed, remaining } = await limiter.take('a')
    if (allowed) given++
    else assert.equal(remaining, 0)
    return allowed
  }
  const free = busy(0)
  while (await take(quick));
  assert.ok(given < 120, `${given}`)
  // It still has its block, and counts within it.
  assert.ok(await take(slow))
  assert.equal(await take(quick), false)
  free()
  for (let i = 0; i < 60; i++) {
    await turn()
    await take(quick)
  }
  assert.equal(given, 120)
  assert.equal(await take(slow), false)
})

test('nobody asks for what a worker took with it when it ended while it was busy', async () => {
  const { limiters, desk, busy, messages } = await crew({ workers: 2, limit: 120, recallMs: 1 })
  await limiters[0]!.take('a')
  busy(0)
  while ((await limiters[1]!.take('a')).allowed);
  desk.leave(0)
  await turn()
  // The first one is told that this is final.
  assert.equal((await limiters[1]!.take('a')).allowed, false)
  const before = messages()
  assert.equal((await limiters[1]!.take('a')).allowed, false)
  assert.equal(messages(), before)
})

test('most requests are counted without a message', async () => {
  const { limiters, messages } = await crew({ workers: 2, limit: 1_000_000 })
  for (let i = 0; i < 50_000; i++) {
    const verdict = limiters[i % 2]!.take('a')
    if (verdict instanceof Promise) await verdict
  }
  assert.ok(messages() < 10, `${messages()}`)
  const before = messages()
  for (let i = 0; i < 100; i++) assert.ok(!(limiters[0]!.take('a') instanceof Promise))
  assert.equal(messages(), before)
})
