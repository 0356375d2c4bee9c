// Every operation gives the same data over HTTP, over batch, and over MCP at every address and in every revision.
import assert from 'node:assert/strict'
import test, { after, suite } from 'node:test'
import { budget } from '../../src/mcp/tools/budget.ts'
import type { Operation } from '../../src/operations/define.ts'
import { operations } from '../../src/operations/index.ts'
import { dataOf, demoCommunity, fixtureRecords, targetOf } from '../support/contract-service.ts'
import { answerOf, mistakeOf, productPlaces, revisions } from '../support/mcp-rpc.ts'
import { type Running, start } from '../support/start-service.ts'

type Values = Record<string, string | number | boolean>
type Result = { id: string; operation: string; status: number; data?: unknown; error?: { error: string } }

const communities = {
  'the hand-written community': await start({ after }, { records: fixtureRecords() }),
  'the demo community': await start({ after }, { records: demoCommunity() }),
}

/** Lists of five fit into every surface; MCP would shorten longer ones. */
const limit = 5

/** Ways to ask for an operation: everything left out that may be, its example, and in other languages. */
async function waysToAsk(service: Running, operation: Operation): Promise<Values[]> {
  const has = (name: string) => operation.fields.some(field => field.name === name)
  const { items } = (await service.api('/public/share/community?limit=1&sort=liked')).json().data
  const { handle, slug } = items[0]
  const names = Object.fromEntries(Object.entries({ handle, slug }).filter(([name]) => has(name)))
  const bounded: Values = has('limit') ? { ...names, limit } : names
  const locales = has('locale') ? ['es', 'ja', 'pt-BR'].map(locale => ({ ...bounded, locale })) : []
  return [bounded, ...locales, ...(operation.name === 'get_community_feed' ? await feeds(service) : [])]
}

async function feeds(service: Running): Promise<Values[]> {
  const first = await service.api(`/public/share/community?limit=${limit}&sort=recent`)
  return [
    { sort: 'recent', limit, cursor: first.json().data.next_cursor },
    { q: 'a', limit },
    { category: 'health', sort: 'liked', featuredOnly: false, limit: 1 },
    { tag: 'no-such-tag', limit },
    { tag: 'wellbeing,hydration', language: 'en', limit },
    { tag: 'streaks,hydration', creator: 'ann', remixOf: 'mira/water-log', limit },
  ]
}

async function batchOf(service: Running, requests: { operation: string; arguments: Values }[]): Promise<Result[]> {
  const body = JSON.stringify({ requests: requests.map((item, i) => ({ id: `item ${i}`, ...item })) })
  const reply = await service.web('/batch', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  assert.equal(reply.status, 200, reply.text)
  return reply.json().results
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/**
 * Answers without a limit of their own may be too long for a conversation: over MCP their lists of creations may end
 * earlier, though not at once, and then say that there is more. Nothing else may differ.
 */
function cutLike(data: unknown, answer: unknown): unknown {
  if (!isObject(data) || !isObject(answer)) return data
  if (Array.isArray(data) && Array.isArray(answer)) {
    const isCut = isObject(data[0]) && 'apiUrl' in data[0] && answer.length >= Math.min(2, data.length)
    const kept = isCut ? data.slice(0, answer.length) : data
    return kept.map((part, i) => cutLike(part, answer[i]))
  }
  const parts = Object.entries(data).map(([name, part]) => [name, cutLike(part, answer[name])])
  const written: Record<string, unknown> = Object.fromEntries(parts)
  const shorter = Array.isArray(data.items) && (written.items as unknown[]).length < data.items.length
  return shorter && 'hasMore' in written ? { ...written, hasMore: true } : written
}

for (const [name, service] of Object.entries(communities)) {
  suite(name, () => {
    for (const operation of operations) {
      test(operation.name, async () => {
        const ways = await waysToAsk(service, operation)
        const results = await batchOf(
          service,
          ways.map(values => ({ operation: operation.name, arguments: values })),
        )
        for (const [i, values] of ways.entries()) {
          const data = dataOf(operation, await service.api(targetOf(operation, values)))
          assert.deepEqual(results[i], { id: `item ${i}`, operation: operation.name, status: 200, data })
          for (const place of productPlaces) {
            for (const revision of revisions) {
              const answer = await answerOf(service, place, operation.name, values, revision)
              assert.ok(JSON.stringify(answer).length <= budget)
              assert.deepEqual(
                answer,
                'limit' in values ? data : cutLike(data, answer),
                `${place.join(' ')} ${revision} ${JSON.stringify(values)}`,
              )
            }
          }
        }
      })
    }

    test('unknown names fail the same way on every surface', async () => {
      for (const operation of operations.filter(({ notFound }) => notFound)) {
        const values = Object.fromEntries(operation.pathFields.map(field => [field, 'no-such-name']))
        const reply = await service.api(targetOf(operation, values))
        assert.equal(reply.status, 404)
        const [result] = await batchOf(service, [{ operation: operation.name, arguments: values }])
        const { request_id: _one, ...alone } = reply.json()
        const { request_id: _other, ...together } = result!.error as Record<string, unknown>
        assert.deepEqual([result!.status, together], [404, alone])
        for (const place of productPlaces) {
          const text = await mistakeOf(service, place, operation.name, values)
          assert.ok(text.startsWith(alone.message), text)
        }
      }
    })
  })
}
