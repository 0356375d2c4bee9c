// Traffic of every surface through Prism, a proxy that validates requests and answers against the committed openapi.json.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { operations } from '../../../src/operations/index.ts'
import { sorts } from '../../../src/store/store.ts'
import { startWithJobs } from '../../endpoints/jobs-service.ts'
import { exampleOf, fixtureRecords, operationCalled, targetOf } from '../../support/contract-service.ts'
import { call, docsPlace, meta, type Place, productPlaces, request, revisions } from '../../support/mcp-rpc.ts'
import { document, resolved } from '../../support/openapi-reader.ts'
import { type Ask, ask, type Reply, start } from '../../support/start-service.ts'
import { startPrism, violations } from '../support/prism-proxy.ts'

const documentPath = fileURLToPath(new URL('../../../openapi.json', import.meta.url))
const limit = 2
const config = { limits: { read: limit, discovery: limit, mcp: limit }, trustProxy: ['127.0.0.1', '::1'] }
const service = await start({ after }, { records: fixtureRecords(), config })
const prisms = {
  api: await startPrism(documentPath, service.apiUrl),
  web: await startPrism(documentPath, service.webUrl),
}
after(() => Promise.all([prisms.api.stop(), prisms.web.stop()]))

/** `invalid` requests do not match the document themselves; their answers must. Requests without `client` have one each. */
type Options = Ask & { invalid?: boolean; client?: string }
type Sent = readonly [status: number, path: string, options?: Options]

let clients = 0

async function send(
  port: number,
  [status, path, { invalid = false, client, headers, ...more } = {}]: Sent,
): Promise<Reply> {
  const from = client ?? `10.0.${clients >> 8}.${clients++ & 255}`
  const reply = await ask(port, path, { ...more, headers: { ...headers, 'X-Forwarded-For': from } })
  const what = `${more.method ?? 'GET'} ${path} ${more.body?.slice(0, 200) ?? ''}`
  assert.equal(reply.status, status, `${what}: ${reply.text}`)
  const { request, response } = violations(reply)
  assert.deepEqual(response, [], what)
  assert.equal(request.length > 0, invalid, `${what}: ${JSON.stringify(request)}`)
  assertAnnounced(reply, path.replace(/^(\/ask\/jobs\/).*/, '$1{jobId}'), more.method ?? 'GET')
  return reply
}

/** Of HTTP itself, and of Prism. */
const plainHeaders = 'connection content-length content-type date keep-alive transfer-encoding sl-violations'.split(' ')

/** The document names every header. Reads are checked by test/contract/headers.test.ts, pages have their own policies. */
function assertAnnounced({ status, headers }: Reply, path: string, method: string): void {
  if (path.startsWith('/public/') || String(headers['content-type']).startsWith('text/')) return
  const { responses } = document.paths[path][method.toLowerCase()]
  const announced = Object.keys(resolved(responses[status] ?? responses.default).headers).map(name =>
    name.toLowerCase(),
  )
  const others = Object.keys(headers).filter(name => !announced.includes(name) && !plainHeaders.includes(name))
  assert.deepEqual(others, [], `${method} ${path} ${status}`)
}

const sendAll = async (host: Place[0], all: Iterable<Sent>) => {
  for (const sent of all) await send(prisms[host].port, sent)
}

const posted = (body: unknown, headers: Record<string, string> = {}, client?: string) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
  ...(client === undefined ? {} : { client }),
})
const invalid = (body: unknown) => ({ ...posted(body), invalid: true })
const plainText = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}', invalid: true }
const wrongVersion = { 'Service-API-Version': '2020-01-01' }
const problem = { Accept: 'application/problem+json' }
const feed = operationCalled('get_community_feed')

function* readTraffic(): Generator<Sent> {
  for (const operation of operations) {
    const path = targetOf(operation, exampleOf(operation))
    yield [200, path]
    yield [200, path, { headers: { 'Accept-Encoding': 'br' } }]
    yield [200, path, { headers: { 'Service-API-Version': '2026-05-26' } }]
    yield [304, path, { headers: { 'If-None-Match': '*' } }]
    yield [400, path, { headers: wrongVersion }]
    yield [200, `${path}${path.includes('?') ? '&' : '?'}unknown=1`]
    if (operation.fields.some(({ name }) => name === 'locale')) {
      for (const locale of ['es', 'fr-CA', 'tlh']) yield [200, targetOf(operation, { ...exampleOf(operation), locale })]
    }
    if (operation.notFound) yield [404, targetOf(operation, { ...exampleOf(operation), handle: 'nobody' })]
  }
  for (const sort of sorts) yield [200, targetOf(feed, { sort, limit: 2 })]
  const combined = {
    featuredOnly: true,
    category: 'play',
    tag: 'hydration',
    q: 'quiz',
    sort: 'liked',
    limit: 48,
    locale: 'de',
  }
  for (const values of [combined, { tag: 'c++' }, { q: '温度', locale: 'ja' }, { category: 'no-such-category' }]) {
    yield [200, targetOf(feed, values)]
  }
  yield [400, targetOf(feed, { cursor: 'abc' }), { headers: problem }]
  yield [422, targetOf(feed, { locale: 'en-a' }), { headers: problem }]
  for (const bad of ['limit=0', 'limit=x', 'sort=best', 'featuredOnly=maybe', `q=${'x'.repeat(300)}`, 'locale=!!']) {
    yield [422, `${feed.path}?${bad}`, { invalid: true }]
  }
  yield [400, `${feed.path}?cursor=${'A'.repeat(513)}`, { invalid: true }]
  for (const status of [200, 200, 429]) yield [status, '/public/share/tags', { client: '192.0.2.1' }]
}

test('reads', () => sendAll('api', readTraffic()))

test('the pages of a feed', async () => {
  let pages = 0
  for (let path: string | null = targetOf(feed, { limit: 5, sort: 'recent' }); path !== null; pages++) {
    const { nextUrl }: { nextUrl: string | null } = (await send(prisms.api.port, [200, path])).json().data.pagination
    path = nextUrl && `${new URL(nextUrl).pathname}${new URL(nextUrl).search}`
  }
  assert.equal(pages, 3)
})

const documents: Place[] = [
  ['web', '/batch'],
  ['web', '/.well-known/webmcp'],
  ['web', '/status'],
  ['web', '/webmcp'],
  ['web', '/mcp'],
  ['api', '/mcp'],
]

function* documentTraffic(path: string): Generator<Sent> {
  yield [200, path]
  yield [200, path, { headers: { 'Accept-Encoding': 'br' } }]
  yield [400, path, { headers: wrongVersion }]
  yield [400, path, { headers: { ...wrongVersion, ...problem } }]
  if (path !== '/status') yield [304, path, { headers: { 'If-None-Match': '*' } }]
  if (!/\/(?:web)?mcp$/.test(path) || path.includes('.well-known')) return
  yield [405, path, { headers: { Accept: 'text/event-stream, application/json' } }]
  yield [403, path, { headers: { Origin: 'https://foreign.example' } }]
}

test('documents', async () => {
  for (const [host, path] of documents) await sendAll(host, documentTraffic(path))
  for (const Accept of ['text/html', 'text/markdown'])
    await send(prisms.web.port, [200, '/status', { headers: { Accept } }])
  for (const status of [200, 200, 429]) await send(prisms.web.port, [status, '/status', { client: '192.0.2.2' }])
})

function* questionTraffic(path: string): Generator<Sent> {
  const question = { query: 'Do unused credits expire?' }
  const client = `192.0.4.${path.length}`
  const key = { 'Idempotency-Key': 'one' }
  yield [200, path, posted(question)]
  yield [200, path, posted({})]
  yield [200, path, posted({ query: { text: 'Hi' }, locale: 'es', context: { prev: ['a', { query: 'b' }] } })]
  yield [200, path, posted(question, { 'Accept-Encoding': 'br' })]
  yield [200, path, posted({ ...question, prefer: { streaming: true, mode: 'list' } })]
  yield [400, path, posted(question, wrongVersion)]
  yield [200, path, posted(question, key, client)]
  yield [422, path, posted({}, key, client)]
  yield [429, path, posted(question, {}, client)]
  yield [413, path, posted({ more: 'x'.repeat(70_000) })]
  yield [200, path, { method: 'POST' }]
  yield [415, path, plainText]
  for (const body of [{ query: 'x'.repeat(2_001) }, { query: 5 }, { locale: 'en_US' }, { prefer: { mode: 'dance' } }]) {
    yield [422, path, invalid(body)]
  }
}

test('questions', async () => {
  for (const path of ['/ask', '/api/ask', '/nlweb/ask']) await sendAll('web', questionTraffic(path))
  await sendAll('web', [
    [200, '/ask'],
    [200, '/ask', { headers: { Accept: 'text/event-stream' } }],
    [204, '/ask', { headers: { 'Last-Event-ID': 'a-complete' } }],
  ])
})

test('batches', async () => {
  const whole = { requests: operations.map(({ name, example }) => ({ id: name, operation: name, arguments: example })) }
  const failing = { id: 'a', operation: 'get_creator_profile', arguments: { handle: 'nobody' } }
  const traffic: Sent[] = [
    [200, '/batch', posted(whole)],
    [200, '/batch', posted(whole, { 'Accept-Encoding': 'gzip' })],
    [200, '/batch', posted({ requests: [failing] })],
    [200, '/batch', posted({ requests: [{ id: 'a', operation: 'get_popular_tags' }] })],
    [400, '/batch', posted(whole, wrongVersion)],
    [400, '/batch', posted({ requests: [failing, failing] })],
    [200, '/batch', posted(whole, { 'Idempotency-Key': 'one' }, '192.0.2.3')],
    [422, '/batch', posted({ requests: [failing] }, { 'Idempotency-Key': 'one' }, '192.0.2.3')],
    [429, '/batch', posted(whole, { 'Idempotency-Key': 'one' }, '192.0.2.3')],
    [400, '/batch', invalid({ requests: [] })],
    [400, '/batch', invalid({ requests: Array.from({ length: 11 }, (_, i) => ({ ...failing, id: `${i}` })) })],
    [400, '/batch', invalid({ ...whole, more: 1 })],
    [415, '/batch', plainText],
    [413, '/batch', posted({ requests: [{ ...failing, arguments: { q: 'x'.repeat(70_000) } }] })],
  ]
  await sendAll('web', traffic)
})

function* mcpTraffic(path: string, client: string): Generator<Sent> {
  for (const revision of revisions) {
    const tool = { name: 'get_popular_tags', arguments: {} }
    for (const [method, params] of [
      ['tools/list'],
      ['resources/list'],
      ['server/discover'],
      ['tools/call', tool],
    ] as const) {
      const { message, headers } = request(revision, method, params ?? {}, 'a')
      yield [200, path, posted(message, headers)]
    }
  }
  const unknown = request('2026-07-28', 'no/such/method', {})
  yield [200, path, posted(call('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} }))]
  yield [200, path, posted(call('no/such/method'))]
  yield [202, path, posted({ jsonrpc: '2.0', method: 'notifications/initialized' })]
  yield [400, path, posted(call('tools/list', { _meta: meta() }))]
  yield [400, path, posted(call('tools/list'), wrongVersion)]
  yield [404, path, posted(unknown.message, unknown.headers)]
  yield [403, path, posted(call('tools/list'), { Origin: 'https://foreign.example' })]
  yield [415, path, plainText]
  yield [400, path, invalid([call('ping')])]
  yield [413, path, posted(call('tools/list', { text: 'x'.repeat(70_000) }))]
  for (const status of [200, 200, 429]) yield [status, path, posted(call('ping'), {}, client)]
}

test('MCP messages', async () => {
  for (const [i, [host, path]] of [...productPlaces, docsPlace].entries())
    await sendAll(host, mcpTraffic(path, `192.0.3.${i}`))
})

test('agent auth', async () => {
  for (const path of ['/agent/auth/register', '/agent/auth/claim', '/agent/auth/revoke']) {
    const asks = [posted({}), { method: 'POST' }, posted({ method: 'email_code' }, problem), posted({}, wrongVersion)]
    await sendAll('web', asks.map(one => [403, path, one] as const)) // biome-ignore format: one line reads better
  }
})

test('jobs', async t => {
  const jobs = await startWithJobs(t)
  const prism = await startPrism(documentPath, jobs.webUrl)
  t.after(prism.stop)
  const create = (status: number, more: Options) => send(prism.port, [status, '/ask/jobs', more])
  const status = (id: string, expected: number, headers = {}) =>
    send(prism.port, [expected, `/ask/jobs/${id}`, { headers }])
  const awaited = (expected: number, more: Options) => send(prism.port, [expected, '/await', more])
  const go = jobs.standIn.hold()
  const { job_id: id } = (await create(202, posted({ query: 'held' }))).json()
  const { job_id: lost } = (await create(202, posted({ query: { text: 'lost' }, locale: 'es' }))).json()
  await create(202, { method: 'POST' })
  for (const query of [undefined, undefined, 'other']) {
    await create(query ? 422 : 202, posted({ query }, { 'Idempotency-Key': 'one' }))
  }
  await create(413, posted({ more: 'x'.repeat(70_000) }))
  await create(400, posted({}, wrongVersion))
  await create(422, invalid({ query: 'x'.repeat(2_001) }))
  await create(415, plainText)
  await status(id, 200)
  await awaited(202, posted({ promise_token: id, action: 'checkin' }))
  await awaited(200, posted({ promise_token: lost, action: 'cancel' }))
  go()
  await jobs.finished(id)
  for (const job of [id, lost]) {
    await status(job, 200)
    await awaited(200, posted({ promise_token: job }))
  }
  await status(id, 200, { 'Accept-Encoding': 'br' })
  await status('unknown', 404)
  await awaited(404, posted({ promise_token: 'unknown' }))
  await awaited(413, posted({ promise_token: 'x'.repeat(70_000) }))
  await awaited(400, invalid({}))
  await awaited(422, invalid({ promise_token: id, action: 'delete' }))
})

test('Prism reports answers that do not match the document', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-prism-'))
  t.after(() => rm(folder, { recursive: true }))
  const changed = JSON.parse(await readFile(documentPath, 'utf8'))
  changed.components.schemas.TagList.properties.total = { type: 'string' }
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(changed))
  const prism = await startPrism(join(folder, 'openapi.json'), service.apiUrl)
  t.after(prism.stop)
  const found = violations(await ask(prism.port, '/public/share/tags')).response
  assert.deepEqual(found.map(({ location }) => location.join('.')), ['response.body.data.total']) // biome-ignore format: one line reads better
})
