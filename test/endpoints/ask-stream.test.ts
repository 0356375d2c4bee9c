// Slow answers: readers that stop or leave, work that fails half-way, and a service that stops.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import test, { suite } from 'node:test'
import { setImmediate as othersTurn, setTimeout as sleep } from 'node:timers/promises'
import { type AskResponse as Answer, type Ask, nlwebVersion } from '../../src/ask/answer/answer.ts'
import { finalAnswer } from '../../src/ask/answer/answer-events.ts'
import { makeAskConcurrency } from '../../src/endpoints/ask/concurrency.ts'
import { fail } from '../../src/errors.ts'
import { connectionTimeouts } from '../../src/server/connections/servers.ts'
import { checkedAnswer, eventsIn } from '../support/ask-reader.ts'
import { makeStandIn } from '../support/stand-in-ask.ts'
import { type Running, start } from '../support/start-service.ts'
import { until } from '../support/vitrine-process.ts'

const meta = (requestId: string): Answer['_meta'] => ({
  response_type: 'answer',
  version: nlwebVersion,
  request_id: requestId,
  processing_time_ms: 0,
  answerer: 'builtin',
})

/** Starts, then goes on as told. */
function slowly(goOn: (signal: AbortSignal) => AsyncGenerator<Record<string, unknown>>): Ask {
  return async function* ({ query }, { requestId, signal }) {
    const facts = { _meta: meta(requestId), query_id: requestId, query }
    yield { event: 'start', data: facts }
    for await (const data of goOn(signal)) yield { event: 'result', data }
    const metadata = { locale: 'en', intent: 'fact' as const, suggestions: [] }
    const rest = { answer: 'Done.', answered: true, confidence: 1, citations: [], results: [], metadata }
    yield { event: 'complete', data: { ...facts, ...rest } }
  }
}

/** Never ends by itself, and remembers how it was ended. */
function endless() {
  const state = { begun: 0, aborted: 0 }
  const ask = slowly(async function* (signal) {
    state.begun++
    signal.addEventListener('abort', () => state.aborted++)
    yield { text: 'first' }
    await once(signal, 'abort')
  })
  return { ask, state }
}

const request = (body: object, headers = ''): string => {
  const text = JSON.stringify(body)
  return `POST /ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}Content-Length: ${text.length}\r\n\r\n${text}`
}

const streaming = { query: 'take your time', prefer: { streaming: true } }

/** A connection whose bytes are taken as they come. */
async function reader(service: Running, text: string): Promise<{ socket: Socket; read: () => string }> {
  const socket = connect(service.ports.web, '127.0.0.1')
  await once(socket, 'connect')
  let read = ''
  socket.setEncoding('utf8').on('data', chunk => {
    read += chunk
  })
  socket.on('error', () => {})
  socket.write(text)
  return { socket, read: () => read }
}

/** The body of a chunked answer; chunks hold whole lines. */
const bodyOf = (text: string): string =>
  text
    .slice(text.indexOf('\r\n\r\n') + 4)
    .split('\r\n')
    .filter((_, i) => i % 2 === 1)
    .join('')

function assertFailure(text: string): void {
  const events = eventsIn(text)
  assert.deepEqual([events[0]?.event, events.at(-1)?.event], ['start', 'complete'])
  const data = checkedAnswer(events.at(-1)!.data)
  assert.deepEqual([data._meta.response_type, data.answered, data.citations], ['failure', false, []])
  assert.deepEqual([data.query, data.query_id], [events[0]!.data.query, events[0]!.data.query_id])
  assert.match(events.at(-1)!.id, /-complete$/)
  assert.doesNotMatch(text, /secret/)
}

suite('readers', () => {
  test('closing the connection aborts the work', async t => {
    const { ask, state } = endless()
    const service = await start(t, { ask })
    for (const [before, body] of [streaming, { query: 'take your time' }].entries()) {
      const { socket } = await reader(service, request(body))
      await until('the work has begun', () => state.begun === before + 1)
      assert.equal(state.aborted, before)
      socket.destroy()
      await until('the work has ended', () => state.aborted === before + 1)
    }
  })

  test('a reader that stops is dropped, and little is buffered for it', async t => {
    const state = { sent: 0, aborted: false }
    const large = 'x'.repeat(256 * 1024)
    const ask = slowly(async function* (signal) {
      signal.addEventListener('abort', () => {
        state.aborted = true
      })
      for (; !signal.aborted; state.sent++) yield { large }
    })
    const service = await start(t, { ask, timeouts: { ...connectionTimeouts, stalled: 400 } })
    const socket = connect(service.ports.web, '127.0.0.1')
    socket.on('error', () => {})
    socket.pause()
    socket.write(request(streaming))
    await until('the reader is dropped', () => state.aborted)
    // What the system takes in for both sides is some megabytes; without backpressure there would be no end.
    assert.ok(state.sent * large.length < 64 * 1024 * 1024, `${state.sent} pieces`)
    socket.destroy()
  })

  test('a waiting reader gets keep-alive comments', async t => {
    const { ask, state } = endless()
    const service = await start(t, { ask, timeouts: { ...connectionTimeouts, stalled: 300 } })
    const { socket, read } = await reader(service, request(streaming))
    await until('three comments have come', () => read().split(': keep-alive\n\n').length > 3)
    assert.equal(state.aborted, 0)
    socket.destroy()
  })
})

suite('failures', () => {
  const failures: [error: Error, status: number][] = [
    [new Error('secret'), 500],
    [fail('upstream_unavailable', 'secret'), 503],
    [fail('timeout', 'secret'), 504],
  ]

  test('are the last event of a stream, and errors of a JSON response', async t => {
    const state = { error: failures[0]![0] }
    const failing = slowly(async function* () {
      yield { text: 'first' }
      throw state.error
    })
    const service = await start(t, { ask: failing })
    const headers = { 'content-type': 'application/json', 'Idempotency-Key': 'one' }
    for (const [error, status] of failures) {
      state.error = error
      for (let i = 0; i < 2; i++) {
        const reply = await service.web('/ask', { method: 'POST', headers, body: JSON.stringify(streaming) })
        assert.equal(reply.status, 200)
        assert.equal(reply.headers['idempotent-replayed'], undefined)
        assertFailure(reply.text)
      }
      const whole = await service.web('/ask?query=anything')
      assert.equal(whole.status, status)
      assert.doesNotMatch(whole.text, /secret/)
    }
  })

  const question = { query: 'x', locale: null, mode: 'list' as const, previous: [] }
  const res = { once() {}, off() {} } as unknown as ServerResponse

  test('an answer or an index that takes too long is aborted; the time starts when the index is ready', async () => {
    const index = Promise.withResolvers<void>()
    const concurrency = makeAskConcurrency({ answerMs: 1, ready: () => index.promise })
    const { signal, end } = concurrency.begin(res)
    // Ten times as long as an answer may take.
    await sleep(10)
    assert.equal(signal.aborted, false)
    index.resolve()
    await assert.rejects(finalAnswer(endless().ask(question, { requestId: 'a', signal }), signal), { error: 'timeout' })
    end()
    assert.equal(concurrency.size(), 0)
    const unready = makeAskConcurrency({ prepareMs: 1, ready: () => new Promise(() => {}) }).begin(res)
    await until('the answer is given up', () => unready.signal.aborted)
    assert.equal(unready.signal.reason.error, 'upstream_unavailable')
    unready.end()
  })

  test('the first questions wait for the index, over HTTP and MCP, longer than the stall timeout', async t => {
    const index = Promise.withResolvers<void>()
    const standIn = makeStandIn()
    const ask: Ask = async function* (question, options) {
      await index.promise
      yield* standIn.ask(question, options)
    }
    const stalledMs = 300
    const service = await start(t, {
      ask,
      askReady: () => index.promise,
      timeouts: { ...connectionTimeouts, check: 100, stalled: stalledMs },
    })
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ask', arguments: { query: 'x' } } }
    const post = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const replies = Promise.all([
      service.web('/ask', { ...post, body: JSON.stringify({ query: 'x' }) }),
      service.web('/ask?query=x'),
      service.api('/mcp', { ...post, body: JSON.stringify(call) }),
    ])
    await sleep(4 * stalledMs)
    assert.equal((await service.api('/public/share/tags')).status, 200, 'others are answered meanwhile')
    index.resolve()
    for (const { status, text } of await replies) {
      assert.equal(status, 200)
      assert.match(text, /stand-in/)
    }
  })

  test('an answer that ignores its signal is not waited for', async () => {
    const controller = new AbortController()
    const { signal } = controller
    const deaf: Ask = async function* () {
      await new Promise(() => {})
    }
    const waiting = finalAnswer(deaf(question, { requestId: 'a', signal }), signal)
    await othersTurn()
    controller.abort(new Error('enough'))
    await assert.rejects(waiting, /enough/)
  })

  test('too many at once are refused', async () => {
    const concurrency = makeAskConcurrency({ maxRunning: 2 })
    const [first, second] = [concurrency.begin(res), concurrency.begin(res)]
    assert.throws(() => concurrency.begin(res), { error: 'upstream_unavailable' })
    first.end()
    concurrency.begin(res).end()
    second.end()
    assert.equal(concurrency.size(), 0)
  })
})

// Well before the hard stop, which would cut whatever is left.
test('a service that stops ends its streams with a final event', { timeout: 30_000 }, async t => {
  const { ask, state } = endless()
  const service = await start(t, { ask, hardStopMs: 60_000 })
  const open = await Promise.all(Array.from({ length: 5 }, () => reader(service, request(streaming))))
  const whole = service.web('/ask?query=anything')
  await until('all have begun', () => state.begun === open.length + 1)
  await service.close()
  assert.equal(state.aborted, open.length + 1)
  for (const { socket, read } of open) {
    await until('the connection is closed', () => socket.readableEnded || socket.destroyed)
    assertFailure(bodyOf(read()))
  }
  assert.equal((await whole).status, 503)
})
