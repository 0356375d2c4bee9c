// Ask jobs over HTTP: creating, polling and awaiting.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { statePath } from '../../src/store/sqlite/state/state.ts'
import { assertError, idOf, runningNow, startWithJobs } from './jobs-service.ts'

const day = 24 * 60 * 60 * 1000
const time = { now: Date.now() }
const service = await startWithJobs({ after }, { now: () => time.now })
const { create, finished, status, post } = service

test('a job is created, polled and completed', async () => {
  const reply = await create('What is this?')
  assert.equal(reply.status, 202)
  const { job_id, status_url, status: first, created_at, _meta, promise, ...rest } = reply.json()
  assert.deepEqual(rest, {})
  assert.match(job_id, /^[A-Za-z0-9_-]{24}$/)
  assert.equal(status_url, `${service.webUrl}/ask/jobs/${job_id}`)
  assert.equal(first, 'queued')
  assert.equal(created_at, new Date(time.now).toISOString())
  assert.deepEqual(_meta, { response_type: 'promise', version: '0.55', request_id: reply.headers['x-request-id'] })
  assert.deepEqual(promise, { token: job_id, estimated_time: 5 })
  assert.equal(reply.headers.location, status_url)
  assert.equal(reply.headers['retry-after'], '5')
  assert.equal(reply.headers['cache-control'], 'no-store')

  const done = await finished(job_id)
  const { result, updated_at, ...facts } = done.json()
  assert.deepEqual(facts, { job_id, status: 'completed', created_at })
  assert.equal(new Date(updated_at).toISOString(), updated_at)
  assert.equal(result.query, 'What is this?')
  assert.equal(result._meta.response_type, 'answer')
  assert.equal(result._meta.request_id, reply.headers['x-request-id'])
  assert.equal(done.headers['retry-after'], undefined)
  assert.equal(done.headers['cache-control'], 'no-store')
  assert.ok(done.body.equals((await status(job_id)).body))
})

test('an unfinished job states Retry-After', async t => {
  const held = await startWithJobs(t)
  const go = held.standIn.hold()
  const id = idOf(await held.create('slow'))
  await runningNow(held, id)
  const reply = await held.status(id)
  assert.equal(reply.headers['retry-after'], '5')
  assert.equal(reply.headers['cache-control'], 'no-store')
  assert.deepEqual(Object.keys(reply.json()), ['job_id', 'status', 'created_at', 'updated_at'])
  const promise = await held.post('/await', { promise_token: id, action: 'checkin' })
  assert.deepEqual([promise.status, promise.headers['retry-after']], [202, '5'])
  assert.deepEqual([promise.json()._meta.response_type, promise.json().promise.token], ['promise', id])
  go()
  assert.equal((await held.finished(id)).json().status, 'completed')
})

test('HEAD is GET without the body', async () => {
  const id = idOf(await create('for HEAD'))
  const got = await finished(id)
  const head = await service.web(`/ask/jobs/${id}`, { method: 'HEAD' })
  assert.deepEqual([head.status, head.text], [200, ''])
  for (const name of ['content-type', 'content-length', 'cache-control', 'vary']) {
    assert.equal(head.headers[name], got.headers[name], name)
  }
  assert.equal((await service.web('/ask/jobs/unknown', { method: 'HEAD' })).status, 404)
})

test('returns 404 for unknown ids', async () => {
  const odd = ['x', 'A'.repeat(24), 'A'.repeat(3000), '%00', '%F0%9F%92%A9', "'%20OR%201=1--", '..%2f..%2fstatus']
  for (const id of odd) assertError(await status(id), [404, 'not_found'])
  for (const token of odd) assertError(await post('/await', { promise_token: token }), [404, 'not_found'])
})

test('ids cannot be guessed from one another', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, async () => idOf(await create('id'))))
  assert.equal(new Set(ids).size, ids.length)
  for (let at = 0; at < 20; at++) assert.ok(new Set(ids.map(id => id[at])).size > 4, `character ${at} hardly changes`)
})

test('bodies are checked as those of ask', async () => {
  const bare = await service.web('/ask/jobs', { method: 'POST' })
  assert.equal(bare.status, 202)
  assert.equal((await finished(idOf(bare))).json().result.query, '')
  for (const body of ['{}', '{"query":null}', '{"query":"  "}', '{"query":{"text":"what"}}', '{"other":[]}', '']) {
    const reply = await post('/ask/jobs', body)
    assert.equal(reply.status, 202, body)
    assert.equal((await finished(idOf(reply))).json().status, 'completed', body)
  }
  const wrong = {
    body: ['[]', '"what"', 'null', '17'],
    query: ['{"query":17}', '{"query":[]}', '{"query":true}'],
    'query.text': ['{"query":{}}', '{"query":{"text":5}}'],
    locale: ['{"locale":"en_US"}', '{"locale":""}', '{"locale":5}'],
    prefer: ['{"prefer":[]}'],
    'prefer.mode': ['{"prefer":{"mode":"dance"}}', '{"prefer":{"mode":5}}'],
    'prefer.streaming': ['{"prefer":{"streaming":"true"}}', '{"prefer":{"streaming":1}}'],
  }
  for (const [field, bodies] of Object.entries(wrong)) {
    for (const body of bodies) assertError(await post('/ask/jobs', body), [422, 'validation_failed'], field)
  }
  assertError(await create('x'.repeat(2001)), [422, 'validation_failed'], 'query')
  assert.equal((await create('x'.repeat(2000))).status, 202)
})

test('the same key creates one job', async () => {
  const key = { 'Idempotency-Key': 'job-key' }
  const first = await create('only once', key)
  const again = await create('only once', key)
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.deepEqual([again.status, again.headers.location], [202, first.headers.location])
  assert.ok(again.body.equals(first.body))
  await finished(idOf(first))
  assert.equal(service.standIn.asked.get('only once'), 1)
  assertError(await create('another', key), [422, 'validation_failed'], 'Idempotency-Key')
  assertError(await create('x'.repeat(2001), { 'Idempotency-Key': 'free' }), [422, 'validation_failed'], 'query')
  assert.equal((await create('fine', { 'Idempotency-Key': 'free' })).status, 202)
})

test('a failed job has the usual error and no internals', async () => {
  const expected = [
    ['fail with a timeout', 'timeout', 50400],
    ['fall over', 'internal_error', 50000],
  ] as const
  for (const [query, error, code] of expected) {
    const reply = await create(query)
    const body = (await finished(idOf(reply))).json()
    assert.deepEqual([body.status, body.error.error, body.error.code, body.result], ['failed', error, code, undefined])
    assert.equal(body.error.request_id, reply.headers['x-request-id'])
    assert.doesNotMatch(JSON.stringify(body), /secret/)
    const awaited = await post('/await', { promise_token: idOf(reply) })
    assert.deepEqual([awaited.status, awaited.json()._meta.response_type], [200, 'failure'])
    assert.deepEqual(awaited.json().error, body.error)
  }
})

test('await returns the answer itself', async () => {
  const id = idOf(await create('awaited'))
  const { result } = (await finished(id)).json()
  const bodies = [
    { promise_token: id, action: 'checkin' },
    { promise_token: ` ${id} `, meta: { version: '0.55' } },
    { token: id },
    { promise: { token: id } },
    { job_id: id },
    { promise_token: id, action: 'cancel' },
  ]
  for (const body of bodies) {
    const reply = await post('/await', body)
    assert.deepEqual([reply.status, reply.headers['cache-control']], [200, 'no-store'])
    assert.deepEqual(reply.json(), result)
  }
})

test('await names wrong fields', async () => {
  for (const body of ['{}', '[]', 'null', '17', '"token"', '{"action":"checkin"}', '{']) {
    assertError(await post('/await', body), [400, 'invalid_request'])
  }
  assertError(await service.web('/await', { method: 'POST' }), [400, 'invalid_request'], 'promise_token')
  assertError(await post('/await', { promise_token: 17 }), [422, 'validation_failed'], 'promise_token')
  for (const action of ['delete', 17, {}, '']) {
    assertError(await post('/await', { promise_token: 'A'.repeat(24), action }), [422, 'validation_failed'], 'action')
  }
})

test('jobs are kept for 24 hours', async () => {
  const id = idOf(await create('for a day'))
  await finished(id)
  time.now += day - 1
  assert.equal((await status(id)).status, 200)
  time.now += 1
  assertError(await status(id), [404, 'not_found'])
  assertError(await post('/await', { promise_token: id }), [404, 'not_found'])
  const db = new DatabaseSync(statePath(service.config.store))
  const rows = () => db.prepare('SELECT count(*) AS n FROM job WHERE created_at <= ?').get(time.now - day)?.n
  for (let i = 0; i < 10 && rows() !== 0; i++) await finished(idOf(await create(`sweeps ${i}`)))
  assert.equal(rows(), 0)
  const used = db.prepare("SELECT entries, unfinished FROM job_use WHERE caller = ''").get()
  const counted = db.prepare('SELECT count(*) AS entries, 0 AS unfinished FROM job').get()
  assert.deepEqual({ ...used }, { ...counted })
  db.close()
})
