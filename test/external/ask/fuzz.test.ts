// Odd questions: whatever is sent, under whichever path, the contract of the answer holds.
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import fc from 'fast-check'
import { errors, retryableStatuses } from '../../../src/errors.ts'
import { checkedAnswer, eventsIn } from '../../support/ask-reader.ts'
import { fixtureRecords } from '../../support/contract-service.ts'
import { type Reply, start } from '../../support/start-service.ts'

const service = await start({ after }, { records: fixtureRecords() })

const paths = fc.constantFrom('/ask', '/api/ask', '/nlweb/ask', '/en/ask', '/zh-Hant/ask', '/ar/ask', '/xx/ask')
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
const locale = fc.oneof(fc.constantFrom('en', 'es', 'pt-BR', 'zh-Hant-TW', '!!', 'x-private', 'tlh', ''), anything)
const body = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record(
      {
        query: fc.oneof({ weight: 4, arbitrary: text }, fc.record({ text }), anything),
        prefer: fc.oneof(fc.record({ streaming: fc.boolean(), mode: anything }, { requiredKeys: [] }), anything),
        locale,
        context: fc.oneof(fc.record({ prev: fc.oneof(fc.array(anything, { maxLength: 9 }), anything) }), anything),
        query_id: anything,
        site: anything,
      },
      { requiredKeys: [] },
    ),
  },
  fc.jsonValue({ maxDepth: 4 }),
)
const written = fc.oneof(
  { weight: 12, arbitrary: body.map(value => JSON.stringify(value)) },
  fc.constantFrom('', '{', 'nonsense', '[[[', '{"query":"x",}', '\ufeff{}', '{"__proto__":1}', '"'.repeat(99)),
)

function assertError(reply: Reply): void {
  assert.ok([400, 422].includes(reply.status), `${reply.status}: ${reply.text}`)
  if (reply.headers['content-type'] === 'text/html; charset=utf-8') return // for browsers, with the same facts
  const { code, error, retryable, request_id } = reply.json()
  assert.equal(code, errors[error as keyof typeof errors].code)
  assert.equal(retryable, retryableStatuses.includes(reply.status))
  assert.equal(request_id, reply.headers['x-request-id'])
}

function assertStream(reply: Reply): void {
  const events = eventsIn(reply.text)
  const names = events.map(({ event }) => event)
  assert.deepEqual(names, ['start', ...names.slice(1, -1).map(() => 'result'), 'complete'])
  assert.equal(new Set(events.map(({ id }) => id)).size, events.length)
  assert.equal(checkedAnswer(events.at(-1)!.data)._meta.response_type, 'answer')
}

function assertContract(reply: Reply): void {
  assert.equal(reply.headers['cache-control'], 'no-store')
  if (reply.status !== 200) assertError(reply)
  else if (reply.headers['content-type'] === 'text/event-stream') assertStream(reply)
  else assertWhole(reply)
}

function assertWhole(reply: Reply): void {
  const { _meta, answered, citations, answer, metadata } = checkedAnswer(reply.json())
  assert.equal(_meta.response_type, 'answer')
  assert.notEqual(answer, '')
  assert.equal(metadata.locale, reply.headers['content-language'])
  if (answered) assert.ok(citations.length > 0, reply.text)
  for (const { start_index, end_index } of citations) {
    assert.ok(start_index < end_index && end_index <= answer.length)
  }
}

test('a thousand odd bodies', async t => {
  const statuses = new Map<number, number>()
  const accept = fc.constantFrom(undefined, '*/*', 'text/event-stream', 'application/json', 'text/html', ';;q=x')
  const property = fc.asyncProperty(paths, written, accept, async (path, sent, wanted) => {
    const headers = { 'content-type': 'application/json', ...(wanted === undefined ? {} : { accept: wanted }) }
    const reply = await service.web(path, { method: 'POST', headers, body: sent })
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
    assertContract(reply)
  })
  await fc.assert(property, { numRuns: 1_000, seed: 2026 })
  t.diagnostic([...statuses].map(pair => pair.join(': ')).join(', '))
  for (const status of [200, 400, 422]) assert.ok(statuses.has(status), `The run is too tame: nothing got ${status}.`)
})

test('two hundred odd addresses', async () => {
  const name = fc.constantFrom('query', 'q', 'locale', 'mode', 'streaming', 'prev', 'other', 'prev[]')
  const property = fc.asyncProperty(paths, fc.array(fc.tuple(name, text), { maxLength: 4 }), async (path, pairs) => {
    const target = `${path}?${pairs.map(([one, other]) => `${one}=${encodeURIComponent(other.toWellFormed())}`).join('&')}`
    const reply = await service.web(target)
    if (reply.status !== 414) assertContract(reply)
  })
  await fc.assert(property, { numRuns: 200, seed: 2026 })
})
