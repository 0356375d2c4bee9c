// What the client makes of answers that are odd, broken or late: from a server that answers as told.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import test, { after, suite } from 'node:test'
import type { Notice, VitrineError } from '../../client/client.ts'
import { type Asked, clientOf, envelope, makeStage, named, tags } from './stage.ts'

const stage = await makeStage({ after })

suite('garbage', () => {
  const garbage = ['', '<html>Sign in to the hotel</html>', 'null', '[]', '"yes"', '{"code":0}', '{"code":1,"data":{}}']
  test('is invalid_answer and not requested again', async () => {
    const { client } = clientOf(stage)
    for (const body of garbage) {
      stage.answers({ body, headers: { 'x-request-id': 'r1' } })
      await assert.rejects(client.getPopularTags(), error => {
        named('invalid_answer')(error)
        const { status, retryable, requestId } = error as VitrineError
        assert.deepEqual([status, retryable, requestId], [200, false, 'r1'], body)
        return true
      })
      assert.equal(stage.asked.length, 1)
    }
    stage.answers({ status: 304 })
    await assert.rejects(client.getPopularTags(), named('invalid_answer'))
    for (const body of [{}, { results: [] }, { results: [{ id: 'other', status: 200, data: tags }] }]) {
      stage.answers({ body })
      await assert.rejects(client.batch([{ operation: 'get_popular_tags' }]), named('invalid_answer'))
    }
  })

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

  test('a page whose cursor leads to itself ends the iteration', async () => {
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

  test('the address of the API is looked up once for all, with retries, and again after a failure', async () => {
    const { client, clock } = clientOf(stage, { apiUrl: undefined })
    const links = { links: { api: `${stage.url}/` } }
    let failures = 1
    stage.answers((response, { url }) => {
      if (url !== '/status') response.end(JSON.stringify({ code: 0, data: tags }))
      else if (failures-- > 0) response.writeHead(429, { 'retry-after': '3' }).end()
      else response.end(JSON.stringify(links))
    })
    await Promise.all([client.getPopularTags(), client.getCommunityLanding()])
    await client.getPopularTags()
    assert.deepEqual([stage.asked.length, clock.delays[0]], [5, 3000])
    const lost = clientOf(stage, { apiUrl: undefined })
    stage.answers({ status: 503 })
    await assert.rejects(lost.client.getPopularTags(), named('upstream_unavailable'))
    stage.answers({ body: links }, envelope(tags))
    assert.deepEqual(await lost.client.getPopularTags(), tags)
  })

  test('reports an address that is not the one of the pages', async () => {
    const { client } = clientOf(stage, { apiUrl: undefined })
    stage.answers({ status: 404 })
    await assert.rejects(client.getPopularTags(), /address of the web host/)
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

  test('are not sent again, and callers cannot modify them', async () => {
    const { client } = clientOf(stage)
    const data = { items: [{ key: 'a' }], total: 1 }
    stage.answers({ headers: { etag: '"1"' }, body: { code: 0, data } }, { status: 304 }, { status: 304 })
    const first = await client.getPopularTags()
    first.items.length = 0
    assert.deepEqual(await client.getPopularTags(), data)
    assert.deepEqual(await client.getPopularTags(), data)
    assert.deepEqual(etags(), [undefined, '"1"', '"1"'])
  })

  test('the size of the cache is limited; the oldest is evicted first', async () => {
    const { client } = clientOf(stage, { keep: 250 })
    stage.answers(marked('x'.repeat(80)))
    for (const q of ['a', 'b', 'c']) await client.getCommunityFeed({ q })
    for (const q of ['c', 'b', 'a']) await client.getCommunityFeed({ q })
    assert.deepEqual(etags(), [undefined, undefined, undefined, '"80"', '"80"', undefined])
    for (const [keep, length] of [
      [250, 500],
      [0, 1],
    ] as const) {
      const other = clientOf(stage, { keep })
      stage.answers(marked('x'.repeat(length)))
      await other.client.getPopularTags()
      await other.client.getPopularTags()
      assert.deepEqual(etags(), [undefined, undefined])
    }
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
