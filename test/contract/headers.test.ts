// Every response has the documented headers: none is missing, none is undocumented.
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { fail } from '../../src/errors.ts'
import type { Operation } from '../../src/operations/define.ts'
import { operations } from '../../src/operations/index.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { exampleOf, fixtureRecords, operationCalled, targetOf } from '../support/contract-service.ts'
import { document, resolved } from '../support/openapi-reader.ts'
import { type Reply, start } from '../support/start-service.ts'

/** Headers of HTTP itself, which are not documented. */
const plainHttp = ['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding']

function assertDocumented(reply: Reply, path: string): void {
  const { responses } = document.paths[path].get
  const response = resolved(responses[reply.status] ?? responses.default)
  const known = new Map(Object.entries<{ required?: boolean }>(response.headers))
  const names = new Set([...known.keys()].map(name => name.toLowerCase()))
  for (const name of Object.keys(reply.headers)) {
    assert.ok(names.has(name) || plainHttp.includes(name), `${path} ${reply.status} sends ${name}`)
  }
  for (const [name, { required }] of known) {
    if (required) assert.ok(reply.headers[name.toLowerCase()] !== undefined, `${path} ${reply.status} lacks ${name}`)
  }
}

const faults: Record<string, unknown> = {
  internal_error: new Error('a bug'),
  upstream_unavailable: fail('upstream_unavailable', 'Away.'),
  timeout: fail('timeout', 'Too slow.'),
}

/** A real store that fails when the category is the name of a fault. */
const faultyStore: typeof openStore = async (...args) => {
  const store = await openStore(...args)
  const feed: Store['feed'] = async query => {
    const fault = faults[query.category ?? '']
    if (fault !== undefined) throw fault
    return store.feed(query)
  }
  return { ...store, feed }
}

const deprecations = operations.map(({ name: operation }) => ({
  operation,
  deprecated: '2026-01-01T00:00:00Z',
  sunset: '2027-01-01T00:00:00Z',
  link: 'https://example.org/',
}))

const config = { limits: { read: 8, discovery: 0, mcp: 0 }, trustProxy: ['127.0.0.1'] }
const service = await start({ after }, { records: fixtureRecords(), openStore: faultyStore, deprecations, config })

/** Every client address has its own rate limit. */
const clientAt =
  (address: string) =>
  async (operation: Operation, values: object = {}, more: Record<string, string> = {}, method = 'GET') => {
    const headers = { 'X-Forwarded-For': address, ...more }
    const reply = await service.api(targetOf(operation, { ...exampleOf(operation), ...values }), { headers, method })
    assertDocumented(reply, operation.path)
    return reply
  }

for (const [i, operation] of operations.entries()) {
  test(`${operation.name} sends the documented headers`, async () => {
    const request = clientAt(`10.0.0.${i}`)
    const replies = [
      await request(operation),
      await request(operation, {}, { 'Accept-Encoding': 'br' }),
      await request(operation, {}, { 'If-None-Match': '*' }),
      await request(operation, {}, { 'Service-API-Version': 'x' }),
      await request(operation, {}, {}, 'POST'),
      await request(operation, { limit: 0, locale: '!!' }),
      await request(operation, operation.notFound ? { handle: 'nobody' } : {}),
      await request(operation),
      await request(operation),
    ]
    const statuses = replies.map(({ status }) => status)
    assert.deepEqual(statuses, [200, 200, 304, 400, 405, 422, operation.notFound ? 404 : 200, 200, 429])
    assert.ok(replies[0]!.headers.sunset)
  })
}

test('a failing store causes only documented headers', async () => {
  const request = clientAt('10.0.1.1')
  for (const category of Object.keys(faults)) {
    const reply = await request(operationCalled('get_community_feed'), { category })
    assert.equal(reply.json().error, category)
  }
})
