// The tools: descriptions, schemas, mistakes, and ask. contract/surfaces.test.ts compares their data with HTTP.
import assert from 'node:assert/strict'
import test, { after, suite } from 'node:test'
import { Compile } from 'typebox/compile'
import type { AskResponse } from '../../src/ask/answer/answer.ts'
import { fail } from '../../src/errors.ts'
import { operations } from '../../src/operations/index.ts'
import { checkedAnswer } from '../support/ask-reader.ts'
import { breakableStore } from '../support/breakable-store.ts'
import { demoCommunity, fixtureRecords } from '../support/contract-service.ts'
import { answerOf, docsPlace, mistakeOf, type Place, productPlaces, resultOf, revisions } from '../support/mcp-rpc.ts'
import { start } from '../support/start-service.ts'
import { until } from '../support/vitrine-process.ts'

const service = await start({ after }, { records: fixtureRecords() })
const product: Place = ['api', '/mcp']

type Listed = {
  name: string
  title: string
  description: string
  inputSchema: { properties: Record<string, { default?: unknown; maximum?: number }>; additionalProperties: boolean }
  outputSchema: object
  annotations: object
  _meta?: { ui: { resourceUri: string }; 'ui/resourceUri': string }
}

const { tools } = (await resultOf(service, product, 'tools/list')) as { tools: Listed[] }
const tool = (name: string) => tools.find(candidate => candidate.name === name)!

suite('the list of tools', () => {
  test('is as in the snapshot, on both servers', async t => {
    const docs = await resultOf(service, docsPlace, 'tools/list')
    const text = JSON.stringify([...tools, ...docs.tools], null, 2)
    t.assert.snapshot(text.replaceAll(service.webUrl, 'WEB').replaceAll(service.apiUrl, 'API'), {
      serializers: [String],
    })
  })

  test('is small enough for the context of a model', async t => {
    const demo = await start(t, { records: demoCommunity() })
    for (const running of [service, demo]) {
      const list = JSON.stringify(await resultOf(running, product, 'tools/list'))
      assert.ok(Buffer.byteLength(list) < 25_000, String(Buffer.byteLength(list)))
    }
  })

  test('there is one for each operation, and batch, ask, get_status, search and fetch', () => {
    assert.deepEqual(
      tools.map(({ name }) => name),
      [...operations.map(({ name }) => name), 'batch', 'ask', 'get_status', 'search', 'fetch'],
    )
  })

  test('each is read-only and has a closed input schema without private formats', () => {
    for (const { name, title, inputSchema, outputSchema, annotations } of tools) {
      assert.ok(title !== name && title.length < 60)
      const hints = { readOnlyHint: true, destructiveHint: false, openWorldHint: false }
      assert.deepEqual(annotations, hints)
      assert.equal(inputSchema.additionalProperties, false)
      assert.ok(Compile(inputSchema as object) && Compile(outputSchema))
      const { limit } = inputSchema.properties
      const most = name === 'get_popular_tags' ? [100, 100] : [10, 48]
      if (limit !== undefined) assert.ok(limit.default === most[0] && limit.maximum! <= most[1]!)
      for (const schema of Object.values(inputSchema.properties)) assert.ok('type' in schema, JSON.stringify(schema))
    }
    assert.ok(!/"format":"(?:bcp47|tags)"/.test(JSON.stringify(tools)))
  })

  test('each operation has a view, linked in both forms that hosts read', async () => {
    const { resources } = await resultOf(service, product, 'resources/list')
    const uris = resources.map(({ uri }: { uri: string }) => uri)
    for (const { name } of operations) {
      const { ui, 'ui/resourceUri': flat } = tool(name)._meta!
      assert.ok(uris.includes(ui.resourceUri), name)
      assert.equal(flat, ui.resourceUri)
    }
  })
})

const sample = { handle: 'mira', slug: 'water-log' }

suite('answers', () => {
  test('match their output schemas', async () => {
    for (const { name, pathFields } of operations) {
      const path = Object.fromEntries(pathFields.map(field => [field, sample[field as keyof typeof sample]]))
      const checker = Compile(tool(name).outputSchema)
      const data = await answerOf(service, product, name, path)
      assert.ok(checker.Check(data), JSON.stringify(checker.Errors(data).slice(0, 2)))
    }
    const checker = Compile(tool('ask').outputSchema)
    for (const asked of [query, 'zyzzyva quokka', 'What is trending?', 'delete my app']) {
      assert.ok(checker.Check(await answerOf(service, product, 'ask', { query: asked })), asked)
    }
  })

  test('arguments that are left out or null mean the same', async () => {
    const plain = await answerOf(service, product, 'get_community_feed')
    assert.deepEqual(
      await answerOf(service, product, 'get_community_feed', { q: null, cursor: null, sort: null }),
      plain,
    )
    const { structuredContent } = await resultOf(service, product, 'tools/call', { name: 'get_community_feed' })
    assert.deepEqual(structuredContent, plain)
    assert.deepEqual(await answerOf(service, product, 'get_community_feed', { q: ' ! ' }), plain)
    assert.deepEqual((await answerOf(service, product, 'search', { query: '!!!' })).results, [])
  })
})

suite('mistakes', () => {
  const cases: [name: string, given: Record<string, unknown>, told: RegExp][] = [
    ['get_community_feed', { sort: 'best' }, /sort must be one of trending, recent, popular, remixed, liked/],
    ['get_community_feed', { sort: '' }, /sort must be one of/],
    ['get_community_feed', { locale: '' }, /locale must be/],
    ['get_community_feed', { cursor: '' }, /start again without cursor/],
    ['get_community_feed', { limit: 0 }, /limit must be a whole number from 1 to 48/],
    ['get_community_feed', { limit: '5' }, /limit must be a whole number/],
    ['get_community_feed', { limit: 49, sort: 'x' }, /sort must be.* limit must be/],
    ['get_community_feed', { cursor: 'abc' }, /start again without cursor/],
    ['get_community_feed', { tag: 'a,b,c,d,e,f' }, /tag must be 1 to 5 tag keys/],
    ['get_community_feed', { tag: 'a,,b' }, /separated by single commas/],
    ['get_community_feed', { tag: ['a', 'b'] }, /separated by single commas/],
    ['get_community_feed', { remixOf: 'mira' }, /remixOf must look like mira\/water-log/],
    ['get_community_feed', { query: 'water' }, /no argument "query".*takes locale, sort, category, /],
    ['get_community_feed', { catagory: 'x' }, /Did you mean category\?/],
    ['get_popular_tags', { locale: '!!' }, /locale must be a BCP-47 language tag/],
    ['get_creator_profile', {}, /handle is required/],
    ['get_creator_profile', { handle: 'nobody' }, /No creator is called nobody.*get_community_feed with q/],
    [
      'get_app_share',
      { handle: 'mira', slug: 'nothing' },
      /No public creation is at mira\/nothing.*get_community_feed/,
    ],
    ['get_app_share', { handle: { $ne: 1 }, slug: [] }, /handle must be text.*slug must be text/],
    ['ask', {}, /query must be text of 1 to 2000 characters/],
    ['ask', { query: '  ' }, /query must be text of 1 to 2000 characters/],
    ['ask', { query: 'x'.repeat(2_001) }, /query must be text of 1 to 2000 characters/],
    ['ask', { question: 'water' }, /no argument "question".*takes query, locale, previous/],
    ['ask', { query: 5 }, /query must be text of 1 to 2000 characters/],
    ['ask', { query: { text: 'water' } }, /query must be text of 1 to 2000 characters/],
    ['ask', { query: 'water', locale: 5 }, /locale must be a BCP-47 language tag/],
    ['ask', { query: 'water', prefer: { mode: 'list' } }, /no argument "prefer"/],
    ['ask', { query: 'water', locale: '!!' }, /locale must be a BCP-47 language tag/],
    ['ask', { query: 'water', previous: 'x' }, /previous must be a list of texts/],
    ['search', {}, /query must be text of 1 to 2000 characters/],
    ['search', { q: 'water' }, /no argument "q".*takes query/],
    ['search', { query: 'x'.repeat(2_001) }, /query must be text of 1 to 2000 characters/],
    ['fetch', { id: 'water' }, /Ids look like creation:handle\/slug/],
    ['fetch', { id: 5 }, /id must be the id of a search result/],
    ['fetch', { id: 'creation:mira/nothing' }, /No public creation is at mira\/nothing.*search/],
    ['fetch', { id: 'creator:nobody' }, /No creator is called nobody.*search/],
    ['fetch', { id: 'doc:nothing' }, /nothing with the id "doc:nothing"/],
  ]
  test('are explained with their correction', async () => {
    for (const [name, given, message] of cases) assert.match(await mistakeOf(service, product, name, given), message)
  })

  test('creations that are not public are not found', async () => {
    await mistakeOf(service, product, 'fetch', { id: 'creation:mira/private-notes' })
    const { results } = await answerOf(service, product, 'search', { query: 'private notes' })
    assert.ok(!JSON.stringify(results).includes('private-notes'))
  })

  test('an outage reveals no internals, and cached answers are returned', async t => {
    const store = breakableStore()
    const failures = [new Error('secret'), fail('upstream_unavailable', 'secret')]
    const failing = await start(t, {
      openStore: store.open,
      // biome-ignore lint/correctness/useYield: it fails before it has anything to say
      ask: async function* () {
        throw failures.shift()
      },
    })
    const known = await answerOf(failing, product, 'get_popular_tags')
    store.breakDown()
    assert.deepEqual(await answerOf(failing, product, 'get_popular_tags'), known)
    for (const [name, given] of [
      ['get_community_feed', {}],
      ['ask', { query }],
      ['ask', { query }],
    ] as const) {
      const text = await mistakeOf(failing, product, name, given)
      assert.match(text, /retry with backoff/)
      assert.ok(!text.includes('secret'))
    }
  })
})

const query = 'Do unused credits expire?'

/** Without the id and the time of the request. */
const lasting = ({ _meta: _, query_id: _id, ...rest }: AskResponse) => rest

const overHttp = async (body: object) => {
  const headers = { 'content-type': 'application/json' }
  return checkedAnswer((await service.web('/ask', { method: 'POST', headers, body: JSON.stringify(body) })).json())
}

test('ask returns the answer of HTTP at every address and revision', async () => {
  const expected = lasting(await overHttp({ query }))
  for (const place of productPlaces) {
    for (const revision of revisions) {
      const answer = checkedAnswer(await answerOf(service, place, 'ask', { query }, revision))
      assert.deepEqual(lasting(answer), expected)
      assert.notEqual(answer._meta.request_id, '')
    }
  }
})

test('ask uses locale and previous questions', async () => {
  const previous = ['What do the plans cost?', 'And the smallest?']
  const expected = lasting(await overHttp({ query: 'And the biggest?', locale: 'es', context: { prev: previous } }))
  const answer = await answerOf(service, product, 'ask', { query: 'And the biggest?', locale: 'es', previous })
  assert.deepEqual(lasting(answer), expected)
})

test('tools and resources show imported data', async t => {
  const running = await start(t)
  const newest = async () =>
    (await answerOf(running, product, 'get_community_feed', { sort: 'recent', limit: 1 })).items[0].slug
  const read = async () =>
    (await resultOf(running, product, 'resources/read', { uri: 'vitrine://creator/zed' })).contents
  const before = [await newest(), (await read())[0].text]
  await running.bring([
    { type: 'creation', handle: 'zed', slug: 'brand-new', title: 'Brand new', publishedAt: '2026-11-01T00:00:00Z' },
  ])
  await until('the import shows', async () => (await newest()) === 'brand-new')
  await until('the resource changes', async () => (await read())[0].text.includes('brand-new'))
  assert.ok(before.every(text => !text.includes('brand-new')))
})
