// The response cache without a service. server/cache.test.ts tests it over HTTP.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as soon } from 'node:timers/promises'
import { makeResponseCache } from '../../src/cache/response-cache.ts'
import { withDeadline } from '../../src/cache/single-flight.ts'
import { type Failure, fail } from '../../src/errors.ts'

type Value = { text: string }

function makeData() {
  let version = 1
  let unavailableSince: number | null = null
  const listeners = new Set<() => void>()
  return {
    version: () => version,
    unavailableSince: () => unavailableSince,
    goAway(since: number | null) {
      unavailableSince = since
    },
    onChange: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    move() {
      version++
      for (const listener of listeners) listener()
    },
  }
}

function makeCache(options: { maxBytes?: number; deadlineMs?: number; admit?: () => void } = {}) {
  const data = makeData()
  const time = { now: 5_000_000 }
  const dropped: string[] = []
  const answers = makeResponseCache<Value>({
    maxBytes: 1_000_000,
    deadlineMs: 60_000,
    sizeOf: value => value.text.length,
    isSame: (one, other) => one.text === other.text,
    data,
    now: () => time.now,
    onRemove: value => dropped.push(value.text),
    ...options,
  })
  return { data, time, dropped, answers }
}

const made = (text: string) => async () => ({ text })
const failing = (failure: unknown) => async () => Promise.reject(failure)

test('an answer is made once for each key and data version', async () => {
  const { data, time, answers } = makeCache()
  const first = await answers.get('k', made('one'))
  assert.deepEqual(first, { value: { text: 'one' }, isCurrent: true, age: null })
  assert.equal((await answers.get('k', made('two'))).value, first.value)
  assert.equal((await answers.get('other', made('three'))).value.text, 'three')
  data.move()
  time.now += 1000
  assert.equal((await answers.get('k', made('two'))).value.text, 'two')
})

test('simultaneous requests for a missing answer share one call', async () => {
  const { answers } = makeCache()
  let calls = 0
  const slow = async () => {
    calls++
    await soon()
    return { text: 'shared' }
  }
  const all = await Promise.all(Array.from({ length: 50 }, () => answers.get('k', slow)))
  assert.equal(calls, 1)
  assert.ok(all.every(({ value }) => value === all[0]!.value))
  await assert.rejects(Promise.all([1, 2].map(() => answers.get('bad', failing(fail('internal_error', 'no'))))))
  assert.equal((await answers.get('bad', made('good'))).value.text, 'good')
})

test('new data: the old answer is given for a moment while the new one is made, then no more', async () => {
  const { data, time, answers } = makeCache()
  await answers.get('k', made('old'))
  data.move()
  const bridging = await answers.get('k', made('new'))
  assert.deepEqual(bridging, { value: { text: 'old' }, isCurrent: false, age: null })
  await soon()
  assert.deepEqual(await answers.get('k', made('never')), {
    value: { text: 'new' },
    isCurrent: true,
    age: null,
  })
  data.move()
  time.now += 250
  assert.equal((await answers.get('k', made('newer'))).value.text, 'newer')
})

test('an attempt for old data that ends late does not replace a newer response, even an identical one', async () => {
  const { data, time, answers } = makeCache()
  const { promise, resolve } = Promise.withResolvers<Value>()
  const late = answers.get('k', () => promise)
  data.move()
  time.now += 1000
  await answers.get('k', made('one'))
  resolve({ text: 'one' })
  await late
  assert.deepEqual(await answers.get('k', made('two')), { value: { text: 'one' }, isCurrent: true, age: null })
  assert.equal(answers.counts.hit, 1)
})

test('an answer made while the data changes is returned, but not kept as current', async () => {
  const { data, time, answers } = makeCache()
  const found = await answers.get('k', async () => {
    data.move()
    return { text: 'from before' }
  })
  assert.equal(found.isCurrent, false)
  time.now += 1000
  assert.equal((await answers.get('k', made('from after'))).value.text, 'from after')
})

test('when the store fails, the last answer stands in for at most a day and says its age', async () => {
  const { data, time, answers } = makeCache()
  await answers.get('k', made('old'))
  data.move()
  time.now += 10_000
  let tries = 0
  const down = async () => {
    tries++
    throw fail('upstream_unavailable', 'away')
  }
  assert.deepEqual(await answers.get('k', down), { value: { text: 'old' }, isCurrent: false, age: 10 })
  time.now += 999
  assert.equal((await answers.get('k', down)).age, 10)
  assert.equal(tries, 1, 'tried at most once a second')
  time.now += 1
  assert.equal((await answers.get('k', down)).age, 11)
  assert.equal(tries, 2)
  time.now += 1000
  assert.equal((await answers.get('k', failing(new Error('bug')))).age, 12)
  time.now += 24 * 60 * 60 * 1000
  await assert.rejects(answers.get('k', down), { error: 'upstream_unavailable' })
  await assert.rejects(answers.get('k', down), { error: 'upstream_unavailable' })
  time.now += 1000
  assert.deepEqual(await answers.get('k', made('back')), {
    value: { text: 'back' },
    isCurrent: true,
    age: null,
  })
  await assert.rejects(answers.get('never seen', down), { error: 'upstream_unavailable' })
})

test('when there is too much to do, old answers stand in and new ones are refused', async () => {
  const overload = { isThere: false }
  const admit = () => {
    if (overload.isThere) throw fail('upstream_unavailable', 'too much')
  }
  const { data, time, answers } = makeCache({ admit })
  await answers.get('k', made('old'))
  overload.isThere = true
  data.move()
  time.now += 2_000
  assert.deepEqual(await answers.get('k', made('new')), { value: { text: 'old' }, isCurrent: false, age: 2 })
  await assert.rejects(answers.get('other', made('new')), { error: 'upstream_unavailable' })
  overload.isThere = false
  time.now += 1_000
  assert.equal((await answers.get('k', made('new'))).value.text, 'new')
})

test('not_found is no outage and is cached for the data version', async () => {
  const { data, time, answers } = makeCache()
  await answers.get('k', made('here'))
  data.move()
  time.now += 1000
  await assert.rejects(answers.get('k', failing(fail('not_found', 'gone'))), { error: 'not_found' })
  await assert.rejects(answers.get('k', failing(fail('not_found', 'gone'))), { error: 'not_found' })
  await assert.rejects(answers.get('k', made('not asked')), { error: 'not_found' })
  data.move()
  assert.equal((await answers.get('k', made('again'))).value.text, 'again')
})

test('the cache is bounded in bytes and does not store larger answers', async () => {
  const { answers, dropped } = makeCache({ maxBytes: 100 })
  for (let i = 0; i < 5; i++) await answers.get(`k${i}`, made(String(i).repeat(30)))
  assert.ok(answers.bytes() <= 100)
  assert.deepEqual(
    dropped.map(text => text[0]),
    ['0', '1'],
  )
  assert.equal((await answers.get('large', made('x'.repeat(200)))).isCurrent, false)
  const off = makeCache({ maxBytes: 0 })
  assert.equal((await off.answers.get('k', made('a'))).isCurrent, false)
  assert.equal((await off.answers.get('k', made('b'))).value.text, 'b')
})

test('work that takes too long becomes a timeout', async () => {
  await assert.rejects(withDeadline(new Promise(() => {}), 5), (error: Failure) => error.error === 'timeout')
  assert.equal(await withDeadline(Promise.resolve(1), 1000), 1)
  const { answers } = makeCache({ deadlineMs: 5 })
  await assert.rejects(
    answers.get('k', () => new Promise(() => {})),
    { error: 'timeout', status: 504 },
  )
})
