// The traffic of agents, through proxies that hold every request and every answer against the committed openapi.json.
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import { operations } from '../../../src/operations/index.ts'
import { fixtureRecords } from '../../support/contract-service.ts'
import { call, docsPlace, meta, type Place, productPlaces, request, revisions } from '../../support/mcp-rpc.ts'
import { document, resolved } from '../../support/openapi-reader.ts'
import { type Ask, ask, type Reply, start } from '../../support/start-service.ts'
import { startPrism, violations } from '../support/prism-proxy.ts'

const documentPath = fileURLToPath(new URL('../../../openapi.json', import.meta.url))

type Host = Place[0]
/** `invalid` requests depart from the document themselves; their answers must not. */
type Sent = { host: Host; path: string; status: number; ask?: Ask; client?: string; invalid?: boolean }

const config = { limits: { read: 0, discovery: 2, mcp: 2 }, trustProxy: ['127.0.0.1', '::1'] }
const service = await start({ after }, { records: fixtureRecords(), config })
const prisms = {
  api: await startPrism(documentPath, service.apiUrl),
  web: await startPrism(documentPath, service.webUrl),
}
after(() => Promise.all([prisms.api.stop(), prisms.web.stop()]))

let clients = 0
/** Each request comes from another client, unless the test names one. */
const nextClient = () => `10.0.${clients >> 8}.${clients++ & 255}`

async function send({ host, path, status, ask: { headers, ...more } = {}, client = nextClient(), invalid }: Sent) {
  const reply = await ask(prisms[host].port, path, { ...more, headers: { ...headers, 'X-Forwarded-For': client } })
  const what = `${more.method ?? 'GET'} ${path} ${more.body?.slice(0, 200) ?? ''}`
  assert.equal(reply.status, status, `${what}: ${reply.text}`)
  const { request, response } = violations(reply)
  assert.deepEqual(response, [], what)
  assert.equal(request.length > 0, invalid ?? false, JSON.stringify(request))
  assertAnnounced(reply, path, more.method ?? 'GET')
}

/** They belong to HTTP itself, or to Prism. */
const plainHttp = ['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding']
const byPrism = ['sl-violations']

function assertAnnounced({ status, headers }: Reply, path: string, method: string): void {
  if (String(headers['content-type']).startsWith('text/')) return // pages for browsers have policies of their own
  const { responses } = document.paths[path][method.toLowerCase()]
  const known = Object.keys(resolved(responses[status] ?? responses.default).headers)
  const announced = [...known.map(name => name.toLowerCase()), ...plainHttp, ...byPrism]
  const others = Object.keys(headers).filter(name => !announced.includes(name))
  assert.deepEqual(others, [], `${method} ${path} ${status}`)
}

const json = { 'content-type': 'application/json' }

const posted = (body: unknown, headers: Record<string, string> = {}): Ask => ({
  method: 'POST',
  headers: { ...json, ...headers },
  body: JSON.stringify(body),
})

const wrongVersion = { 'Service-API-Version': '2020-01-01' }
const problem = { Accept: 'application/problem+json' }

test('documents', async () => {
  const places: Place[] = [
    ['web', '/batch'],
    ['web', '/.well-known/webmcp'],
    ['web', '/status'],
    ['web', '/webmcp'],
    ['web', '/mcp'],
    ['api', '/mcp'],
  ]
  for (const [host, path] of places) {
    await send({ host, path, status: 200 })
    await send({ host, path, status: 200, ask: { headers: { 'Accept-Encoding': 'br' } } })
    await send({ host, path, status: 400, ask: { headers: wrongVersion } })
    await send({ host, path, status: 400, ask: { headers: { ...wrongVersion, ...problem } } })
    if (path !== '/status') await send({ host, path, status: 304, ask: { headers: { 'If-None-Match': '*' } } })
    if (!path.endsWith('/mcp') && path !== '/webmcp') continue
    await send({ host, path, status: 405, ask: { headers: { Accept: 'text/event-stream, application/json' } } })
    await send({ host, path, status: 403, ask: { headers: { Origin: 'https://foreign.example' } } })
  }
  for (const type of ['text/html', 'text/markdown']) {
    await send({ host: 'web', path: '/status', status: 200, ask: { headers: { Accept: type } } })
  }
  for (const status of [200, 200, 429]) await send({ host: 'web', path: '/status', status, client: '192.0.2.1' })
})

test('questions', async () => {
  const question = { query: 'Do unused credits expire?' }
  for (const [i, path] of ['/ask', '/api/ask', '/nlweb/ask'].entries()) {
    const ask = (status: number, body: unknown, headers?: Record<string, string>, client?: string) =>
      send({ host: 'web', path, status, ask: posted(body, headers), ...(client === undefined ? {} : { client }) })
    await ask(200, question)
    await ask(200, {})
    await ask(200, { query: { text: 'What is trending?' }, locale: 'es', context: { prev: ['a', { query: 'b' }] } })
    await ask(200, question, { 'Accept-Encoding': 'br' })
    await ask(200, { ...question, prefer: { streaming: true, mode: 'list' } })
    await ask(400, question, wrongVersion)
    await ask(200, question, { 'Idempotency-Key': 'one' }, `192.0.4.${i}`)
    await ask(422, {}, { 'Idempotency-Key': 'one' }, `192.0.4.${i}`)
    await ask(429, question, {}, `192.0.4.${i}`)
    await ask(413, { more: 'x'.repeat(70_000) })
    await send({ host: 'web', path, status: 200, ask: { method: 'POST' } })
    const invalid = (status: number, ask: Ask) => send({ host: 'web', path, status, ask, invalid: true })
    await invalid(422, posted({ query: 'x'.repeat(2_001) }))
    await invalid(422, posted({ query: 5 }))
    await invalid(422, posted({ locale: 'en_US' }))
    await invalid(422, posted({ prefer: { mode: 'dance' } }))
    await invalid(415, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' })
  }
  await send({ host: 'web', path: '/ask', status: 200 })
  await send({ host: 'web', path: '/ask', status: 200, ask: { headers: { Accept: 'text/event-stream' } } })
  await send({ host: 'web', path: '/ask', status: 204, ask: { headers: { 'Last-Event-ID': 'a-complete' } } })
})

test('batches', async () => {
  const batch = (status: number, body: unknown, headers?: Record<string, string>, client?: string) =>
    send({
      host: 'web',
      path: '/batch',
      status,
      ask: posted(body, headers),
      ...(client === undefined ? {} : { client }),
    })
  const whole = { requests: operations.map(({ name, example }) => ({ id: name, operation: name, arguments: example })) }
  const failing = { requests: [{ id: 'a', operation: 'get_creator_profile', arguments: { handle: 'nobody' } }] }
  await batch(200, whole)
  await batch(200, whole, { 'Accept-Encoding': 'gzip' })
  await batch(200, failing)
  await batch(200, { requests: [{ id: 'a', operation: 'get_popular_tags' }] })
  await batch(400, whole, wrongVersion)
  await batch(400, { requests: [...failing.requests, ...failing.requests] })
  await batch(200, whole, { 'Idempotency-Key': 'one' }, '192.0.2.2')
  await batch(200, whole, { 'Idempotency-Key': 'one' }, '192.0.2.2')
  await batch(429, whole, { 'Idempotency-Key': 'one' }, '192.0.2.2')
  await batch(200, whole, { 'Idempotency-Key': 'two' }, '192.0.2.3')
  await batch(422, failing, { 'Idempotency-Key': 'two' }, '192.0.2.3')
  const invalid = (status: number, ask: Ask) => send({ host: 'web', path: '/batch', status, ask, invalid: true })
  await invalid(400, posted({ requests: [] }))
  await invalid(
    400,
    posted({ requests: Array.from({ length: 11 }, (_, i) => ({ ...failing.requests[0], id: `${i}` })) }),
  )
  await invalid(400, posted({ ...whole, more: 1 }))
  await invalid(415, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: JSON.stringify(whole) })
  await batch(413, { requests: [{ id: 'a', operation: 'get_popular_tags', arguments: { q: 'x'.repeat(70_000) } }] })
})

test('MCP messages', async () => {
  for (const [i, [host, path]] of [...productPlaces, docsPlace].entries()) {
    const message = (status: number, body: unknown, headers: Record<string, string> = {}, client?: string) =>
      send({ host, path, status, ask: posted(body, headers), ...(client === undefined ? {} : { client }) })
    for (const revision of revisions) {
      for (const method of ['tools/list', 'resources/list', 'server/discover']) {
        const { message: body, headers } = request(revision, method, {}, 'a')
        await message(200, body, headers)
      }
      const { message: body, headers } = request(revision, 'tools/call', { name: 'get_popular_tags', arguments: {} })
      await message(200, body, headers)
    }
    await message(200, call('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} }))
    await message(200, call('no/such/method'))
    await message(202, { jsonrpc: '2.0', method: 'notifications/initialized' })
    await message(400, call('tools/list', { _meta: meta() }))
    await message(400, call('tools/list'), wrongVersion)
    const unknown = request('2026-07-28', 'no/such/method', {})
    await message(404, unknown.message, unknown.headers)
    await message(403, call('tools/list'), { Origin: 'https://foreign.example' })
    const text = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' }
    await send({ host, path, status: 415, ask: text, invalid: true })
    await send({ host, path, status: 400, ask: posted([call('ping')]), invalid: true })
    await message(413, call('tools/list', { text: 'x'.repeat(70_000) }))
    for (const status of [200, 200, 429]) await message(status, call('ping'), {}, `192.0.3.${i}`)
  }
})

test('agent auth', async () => {
  for (const name of ['register', 'claim', 'revoke']) {
    const path = `/agent/auth/${name}`
    await send({ host: 'web', path, status: 403, ask: posted({}) })
    await send({ host: 'web', path, status: 403, ask: { method: 'POST' } })
    await send({ host: 'web', path, status: 403, ask: posted({ method: 'email_code' }, problem) })
    await send({ host: 'web', path, status: 403, ask: posted({}, wrongVersion) })
  }
})
