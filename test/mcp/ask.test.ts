// The tool `ask`: the answer of HTTP, in the shape that tools have.
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { Compile } from 'typebox/compile'
import type { AskResponse } from '../../src/ask/answer/answer.ts'
import { fail } from '../../src/errors.ts'
import { checkedAnswer } from '../support/ask-reader.ts'
import { closed, fixtureRecords } from '../support/contract-service.ts'
import { answerOf, mistakeOf, type Place, productPlaces, resultOf, revisions } from '../support/mcp-rpc.ts'
import { start } from '../support/start-service.ts'

const service = await start({ after }, { records: fixtureRecords() })
const product: Place = ['api', '/mcp']
const query = 'Do unused credits expire?'

/** What does not depend on when and by which request it was asked. */
function lasting({ _meta: _, query_id: _id, ...rest }: AskResponse) {
  return rest
}

const overHttp = async (body: object) => {
  const headers = { 'content-type': 'application/json' }
  return checkedAnswer((await service.web('/ask', { method: 'POST', headers, body: JSON.stringify(body) })).json())
}

test('it answers as HTTP does, in every place and revision', async () => {
  const expected = lasting(await overHttp({ query }))
  for (const place of productPlaces) {
    for (const revision of revisions) {
      const answer = checkedAnswer(await answerOf(service, place, 'ask', { query }, revision))
      assert.deepEqual(lasting(answer), expected)
      assert.notEqual(answer._meta.request_id, '')
    }
  }
})

test('its answers are as its schema says', async () => {
  const { tools } = await resultOf(service, product, 'tools/list')
  const { outputSchema, inputSchema } = tools.find(({ name }: { name: string }) => name === 'ask')
  const checker = Compile(closed(outputSchema))
  for (const asked of [query, 'zyzzyva quokka', 'What is trending?', 'delete my app']) {
    assert.ok(checker.Check(await answerOf(service, product, 'ask', { query: asked })), asked)
  }
  assert.deepEqual(Object.keys(inputSchema.properties), ['query', 'locale', 'previous'])
})

test('language and earlier questions are passed on', async () => {
  const previous = ['What do the plans cost?', 'And the smallest?']
  const expected = lasting(await overHttp({ query: 'And the biggest?', locale: 'es', context: { prev: previous } }))
  const answer = await answerOf(service, product, 'ask', { query: 'And the biggest?', locale: 'es', previous })
  assert.deepEqual(lasting(answer), expected)
})

test('a failure of ours is told as one, without its inside', async t => {
  for (const error of [new Error('secret'), fail('upstream_unavailable', 'secret')]) {
    const failing = await start(t, {
      // biome-ignore lint/correctness/useYield: it fails before it has anything to say
      ask: async function* () {
        throw error
      },
    })
    assert.match(await mistakeOf(failing, product, 'ask', { query }), /retry with backoff/)
  }
})
