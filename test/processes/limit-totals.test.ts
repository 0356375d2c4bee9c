// Rate limits of several workers, without processes: every worker counts, the supervisor adds up.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { makeLimitTotals } from '../../src/processes/limit-totals.ts'
import type { FromWorker, ToWorker } from '../../src/processes/messages.ts'
import { makeLink } from '../../src/processes/supervisor-link.ts'
import { type LimitsInForce, openLimits } from '../../src/server/limits/limits-in-force.ts'
import type { Verdict } from '../../src/server/limits/rate-limit.ts'
import { until } from '../support/vitrine-process.ts'

type Worker = { take(client: string, cost?: 0 | 1): Verdict; close: LimitsInForce['close']; end(): void }

async function startWorkers({
  workers,
  limit,
  now = Date.now,
}: {
  workers: number
  limit: number
  now?: () => number
}) {
  const limits = { read: limit, discovery: limit, mcp: limit }
  const listeners = new Map<number, (message: ToWorker) => void>()
  const totals = makeLimitTotals({
    now,
    workers: () => [...listeners.keys()],
    send: (id, others) => setImmediate(() => listeners.get(id)?.({ type: 'limits', others })),
  })
  const start = async (id: number): Promise<Worker> => {
    const send = (message: FromWorker) => {
      if (message.type === 'limits') setImmediate(() => totals.add(id, message.increments))
    }
    const { workerCounts } = makeLink({ send, onMessage: listener => listeners.set(id, listener) })
    const shared = { redis: undefined, redisWaitMs: 40, workerCounts, secret: Buffer.alloc(16) }
    const { limiters, close } = await openLimits({ limits, ...shared, now, log: pino({ level: 'silent' }) })
    const take: Worker['take'] = (client, cost) => limiters.read!.take(client, cost) as Verdict
    return { take, close, end: () => listeners.delete(id) }
  }
  const all = await Promise.all(Array.from({ length: workers }, (_, id) => start(id)))
  return { workers: all as [Worker, Worker, ...Worker[]], start }
}

const takeMany = (worker: Worker, client: string, times: number): Verdict[] =>
  Array.from({ length: times }, () => worker.take(client))
const allowedOf = (verdicts: readonly Verdict[]): number => verdicts.filter(({ allowed }) => allowed).length
const remainingAt = (worker: Worker, client: string): number => worker.take(client, 0).remaining

test('every worker hears what the others counted, also of clients that it has not seen', async () => {
  const { workers } = await startWorkers({ workers: 3, limit: 100 })
  takeMany(workers[0], 'a', 4)
  takeMany(workers[1], 'a', 35)
  for (const worker of workers) await until('it knows the total', () => remainingAt(worker, 'a') === 61)
  for (const worker of workers) assert.equal(remainingAt(worker, 'b'), 100)
})

test('once the workers know the total, together they allow at most what is left for each', async () => {
  const { workers } = await startWorkers({ workers: 2, limit: 100 })
  let allowed = 0
  for (const worker of workers) allowed += allowedOf(takeMany(worker, 'a', 45))
  for (const worker of workers) await until('it knows the total', () => remainingAt(worker, 'a') === 10)
  for (const worker of workers) allowed += allowedOf(takeMany(worker, 'a', 45))
  assert.ok(allowed >= 100 && allowed <= 110, `${allowed}`)
  for (const worker of workers) {
    await until('the limit is used up', () => remainingAt(worker, 'a') === 0)
    assert.equal(worker.take('a').allowed, false)
    assert.equal(worker.take('a', 0).allowed, true)
  }
})

test('a window begins with the first request to any worker and ends for all at once', async () => {
  let time = 1_000_000
  const { workers } = await startWorkers({ workers: 2, limit: 10, now: () => time })
  takeMany(workers[0], 'a', 10)
  time += 30_000
  workers[1].take('a')
  await until('the limit is used up', () => remainingAt(workers[1], 'a') === 0)
  time += 29_999
  assert.deepEqual([workers[1].take('a').allowed, workers[1].take('a').reset], [false, 1])
  time += 1
  for (const worker of workers) assert.equal(worker.take('a').remaining, 9)
})

test('counts of a worker that ended stay, and one that is started later hears of them', async () => {
  const { workers, start } = await startWorkers({ workers: 2, limit: 100 })
  takeMany(workers[0], 'a', 42)
  // It reports what it has counted before it ends.
  workers[0].close()
  workers[0].end()
  await until('the other one knows', () => remainingAt(workers[1], 'a') === 58)
  const late = await start(7)
  late.take('a')
  await until('the new one knows', () => remainingAt(late, 'a') === 57)
})
