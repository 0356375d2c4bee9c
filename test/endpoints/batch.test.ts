// The batch endpoint. That its data is that of HTTP is tested in contract/surfaces.test.ts.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { Compile } from 'typebox/compile'
import { errors } from '../../src/errors.ts'
import { operations } from '../../src/operations/index.ts'
import { breakableStore } from '../support/breakable-store.ts'
import { fixtureRecords } from '../support/contract-service.ts'
import { type Ask, type Reply, type Running, start } from '../support/start-service.ts'

const service = await start({ after }, { records: fixtureRecords() })

type Item = { id: string; operation: string; arguments?: unknown }

function post(body: unknown, headers: Ask['headers'] = {}, to: Running = service): Promise<Reply> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return to.web('/batch', { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: text })
}

async function results(requests: Item[], to: Running = service) {
  const reply = await post({ requests }, {}, to)
  assert.equal(reply.status, 200, reply.text)
  const body = reply.json()
  assert.deepEqual(Object.keys(body), ['results'])
  assert.deepEqual(
    body.results.map(({ id, operation }: Item) => [id, operation]),
    requests.map(({ id, operation }) => [id, operation]),
  )
  return body.results
}

test('GET describes the operations, and what it describes works', async () => {
  const reply = await service.web('/batch')
  assert.equal(reply.status, 200)
  assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8')
  const about = reply.json()
  assert.equal(about.url, `${service.webUrl}/batch`)
  assert.equal(about.limits.max_requests, 10)
  assert.deepEqual(
    about.operations.map(({ name, summary }: { name: string; summary: string }) => [name, summary]),
    operations.map(({ name, summary }) => [name, summary]),
  )
  for (const { input_schema, example } of about.operations) {
    assert.ok(Compile(input_schema).Check(example.arguments), JSON.stringify(input_schema))
    assert.ok(!Compile(input_schema).Check({ ...example.arguments, other: 1 }))
    const [result] = await results([example])
    assert.equal(result.status, 200)
  }
  assert.ok(Compile(about.request_schema).Check(about.example))
  assert.equal((await post(about.example)).status, 200)
  const head = await service.web('/batch', { method: 'HEAD' })
  assert.deepEqual([head.status, head.body.length, head.headers.etag], [200, 0, reply.headers.etag])
  const again = await service.web('/batch', { headers: { 'If-None-Match': reply.headers.etag! } })
  assert.equal(again.status, 304)
})

test('an answer is for this request alone, and may be read from anywhere', async () => {
  const requests = [{ id: 'a', operation: 'get_community_feed', arguments: {} }]
  const reply = await post({ requests })
  assert.equal(reply.headers['content-type'], 'application/json; charset=utf-8')
  assert.equal(reply.headers['cache-control'], 'no-store')
  assert.equal(reply.headers['access-control-allow-origin'], '*')
  assert.equal(reply.headers['service-api-version'], '2026-05-26')
  assert.equal(reply.headers.etag, undefined)
  assert.equal(reply.headers['idempotent-replayed'], undefined)
  const zipped = await post({ requests }, { 'Accept-Encoding': 'gzip' })
  assert.equal(zipped.headers['content-encoding'], 'gzip')
  assert.deepEqual(JSON.parse(gunzipSync(zipped.body).toString()), reply.json())
  const conditional = await post({ requests }, { 'If-None-Match': '*' })
  assert.equal(conditional.status, 200)
})

test('items fail alone, each with the body it would have over HTTP', async () => {
  const reply = await post({
    requests: [
      { id: 'gone', operation: 'get_creator_profile', arguments: { handle: 'nobody' } },
      { id: 'fine', operation: 'get_popular_tags', arguments: {} },
      { id: 'bad', operation: 'get_community_feed', arguments: { limit: 0, sort: 'best' } },
      { id: 'cursor', operation: 'get_community_feed', arguments: { cursor: 'nope' } },
      { id: 'none', operation: 'get_creator_profile' },
    ],
  })
  const [gone, fine, bad, cursor, none] = reply.json().results
  assert.equal(reply.status, 200)
  assert.equal(fine.status, 200)
  assert.ok(!('error' in fine) && !('data' in gone))
  const overHttp = async (path: string) => {
    const http = await service.api(path)
    return { status: http.status, error: { ...http.json(), request_id: reply.headers['x-request-id'] } }
  }
  const pairs = [
    [gone, '/public/share/user/nobody'],
    [bad, '/public/share/community?limit=0&sort=best'],
    [cursor, '/public/share/community?cursor=nope'],
  ] as const
  for (const [item, path] of pairs) {
    const { status, error } = item
    assert.deepEqual({ status, error }, await overHttp(path))
  }
  assert.deepEqual([none.status, none.error.details[0].field], [422, 'handle'])
})

test('arguments are typed, and null leaves one out', async () => {
  const [text, number, empty] = await results([
    { id: '1', operation: 'get_community_feed', arguments: { limit: '3' } },
    { id: '2', operation: 'get_community_feed', arguments: { limit: 3, featuredOnly: false } },
    { id: '3', operation: 'get_community_feed', arguments: { limit: 3, locale: null, q: null } },
  ])
  assert.equal(text.error.details[0].field, 'limit')
  assert.equal(number.data.items.length, 3)
  assert.deepEqual(empty.data, number.data)
})

test('empty arguments fail like empty parameters', async () => {
  const names = ['sort', 'tag', 'category', 'kind', 'locale', 'limit', 'featuredOnly', 'cursor']
  const items = names.map(name => ({ id: name, operation: 'get_community_feed', arguments: { [name]: '' } }))
  for (const { id, status, error } of await results(items)) {
    assert.deepEqual([status, error.details[0].field], [id === 'cursor' ? 400 : 422, id])
  }
  const [blank, plain] = await results([
    { id: 'blank', operation: 'get_community_feed', arguments: { q: ' ' } },
    { id: 'plain', operation: 'get_community_feed' },
  ])
  assert.deepEqual(blank.data, plain.data)
})

test('an operation that does not exist fails its item with the list of those that do', async () => {
  const [item] = await results([{ id: 'a', operation: 'get_popular_tag', arguments: {} }])
  assert.deepEqual([item.status, item.error.error, item.error.code], [422, 'validation_failed', 42200])
  for (const { name } of operations) assert.ok(item.error.message.includes(name))
  assert.match(item.error.message, /Did you mean get_popular_tags\?/)
  assert.equal(item.error.details[0].field, 'operation')
  for (const operation of ['toString', '__proto__', 'constructor', 'search', 'x'.repeat(200)]) {
    const [other] = await results([{ id: 'a', operation, arguments: {} }])
    assert.equal(other.status, 422)
  }
})

test('an argument that does not exist fails its item with the list of those that do', async () => {
  const [item, fine] = await results([
    { id: 'a', operation: 'get_community_feed', arguments: { limt: 3 } },
    { id: 'b', operation: 'get_popular_tags' },
  ])
  assert.deepEqual([item.status, item.error.details[0].field], [422, 'limt'])
  assert.match(item.error.message, /Did you mean limit\?.*locale, sort, category, .*cursor, limit/)
  assert.equal(fine.status, 200)
})

const fine = { id: 'a', operation: 'get_popular_tags', arguments: {} }
const refused: [what: string, body: unknown, ...fields: string[]][] = [
  ['no list', {}, 'requests'],
  ['an empty list', { requests: [] }, 'requests'],
  ['eleven items', { requests: Array.from({ length: 11 }, (_, i) => ({ ...fine, id: String(i) })) }, 'requests'],
  ['no object', [fine], 'requests'],
  ['null', 'null', 'requests'],
  ['text', '"requests"', 'requests'],
  ['an object for the list', { requests: { 0: fine } }, 'requests'],
  ['an unknown field', { requests: [fine], request: [] }, 'request'],
  ['an item that is no object', { requests: [fine, 'get_popular_tags'] }, 'requests[1]'],
  ['an item that is null', { requests: [null] }, 'requests[0]'],
  ['an item that is a list', { requests: [[]] }, 'requests[0]'],
  ['an unknown field of an item', { requests: [fine, { ...fine, id: 'b', args: {} }] }, 'requests[1].args'],
  ['no id', { requests: [{ operation: 'get_popular_tags' }] }, 'requests[0].id'],
  ['a number for an id', { requests: [{ ...fine, id: 1 }] }, 'requests[0].id'],
  ['an empty id', { requests: [{ ...fine, id: '' }] }, 'requests[0].id'],
  ['a very long id', { requests: [{ ...fine, id: 'x'.repeat(201) }] }, 'requests[0].id'],
  ['no operation', { requests: [{ id: 'a' }] }, 'requests[0].operation'],
  ['a number for an operation', { requests: [{ ...fine, operation: 3 }] }, 'requests[0].operation'],
  ['a list for arguments', { requests: [{ ...fine, arguments: [] }] }, 'requests[0].arguments'],
  ['text for arguments', { requests: [{ ...fine, arguments: '{}' }] }, 'requests[0].arguments'],
  ['null for arguments', { requests: [{ ...fine, arguments: null }] }, 'requests[0].arguments'],
  ['the same id twice', { requests: [fine, { ...fine, id: 'b' }, fine] }, 'requests[2].id'],
  ['much at once', { requests: [{}, fine], x: 1 }, 'x', 'requests[0].id', 'requests[0].operation'],
]
for (const [what, body, ...fields] of refused) {
  test(`400 for ${what}, naming the place`, async () => {
    const reply = await post(body)
    assert.equal(reply.status, 400, reply.text)
    const { code, error, details, request_id, message } = reply.json()
    assert.deepEqual([code, error], [errors.invalid_request.code, 'invalid_request'])
    assert.equal(request_id, reply.headers['x-request-id'])
    assert.deepEqual(
      details.map(({ field }: { field: string }) => field),
      fields,
    )
    for (const { reason } of details) assert.ok(message.includes(reason))
  })
}

test('no flood of details, and no long echo', async () => {
  const many = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`field ${i}`, i]))
  const reply = await post({ requests: [fine], ...many, ['x'.repeat(20_000)]: 1 })
  assert.equal(reply.status, 400)
  assert.equal(reply.json().details.length, 10)
  assert.ok(reply.body.length < 5000)
})

test('bodies as everywhere: type, size, depth, form, method', async () => {
  const refuse = async (status: number, body: string, headers: Ask['headers'] = {}) => {
    const reply = await post(body, headers)
    assert.equal(reply.status, status, body.slice(0, 50))
    assert.equal(reply.json().error, 'invalid_request')
    return reply
  }
  const whole = JSON.stringify({ requests: [fine] })
  assert.equal((await refuse(415, whole, { 'Content-Type': 'text/plain' })).headers['accept-post'], 'application/json')
  await refuse(415, whole, { 'Content-Type': 'application/x-www-form-urlencoded' })
  await refuse(413, `${whole}${' '.repeat(64 * 1024)}`)
  await refuse(413, `${whole}${' '.repeat(64 * 1024)}`, { 'Transfer-Encoding': 'chunked' })
  await refuse(400, '{"requests":')
  await refuse(400, '')
  await refuse(400, `{"requests":${'['.repeat(40)}${']'.repeat(40)}}`)
  await refuse(400, '{"requests":[{"id":"a","operation":"get_popular_tags","arguments":{"__proto__":{}}}]}')
  const wrong = await service.web('/batch', { method: 'PUT' })
  assert.deepEqual([wrong.status, wrong.headers.allow], [405, 'GET, HEAD, OPTIONS, POST'])
  assert.equal((await refuse(400, whole, { 'Service-API-Version': '2020-01-01' })).json().details.length, 1)
  assert.equal((await service.api('/batch')).status, 404)
  const page = await post('{}', { Accept: 'application/problem+json' })
  assert.equal(page.headers['content-type'], 'application/problem+json')
})

test('a batch counts once, against the limit of discovery', async t => {
  const limited = await start(t, { config: { limits: { read: 1, discovery: 2, mcp: 1 } } })
  const requests = Array.from({ length: 10 }, (_, i) => ({ ...fine, id: String(i) }))
  for (const [status, remaining] of [
    [200, '1'],
    [200, '0'],
    [429, '0'],
  ]) {
    const reply = await post({ requests }, {}, limited)
    assert.deepEqual([reply.status, reply.headers['ratelimit-remaining']], [status, remaining])
    assert.equal(reply.headers['ratelimit-policy'], '"discovery";q=2;w=60')
  }
  assert.equal((await limited.api('/public/share/tags')).status, 200)
})

test('batch and HTTP share what the cache holds', async t => {
  const store = breakableStore()
  const running = await start(t, { openStore: store.open })
  const first = await post({ requests: [fine, { ...fine, id: 'b' }] }, {}, running)
  const http = await running.api('/public/share/tags')
  assert.deepEqual(http.json().data, first.json().results[1].data)
  assert.equal(store.calls.filter(name => name === 'popularTags').length, 1)
})

test('while the store is away, what was read before goes on, marked with its age; the rest fails alone', async t => {
  const store = breakableStore()
  const time = { now: Date.now() }
  const lines: string[] = []
  const running = await start(t, {
    openStore: store.open,
    now: () => time.now,
    config: { logLevel: 'info' },
    logTo: { write: line => lines.push(line) },
  })
  const [before] = await results([fine], running)
  const mira = await running.api('/public/share/user/mira')
  await running.bring([{ type: 'creator', handle: 'mira', displayName: 'Mira the Second' }])
  while ((await running.api('/public/share/user/mira')).text === mira.text) await sleep(20)
  store.breakDown()
  time.now += 5_000
  const reply = await post(
    { requests: [fine, { id: 'b', operation: 'get_creator_profile', arguments: { handle: 'ann' } }] },
    {},
    running,
  )
  const [old, failed] = reply.json().results
  assert.deepEqual(old, before)
  assert.equal(reply.headers.age, '5')
  assert.equal(reply.headers['cache-status'], 'vitrine; hit; ttl=-5')
  assert.deepEqual([failed.status, failed.error.error, failed.error.retryable], [503, 'upstream_unavailable', true])
  assert.ok(!reply.text.includes('secret of the inside'))
  assert.ok(lines.some(line => line.includes(String(reply.headers['x-request-id']))))
})
