// What the client makes of answers that are odd, broken or late: from a server that answers as told.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import test, { after, suite } from 'node:test'
import { type AskEvent, type Notice, VitrineError } from '../client/client.ts'
import { askJobs } from '../src/limits.ts'
import { type Asked, clientOf, envelope, makeStage, standingClock, tags, timeoutMs } from './client-stage.ts'

const stage = await makeStage({ after })

const named = (name: string) => (error: unknown) => {
  assert.ok(error instanceof VitrineError, String(error))
  assert.equal(error.name, name)
  return true
}

suite('garbage', () => {
  const garbage = ['', '<html>Sign in to the hotel</html>', 'null', '[]', '"yes"', '{"code":0}', '{"code":1,"data":{}}']
  for (const body of garbage) {
    test(`an answer of ${JSON.stringify(body)} is none, and is not asked for again`, async () => {
      const { client } = clientOf(stage)
      stage.answers({ body, headers: { 'x-request-id': 'r1' } })
      await assert.rejects(client.getPopularTags(), error => {
        named('invalid_answer')(error)
        const { status, retryable, requestId } = error as VitrineError
        assert.deepEqual([status, retryable, requestId], [200, false, 'r1'])
        return true
      })
      assert.equal(stage.asked.length, 1)
    })
  }

  test('an error in other words has the name of its status', async () => {
    const { client } = clientOf(stage)
    for (const [status, name] of [
      [404, 'not_found'],
      [418, 'invalid_request'],
      [502, 'internal_error'],
      [503, 'upstream_unavailable'],
      [504, 'timeout'],
    ] as const) {
      stage.answers({ status, body: '<html>nginx</html>' })
      await assert.rejects(client.getPopularTags(), named(name))
    }
  })

  test('a 304 that nobody asked for is no answer', async () => {
    stage.answers({ status: 304 })
    await assert.rejects(clientOf(stage).client.getPopularTags(), named('invalid_answer'))
  })

  test('results that do not fit their requests are refused', async () => {
    const { client } = clientOf(stage)
    for (const body of [{}, { results: [] }, { results: [{ id: 'other', status: 200, data: tags }] }]) {
      stage.answers({ body })
      await assert.rejects(client.batch([{ operation: 'get_popular_tags' }]), named('invalid_answer'))
    }
  })

  test('pages that lead to themselves end', async () => {
    stage.answers(envelope({ items: [], next_cursor: 'a' }))
    const seen = []
    for await (const page of clientOf(stage).client.pages()) seen.push(page.next_cursor)
    assert.deepEqual(seen, ['a', 'a'])
  })
})

suite('requests', () => {
  test('what has no place in an address is not sent', async () => {
    const { client } = clientOf(stage)
    stage.answers(envelope({}))
    for (const handle of ['', '.', '..', undefined as unknown as string]) {
      await assert.rejects(client.getCreatorProfile({ handle }), named('validation_failed'))
    }
    assert.equal(stage.asked.length, 0)
    await client.getAppShare({ handle: 'a/b?c#d', slug: '%2e', locale: 'pt-BR' })
    assert.equal(stage.asked[0]!.url, '/public/share/app/a%2Fb%3Fc%23d/%252e?locale=pt-BR')
  })

  test('the version is named, unless it is not to be', async () => {
    stage.answers(envelope(tags))
    await clientOf(stage).client.getPopularTags()
    await clientOf(stage, { version: '2027-01-01' }).client.getPopularTags()
    await clientOf(stage, { version: null }).client.getPopularTags()
    const sent = stage.asked.map(({ headers }) => headers['service-api-version'])
    assert.deepEqual(sent, ['2026-05-26', '2027-01-01', undefined])
  })

  test('the API is looked for once, by all who need it', async () => {
    const { client } = clientOf(stage, { apiUrl: undefined })
    stage.answers((response, { url }) => {
      if (url === '/status') response.end(JSON.stringify({ links: { api: `${stage.url}/` } }))
      else response.end(JSON.stringify({ code: 0, data: tags }))
    })
    await Promise.all([client.getPopularTags(), client.getCommunityLanding()])
    await client.getPopularTags()
    assert.equal(stage.asked.filter(({ url }) => url === '/status').length, 1)
    assert.equal(stage.asked.length, 4)
  })

  test('looking for the API follows the same rules, and is not given up for ever', async () => {
    const { client, clock } = clientOf(stage, { apiUrl: undefined })
    const links = { links: { api: stage.url } }
    stage.answers({ status: 429, headers: { 'retry-after': '3' } }, { body: links }, envelope(tags))
    assert.deepEqual(await client.getPopularTags(), tags)
    assert.deepEqual([stage.asked.length, clock.delays], [3, [3000]])
    const lost = clientOf(stage, { apiUrl: undefined })
    stage.answers({ status: 503 })
    await assert.rejects(lost.client.getPopularTags(), named('upstream_unavailable'))
    assert.equal(stage.asked.length, 4)
    stage.answers({ body: links }, envelope(tags))
    assert.deepEqual(await lost.client.getPopularTags(), tags)
  })

  test('an address that is not that of the pages is told as such', async () => {
    const { client } = clientOf(stage, { apiUrl: undefined })
    stage.answers({ status: 404 })
    await assert.rejects(client.getPopularTags(), /address of the pages/)
    for (const body of [{}, { links: {} }, { links: { api: 'javascript:alert(1)' } }]) {
      stage.answers({ body })
      await assert.rejects(client.getPopularTags(), named('invalid_answer'))
    }
  })
})

suite('answers that did not change', () => {
  const marked =
    (text: string) =>
    (response: ServerResponse, { headers }: Asked) => {
      const etag = `"${text.length}"`
      if (headers['if-none-match'] === etag) response.writeHead(304, { etag }).end()
      else response.writeHead(200, { etag }).end(JSON.stringify({ code: 0, data: text }))
    }
  const etags = () => stage.asked.map(({ headers }) => headers['if-none-match'])

  test('are not sent again, and nobody can change them', async () => {
    const { client } = clientOf(stage)
    const data = { items: [{ key: 'a' }], total: 1 }
    stage.answers({ headers: { etag: '"1"' }, body: { code: 0, data } }, { status: 304 }, { status: 304 })
    const first = await client.getPopularTags()
    first.items.length = 0
    assert.deepEqual(await client.getPopularTags(), data)
    assert.deepEqual(await client.getPopularTags(), data)
    assert.deepEqual(etags(), [undefined, '"1"', '"1"'])
  })

  test('no more is kept than was said; the oldest goes first', async () => {
    const { client } = clientOf(stage, { keep: 250 })
    stage.answers(marked('x'.repeat(80)))
    for (const q of ['a', 'b', 'c']) await client.getCommunityFeed({ q })
    for (const q of ['c', 'b', 'a']) await client.getCommunityFeed({ q })
    assert.deepEqual(etags(), [undefined, undefined, undefined, '"80"', '"80"', undefined])
    const big = clientOf(stage, { keep: 250 })
    stage.answers(marked('x'.repeat(500)))
    await big.client.getPopularTags()
    await big.client.getPopularTags()
    assert.deepEqual(etags(), [undefined, undefined])
  })

  test('a client that keeps nothing asks anew', async () => {
    const { client } = clientOf(stage, { keep: 0 })
    stage.answers(marked('x'))
    assert.deepEqual([await client.getPopularTags(), await client.getPopularTags()], ['x', 'x'])
    assert.deepEqual(etags(), [undefined, undefined])
  })
})

test('an operation that will go away says so once', async () => {
  const notices: Notice[] = []
  const { client } = clientOf(stage, { onDeprecation: notice => notices.push(notice) })
  const headers = {
    deprecation: '@1780272000',
    sunset: 'Tue, 01 Sep 2026 00:00:00 GMT',
    link: '<https://a.example/x>; rel="next", <https://a.example/changelog>; rel="deprecation"; type="text/html"',
  }
  stage.answers({ headers, body: { code: 0, data: tags } })
  await client.getPopularTags()
  await client.getPopularTags()
  await client.getCommunityLanding()
  const link = 'https://a.example/changelog'
  const dates = { deprecated: new Date('2026-06-01T00:00:00Z'), sunset: new Date('2026-09-01T00:00:00Z') }
  assert.deepEqual(notices, [
    { operation: 'getPopularTags', ...dates, link },
    { operation: 'getCommunityLanding', ...dates, link },
  ])
})

suite('jobs', () => {
  const status = (status: string, more: object = {}) => ({ body: { job_id: 'j/1', status, ...more } })
  const created = { status: 202, body: { job_id: 'j/1', status_url: 'https://elsewhere.example/', status: 'queued' } }

  test('a job is made once, though it is asked for again, and looked at every five seconds', async () => {
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

  test('what fails before the first is asked again, what fails after it is not', async () => {
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

  test('stop when their time is up, when the caller says so, and when nobody listens', async () => {
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
