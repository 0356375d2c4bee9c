// Odd batches: whatever is sent, the contract of the answer holds.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { errors, retryableStatuses } from '../../../src/errors.ts'
import { operations } from '../../../src/operations/index.ts'
import { closed, fixtureRecords } from '../../support/contract-service.ts'
import { type Reply, start } from '../../support/start-service.ts'

const service = await start({ after }, { records: fixtureRecords() })
const outputs = new Map(operations.map(({ name, output }) => [name, Compile(closed(output))]))

type Item = { id: string; operation: string; status: number; data?: unknown; error?: ErrorBody }
type ErrorBody = { code: number; error: keyof typeof errors; retryable: boolean; request_id: string; message: string }

function assertErrorBody(body: ErrorBody, status: number, reply: Reply): void {
  const names = ['code', 'message', 'error', 'retryable', 'request_id', 'details', 'documentation_url']
  assert.deepEqual(Object.keys(body), names)
  assert.equal(body.code, errors[body.error].code)
  assert.equal(body.retryable, retryableStatuses.includes(status))
  assert.equal(body.request_id, reply.headers['x-request-id'])
  assert.match(body.message, /\S/)
}

function assertItem(item: Item, asked: { id: string; operation: string }, reply: Reply): void {
  const { id, operation, status, data, error } = item
  assert.deepEqual({ id, operation }, { id: asked.id, operation: asked.operation })
  assert.ok([200, 400, 404, 422].includes(status), `${operation} gets ${status}: ${JSON.stringify(error)}`)
  assert.deepEqual(Object.keys(item), ['id', 'operation', 'status', status === 200 ? 'data' : 'error'])
  if (status === 200) assert.ok(outputs.get(operation)!.Check(data), `${operation} breaks its schema`)
  else assertErrorBody(error!, status, reply)
}

/** `body` is what was sent, when it was JSON. */
function assertContract(reply: Reply, body?: { requests: { id: string; operation: string }[] }): void {
  assert.equal(reply.headers['cache-control'], 'no-store')
  assert.equal(reply.headers['access-control-allow-origin'], '*')
  if (reply.status !== 200) {
    assert.ok([400, 413].includes(reply.status), `${reply.status}: ${reply.text}`)
    assertErrorBody(reply.json(), reply.status, reply)
    return
  }
  const { results } = reply.json() as { results: Item[] }
  assert.equal(results.length, body!.requests.length)
  for (const [i, item] of results.entries()) assertItem(item, body!.requests[i]!, reply)
}

const name = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...operations.map(operation => operation.name)) },
  fc.constantFrom('ask', '__proto__', 'get_popular_tag', 'constructor', ''),
  fc.string({ unit: 'binary', maxLength: 300 }),
)
const value = fc.oneof(
  fc.constantFrom('mira', 'water-log', 'en', 'es', 'recent', 'health', 'hydration', 'nobody', '', null, true, 0, 3, 48),
  fc.integer(),
  fc.double(),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.jsonValue({ maxDepth: 3 }),
)
const argumentName = fc.constantFrom(
  ...new Set([...operations.flatMap(({ fields }) => fields.map(field => field.name)), 'limt', 'toString']),
)
const given = fc.oneof(
  { weight: 6, arbitrary: fc.dictionary(argumentName, value, { maxKeys: 4 }) },
  { weight: 3, arbitrary: fc.constant({ handle: 'mira', slug: 'water-log' }) },
  fc.constant({}),
  fc.jsonValue({ maxDepth: 2 }),
)
const item = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({ id: fc.string({ unit: 'binary', minLength: 1 }), operation: name, arguments: given }),
  },
  fc.record({ id: fc.jsonValue(), operation: fc.jsonValue() }),
  fc.jsonValue({ maxDepth: 3 }),
)
const body = fc.oneof(
  { weight: 9, arbitrary: fc.record({ requests: fc.array(item, { maxLength: 6 }) }) },
  fc.record({ requests: fc.array(item, { minLength: 9, maxLength: 12 }), extra: fc.jsonValue() }),
  fc.jsonValue(),
)

const send = (text: string) =>
  service.web('/batch', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: text })

test('odd batches get right answers', async t => {
  const statuses = new Map<number, number>()
  const check = fc.asyncProperty(body, async value => {
    const reply = await send(JSON.stringify(value))
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
    // As it arrives: what JSON cannot say, such as -0, is gone.
    assertContract(reply, JSON.parse(JSON.stringify(value)))
  })
  await fc.assert(check, { numRuns: 400, seed: 2026 })
  t.diagnostic([...statuses].map(([status, count]) => `${status}: ${count}`).join(', '))
  assert.ok(statuses.has(200) && statuses.has(400), 'The run is too tame.')
})

test('bodies that are no batch, and hardly JSON', async () => {
  const whole = JSON.stringify({ requests: [{ id: 'a', operation: 'get_popular_tags', arguments: {} }] })
  const cut = fc.tuple(fc.nat(whole.length - 1), fc.string({ unit: 'binary', maxLength: 5 }))
  const check = fc.asyncProperty(cut, async ([at, noise]) => {
    const text = whole.slice(0, at) + noise + whole.slice(at + noise.length)
    const reply = await send(text)
    assertContract(reply, reply.status === 200 ? JSON.parse(text) : undefined)
  })
  await fc.assert(check, { numRuns: 200, seed: 2026 })
})
