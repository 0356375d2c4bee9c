// Idempotency-Key as a part that any POST endpoint may use: endpoints of the test's own, on the real router and store.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, type TestContext, test } from 'node:test'
import { pino } from 'pino'
import { fail } from '../../src/errors.ts'
import { makeClientAddress } from '../../src/server/request/client-address.ts'
import { canonicalJson, makeIdempotency, type Outcome } from '../../src/server/request/idempotency.ts'
import { sendFresh } from '../../src/server/response/fresh-response.ts'
import { openStateStore } from '../../src/store/sqlite/state/state.ts'
import type { StateBounds } from '../../src/store/state.ts'
import { type Reply, type Scope, start } from '../support/start-service.ts'

const minute = 60_000
const hour = 60 * minute

async function stateFile(t: Scope): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-state-'))
  t.after(() => rm(folder, { recursive: true }))
  return join(folder, 'test-state.db')
}

const answerOf = (text: string, more: Partial<Outcome> = {}): Outcome => ({
  status: 200,
  head: ['Content-Type', 'text/plain', 'Location', '/somewhere'],
  body: Buffer.from(text),
  ...more,
})

/** A service with the endpoints /one and /two, which do what `state.run` says. */
async function endpoints(t: Scope) {
  const time = { now: Date.now() }
  const now = () => time.now
  const store = openStateStore(await stateFile(t))
  t.after(store.close)
  const log = pino({ level: 'silent' })
  const secret = Buffer.from('a secret of the test')
  const idempotency = makeIdempotency({ state: store, clientOf: makeClientAddress([]), secret, log, now })
  const state: { runs: number; run: () => Promise<Outcome> } = { runs: 0, run: async () => answerOf('done') }
  const service = await start(t, {
    now,
    extend: (host, router) => {
      for (const path of host === 'web' ? ['/one', '/two', '/one/:any'] : []) {
        router.post(path, async (request, reply) => {
          const run = () => {
            state.runs++
            return state.run()
          }
          await sendFresh(request, reply, await idempotency.once(request, run))
        })
      }
    },
  })
  const post = (path: string, { key, body = '{}' }: { key: string; body?: string }): Promise<Reply> => {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key }
    return service.web(path, { method: 'POST', headers, body })
  }
  return { time, state, post }
}

const { time, state, post } = await endpoints({ after })

const isReplay = ({ headers }: Reply) => headers['idempotent-replayed'] === 'true'

test('paths do not share keys', async () => {
  for (const path of ['/one', '/two', '/one/fr', '/one/es'])
    assert.ok(!isReplay(await post(path, { key: 'paths' })), path)
  assert.equal((await post('/two', { key: 'other', body: '{"a":1}' })).status, 200)
  assert.equal(state.runs, 5)
  for (const path of ['/one', '/two', '/one/fr', '/one?x=1'])
    assert.ok(isReplay(await post(path, { key: 'paths' })), path)
  assert.equal(state.runs, 5)
})

test('status, headers and any bytes come back as they were', async () => {
  const body = Buffer.from(Array.from({ length: 5000 }, (_, i) => i % 256))
  state.run = async () => answerOf('', { status: 202, body })
  const first = await post('/one', { key: 'bytes' })
  const again = await post('/one', { key: 'bytes' })
  assert.deepEqual([again.status, again.headers.location], [202, '/somewhere'])
  assert.ok(first.body.equals(body) && again.body.equals(body))
})

test('failures, redirections and answers of the moment are not kept', async () => {
  const outcomes: (() => Promise<Outcome>)[] = [
    () => Promise.reject(fail('validation_failed', 'No.')),
    () => Promise.reject(fail('rate_limited', 'Slower.')),
    () => Promise.reject(fail('upstream_unavailable', 'Away.')),
    () => Promise.reject(new TypeError('a mistake of ours')),
    async () => answerOf('no', { status: 404 }),
    async () => answerOf('elsewhere', { status: 303 }),
    async () => answerOf('hardly', { passing: true }),
  ]
  const statuses: number[] = []
  for (const run of outcomes) {
    state.run = run
    const reply = await post('/one', { key: 'failures' })
    statuses.push(reply.status)
    assert.ok(!isReplay(reply))
  }
  assert.deepEqual(statuses, [422, 429, 503, 500, 404, 303, 200])
  state.run = async () => answerOf('done')
  assert.equal((await post('/one', { key: 'failures' })).text, 'done')
  assert.ok(isReplay(await post('/one', { key: 'failures' })))
})

test('whoever died while answering blocks the key for a minute at most, and comes too late afterwards', async () => {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const started = Promise.withResolvers<void>()
  state.run = () => {
    started.resolve()
    return promise
  }
  const lost = post('/one', { key: 'lost' })
  await started.promise
  state.run = async () => answerOf('second')
  time.now += minute - 1
  assert.equal((await post('/one', { key: 'lost' })).status, 409)
  time.now += 1
  const second = await post('/one', { key: 'lost' })
  assert.deepEqual([second.status, second.text], [200, 'second'])
  resolve(answerOf('first'))
  assert.equal((await lost).text, 'first')
  const again = await post('/one', { key: 'lost' })
  assert.ok(isReplay(again))
  assert.equal(again.text, 'second')
})

test('a clock that goes back blocks nobody', async () => {
  const started = Promise.withResolvers<void>()
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  state.run = () => {
    started.resolve()
    return promise
  }
  const slow = post('/one', { key: 'clock' })
  await started.promise
  time.now -= hour
  state.run = async () => answerOf('second')
  assert.equal((await post('/one', { key: 'clock' })).text, 'second')
  resolve(answerOf('first'))
  await slow
})

test('canonical JSON does not depend on order and space, but on everything else', () => {
  assert.equal(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true }), '{"a":true,"b":[1,{"c":"x","d":null}]}')
  assert.equal(canonicalJson(JSON.parse('{"a":1.0,"b":"\\u0041"}')), canonicalJson({ b: 'A', a: 1 }))
  const values = [undefined, null, {}, [], '', 'null', 0, '0', false, [[]], [{}], { a: null }, { a: 1 }, ['a', 1]]
  assert.equal(new Set(values.map(canonicalJson)).size, values.length)
})

const bounds: StateBounds = { everyone: { entries: 20, bytes: 40_000 }, caller: { entries: 8, bytes: 12_000 } }
const terms = { leaseMs: minute, keepMs: 24 * hour }

/** A state store on a file of its own, and who has what in it. */
async function boundedState(t: TestContext) {
  const path = await stateFile(t)
  const state = openStateStore(path, bounds)
  t.after(state.close)
  const time = { now: 1_000_000 }
  const keep = async (caller: string, name: string, body: Buffer = Buffer.from(name)): Promise<boolean> => {
    const scope = `${caller} ${name}`
    const claim = await state.claim({ scope, caller, fingerprint: 'f', holder: 'h', now: time.now++, ...terms })
    assert.equal(claim.outcome, 'claimed')
    return state.keep({ scope, holder: 'h', answer: { status: 200, head: [], body } })
  }
  const kept = (): string[] => {
    const db = new DatabaseSync(path)
    const rows = db.prepare('SELECT scope FROM idempotency ORDER BY at').all() as { scope: string }[]
    db.close()
    return rows.map(({ scope }) => scope)
  }
  return { path, state, time, keep, kept }
}

/** Bytes that do not get smaller. */
const noise = (size: number) => crypto.getRandomValues(Buffer.alloc(size))

test('a caller pushes out only what is its own, the oldest first', async t => {
  const { keep, kept } = await boundedState(t)
  for (let i = 0; i < 5; i++) await keep('quiet', String(i))
  for (let i = 0; i < 100; i++) assert.ok(await keep('busy', String(i)))
  const expected = [...[0, 1, 2, 3, 4].map(i => `quiet ${i}`), ...Array.from({ length: 8 }, (_, i) => `busy ${92 + i}`)]
  assert.deepEqual(kept(), expected)
})

test('bytes count too, and what is too large for anybody is not kept', async t => {
  const { keep, kept, state, time } = await boundedState(t)
  await keep('quiet', 'small')
  for (let i = 0; i < 10; i++) assert.ok(await keep('busy', String(i), noise(3000)))
  assert.deepEqual(kept(), ['quiet small', 'busy 7', 'busy 8', 'busy 9'])
  assert.equal(await keep('busy', 'huge', noise(20_000)), false)
  assert.deepEqual(kept(), ['quiet small', 'busy 7', 'busy 8', 'busy 9'])
  const again = { scope: 'busy huge', caller: 'busy', fingerprint: 'f', holder: 'h2', now: time.now, ...terms }
  assert.equal((await state.claim(again)).outcome, 'claimed')
})

test('all together are bounded as well', async t => {
  const { keep, kept } = await boundedState(t)
  for (let i = 0; i < 50; i++) await keep(`caller ${i}`, 'x')
  assert.deepEqual(
    kept(),
    Array.from({ length: 20 }, (_, i) => `caller ${30 + i} x`),
  )
  for (let i = 0; i < 20; i++) await keep(`large ${i}`, 'x', noise(9000))
  assert.deepEqual(
    kept(),
    [16, 17, 18, 19].map(i => `large ${i} x`),
  )
})

test('what is too old is swept out by whoever comes next, and the books are right', async t => {
  const { keep, kept, time, path, state } = await boundedState(t)
  for (let i = 0; i < 15; i++) await keep(`caller ${i}`, 'x')
  time.now += 24 * hour
  await keep('late', 'x')
  assert.deepEqual(kept(), ['late x'])
  await state.release({ scope: 'late x', holder: 'h' })
  assert.deepEqual(kept(), ['late x'], 'what is kept is not released')
  const db = new DatabaseSync(path)
  const uses = db.prepare('SELECT * FROM idempotency_use ORDER BY caller').all() as Record<string, unknown>[]
  const { total } = db.prepare('SELECT sum(bytes) AS total FROM idempotency').get() as { total: number }
  db.close()
  assert.deepEqual(
    uses.map(use => ({ ...use })),
    [
      { caller: '', entries: 1, bytes: total },
      { caller: 'late', entries: 1, bytes: total },
    ],
  )
})

test('a file of a newer version is left alone', async t => {
  const path = await stateFile(t)
  const db = new DatabaseSync(path)
  db.exec('PRAGMA user_version = 99')
  db.close()
  const state = openStateStore(path)
  t.after(state.close)
  await assert.rejects(state.ping(), { error: 'upstream_unavailable' })
})
