// Ask over HTTP: every path and form of the request, JSON and events.
import assert from 'node:assert/strict'
import test, { after, suite } from 'node:test'
import type { AskResponse as Answer } from '../../src/ask/answer/answer.ts'
import { checkedAnswer, type Event, eventsIn } from '../support/ask-reader.ts'
import { breakableStore } from '../support/breakable-store.ts'
import { fixtureRecords } from '../support/contract-service.ts'
import { type Ask, type Reply, start } from '../support/start-service.ts'

const service = await start({ after }, { records: fixtureRecords() })
const paths = ['/ask', '/api/ask', '/nlweb/ask', '/en/ask', '/pt-BR/ask']
const question = 'How many requests per minute may I send?'

const posted = (body: unknown, headers: Ask['headers'] = {}): Ask => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

function answerIn(reply: Reply): Answer {
  assert.equal(reply.status, 200, reply.text)
  assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8')
  assert.equal(reply.headers['cache-control'], 'no-store')
  const answer = checkedAnswer(reply.json())
  assert.equal(reply.headers['content-language'], answer.metadata.locale)
  assert.equal(answer._meta.request_id, reply.headers['x-request-id'])
  return answer
}

function eventsOf(reply: Reply): Event[] {
  assert.equal(reply.status, 200, reply.text)
  assert.equal(reply.headers['content-type'], 'text/event-stream')
  assert.equal(reply.headers['cache-control'], 'no-store')
  assert.equal(reply.headers['x-accel-buffering'], 'no')
  return eventsIn(reply.text)
}

/** What does not depend on when and by which request it was asked. */
function lasting({ _meta, query_id: _id, ...rest }: Answer) {
  const { request_id: _request, processing_time_ms: _time, ...meta } = _meta
  return { ...rest, meta }
}

const asked = async (body: unknown, path = '/ask') => answerIn(await service.web(path, posted(body)))

suite('asking', () => {
  test('every path gives the same answer', async () => {
    const first = await asked({ query: question })
    assert.equal(first.query, question)
    assert.equal(first.answered, true)
    for (const path of paths.slice(0, 4)) {
      assert.deepEqual(lasting(await asked({ query: question }, path)).citations, first.citations, path)
      const url = `${path}?query=${encodeURIComponent(question)}`
      assert.equal(answerIn(await service.web(url)).query, question)
      assert.equal(answerIn(await service.web(url.replace('query=', 'q='))).query, question)
    }
  })

  test('returns 404 for a path that does not begin with a language', async () => {
    for (const path of ['/english/ask', '/e/ask', '/en_US/ask', '/x-private/ask', '/12/ask', '/en/ask/', '/mcp/ask']) {
      for (const ask of [{}, posted({ query: question })]) {
        const reply = await service.web(path, ask)
        assert.deepEqual([reply.status, reply.json().error], [404, 'not_found'], path)
      }
    }
  })

  test('query may be an object, and unknown members and languages are ignored', async () => {
    const plain = await asked({ query: question })
    for (const body of [
      { query: { text: question } },
      { query: { text: 'and that?', decontextualized_query: question } },
      { query: 'and that?', decontextualized_query: question },
      { query: { decontextualized: question } },
      { query: question, mode: 'generate', prev: [], decontextualized_query: null },
      { query: question, more: { and: 'more' } },
      { query: question, prefer: { tone: 5 } },
      { query: question, context: { prev: [{}, { query: {} }] } },
      { query: question, locale: 'x-private' },
      { query: question, locale: 'i-klingon' },
      { query: question, locale: 'tlh' },
    ]) {
      assert.deepEqual(lasting(await asked(body)), lasting(plain), JSON.stringify(body))
    }
  })

  test('without a question it returns the welcome answer', async () => {
    const welcome = lasting(await asked({}))
    assert.deepEqual([welcome.query, welcome.metadata.intent], ['', 'welcome'])
    assert.notEqual(welcome.answer, '')
    const bodies = ['', '{}', { query: '   ' }, { query: null }, { query: { text: ' ' } }, { more: { and: 'more' } }]
    for (const ask of [{ method: 'POST' }, {}, ...bodies.map(body => posted(body))]) {
      assert.deepEqual(lasting(answerIn(await service.web('/ask', ask))), welcome)
    }
  })
})

suite('refusals', () => {
  test('422 names wrong types and values', async () => {
    const wrong: [body: unknown, field: string][] = [
      ...[[], 5, true, 'null', '"what"'].map((body): [unknown, string] => [JSON.stringify(body), 'body']),
      ...[5, false, ['x']].map((query): [unknown, string] => [{ query }, 'query']),
      [{ query: {} }, 'query.text'],
      [{ query: { text: 7 } }, 'query.text'],
      [{ query: { text: null } }, 'query.text'],
      [{ decontextualized_query: 5 }, 'decontextualized_query'],
      ...['!!', '', 'en_US', 7, null, {}, 'x'.repeat(5_000)].map((locale): [unknown, string] => [{ locale }, 'locale']),
      [{ prefer: 5 }, 'prefer'],
      ...['dance', 'LIST', '', 5, null].map((mode): [unknown, string] => [{ prefer: { mode } }, 'prefer.mode']),
      ...['true', 'perhaps', 1, null].map((streaming): [unknown, string] => [
        { prefer: { streaming } },
        'prefer.streaming',
      ]),
      [{ streaming: 'true' }, 'streaming'],
      [{ mode: 'dance' }, 'mode'],
      [{ context: [1] }, 'context'],
      [{ context: { prev: 'x' } }, 'context.prev'],
      [{ context: { prev: ['x', 5] } }, 'context.prev'],
      [{ prev: [null] }, 'prev'],
    ]
    for (const [body, field] of wrong) {
      const { status, json } = await service.web('/ask', posted(body))
      assert.equal(status, 422, JSON.stringify(body))
      const { error, message, details } = json()
      assert.deepEqual([error, details.map((one: { field: string }) => one.field)], ['validation_failed', [field]])
      assert.ok(message.includes(field), message)
    }
    for (const path of paths) assert.equal((await service.web(path, posted({ query: 5 }))).status, 422, path)
    const both = (await service.web('/ask', posted({ query: 5, locale: '!!', prefer: { mode: 1 } }))).json()
    assert.deepEqual(
      both.details.map((one: { field: string }) => one.field),
      ['locale', 'query', 'prefer.mode'],
    )
  })

  test('parameters of URLs are checked too; only forms of pages may leave fields empty', async () => {
    const accept = (type: string) => ({ headers: { Accept: type } })
    const wrong: [query: string, field: string][] = [
      ['locale=', 'locale'],
      ['locale=en_US', 'locale'],
      ['mode=', 'mode'],
      ['mode=dance', 'mode'],
      ['streaming=', 'streaming'],
      ['streaming=1', 'streaming'],
      ['prev=[5]', 'prev'],
    ]
    for (const [query, field] of wrong) {
      const reply = await service.web(`/ask?query=limits&${query}`)
      assert.deepEqual([reply.status, reply.json().details[0].field], [422, field], query)
      const page = await service.web(`/ask?query=limits&${query}`, accept('text/html'))
      assert.equal(page.status, query.endsWith('=') ? 200 : 422, query)
      assert.equal(page.headers['content-type'], 'text/html; charset=utf-8')
    }
    for (const query of ['', 'query=', 'q=%20', 'query']) {
      assert.equal(answerIn(await service.web(`/ask?${query}`)).metadata.intent, 'welcome')
    }
    for (const query of ['locale=es&locale=fr', 'query=a&query=b', 'query=%ff']) {
      assert.equal((await service.web(`/ask?${query}`, accept('text/html'))).status, 400, query)
    }
    assert.equal(answerIn(await service.web('/ask?query=limits&other=1&other=2')).query, 'limits')
    assert.equal((await asked({ query: question, locale: 'ES-lat' })).metadata.locale, 'es')
  })

  test('a question has at most 2,000 characters', async () => {
    assert.equal((await asked({ query: '💧'.repeat(2_000) })).query.length, 4_000)
    const tooLong: [query: unknown, field: string][] = [
      ['x'.repeat(2_001), 'query'],
      [`x${' '.repeat(2_000)}`, 'query'],
      [{ text: '💧'.repeat(2_001) }, 'query.text'],
    ]
    for (const [query, field] of tooLong) {
      const reply = await service.web('/ask', posted({ query, prefer: { streaming: true } }))
      const { code, details } = reply.json()
      assert.deepEqual([reply.status, code, details[0].field], [422, 42200, field])
    }
    assert.equal((await service.web(`/ask?q=${'x'.repeat(2_001)}`)).status, 422)
  })
})

suite('events', () => {
  const streaming = { query: question, prefer: { streaming: true } }

  test('come in order, with ids, and end with the JSON response', async () => {
    const whole = lasting(await asked({ query: question }))
    for (const path of paths.slice(0, 4)) {
      const reply = await service.web(path, posted(streaming))
      const events = eventsOf(reply)
      const names = events.map(({ event }) => event)
      assert.deepEqual([names[0], names.at(-1)], ['start', 'complete'])
      assert.ok(names.length > 2 && names.slice(1, -1).every(name => name === 'result'))
      const ids = events.map(({ id }) => id)
      assert.equal(new Set(ids).size, ids.length)
      const [first, answer] = events as [Event, Event]
      assert.deepEqual(Object.keys(first.data), ['_meta', 'query_id', 'query'])
      const data = checkedAnswer(events.at(-1)!.data)
      assert.deepEqual([data.query_id, data._meta.request_id], [first.data.query_id, reply.headers['x-request-id']])
      assert.ok(JSON.stringify(answer.data).includes(JSON.stringify(data.answer).slice(1, -1)))
      const results = events.slice(1, -1).map(event => event.data)
      assert.deepEqual(results.slice(results.length - data.results.length), data.results)
      assert.deepEqual(lasting(data), whole)
    }
  })

  test('are chosen by Accept, unless the body says otherwise', async () => {
    const accept = (value: string) => ({ Accept: value })
    const preferred = ['text/event-stream', 'text/event-stream, application/json;q=0.5', 'text/*']
    for (const value of preferred) eventsOf(await service.web('/ask', posted({ query: question }, accept(value))))
    for (const value of ['application/json, text/event-stream', '*/*', 'text/html', 'application/json', 'image/png'])
      answerIn(await service.web('/ask', posted({ query: question }, accept(value))))
    const no = { query: question, prefer: { streaming: false } }
    answerIn(await service.web('/ask', posted(no, accept('text/event-stream'))))
    const url = `/ask?query=${encodeURIComponent(question)}`
    eventsOf(await service.web(url, { headers: accept('text/event-stream') }))
    eventsOf(await service.web(`${url}&streaming=true`))
    answerIn(await service.web(`${url}&streaming=false`, { headers: accept('text/event-stream') }))
    const head = await service.web(url, { method: 'HEAD', headers: accept('text/event-stream') })
    assert.deepEqual([head.status, head.headers['content-type'], head.text], [200, 'text/event-stream', ''])
  })

  test('an EventSource that reconnects after its answer gets 204', async () => {
    const url = `/ask?query=${encodeURIComponent(question)}`
    const headers = { Accept: 'text/event-stream' }
    const { id } = eventsOf(await service.web(url, { headers })).at(-1)!
    const again = await service.web(url, { headers: { ...headers, 'Last-Event-ID': id } })
    assert.deepEqual([again.status, again.text], [204, ''])
  })
})

test('Idempotency-Key: the same key and body get the stored response, JSON or events', async () => {
  for (const body of [{ query: question }, { query: question, prefer: { streaming: true } }]) {
    const key = { 'Idempotency-Key': JSON.stringify(body) }
    const [first, again] = [await service.web('/ask', posted(body, key)), await service.web('/ask', posted(body, key))]
    assert.deepEqual([first.status, again.status, again.text], [200, 200, first.text])
    assert.deepEqual(
      [first, again].map(({ headers }) => headers['idempotent-replayed']),
      [undefined, 'true'],
    )
    assert.equal(again.headers['content-type'], first.headers['content-type'])
    assert.equal((await service.web('/ask', posted({ query: 'another' }, key))).status, 422)
    const elsewhere = await service.web('/api/ask', posted(body, key))
    assert.equal(elsewhere.headers['idempotent-replayed'], undefined)
  }
})

test('creations that are not public are never mentioned', async () => {
  const told = async (query: string) => {
    const { answer, citations, results } = await asked({ query })
    return JSON.stringify([answer, citations, results])
  }
  for (const query of ['Private notes', 'What are the private notes by mira?']) {
    assert.doesNotMatch(await told(query), /private.notes/i, query)
  }
  const absent = (await told('show me @mira/missing-notes')).replaceAll('missing-notes', 'private-notes')
  assert.equal(await told('show me @mira/private-notes'), absent)
})

test('returns 503 while the store is away, and answers when it is back', async t => {
  const store = breakableStore()
  const running = await start(t, { openStore: store.open })
  const ask = () => running.web('/ask', posted({ query: 'Which creations are trending right now?' }))
  store.breakDown()
  const failed = await ask()
  assert.deepEqual([failed.status, failed.json().error], [503, 'upstream_unavailable'])
  assert.doesNotMatch(failed.text, /secret of the inside/)
  // It may name a creation, so a fact with some of its words is no answer. A certain fact is.
  assert.equal((await running.web('/ask', posted({ query: 'Who made Meal Plan Helper?' }))).status, 503)
  assert.equal(answerIn(await running.web('/ask', posted({ query: question }))).answered, true)
  const refused = answerIn(await running.web('/ask', posted({ query: 'Delete my app Meal Plan Helper for me.' })))
  assert.equal(refused.metadata.intent, 'refusal')
  store.mend()
  assert.equal(answerIn(await ask()).answered, true)
})
