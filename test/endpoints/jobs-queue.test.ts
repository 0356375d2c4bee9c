// The queue of ask jobs: cancelling, limits, and jobs of processes that ended.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { runTask } from '../../src/ask/jobs/worker.ts'
import { fail } from '../../src/errors.ts'
import { askJobs } from '../../src/limits.ts'
import { statePath } from '../../src/store/sqlite/state/state.ts'
import { jobBounds } from '../../src/store/state.ts'
import { makeStandIn } from '../support/stand-in-ask.ts'
import { assertError, idOf, runningNow, startWithJobs } from './jobs-service.ts'

test('a cancelled job has failed, whether it was queued or running', async t => {
  const held = await startWithJobs(t)
  const go = held.standIn.hold()
  const ids = []
  for (let i = 0; i < 6; i++) ids.push(idOf(await held.create(`held ${i}`)))
  await runningNow(held, ids[0]!)
  for (const id of [ids[0]!, ids.at(-1)!]) {
    const reply = await held.post('/await', { promise_token: id, action: 'cancel' })
    assert.deepEqual([reply.status, reply.json()._meta.response_type], [200, 'failure'])
    assert.equal(reply.json().error.error, 'conflict')
  }
  const states = await Promise.all(ids.map(held.status))
  go()
  for (const id of ids.slice(1, -1)) assert.equal((await held.finished(id)).json().status, 'completed')
  for (const i of [0, 5]) assert.ok((await held.status(ids[i]!)).body.equals(states[i]!.body))
  assert.equal(held.standIn.asked.get('held 5'), undefined, 'a job that was cancelled in the queue was run')
})

/** Adds jobs of the same caller that another process runs or has finished. */
function addJobs(store: string, id: string, howMany: number, status: string): void {
  const db = new DatabaseSync(statePath(store), { timeout: 5000 })
  db.prepare(
    `WITH RECURSIVE more (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM more WHERE i < ?)
     INSERT INTO job (id, caller, status, created_at, updated_at, attempts, owner, lease_until, task, bytes)
     SELECT hex(randomblob(12)), caller, 'running', created_at, updated_at, 1, 'somebody', created_at + 10000, task, bytes
     FROM more, job WHERE id = ?`,
  ).run(howMany, id)
  db.prepare("UPDATE job SET status = ? WHERE owner = 'somebody'").run(status)
  db.close()
}

test('a full queue returns 503 with Retry-After', async t => {
  const then = Date.now()
  const full = await startWithJobs(t, { now: () => then, config: { trustProxy: ['127.0.0.1', '::1'] } })
  const go = full.standIn.hold()
  const from = (address: string) => full.create('waits', { 'X-Forwarded-For': address })
  const { queue, queueOfCaller } = askJobs
  const first = idOf(await from('192.0.2.1'))
  addJobs(full.config.store, first, queueOfCaller - 2, 'running')
  const last = await from('192.0.2.1')
  assert.equal(last.status, 202)
  const own = await from('192.0.2.1')
  assertError(own, [503, 'upstream_unavailable'])
  assert.equal(own.headers['retry-after'], '5')
  const others = idOf(await from('192.0.2.2'))
  addJobs(full.config.store, others, queue - queueOfCaller - 1, 'running')
  const key = { 'Idempotency-Key': 'later', 'X-Forwarded-For': '192.0.2.4' }
  assert.equal((await full.create('keyed', key)).status, 503)
  go()
  for (const id of [first, idOf(last), others]) assert.equal((await full.finished(id)).json().status, 'completed')
  assert.equal((await from('192.0.2.1')).status, 202)
  const keyed = await full.create('keyed', key)
  assert.deepEqual([keyed.status, keyed.headers['idempotent-replayed']], [202, undefined], 'a refusal was kept')
})

test('the number of stored jobs is bounded', async t => {
  const full = await startWithJobs(t)
  const id = idOf(await full.create('kept'))
  await full.finished(id)
  addJobs(full.config.store, id, jobBounds.caller.entries - 2, 'completed')
  assert.equal((await full.create('the last')).status, 202)
  assertError(await full.create('one more'), [503, 'upstream_unavailable'])
})

test('jobs outlive the process, are shared by processes on one store, and contain no addresses', async t => {
  const one = await startWithJobs(t, { config: { trustProxy: ['127.0.0.1', '::1'] } })
  one.standIn.hold()
  const held = idOf(await one.create('handed on', { 'X-Forwarded-For': '198.51.100.77' }))
  await runningNow(one, held)
  const two = await startWithJobs(t, { config: { store: one.config.store }, records: [] })
  assert.equal((await two.status(held)).json().status, 'running')
  await one.close()
  const db = new DatabaseSync(statePath(one.config.store), { timeout: 5000 })
  const stored = JSON.stringify(db.prepare('SELECT caller, task FROM job').all())
  db.close()
  assert.doesNotMatch(stored, /198\.51/, 'the address of the caller is stored')
  const done = await two.finished(held)
  assert.equal(done.json().status, 'completed')
  assert.equal(two.standIn.asked.get('handed on'), 1)
})

test('a job whose owner is gone is run again, and the late owner changes nothing', async t => {
  const then = Date.now()
  const one = await startWithJobs(t, { now: () => then })
  const go = one.standIn.hold()
  const id = idOf(await one.create('left behind'))
  await runningNow(one, id)
  const two = await startWithJobs(t, { now: () => then + 11_000, config: { store: one.config.store }, records: [] })
  const done = await two.finished(id)
  go()
  const later = idOf(await one.create('afterwards'))
  await one.finished(later)
  assert.ok((await one.status(id)).body.equals(done.body))
  assert.deepEqual([one.standIn.asked.get('left behind'), two.standIn.asked.get('left behind')], [1, 1])
})

test('a job that takes too long fails with a timeout; one that is stopped stays unfinished', async () => {
  const { ask, hold } = makeStandIn()
  hold()
  const task = { question: { query: 'held', locale: null, mode: 'list' as const, previous: [] }, requestId: 'r' }
  const late = new AbortController()
  const running = runTask(ask, task, late.signal)
  late.abort(fail('timeout', 'The job took too long.'))
  const ending = await running
  assert.equal(ending?.status, 'failed')
  assert.equal(JSON.parse(ending.outcome).error, 'timeout')
  const stopped = new AbortController()
  const other = runTask(ask, task, stopped.signal)
  stopped.abort()
  assert.equal(await other, null)
})

test('the status document shows the queue', async t => {
  const held = await startWithJobs(t)
  held.standIn.hold()
  const ids = []
  for (let i = 0; i < 6; i++) ids.push(idOf(await held.create(`held ${i}`)))
  await runningNow(held, ids[3]!)
  const { components } = (await held.web('/status')).json()
  const { latency_ms, ...jobs } = components.find(({ name }: { name: string }) => name === 'jobs')
  assert.deepEqual(jobs, { name: 'jobs', status: 'operational', queued: 2, running: 4 })
  assert.ok(latency_ms >= 0)
})
