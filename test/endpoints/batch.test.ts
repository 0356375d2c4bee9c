// The batch endpoint. That its data is that of HTTP is tested in contract/surfaces.test.ts.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { Compile } from 'typebox/compile'
import { errors } from '../../src/errors.ts'
import { operations } from '../../src/operations/index.ts'
import { breakableStore } from '../support/breakable-store.ts'
import { fixtureRecords } from '../support/contract-service.ts'
import { type Ask, type Reply, type Running, start } from '../support/start-service.ts'
import { until } from '../support/vitrine-process.ts'

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

test('a response is not cached and allows every origin', async () => {
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

test('an item with a wrong argument or operation fails alone and lists the right ones', async () => {
  const feed = 'get_community_feed'
  const empty = ['sort', 'tag', 'category', 'kind', 'locale', 'limit', 'featuredOnly']
  const wrong: [operation: string, given: object, status: number, field: string, message?: RegExp][] = [
    ...empty.map((name): [string, object, number, string] => [feed, { [name]: '' }, 422, name]),
    [feed, { cursor: '' }, 400, 'cursor'],
    [feed, { limit: '3' }, 422, 'limit'],
    [feed, { limt: 3 }, 422, 'limt', /Did you mean limit\?.*locale, sort, category, .*cursor, limit/],
    ['get_popular_tag', {}, 422, 'operation', /Did you mean get_popular_tags\?/],
    ...['toString', '__proto__', 'constructor', 'search', 'x'.repeat(200)].map(
      (operation): [string, object, number, string] => [operation, {}, 422, 'operation'],
    ),
  ]
  for (const [operation, given, status, field, message] of wrong) {
    const [item, fine] = await results([
      { id: 'a', operation, arguments: given },
      { id: 'b', operation: 'get_popular_tags' },
    ])
    assert.deepEqual([item.status, item.error.details[0].field, fine.status], [status, field, 200], operation)
    if (message !== undefined) assert.match(item.error.message, message)
    if (field !== 'operation') continue
    assert.deepEqual([item.error.error, item.error.code], ['validation_failed', 42200])
    for (const { name } of operations) assert.ok(item.error.message.includes(name))
  }
  const [plain, nothing, blank] = await results([
    { id: '1', operation: feed },
    { id: '2', operation: feed, arguments: { locale: null, q: null, featuredOnly: false } },
    { id: '3', operation: feed, arguments: { q: ' ' } },
  ])
  assert.deepEqual([nothing.data, blank.data], [plain.data, plain.data])
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
test('a malformed batch returns 400 naming each field', async () => {
  for (const [what, body, ...fields] of refused) {
    const reply = await post(body)
    assert.equal(reply.status, 400, `${what}: ${reply.text}`)
    const { code, error, details, request_id, message } = reply.json()
    assert.deepEqual([code, error], [errors.invalid_request.code, 'invalid_request'])
    assert.equal(request_id, reply.headers['x-request-id'])
    const named = details.map(({ field }: { field: string }) => field)
    assert.deepEqual(named, fields, what)
    for (const { reason } of details) assert.ok(message.includes(reason))
  }
})

test('the number of details and the length of echoed names are bounded', async () => {
  const many = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`field ${i}`, i]))
  const reply = await post({ requests: [fine], ...many, ['x'.repeat(20_000)]: 1 })
  assert.equal(reply.status, 400)
  assert.equal(reply.json().details.length, 10)
  assert.ok(reply.body.length < 5000)
})

test('other methods and hosts are refused, errors as problem+json', async () => {
  const reply = await post('', { Accept: 'application/problem+json' })
  assert.deepEqual([reply.status, reply.headers['content-type']], [400, 'application/problem+json'])
  const wrong = await service.web('/batch', { method: 'PUT' })
  assert.deepEqual([wrong.status, wrong.headers.allow], [405, 'GET, HEAD, OPTIONS, POST'])
  assert.equal((await service.api('/batch')).status, 404)
})

test('a batch counts once against the discovery limit, and a 429 is not stored under its key', async t => {
  const time = { now: Date.now() }
  const config = { limits: { read: 1, discovery: 2, mcp: 1 } }
  const limited = await start(t, { now: () => time.now, config })
  const requests = Array.from({ length: 10 }, (_, i) => ({ ...fine, id: String(i) }))
  const key = { 'Idempotency-Key': 'key' }
  for (const [status, remaining, headers] of [
    [200, '1', {}],
    [200, '0', {}],
    [429, '0', key],
  ] as const) {
    const reply = await post({ requests }, headers, limited)
    assert.deepEqual([reply.status, reply.headers['ratelimit-remaining']], [status, remaining])
    assert.equal(reply.headers['ratelimit-policy'], '"discovery";q=2;w=60')
  }
  assert.equal((await limited.api('/public/share/tags')).status, 200)
  time.now += 60_000
  const later = await post({ requests }, key, limited)
  assert.deepEqual([later.status, later.headers['idempotent-replayed']], [200, undefined])
})

test('batch and HTTP share the cache', async t => {
  const store = breakableStore()
  const running = await start(t, { openStore: store.open })
  const first = await post({ requests: [fine, { ...fine, id: 'b' }] }, {}, running)
  const http = await running.api('/public/share/tags')
  assert.deepEqual(http.json().data, first.json().results[1].data)
  assert.equal(store.calls.filter(name => name === 'popularTags').length, 1)
})

test('while the store is away, cached items are stale with their age; the others fail alone', async t => {
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
  await until('the import shows', async () => (await running.api('/public/share/user/mira')).text !== mira.text)
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
