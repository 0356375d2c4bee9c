// What requests leave behind, kept in PostgreSQL as in SQLite: the same calls, the same outcomes.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { openPostgresState } from '../../../src/store/postgres/state/state.ts'
import { openStateStore } from '../../../src/store/sqlite/state/state.ts'
import type { ClaimedJob, JobBounds, StateBounds, StateStore } from '../../../src/store/state.ts'
import { sharedCluster } from '../../support/servers/postgres-cluster.ts'
import { scratchFolder } from '../../support/vitrine-process.ts'

const folder = scratchFolder()
const cluster = await sharedCluster()
after(cluster.stop)

const minute = 60_000
const day = 24 * 60 * minute
const bounds: StateBounds = { total: { entries: 20, bytes: 40_000 }, caller: { entries: 8, bytes: 12_000 } }
const jobBounds: JobBounds = {
  total: { unfinished: 6, entries: 12, bytes: 40_000 },
  caller: { unfinished: 4, entries: 8, bytes: 20_000 },
}

type Open = () => StateStore
let files = 0
const kinds: Record<string, () => Promise<{ open: Open; url?: string }>> = {
  SQLite: async () => {
    const path = join(folder, `state-${files++}.db`)
    return { open: () => openStateStore(path, bounds, jobBounds) }
  },
  PostgreSQL: async () => {
    const url = await cluster.newDatabase()
    return { url, open: () => openPostgresState(url, bounds, jobBounds) }
  },
}

/** Two processes' worth of stores on the same place. */
async function withTwo(
  make: (typeof kinds)[string],
  work: (one: StateStore, two: StateStore, url?: string) => Promise<void>,
) {
  const { open, url } = await make()
  const [one, two] = [open(), open()]
  try {
    await work(one, two, url)
  } finally {
    await Promise.all([one.close(), two.close()])
  }
}

const answerOf = (text: string) => ({ status: 202, head: ['Location', '/x'], body: Buffer.from(text) })
const noise = (size: number) => crypto.getRandomValues(Buffer.alloc(size))

for (const [name, make] of Object.entries(kinds)) {
  describe(`state on ${name}`, () => {
    const request = (scope: string, more: object = {}) => ({
      scope,
      caller: 'c',
      fingerprint: 'f',
      holder: 'h1',
      now: 1_000_000,
      leaseMs: minute,
      keepMs: day,
      ...more,
    })

    test('health checks: the worst of all processes, until they are too old', () =>
      withTwo(make, async (one, two) => {
        const record = (period: number, level: number, ms: number) => ({ period, component: 'store', level, ms })
        await one.health.record({ records: [record(7, 0, 1.5), record(8, 1, 3)], from: 0 })
        await two.health.record({ records: [record(8, 0, 20.25), record(9, 2, 1)], from: 8 })
        const kept = [record(8, 1, 20.25), record(9, 2, 1)]
        assert.deepEqual(
          (await one.health.read({ from: 0 })).map(row => ({ ...row })),
          kept,
        )
        assert.deepEqual((await two.health.read({ from: 9 })).length, 1)
      }))

    test('vectors: shared, replaced, and only the newest kept', () =>
      withTwo(make, async (one, two) => {
        const entry = (key: string, ...numbers: number[]) => ({ key, value: Int8Array.from(numbers) })
        await one.vectors.write({ entries: [entry('a', 1, -127)], now: 1 })
        await two.vectors.write({ entries: [entry('b', 2, 127)], now: 2 })
        assert.deepEqual(await two.vectors.read({ keys: ['a', 'c'] }), [entry('a', 1, -127)])
        await two.vectors.write({ entries: [entry('a', 5)], now: 3 })
        await one.vectors.write({ entries: [entry('c', 3), entry('d', 4), entry('e', 6)], now: 4 })
        const many = ['a', 'b', 'c', 'd', 'e', ...Array.from({ length: 70 }, (_, i) => `${i}`)]
        const found = (await one.vectors.read({ keys: many })).sort((x, y) => (x.key < y.key ? -1 : 1))
        assert.deepEqual(found, [entry('a', 5), entry('c', 3), entry('d', 4), entry('e', 6)])
      }))

    test('a key is claimed once, answered, and answered the same again', () =>
      withTwo(make, async (one, two) => {
        assert.deepEqual(await one.claim(request('s')), { outcome: 'claimed' })
        assert.deepEqual(await two.claim(request('s', { holder: 'h2' })), { outcome: 'running' })
        assert.deepEqual(await two.claim(request('s', { fingerprint: 'g' })), { outcome: 'other_request' })
        assert.equal(await two.storeResponse({ scope: 's', holder: 'h2', answer: answerOf('no') }), false)
        const answer = { ...answerOf(''), body: Buffer.from(Array.from({ length: 3000 }, (_, i) => i % 256)) }
        assert.equal(await one.storeResponse({ scope: 's', holder: 'h1', answer }), true)
        assert.deepEqual(await two.claim(request('s', { holder: 'h3' })), { outcome: 'stored', answer })
        assert.deepEqual(await two.claim(request('s', { fingerprint: 'g' })), { outcome: 'other_request' })
        await one.release({ scope: 's', holder: 'h1' })
        assert.equal((await two.claim(request('s'))).outcome, 'stored')
        assert.equal((await two.claim(request('s', { now: 1_000_000 + day }))).outcome, 'claimed')
      }))

    test('a claim that is released or runs out is free again; who comes late keeps nothing', () =>
      withTwo(make, async (one, two) => {
        await one.claim(request('s'))
        await one.release({ scope: 's', holder: 'h1' })
        assert.equal((await two.claim(request('s', { holder: 'h2' }))).outcome, 'claimed')
        const later = 1_000_000 + minute
        assert.equal((await one.claim(request('s', { holder: 'h3', now: later - 1 }))).outcome, 'running')
        assert.equal((await one.claim(request('s', { holder: 'h3', now: later }))).outcome, 'claimed')
        assert.equal(await two.storeResponse({ scope: 's', holder: 'h2', answer: answerOf('late') }), false)
        assert.equal((await two.claim(request('s', { holder: 'h4', now: later - 3 * minute }))).outcome, 'claimed')
      }))

    test('of many claims at once one is granted', () =>
      withTwo(make, async (one, two) => {
        const claims = Array.from({ length: 24 }, (_, i) =>
          (i % 2 ? one : two).claim(request('s', { holder: `holder ${i}` })),
        )
        const outcomes = (await Promise.all(claims)).map(({ outcome }) => outcome)
        assert.deepEqual(outcomes.filter(outcome => outcome === 'claimed').length, 1)
        assert.deepEqual(outcomes.filter(outcome => outcome === 'running').length, 23)
      }))

    test('what is oldest goes first, of the caller and of all', () =>
      withTwo(make, async state => {
        let now = 1_000_000
        const keep = async (caller: string, key: string, body = Buffer.from(key)) => {
          const scope = `${caller} ${key}`
          await state.claim(request(scope, { caller, now: now++ }))
          return state.storeResponse({ scope, holder: 'h1', answer: { status: 200, head: [], body } })
        }
        const isKept = async (scope: string) =>
          (await state.claim(request(scope, { now: 1_000_100 }))).outcome === 'stored'
        assert.ok(await keep('quiet', '1'))
        for (let i = 0; i < 20; i++) assert.ok(await keep('busy', String(i)))
        assert.deepEqual(await Promise.all(['quiet 1', 'busy 19', 'busy 12'].map(isKept)), [true, true, true])
        assert.equal(await isKept('busy 11'), false)
        assert.equal(await keep('large', 'x', noise(13_000)), false)
        for (let i = 0; i < 6; i++) assert.ok(await keep(`caller ${i}`, 'x', noise(9000)))
        assert.equal(await isKept('caller 0 x'), false)
        assert.equal(await isKept('caller 5 x'), true)
      }))

    const job = (id: string, more: object = {}) => ({
      id,
      caller: 'c',
      task: `task ${id}`,
      now: 1000,
      keepMs: day,
      ...more,
    })
    const claim = (owner: string, more: object = {}) => ({ owner, now: 2000, leaseMs: 10_000, keepMs: day, ...more })
    const asked = (id: string) => ({ id, now: 5000, keepMs: day })

    test('a job is done by one, and what came of it never changes', () =>
      withTwo(make, async ({ jobs: one }, { jobs: two }) => {
        assert.equal(await one.create(job('a')), true)
        assert.equal(await one.create(job('b')), true)
        assert.deepEqual(await two.counts({}), { queued: 2, running: 0 })
        assert.deepEqual(await two.claim(claim('o1')), { id: 'a', task: 'task a', attempts: 1 })
        assert.deepEqual(await one.claim(claim('o2')), { id: 'b', task: 'task b', attempts: 1 })
        assert.equal(await one.claim(claim('o3')), null)
        assert.deepEqual(await two.counts({}), { queued: 0, running: 2 })
        assert.equal(await one.renew({ id: 'a', owner: 'o2', now: 3000, leaseMs: 10_000 }), false)
        assert.equal(await one.renew({ id: 'a', owner: 'o1', now: 3000, leaseMs: 10_000 }), true)
        const end = { now: 4000, status: 'completed' as const, outcome: 'done' }
        assert.equal(await one.finish({ id: 'a', owner: 'o2', ...end }), false)
        assert.equal(await one.finish({ id: 'a', owner: 'o1', ...end }), true)
        assert.equal(await one.finish({ id: 'a', owner: 'o1', ...end, outcome: 'other' }), false)
        const done = { id: 'a', status: 'completed', createdAt: 1000, updatedAt: 4000, outcome: 'done' }
        assert.deepEqual(await two.read(asked('a')), done)
        assert.deepEqual(await two.cancel({ ...asked('a'), outcome: 'no' }), done)
        assert.equal((await two.cancel({ ...asked('b'), outcome: 'stopped' }))?.outcome, 'stopped')
        assert.equal(await one.finish({ id: 'b', owner: 'o2', ...end }), false)
        assert.equal(await one.read({ ...asked('a'), now: 1000 + day }), null)
        assert.equal(await one.read(asked('unknown')), null)
      }))

    test('a job whose owner is gone comes first, and given back it counts as not tried', () =>
      withTwo(make, async ({ jobs: one }, { jobs: two }) => {
        for (const id of ['a', 'b']) await one.create(job(id))
        await one.claim(claim('o1'))
        assert.equal(await one.release({ id: 'a', owner: 'o1', now: 2500 }), true)
        assert.deepEqual(await two.claim(claim('o2')), { id: 'a', task: 'task a', attempts: 1 })
        assert.deepEqual(await two.claim(claim('o3', { now: 11_999 })), { id: 'b', task: 'task b', attempts: 1 })
        assert.deepEqual(await one.claim(claim('o4', { now: 12_000 })), { id: 'a', task: 'task a', attempts: 2 })
        assert.equal(await two.renew({ id: 'a', owner: 'o2', now: 12_000, leaseMs: 10_000 }), false)
      }))

    test('many who claim at once get one job each, none twice', () =>
      withTwo(make, async (one, two) => {
        for (let i = 0; i < 6; i++) await one.jobs.create(job(`j${i}`, { caller: `c${i}` }))
        const claims = Array.from({ length: 12 }, (_, i) => (i % 2 ? one : two).jobs.claim(claim(`owner ${i}`)))
        const got = (await Promise.all(claims)).filter((found): found is ClaimedJob => found !== null)
        assert.equal(new Set(got.map(({ id }) => id)).size, got.length)
        const rest = await Promise.all(Array.from({ length: 6 }, (_, i) => one.jobs.claim(claim(`later ${i}`))))
        assert.equal(got.length + rest.filter(found => found !== null).length, 6)
      }))

    test('there is room for so many, in all and for each caller, and what is old makes room', () =>
      withTwo(make, async ({ jobs }) => {
        for (let i = 0; i < 4; i++) assert.equal(await jobs.create(job(`a${i}`)), true)
        assert.equal(await jobs.create(job('a4')), false)
        for (let i = 0; i < 2; i++) assert.equal(await jobs.create(job(`b${i}`, { caller: 'd' })), true)
        assert.equal(await jobs.create(job('b2', { caller: 'd' })), false)
        assert.equal(await jobs.create(job('b2', { caller: 'd', now: 1000 + day })), true)
        assert.deepEqual(await jobs.counts({}), { queued: 1, running: 0 })
      }))

    test('it tells whether anything can be written', () => withTwo(make, state => state.ping()))
  })
}

describe('the books in PostgreSQL', () => {
  test('are right after many calls at once', () =>
    withTwo(kinds.PostgreSQL!, async (one, two, url) => {
      const calls = Array.from({ length: 24 }, async (_, i) => {
        const state = i % 2 ? one : two
        const scope = `scope ${i % 12}`
        const given = {
          scope,
          caller: `c${i % 3}`,
          fingerprint: 'f',
          holder: `h${i}`,
          now: i,
          leaseMs: minute,
          keepMs: day,
        }
        const { outcome } = await state.claim(given)
        if (outcome === 'claimed')
          await state.storeResponse({ scope, holder: `h${i}`, answer: answerOf(`answer ${i}`) })
      })
      await Promise.all(calls)
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      const counted = await client.query(
        `SELECT caller, count(*) AS entries, sum(bytes) AS bytes FROM idempotency GROUP BY caller
         UNION ALL SELECT '', count(*), sum(bytes) FROM idempotency ORDER BY caller`,
      )
      const kept = await client.query('SELECT caller, entries, bytes FROM idempotency_use ORDER BY caller')
      await client.end()
      assert.deepEqual(kept.rows, counted.rows)
      assert.ok(Number(kept.rows[0].entries) > 0)
    }))
})
