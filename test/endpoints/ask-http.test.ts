// Ask over HTTP: every path, every way to ask, and the same answer whether it comes whole or as events.
import assert from 'node:assert/strict'
import test, { after, suite } from 'node:test'
import type { AskResponse as Answer } from '../../src/ask/answer/answer.ts'
import { checkedAnswer, type Event, eventsIn } from '../support/ask-reader.ts'
import { breakableStore } from '../support/breakable-store.ts'
import { fixtureRecords } from '../support/contract-service.ts'
import { makeStandIn } from '../support/stand-in-ask.ts'
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
  test('every path answers, and the same', async () => {
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

  test('only on the web host', async () => {
    for (const path of paths) assert.equal((await service.api(path, posted({ query: question }))).status, 404, path)
  })

  test('a path that does not begin with a language is none', async () => {
    for (const path of ['/english/ask', '/e/ask', '/en_US/ask', '/x-private/ask', '/12/ask', '/en/ask/', '/mcp/ask']) {
      for (const ask of [{}, posted({ query: question })]) {
        const reply = await service.web(path, ask)
        assert.deepEqual([reply.status, reply.json().error], [404, 'not_found'], path)
      }
    }
  })

  test('HEAD has the head of GET, other methods are refused', async () => {
    for (const path of paths) {
      const head = await service.web(`${path}?query=limits`, { method: 'HEAD' })
      assert.deepEqual([head.status, head.body.length], [200, 0])
      assert.match(String(head.headers['content-length']), /^\d+$/)
      for (const method of ['PUT', 'DELETE', 'PATCH', 'QUERY']) {
        const reply = await service.web(path, { method })
        assert.deepEqual([reply.status, reply.headers.allow], [405, 'GET, HEAD, OPTIONS, POST'], `${method} ${path}`)
      }
      const preflight = await service.web(path, { method: 'OPTIONS' })
      assert.deepEqual([preflight.status, preflight.headers.allow], [204, 'GET, HEAD, OPTIONS, POST'])
    }
  })

  test('query may be an object, as NLWeb has it', async () => {
    const plain = await asked({ query: question })
    for (const body of [
      { query: { text: question } },
      { query: { text: 'and that?', decontextualized_query: question } },
      { query: 'and that?', decontextualized_query: question },
      { query: { decontextualized: question } },
      { query: question, mode: 'generate', prev: [], decontextualized_query: null },
    ]) {
      assert.deepEqual(lasting(await asked(body)), lasting(plain), JSON.stringify(body))
    }
  })

  test('without a question it says what the service is', async () => {
    const welcome = lasting(await asked({}))
    assert.deepEqual([welcome.query, welcome.metadata.intent], ['', 'welcome'])
    assert.notEqual(welcome.answer, '')
    const bodies = ['', '{}', { query: '   ' }, { query: null }, { query: { text: ' ' } }, { more: { and: 'more' } }]
    for (const ask of [{ method: 'POST' }, {}, ...bodies.map(body => posted(body))]) {
      assert.deepEqual(lasting(answerIn(await service.web('/ask', ask))), welcome)
    }
  })

  test('members that are not known are ignored', async () => {
    const plain = lasting(await asked({ query: question }))
    for (const more of [
      { more: { and: 'more' } },
      { prefer: { tone: 5 } },
      { context: { prev: [{}, { query: {} }] } },
    ]) {
      assert.deepEqual(lasting(await asked({ query: question, ...more })), plain, JSON.stringify(more))
    }
  })
})

suite('refusals', () => {
  test('wrong types and values are told by name', async () => {
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

  test('in URLs too; only our form may leave fields empty', async () => {
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
    assert.equal((await service.web('/ask?locale=es&locale=fr', accept('text/html'))).status, 400)
  })

  test('any well-formed language tag will do', async () => {
    for (const locale of ['x-private', 'i-klingon', 'tlh']) {
      assert.equal((await asked({ query: question, locale })).metadata.locale, 'en')
    }
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
      const reply = await service.web('/ask', posted({ query }))
      const { code, details } = reply.json()
      assert.deepEqual([reply.status, code, details[0].field], [422, 42200, field])
    }
    assert.equal((await service.web(`/ask?q=${'x'.repeat(2_001)}`)).status, 422)
  })

  test('bodies are JSON, and not too large', async () => {
    for (const path of paths) {
      assert.equal((await service.web(path, posted('{'))).status, 400)
      assert.equal((await service.web(path, posted('{"__proto__":{}}'))).status, 400)
      assert.equal((await service.web(path, posted('x', { 'content-type': 'text/plain' }))).status, 415)
      assert.equal((await service.web(path, posted({ query: 'x'.repeat(70_000) }))).status, 413)
    }
  })

  test('a parameter comes once', async () => {
    assert.equal((await service.web('/ask?query=a&query=b')).status, 400)
    assert.equal((await service.web('/ask?query=%ff')).status, 400)
    assert.equal(answerIn(await service.web('/ask?query=limits&other=1&other=2')).query, 'limits')
  })

  test('versions and limits are those of everything else', async t => {
    const reply = await service.web('/ask', posted({}, { 'Service-API-Version': '2020-01-01' }))
    assert.equal(reply.status, 400)
    const limits = { read: 0, discovery: 2, mcp: 0 }
    const limited = await start(t, { ask: makeStandIn().ask, config: { limits } })
    const statuses = []
    for (const path of ['/ask', '/api/ask', '/fr/ask', '/ask']) {
      const { status, headers } = await limited.web(path, posted({ query: question }))
      statuses.push(status)
      assert.equal(headers['ratelimit-policy'], '"discovery";q=2;w=60')
    }
    assert.deepEqual(statuses, [200, 200, 429, 429])
  })
})

suite('events', () => {
  const streaming = { query: question, prefer: { streaming: true } }

  test('come in order, with ids, and end in what JSON would have said', async () => {
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

  test('are what Accept prefers, unless the body says', async () => {
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

  test('an EventSource that has had its answer is told not to come back', async () => {
    const url = `/ask?query=${encodeURIComponent(question)}`
    const headers = { Accept: 'text/event-stream' }
    const { id } = eventsOf(await service.web(url, { headers })).at(-1)!
    const again = await service.web(url, { headers: { ...headers, 'Last-Event-ID': id } })
    assert.deepEqual([again.status, again.text], [204, ''])
  })

  test('what is wrong before the first is an error like any other', async () => {
    const tooLong = { ...streaming, query: 'x'.repeat(2_001) }
    const reply = await service.web('/ask', posted(tooLong))
    assert.deepEqual([reply.status, reply.json().error], [422, 'validation_failed'])
  })
})

suite('Idempotency-Key', () => {
  const key = (name: string) => ({ 'Idempotency-Key': name })

  test('the same key and body get the stored answer, byte for byte', async () => {
    for (const body of [{ query: question }, { query: question, prefer: { streaming: true } }]) {
      const name = JSON.stringify(body)
      const first = await service.web('/ask', posted(body, key(name)))
      const again = await service.web('/ask', posted(body, key(name)))
      assert.deepEqual([first.status, again.status, again.text], [200, 200, first.text])
      assert.equal(first.headers['idempotent-replayed'], undefined)
      assert.equal(again.headers['idempotent-replayed'], 'true')
      assert.equal(again.headers['content-type'], first.headers['content-type'])
      const other = await service.web('/ask', posted({ query: 'another' }, key(name)))
      assert.equal(other.status, 422)
      const elsewhere = await service.web('/api/ask', posted(body, key(name)))
      assert.equal(elsewhere.headers['idempotent-replayed'], undefined)
    }
  })
})

test('what is not public does not exist', async () => {
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

test('a store that is away is told as everywhere, and forgotten when it is back', async t => {
  const store = breakableStore()
  const running = await start(t, { openStore: store.open })
  const ask = () => running.web('/ask', posted({ query: 'Which creations are trending right now?' }))
  store.breakDown()
  const failed = await ask()
  assert.deepEqual([failed.status, failed.json().error], [503, 'upstream_unavailable'])
  assert.doesNotMatch(failed.text, /secret of the inside/)
  store.mend()
  assert.equal(answerIn(await ask()).answered, true)
})
