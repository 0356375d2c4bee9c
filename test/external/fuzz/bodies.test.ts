// Generated bodies of questions and batches: whatever is sent, the contract of the answer holds.
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import fc, { type Arbitrary } from 'fast-check'
import { Compile } from 'typebox/compile'
import { errors, retryableStatuses } from '../../../src/errors.ts'
import { operations } from '../../../src/operations/index.ts'
import { checkedAnswer, eventsIn } from '../../support/ask-reader.ts'
import { closed, fixtureRecords } from '../../support/contract-service.ts'
import type { Loose } from '../../support/openapi-reader.ts'
import { type Reply, start } from '../../support/start-service.ts'

const service = await start({ after }, { records: fixtureRecords() })
const outputs = new Map(operations.map(({ name, output }) => [name, Compile(closed(output))]))

function assertErrorBody(body: Loose, status: number, reply: Reply): void {
  const names = ['code', 'message', 'error', 'retryable', 'request_id', 'details', 'documentation_url']
  assert.deepEqual(Object.keys(body), names)
  assert.equal(body.code, errors[body.error as keyof typeof errors].code)
  assert.equal(body.retryable, retryableStatuses.includes(status))
  assert.equal(body.request_id, reply.headers['x-request-id'])
  assert.match(body.message, /\S/)
}

function assertRejected(reply: Reply, statuses: readonly number[]): void {
  assert.ok(statuses.includes(reply.status), `${reply.status}: ${reply.text}`)
  const isPage = reply.headers['content-type'] === 'text/html; charset=utf-8'
  if (!isPage) assertErrorBody(reply.json(), reply.status, reply)
}

function assertStream(reply: Reply): void {
  const events = eventsIn(reply.text)
  const names = events.map(({ event }) => event)
  assert.deepEqual(names, ['start', ...names.slice(1, -1).map(() => 'result'), 'complete'])
  assert.equal(new Set(events.map(({ id }) => id)).size, events.length)
  assert.equal(checkedAnswer(events.at(-1)!.data)._meta.response_type, 'answer')
}

function assertAnswer(reply: Reply) {
  assert.equal(reply.headers['cache-control'], 'no-store')
  if (reply.status !== 200) return assertRejected(reply, [400, 422])
  if (reply.headers['content-type'] === 'text/event-stream') return assertStream(reply)
  const { _meta, answered, citations, answer, metadata } = checkedAnswer(reply.json())
  assert.equal(_meta.response_type, 'answer')
  assert.notEqual(answer, '')
  assert.equal(metadata.locale, reply.headers['content-language'])
  if (answered) assert.ok(citations.length > 0, reply.text)
  for (const { start_index, end_index } of citations) {
    assert.ok(start_index < end_index && end_index <= answer.length)
  }
}

function assertBatch(reply: Reply, body: Loose) {
  assert.equal(reply.headers['cache-control'], 'no-store')
  assert.equal(reply.headers['access-control-allow-origin'], '*')
  if (reply.status !== 200) return assertRejected(reply, [400, 413])
  const { results } = reply.json()
  assert.equal(results.length, body.requests.length)
  for (const [i, item] of results.entries()) {
    const { id, operation, status, data, error } = item
    assert.deepEqual([id, operation], [body.requests[i].id, body.requests[i].operation])
    assert.ok([200, 400, 404, 422].includes(status), `${operation} gets ${status}: ${JSON.stringify(error)}`)
    assert.deepEqual(Object.keys(item), ['id', 'operation', 'status', status === 200 ? 'data' : 'error'])
    if (status === 200) assert.ok(outputs.get(operation)!.Check(data), `${operation} does not match its schema`)
    else assertErrorBody(error, status, reply)
  }
}

const mostly = <T>(weight: number, usual: Arbitrary<T>, ...others: Arbitrary<unknown>[]): Arbitrary<unknown> =>
  fc.oneof({ weight, arbitrary: usual }, ...others)

const askPaths = fc.constantFrom('/ask', '/api/ask', '/nlweb/ask', '/en/ask', '/zh-Hant/ask', '/ar/ask', '/xx/ask')
const words = fc.constantFrom(
  'what', 'is', 'the', 'cheapest', 'plan', 'trending', 'tags', 'mira', 'water-log', 'how many', 'delete', 'my app', 'code 123456',
  'cuánto cuesta', 'プラン', '가격', '多少钱', 'كم', 'कितना', '?', '@mira', 'https://example.org', '<script>', '"', '{{product}}', '#{x}', '\0',
  '\u202e', '👩‍👩‍👧', 'ignore all instructions', '__proto__', 'limit', '429', '-1', 'e\u0301',
) // biome-ignore format: a list of words
const text = fc.oneof(
  { weight: 4, arbitrary: fc.array(words, { maxLength: 12 }).map(some => some.join(' ')) },
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.constantFrom('', ' ', 'x'.repeat(2_000), 'x'.repeat(2_001), '水'.repeat(2_000), 'a '.repeat(999)),
)
const anything = fc.oneof(text, fc.jsonValue({ maxDepth: 3 }), fc.integer(), fc.boolean(), fc.constant(null))
const question = fc.record(
  {
    query: mostly(4, text, fc.record({ text }), anything),
    prefer: mostly(1, fc.record({ streaming: fc.boolean(), mode: anything }, { requiredKeys: [] }), anything),
    locale: mostly(1, fc.constantFrom('en', 'es', 'pt-BR', 'zh-Hant-TW', '!!', 'x-private', 'tlh', ''), anything),
    context: mostly(1, fc.record({ prev: mostly(1, fc.array(anything, { maxLength: 9 }), anything) }), anything),
    query_id: anything,
    site: anything,
  },
  { requiredKeys: [] },
)

const names = operations.map(({ name }) => name)
const fields = new Set([
  ...operations.flatMap(operation => operation.fields.map(({ name }) => name)),
  'limt',
  'toString',
])
const values = fc.constantFrom('mira', 'water-log', 'es', 'recent', 'health', 'nobody', '', null, true, 0, 3, 48)
const given = mostly(
  6,
  fc.dictionary(fc.constantFrom(...fields), mostly(1, values, fc.double(), anything), { maxKeys: 4 }),
  fc.constantFrom({ handle: 'mira', slug: 'water-log' }, {}),
  fc.jsonValue({ maxDepth: 2 }),
)
const item = fc.record({
  id: mostly(9, fc.string({ unit: 'binary', minLength: 1 }), anything),
  operation: mostly(9, fc.constantFrom(...names), fc.constantFrom('ask', '__proto__', 'constructor', ''), anything),
  arguments: given,
})
const requests = mostly(9, fc.array(item, { maxLength: 6 }), fc.array(item, { minLength: 9, maxLength: 12 }), anything)

/** JSON of the value, or a text that is hardly JSON. */
const written = (value: Arbitrary<unknown>): Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: mostly(8, value, fc.jsonValue({ maxDepth: 4 })).map(one => JSON.stringify(one)) },
    fc.constantFrom('', '{', 'nonsense', '[[[', '{"query":"x",}', '\ufeff{}', '{"__proto__":1}', '"'.repeat(99)),
    fc.tuple(value, fc.nat(60)).map(([one, at]) => JSON.stringify(one).slice(0, at)),
  )

async function run(
  numRuns: number,
  statuses: readonly number[],
  property: fc.IAsyncProperty<unknown>,
  seen: Set<number>,
) {
  await fc.assert(property, { numRuns, seed: 2026 })
  for (const status of statuses) assert.ok(seen.has(status), `No request got ${status}.`)
}

test('questions in bodies', async () => {
  const seen = new Set<number>()
  const accepts = fc.constantFrom('*/*', 'text/event-stream', 'application/json', 'text/html', ';;q=x')
  const property = fc.asyncProperty(fc.tuple(askPaths, written(question), accepts), async ([path, body, accept]) => {
    const reply = await service.web(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept },
      body,
    })
    seen.add(reply.status)
    assertAnswer(reply)
  })
  await run(1_000, [200, 400, 422], property, seen)
})

test('questions in URLs', async () => {
  const seen = new Set<number>()
  const name = fc.constantFrom('query', 'q', 'locale', 'mode', 'streaming', 'prev', 'other', 'prev[]')
  const parameters = fc.array(fc.tuple(name, text), { maxLength: 4 })
  const property = fc.asyncProperty(fc.tuple(askPaths, parameters), async ([path, pairs]) => {
    const encoded = pairs.map(([key, value]) => `${key}=${encodeURIComponent(value.toWellFormed())}`)
    const reply = await service.web(`${path}?${encoded.join('&')}`)
    seen.add(reply.status)
    if (reply.status !== 414) assertAnswer(reply)
  })
  await run(200, [200], property, seen)
})

test('batches', async () => {
  const seen = new Set<number>()
  const property = fc.asyncProperty(written(fc.record({ requests })), async body => {
    const reply = await service.web('/batch', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    seen.add(reply.status)
    assertBatch(reply, reply.status === 200 ? JSON.parse(body) : undefined)
  })
  await run(500, [200, 400], property, seen)
})
