// The tools: their descriptions and schemas, mistakes that name their fix, and the tool ask.
// That they give the same data as HTTP is tested in contract/surfaces.test.ts.
import assert from 'node:assert/strict'
import test, { after, suite } from 'node:test'
import { Compile } from 'typebox/compile'
import type { AskResponse } from '../../src/ask/answer/answer.ts'
import { fail } from '../../src/errors.ts'
import { operations } from '../../src/operations/index.ts'
import { checkedAnswer } from '../support/ask-reader.ts'
import { breakableStore } from '../support/breakable-store.ts'
import { closed, fixtureRecords } from '../support/contract-service.ts'
import { answerOf, docsPlace, mistakeOf, type Place, productPlaces, resultOf, revisions } from '../support/mcp-rpc.ts'
import { start } from '../support/start-service.ts'

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

suite('what is told about tools', () => {
  test('there is one for each operation, then ask, search and fetch', () => {
    assert.deepEqual(
      tools.map(({ name }) => name),
      [...operations.map(({ name }) => name), 'ask', 'search', 'fetch'],
    )
  })

  for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
    test(`${name} says when to use it and what comes next`, () => {
      assert.ok(title !== name && title.length < 60)
      assert.match(description, /\bUse this\b/)
      assert.match(description, /\b(Next:|get_app_share|get_creator_profile)/)
      assert.deepEqual(annotations, {
        title,
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      })
      assert.equal(inputSchema.additionalProperties, false)
      assert.ok(Compile(inputSchema as object) && Compile(outputSchema))
    })
  }

  test('pages are of ten unless asked otherwise', () => {
    for (const { inputSchema } of tools) {
      const { limit } = inputSchema.properties
      if (limit !== undefined) assert.deepEqual([limit.default, limit.maximum], [10, 48])
    }
  })

  test('each operation has a view, linked in both ways that hosts know', async () => {
    const { resources } = await resultOf(service, product, 'resources/list')
    const uris = resources.map(({ uri }: { uri: string }) => uri)
    for (const { name } of operations) {
      const { ui, 'ui/resourceUri': flat } = tool(name)._meta!
      assert.ok(uris.includes(ui.resourceUri), name)
      assert.equal(flat, ui.resourceUri)
    }
  })

  test('nothing in the schemas is of our own making', () => {
    assert.ok(!JSON.stringify(tools).includes('bcp47'))
    for (const { inputSchema } of tools)
      for (const schema of Object.values(inputSchema.properties)) assert.ok('type' in schema, JSON.stringify(schema))
  })
})

const sample = { handle: 'mira', slug: 'water-log' }

suite('answers', () => {
  for (const operation of operations) {
    test(`${operation.name} keeps to its output schema`, async () => {
      const path = Object.fromEntries(operation.pathFields.map(name => [name, sample[name as keyof typeof sample]]))
      const checker = Compile(closed(tool(operation.name).outputSchema))
      const data = await answerOf(service, product, operation.name, path)
      assert.ok(checker.Check(data), JSON.stringify(checker.Errors(data).slice(0, 2)))
    })
  }

  test('arguments that are left out or null mean the same', async () => {
    const plain = await answerOf(service, product, 'get_community_feed')
    assert.deepEqual(
      await answerOf(service, product, 'get_community_feed', { q: null, cursor: null, sort: null }),
      plain,
    )
    const { structuredContent } = await resultOf(service, product, 'tools/call', { name: 'get_community_feed' })
    assert.deepEqual(structuredContent, plain)
    assert.deepEqual(await answerOf(service, product, 'get_community_feed', { q: ' ! ' }), plain)
  })

  test('arguments that are empty are mistakes', async () => {
    for (const name of ['sort', 'tag', 'category', 'kind', 'locale', 'limit', 'featuredOnly', 'cursor']) {
      const params = { name: 'get_community_feed', arguments: { [name]: '' } }
      const { isError, content } = await resultOf(service, product, 'tools/call', params)
      assert.equal(isError, true, name)
      assert.match(content[0].text, new RegExp(name))
    }
  })

  test('a search without a letter or digit finds no creations', async () => {
    const { results } = await answerOf(service, product, 'search', { query: '!!!' })
    assert.deepEqual(results, [])
  })
})

suite('mistakes', () => {
  const cases: [name: string, given: Record<string, unknown>, told: RegExp][] = [
    ['get_community_feed', { sort: 'best' }, /sort must be one of trending, recent, popular, remixed, liked/],
    ['get_community_feed', { limit: 0 }, /limit must be a whole number from 1 to 48/],
    ['get_community_feed', { limit: '5' }, /limit must be a whole number/],
    ['get_community_feed', { limit: 49, sort: 'x' }, /sort must be.* limit must be/],
    ['get_community_feed', { cursor: 'abc' }, /start again without cursor/],
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
  for (const [name, given, told] of cases) {
    test(`${name} ${JSON.stringify(given).slice(0, 60)}`, async () => {
      assert.match(await mistakeOf(service, product, name, given), told)
    })
  }

  test('what is not public does not exist', async () => {
    await mistakeOf(service, product, 'fetch', { id: 'creation:mira/private-notes' })
    const { results } = await answerOf(service, product, 'search', { query: 'private notes' })
    assert.ok(!JSON.stringify(results).includes('private-notes'))
  })

  test('an outage is told without its inside, and cached answers are still given', async t => {
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

test('the documentation server has tools of its own', async () => {
  const { tools } = await resultOf(service, docsPlace, 'tools/list')
  assert.deepEqual(
    tools.map(({ name }: Listed) => name),
    ['search_docs', 'get_doc'],
  )
})

const query = 'Do unused credits expire?'

/** What does not depend on when and by which request it was asked. */
function lasting({ _meta: _, query_id: _id, ...rest }: AskResponse) {
  return rest
}

const overHttp = async (body: object) => {
  const headers = { 'content-type': 'application/json' }
  return checkedAnswer((await service.web('/ask', { method: 'POST', headers, body: JSON.stringify(body) })).json())
}

test('the answers of ask are as its schema says', async () => {
  const checker = Compile(closed(tool('ask').outputSchema))
  for (const asked of [query, 'zyzzyva quokka', 'What is trending?', 'delete my app']) {
    assert.ok(checker.Check(await answerOf(service, product, 'ask', { query: asked })), asked)
  }
})

test('ask answers as HTTP does, in every place and revision', async () => {
  const expected = lasting(await overHttp({ query }))
  for (const place of productPlaces) {
    for (const revision of revisions) {
      const answer = checkedAnswer(await answerOf(service, place, 'ask', { query }, revision))
      assert.deepEqual(lasting(answer), expected)
      assert.notEqual(answer._meta.request_id, '')
    }
  }
})

test('language and earlier questions of ask are passed on', async () => {
  const previous = ['What do the plans cost?', 'And the smallest?']
  const expected = lasting(await overHttp({ query: 'And the biggest?', locale: 'es', context: { prev: previous } }))
  const answer = await answerOf(service, product, 'ask', { query: 'And the biggest?', locale: 'es', previous })
  assert.deepEqual(lasting(answer), expected)
})
