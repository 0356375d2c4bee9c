// How the client asks: jobs that it waits for and events as they come, from a server that answers as told.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import test, { after, suite } from 'node:test'
import type { AskEvent, VitrineError } from '../../client/client.ts'
import { askJobs } from '../../src/limits.ts'
import { clientOf, makeStage, named, standingClock, timeoutMs } from './stage.ts'

const stage = await makeStage({ after })

suite('jobs', () => {
  const status = (status: string, more: object = {}) => ({ body: { job_id: 'j/1', status, ...more } })
  const created = { status: 202, body: { job_id: 'j/1', status_url: 'https://elsewhere.example/', status: 'queued' } }

  test('a job is created once despite retries, and polled every five seconds', async () => {
    const { client, clock } = clientOf(stage)
    const result = { answer: 'Yes.' }
    stage.answers({ status: 503 }, created, status('queued'), status('running'), status('completed', { result }))
    assert.deepEqual(await client.askJob('Is it?'), result)
    const keys = stage.asked.map(({ headers }) => headers['idempotency-key'])
    assert.equal(keys[0], keys[1])
    assert.ok(keys[0]!.length >= 2 && keys[0]!.length <= 255)
    assert.deepEqual(keys.slice(2), [undefined, undefined, undefined])
    assert.deepEqual(clock.delays, [250, 5000, 5000, 5000])
    assert.equal(askJobs.pollSeconds * 1000, 5000)
    assert.deepEqual(
      stage.asked.map(({ method, url }) => `${method} ${url}`),
      ['POST /ask/jobs', 'POST /ask/jobs', ...Array(3).fill('GET /ask/jobs/j%2F1')],
    )
  })

  test('two jobs have two keys; a key that is given is taken', async () => {
    const { client } = clientOf(stage, { random: undefined })
    stage.answers(created)
    await client.createAskJob('Is it?')
    await client.createAskJob('Is it?')
    await client.createAskJob('Is it?', { idempotencyKey: 'mine' })
    const keys = stage.asked.map(({ headers }) => headers['idempotency-key'])
    assert.notEqual(keys[0], keys[1])
    assert.ok(keys[0]!.length > 20)
    assert.equal(keys[2], 'mine')
  })

  test('one that failed throws its error', async () => {
    const error = { code: 50300, error: 'upstream_unavailable', message: 'Busy.', request_id: 'r', details: [] }
    stage.answers(created, status('failed', { error }))
    await assert.rejects(clientOf(stage).client.askJob('Is it?'), thrown => {
      named('upstream_unavailable')(thrown)
      const { status, retryable, requestId, message } = thrown as VitrineError
      assert.deepEqual([status, retryable, requestId, message], [503, true, 'r', 'Busy.'])
      return true
    })
  })

  test('one that takes too long, or is in a state that there is not, is given up', async () => {
    const { client, clock } = clientOf(stage)
    stage.answers(created, status('running'))
    await assert.rejects(client.askJob('Is it?', { deadlineMs: 32_000, timeoutMs }), named('timeout'))
    assert.ok(clock.delays.filter(ms => ms === 5000).length <= 6)
    stage.answers(created, status('dreaming'))
    await assert.rejects(client.askJob('Is it?'), named('invalid_answer'))
  })
})

suite('events', () => {
  /** An answer that has begun may take what is left of the deadline. */
  const patient = () => standingClock([timeoutMs, 90_000, 90_000 - 750])
  const complete = 'event: complete\ndata: {"answer":"é"}\n\n'
  const all = async (events: AsyncIterable<AskEvent>) => {
    const seen: AskEvent[] = []
    for await (const event of events) seen.push(event)
    return seen
  }
  const piecewise = (pieces: readonly (string | Buffer)[], ending: 'end' | 'destroy' = 'end') =>
    async function answer(response: ServerResponse) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const piece of pieces) await new Promise<void>(done => response.write(piece, () => setImmediate(done)))
      response[ending]()
    }

  test('are read whatever the pieces, line ends and comments', async () => {
    const { client, clock } = clientOf(stage, {}, patient())
    const text = `: hello\r\n\r\nid: 1\r\nevent:start\r\ndata: {"query":\r\ndata: "a\u2028b"}\r\n\r\n: keep-alive\n\n${complete}`
    const bytes = [...Buffer.from(text)].map(byte => Buffer.from([byte]))
    stage.answers(piecewise(bytes))
    const expected = [
      { event: 'start', data: { query: 'a\u2028b' } },
      { event: 'complete', data: { answer: 'é' } },
    ]
    assert.deepEqual(await all(client.askEvents('Is it?')), expected)
    assert.equal(clock.running.size, 0)
    const { headers, body } = stage.asked[0]!
    assert.equal(headers.accept, 'text/event-stream')
    assert.deepEqual(JSON.parse(body), { query: 'Is it?', prefer: { streaming: true } })
  })

  test('failures before the first event are retried, later ones are not', async () => {
    const { client, clock } = clientOf(stage, {}, patient())
    stage.answers({ status: 503 }, () => clock.expire(), piecewise([complete]))
    assert.equal((await all(client.askEvents('Is it?'))).length, 1)
    for (const ending of ['end', 'destroy'] as const) {
      stage.answers(piecewise(['event: start\ndata: {}\n\n', 'event: complete\ndata: {'], ending))
      await assert.rejects(all(client.askEvents('Is it?')), named('unreachable'))
      assert.equal(stage.asked.length, 1)
    }
    stage.answers(piecewise(['event: start\ndata: nonsense\n\n']))
    await assert.rejects(all(client.askEvents('Is it?')), named('invalid_answer'))
  })

  test('stop at the deadline, on abort, and when the consumer leaves', async () => {
    const { client, clock } = clientOf(stage, {}, patient())
    const endless = (then: (response: ServerResponse) => void) => (response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: start\ndata: {}\n\n')
      then(response)
    }
    stage.answers(endless(() => setTimeout(clock.expire, 20)))
    await assert.rejects(all(client.askEvents('Is it?')), named('timeout'))
    const stop = new AbortController()
    const reason = new Error('Enough.')
    stage.answers(endless(() => setTimeout(() => stop.abort(reason), 20)))
    await assert.rejects(all(client.askEvents('Is it?', { signal: stop.signal })), reason)
    const left = Promise.withResolvers<void>()
    stage.answers(endless(response => response.once('close', left.resolve)))
    for await (const _ of client.askEvents('Is it?')) break
    await left.promise
    assert.equal(clock.running.size, 0)
  })
})
