// Idempotency-Key on an endpoint that can fail or hang, and the bounds of the state store.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, type TestContext, test } from 'node:test'
import { pino } from 'pino'
import { fail } from '../../src/errors.ts'
import { makeClientAddress } from '../../src/server/request/client-address.ts'
import { makeIdempotency, type Outcome } from '../../src/server/request/idempotency.ts'
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

/** A service with the endpoint /one, which does what `state.run` says. */
async function endpoints(t: Scope) {
  const time = { now: Date.now() }
  const now = () => time.now
  const store = openStateStore(await stateFile(t))
  t.after(store.close)
  const log = pino({ level: 'silent' })
  const secret = Buffer.from('a secret of the test')
  const idempotency = makeIdempotency({ state: store, clientOf: makeClientAddress([]), secret, log, now })
  const state: { run: () => Promise<Outcome> } = { run: async () => answerOf('done') }
  const service = await start(t, {
    now,
    extend: (host, router) => {
      if (host === 'web') {
        router.post('/one', async (request, reply) => {
          await sendFresh(request, reply, await idempotency.once(request, () => state.run()))
        })
      }
    },
  })
  const post = (key: string): Promise<Reply> => {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key }
    return service.web('/one', { method: 'POST', headers, body: '{}' })
  }
  return { time, state, post }
}

const { time, state, post } = await endpoints({ after })

const isReplay = ({ headers }: Reply) => headers['idempotent-replayed'] === 'true'

test('failures, redirections and temporary answers are not stored', async () => {
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
    const reply = await post('failures')
    statuses.push(reply.status)
    assert.ok(!isReplay(reply))
  }
  assert.deepEqual(statuses, [422, 429, 503, 500, 404, 303, 200])
  state.run = async () => answerOf('done')
  assert.equal((await post('failures')).text, 'done')
  assert.ok(isReplay(await post('failures')))
})

test('a request that died blocks its key for at most a minute, and cannot store its answer later', async () => {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const started = Promise.withResolvers<void>()
  state.run = () => {
    started.resolve()
    return promise
  }
  const lost = post('lost')
  await started.promise
  state.run = async () => answerOf('second')
  time.now += minute - 1
  assert.equal((await post('lost')).status, 409)
  time.now += 1
  const second = await post('lost')
  assert.deepEqual([second.status, second.text], [200, 'second'])
  resolve(answerOf('first'))
  assert.equal((await lost).text, 'first')
  const again = await post('lost')
  assert.ok(isReplay(again))
  assert.equal(again.text, 'second')
})

test('a clock that goes back blocks no key', async () => {
  const started = Promise.withResolvers<void>()
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  state.run = () => {
    started.resolve()
    return promise
  }
  const slow = post('clock')
  await started.promise
  time.now -= hour
  state.run = async () => answerOf('second')
  assert.equal((await post('clock')).text, 'second')
  resolve(answerOf('first'))
  await slow
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

test('a caller evicts only its own entries, the oldest first', async t => {
  const { keep, kept } = await boundedState(t)
  for (let i = 0; i < 5; i++) await keep('quiet', String(i))
  for (let i = 0; i < 100; i++) assert.ok(await keep('busy', String(i)))
  const expected = [...[0, 1, 2, 3, 4].map(i => `quiet ${i}`), ...Array.from({ length: 8 }, (_, i) => `busy ${92 + i}`)]
  assert.deepEqual(kept(), expected)
})

test('bytes are bounded too, and what is too large is not stored', async t => {
  const { keep, kept, state, time } = await boundedState(t)
  await keep('quiet', 'small')
  for (let i = 0; i < 10; i++) assert.ok(await keep('busy', String(i), noise(3000)))
  assert.deepEqual(kept(), ['quiet small', 'busy 7', 'busy 8', 'busy 9'])
  assert.equal(await keep('busy', 'huge', noise(20_000)), false)
  assert.deepEqual(kept(), ['quiet small', 'busy 7', 'busy 8', 'busy 9'])
  const again = { scope: 'busy huge', caller: 'busy', fingerprint: 'f', holder: 'h2', now: time.now, ...terms }
  assert.equal((await state.claim(again)).outcome, 'claimed')
})

test('all callers together are bounded', async t => {
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

test('expired entries are removed by the next request, and the totals are right', async t => {
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
