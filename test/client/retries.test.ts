// When the client repeats a request, and after how long.
import assert from 'node:assert/strict'
import test, { after, suite } from 'node:test'
import { VitrineError } from '../../client/client.ts'
import { backoffMs } from '../../client/retry.ts'
import { backoff, nonRetryableStatuses, retryableStatuses } from '../../src/errors.ts'
import { type Answer, clientOf, emptyPort, envelope, makeStage, standingClock, tags, timeoutMs } from './stage.ts'

const stage = await makeStage({ after })
const good = envelope(tags)
const failing = (status: number, headers: Record<string, string> = {}): Answer => ({ status, headers, body: 'Sorry.' })

const thrownBy = async (call: Promise<unknown>): Promise<VitrineError> => {
  const error = await call.then(
    () => assert.fail('It worked.'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof VitrineError, String(error))
  return error
}

suite('which answers', () => {
  test('retryable statuses are requested again, others are not', async () => {
    for (const status of retryableStatuses) {
      const { client, clock } = clientOf(stage)
      stage.answers(failing(status), good)
      assert.deepEqual(await client.getPopularTags(), tags)
      assert.deepEqual([stage.asked.length, clock.delays], [2, [250]], String(status))
    }
    for (const status of [...nonRetryableStatuses, 405, 413, 501]) {
      const { client, clock } = clientOf(stage)
      stage.answers(failing(status), good)
      const error = await thrownBy(client.getPopularTags())
      assert.deepEqual([error.status, error.retryable, stage.asked.length], [status, false, 1])
      assert.deepEqual(clock.delays, [])
    }
  })

  test('no answer at all, and half an answer, are', async () => {
    const { client } = clientOf(stage)
    stage.answers(
      response => response.destroy(),
      response => {
        response.writeHead(200, { 'content-length': '100' }).write('{"code":0,')
        setImmediate(() => response.destroy())
      },
      good,
    )
    assert.deepEqual(await client.getPopularTags(), tags)
    assert.equal(stage.asked.length, 3)
  })

  test('a service that is not there is looked for four times', async () => {
    const { client, clock } = clientOf(stage, { apiUrl: `http://127.0.0.1:${await emptyPort()}` })
    const error = await thrownBy(client.getPopularTags())
    assert.deepEqual([error.name, error.status, error.code, error.retryable], ['unreachable', 0, 0, true])
    assert.ok(error.cause instanceof Error)
    assert.equal(clock.delays.length, 3)
  })
})

suite('how often', () => {
  test('four attempts, then the error is thrown', async () => {
    const { client, clock } = clientOf(stage)
    const body = { error: 'upstream_unavailable', message: 'Busy.', code: 50300, request_id: 'abc', details: [] }
    stage.answers({ status: 503, body })
    const error = await thrownBy(client.getPopularTags())
    assert.equal(stage.asked.length, backoff.max_attempts)
    assert.equal(clock.delays.length, backoff.max_attempts - 1)
    const { name, message, code, status, retryable, requestId } = error
    assert.deepEqual(
      { name, message, code, status, retryable, requestId },
      {
        name: 'upstream_unavailable',
        message: 'Busy.',
        code: 50300,
        status: 503,
        retryable: true,
        requestId: 'abc',
      },
    )
  })

  test('fewer times on request, never more', async () => {
    const calls: [attempts: number, byClient: number | undefined, byCall: number | undefined][] = [
      [1, undefined, 1],
      [2, 2, undefined],
      [4, undefined, 9],
    ]
    for (const [attempts, byClient, byCall] of calls) {
      stage.answers(failing(500))
      const { client } = clientOf(stage, byClient === undefined ? {} : { attempts: byClient })
      await thrownBy(client.getPopularTags({}, byCall === undefined ? {} : { attempts: byCall }))
      assert.equal(stage.asked.length, attempts)
    }
  })
})

suite('after how long', () => {
  test('full jitter, doubled up to a maximum', async () => {
    for (const [chance, delays] of [
      [0, [0, 0, 0]],
      [0.999, [499.5, 999, 1998]],
    ] as const) {
      const { client, clock } = clientOf(stage, { random: () => chance })
      stage.answers(failing(502))
      await thrownBy(client.getPopularTags())
      assert.deepEqual(clock.delays, delays)
    }
    const highest = [1, 2, 3, 4, 5, 6, 7].map(attempt => backoffMs(attempt, () => 1))
    assert.deepEqual(highest, [500, 1000, 2000, 4000, 8000, 8000, 8000])
  })

  const told: [string, number, Record<string, string>, number][] = [
    ['Retry-After in seconds', 429, { 'retry-after': '7' }, 7000],
    ['Retry-After as a date', 429, { 'retry-after': 'Mon, 01 Jun 2026 00:00:09 GMT' }, 9000],
    ['a date that is past', 503, { 'retry-after': 'Mon, 01 Jun 2020 00:00:00 GMT' }, 0],
    ['RateLimit-Reset', 429, { 'ratelimit-reset': '42' }, 42_000],
    ['Retry-After before RateLimit-Reset', 429, { 'retry-after': '60', 'ratelimit-reset': '42' }, 60_000],
    ['Retry-After of a 503', 503, { 'retry-after': '5', 'ratelimit-reset': '42' }, 5000],
    ['a 503 has its own delay, not that of the limit', 503, { 'ratelimit-reset': '42' }, 250],
    ['a 429 that tells nothing', 429, {}, 250],
    ['nonsense', 429, { 'retry-after': 'soon', 'ratelimit-reset': '-1' }, 250],
  ]
  test('as the headers say', async () => {
    for (const [what, status, headers, ms] of told) {
      const { client, clock } = clientOf(stage)
      stage.answers(failing(status, headers), good)
      await client.getPopularTags()
      assert.deepEqual(clock.delays, [ms], what)
    }
  })

  test('a delay beyond the deadline fails at once', async () => {
    const { client, clock } = clientOf(stage, { deadlineMs: 30_000 })
    stage.answers(failing(429, { 'retry-after': '31' }), good)
    const error = await thrownBy(client.getPopularTags())
    assert.deepEqual([error.name, error.retryAfterMs, error.retryable], ['rate_limited', 31_000, true])
    assert.deepEqual([stage.asked.length, clock.delays], [1, []])
  })
})

suite('time', () => {
  test('an attempt or a response that takes too long is aborted and repeated', async () => {
    const { client, clock } = clientOf(stage)
    stage.answers(
      () => clock.expire(),
      response => {
        response.writeHead(200).write('{"code":')
        setTimeout(clock.expire, 20)
      },
      good,
    )
    assert.deepEqual(await client.getPopularTags(), tags)
    assert.equal(stage.asked.length, 3)
    assert.equal(clock.running.size, 0)
  })

  test('attempts that all take too long end in a timeout', async () => {
    const { client, clock } = clientOf(stage)
    stage.answers(() => clock.expire())
    const error = await thrownBy(client.getPopularTags())
    assert.deepEqual([error.name, error.status, error.retryable, stage.asked.length], ['timeout', 0, true, 4])
  })

  test('the deadline counts delays and attempts together', async () => {
    const left = 10_000
    const { client, clock } = clientOf(stage, {}, standingClock([timeoutMs, left]))
    stage.answers(failing(429, { 'retry-after': '20' }))
    const error = await thrownBy(client.getPopularTags({}, { deadlineMs: 20_000 + left }))
    assert.equal(error.name, 'rate_limited')
    assert.deepEqual([clock.delays, stage.asked.length], [[20_000], 2])
    stage.answers(failing(429, { 'retry-after': '20' }), () => clock.expire())
    const late = await thrownBy(client.getPopularTags({}, { deadlineMs: 20_000 + left, attempts: 2 }))
    assert.deepEqual([late.name, stage.asked.length], ['timeout', 2])
  })

  test('the clock of a real client runs', async () => {
    const { client } = clientOf(stage, { wait: undefined, now: undefined })
    stage.answers(() => {})
    const error = await thrownBy(client.getPopularTags({}, { timeoutMs: 20, attempts: 1 }))
    assert.equal(error.name, 'timeout')
    stage.answers(failing(500), good)
    assert.deepEqual(await client.getPopularTags(), tags)
  })
})

suite('abort', () => {
  const reason = new Error('Changed my mind.')

  test('before and during an attempt', async () => {
    const { client, clock } = clientOf(stage)
    stage.answers(good)
    await assert.rejects(client.getPopularTags({}, { signal: AbortSignal.abort(reason) }), reason)
    assert.equal(stage.asked.length, 0)
    const stop = new AbortController()
    stage.answers(() => stop.abort(reason))
    await assert.rejects(client.getPopularTags({}, { signal: stop.signal }), reason)
    assert.deepEqual([stage.asked.length, clock.running.size], [1, 0])
  })

  test('between two attempts', async () => {
    const { client } = clientOf(stage, { wait: undefined, now: undefined, random: () => 0.999 })
    const stop = new AbortController()
    stage.answers(response => {
      response.writeHead(503).end()
      setTimeout(() => stop.abort(reason), 30)
    })
    await assert.rejects(client.getPopularTags({}, { signal: stop.signal }), reason)
    assert.equal(stage.asked.length, 1)
  })
})
