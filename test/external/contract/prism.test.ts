// The contract traffic, through a proxy that holds every request and every answer against the committed openapi.json.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { operations } from '../../../src/operations/index.ts'
import { sorts } from '../../../src/store/store.ts'
import { fixtureRecords, operationCalled, targetOf } from '../../support/contract-service.ts'
import { type Ask, ask, type Reply, start } from '../../support/start-service.ts'
import { startPrism, violations } from '../support/prism-proxy.ts'

const documentPath = fileURLToPath(new URL('../../../openapi.json', import.meta.url))

const accept = (type: string): Ask => ({ headers: { Accept: type } })
const feed = operationCalled('get_community_feed')

/** Valid requests by the document, and the status each must get. */
function* validTraffic(): Generator<[path: string, status: number, ask?: Ask]> {
  for (const operation of operations) {
    const path = targetOf(operation, operation.example)
    yield [path, 200]
    yield [path, 200, { headers: { 'Accept-Encoding': 'br' } }]
    yield [path, 200, { headers: { 'Service-API-Version': '2026-05-26' } }]
    yield [path, 304, { headers: { 'If-None-Match': '*' } }]
    yield [path, 400, { headers: { 'Service-API-Version': '2020-01-01' } }]
    yield [`${path}${path.includes('?') ? '&' : '?'}unknown=1`, 200]
    if (operation.fields.some(({ name }) => name === 'locale')) {
      for (const locale of ['es', 'fr-CA', 'ja', 'tlh'])
        yield [targetOf(operation, { ...operation.example, locale }), 200]
    }
    if (operation.notFound) yield [targetOf(operation, { ...operation.example, handle: 'nobody' }), 404]
  }
  for (const sort of sorts) yield [targetOf(feed, { sort, limit: 2 }), 200]
  for (const values of [
    { category: 'health' },
    { tag: 'c++' },
    { q: 'water', limit: 1 },
    { q: '温度', locale: 'ja' },
    { featuredOnly: true, category: 'play', tag: 'hydration', q: 'quiz', sort: 'liked', limit: 48, locale: 'de' },
    { category: 'no-such-category' },
  ]) {
    yield [targetOf(feed, values), 200]
  }
  yield [targetOf(feed, { cursor: 'abc' }), 400]
  yield [targetOf(feed, { cursor: 'abc' }), 400, accept('application/problem+json')]
  yield [targetOf(feed, { locale: 'en-a' }), 422, accept('application/problem+json')]
}

const invalidTraffic: [query: string, status: number][] = [
  ['limit=0', 422],
  ['limit=x', 422],
  ['sort=best', 422],
  ['featuredOnly=maybe', 422],
  [`q=${'x'.repeat(300)}`, 422],
  ['locale=!!', 422],
  [`cursor=${'A'.repeat(513)}`, 400],
  ['limit=1&limit=2', 400],
]

async function proxied(t: TestContext, document: string) {
  const config = { limits: { read: 3, discovery: 0, mcp: 0 }, trustProxy: ['127.0.0.1', '::1'] }
  const service = await start(t, { records: fixtureRecords(), config })
  const prism = await startPrism(document, service.apiUrl)
  t.after(() => prism.stop())
  let clients = 0
  /** Each request comes from another client, so that only the test of the limit meets the limit. */
  const send = (path: string, { headers, ...more }: Ask = {}, client = `10.0.${clients >> 8}.${clients++ & 255}`) =>
    ask(prism.port, path, { ...more, headers: { ...headers, 'X-Forwarded-For': client } })
  return { service, send }
}

function assertKept(reply: Reply, what: string, status: number): void {
  assert.equal(reply.status, status, `${what}: ${reply.text}`)
  assert.deepEqual(violations(reply).response, [], what)
}

test('traffic through Prism violates nothing', async t => {
  const { send } = await proxied(t, documentPath)

  await t.test('valid requests are valid by the document, and so are their answers', async () => {
    for (const [path, status, more] of validTraffic()) {
      const reply = await send(path, more)
      assertKept(reply, path, status)
      assert.deepEqual(violations(reply).request, [], path)
    }
  })

  await t.test('the pages of a feed', async () => {
    let pages = 0
    for (let path: string | null = targetOf(feed, { limit: 5, sort: 'recent' }); path !== null; pages++) {
      const reply = await send(path)
      assertKept(reply, path, 200)
      const { nextUrl } = reply.json().data.pagination
      path = nextUrl && `${new URL(nextUrl).pathname}${new URL(nextUrl).search}`
    }
    assert.equal(pages, 3)
  })

  await t.test('what is invalid by the document is refused, in a documented way', async () => {
    for (const [query, status] of invalidTraffic) {
      const reply = await send(`${feed.path}?${query}`)
      assertKept(reply, query, status)
      if (!query.includes('&')) assert.notDeepEqual(violations(reply).request, [], query)
    }
  })

  await t.test('a client over its limit', async () => {
    const replies = await Array.fromAsync({ length: 4 }, () => send('/public/share/tags', {}, '192.0.2.1'))
    for (const [i, reply] of replies.entries()) assertKept(reply, `request ${i}`, i < 3 ? 200 : 429)
  })
})

test('Prism would tell if an answer broke the document', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-prism-'))
  t.after(() => rm(folder, { recursive: true }))
  const document = JSON.parse(await readFile(documentPath, 'utf8'))
  document.components.schemas.TagList.properties.total = { type: 'string' }
  document.components.headers['X-Request-Id'].schema = { type: 'integer' }
  for (const status of ['404', 'default']) delete document.paths['/public/share/user/{handle}'].get.responses[status]
  const changed = join(folder, 'openapi.json')
  await writeFile(changed, JSON.stringify(document))
  const { send } = await proxied(t, changed)
  const places = ({ location }: { location: string[] }) => location.join('.')
  assert.deepEqual(violations(await send('/public/share/tags')).response.map(places), [
    'response.body.data.total',
    'response.header.x-request-id',
  ])
  assert.deepEqual(violations(await send('/public/share/user/nobody')).response.map(places), ['response'])
})
