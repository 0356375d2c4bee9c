// The headers of every answer are the documented ones: none is missing, none comes unannounced.
import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import { fail } from '../../src/errors.ts'
import type { Operation } from '../../src/operations/define.ts'
import { operations } from '../../src/operations/index.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { fixtureRecords, operationCalled, targetOf } from '../support/contract-service.ts'
import { document, resolved } from '../support/openapi-reader.ts'
import { type Reply, start } from '../support/start-service.ts'

/** Not worth documenting: they belong to HTTP itself. */
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

/** A real store that fails when it is asked for a category with the name of a fault. */
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

/** The limit is met by those who ask often; every test asks as somebody else. */
async function startLimited(t: TestContext) {
  const config = { limits: { read: 8, discovery: 0, mcp: 0 }, trustProxy: ['127.0.0.1'] }
  const service = await start(t, { records: fixtureRecords(), openStore: faultyStore, deprecations, config })
  return (client: string) =>
    async (operation: Operation, values: object = {}, more: Record<string, string> = {}, method = 'GET') => {
      const headers = { 'X-Forwarded-For': client, ...more }
      const reply = await service.api(targetOf(operation, { ...operation.example, ...values }), { headers, method })
      assertDocumented(reply, operation.path)
      return reply
    }
}

test('the headers of every answer are the documented ones', async t => {
  const as = await startLimited(t)

  for (const [i, operation] of operations.entries()) {
    await t.test(operation.name, async () => {
      const visit = as(`10.0.0.${i}`)
      const replies = [
        await visit(operation),
        await visit(operation, {}, { 'Accept-Encoding': 'br' }),
        await visit(operation, {}, { 'If-None-Match': '*' }),
        await visit(operation, {}, { 'Service-API-Version': 'x' }),
        await visit(operation, {}, {}, 'POST'),
        await visit(operation, { limit: 0, locale: '!!' }),
        await visit(operation, operation.notFound ? { handle: 'nobody' } : {}),
        await visit(operation),
        await visit(operation),
      ]
      const statuses = replies.map(({ status }) => status)
      const last = operation.notFound ? 404 : 200
      assert.deepEqual(statuses, [200, 200, 304, 400, 405, 422, last, 200, 429])
      assert.ok(replies[0]!.headers.sunset)
    })
  }

  await t.test('when the store fails', async () => {
    const feed = operationCalled('get_community_feed')
    for (const category of Object.keys(faults)) {
      const reply = await as('10.0.1.1')(feed, { category })
      assert.equal(reply.json().error, category)
    }
  })
})
