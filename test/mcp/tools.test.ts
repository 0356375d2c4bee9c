// The tools: what is told about them, the same data as over HTTP, mistakes that name their fix, and answers that fit.
import assert from 'node:assert/strict'
import test, { after, suite } from 'node:test'
import { Compile } from 'typebox/compile'
import { operations } from '../../src/operations/index.ts'
import { breakableStore } from '../support/breakable-store.ts'
import {
  closed,
  dataOf,
  demoCommunity,
  fixtureRecords,
  operationCalled,
  targetOf,
} from '../support/contract-service.ts'
import { answerOf, docsPlace, mistakeOf, type Place, productPlaces, resultOf, revisions } from '../support/mcp-rpc.ts'
import { start } from '../support/start-service.ts'

const service = await start({ after }, { records: fixtureRecords() })
const demo = await start({ after }, { records: demoCommunity() })
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

/** The same, except that the front page is too long for a conversation: its lists end earlier. */
function assertSame(answer: Front, data: Front): void {
  if (data.rails === undefined) assert.deepEqual(answer, data)
  else
    assert.deepEqual(answer, {
      ...data,
      spotlight: cut(data.spotlight!, answer.spotlight!),
      rails: data.rails.map((rail, i) => cut(rail, answer.rails![i]!)),
    })
}

type List = { items: unknown[] }
type Front = { spotlight?: List; rails?: List[] }

function cut(list: List, like: List): List {
  assert.ok(like.items.length >= Math.min(4, list.items.length))
  return { ...list, items: list.items.slice(0, like.items.length) }
}

const sample = { handle: 'mira', slug: 'water-log' }

suite('the same data as over HTTP', () => {
  for (const operation of operations) {
    const path = Object.fromEntries(operation.pathFields.map(name => [name, sample[name as keyof typeof sample]]))
    const hasLimit = operation.fields.some(({ name }) => name === 'limit')

    test(`${operation.name} at every address, in every revision`, async () => {
      const reply = await service.api(targetOf(operation, { ...path, ...(hasLimit ? { limit: 10 } : {}) }))
      const data = dataOf(operation, reply)
      for (const place of productPlaces) {
        for (const revision of revisions)
          assertSame(await answerOf(service, place, operation.name, path, revision), data)
      }
    })

    test(`${operation.name} keeps to its output schema`, async () => {
      const checker = Compile(closed(tool(operation.name).outputSchema))
      const data = await answerOf(service, product, operation.name, path)
      assert.ok(checker.Check(data), JSON.stringify(checker.Errors(data).slice(0, 2)))
    })
  }

  test('with every argument', async () => {
    const given = { q: 'water', sort: 'recent', featuredOnly: false, locale: 'es', limit: 2 }
    const reply = await service.api(targetOf(operationCalled('get_community_feed'), given))
    assert.deepEqual(await answerOf(service, product, 'get_community_feed', given), reply.json().data)
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

  test('pages follow one another without repeating', async () => {
    const seen = new Set<string>()
    let cursor: string | null = null
    do {
      const page = await answerOf(service, product, 'get_community_feed', { limit: 3, cursor })
      for (const { id } of page.items) {
        assert.ok(!seen.has(id))
        seen.add(id)
      }
      cursor = page.next_cursor
    } while (cursor !== null)
    assert.equal(seen.size, (await answerOf(service, product, 'get_community_feed')).total)
  })

  test('new data is seen at once', async t => {
    const changing = await start(t)
    const title = async () =>
      (await answerOf(changing, product, 'get_app_share', { handle: 'mira', slug: 'thing-0' })).title
    assert.equal(await title(), 'Thing 0')
    await changing.bring([{ type: 'creation', handle: 'mira', slug: 'thing-0', title: 'Another thing' }])
    const end = Date.now() + 5_000
    while ((await title()) === 'Thing 0' && Date.now() < end) await new Promise(done => setTimeout(done, 20))
    assert.equal(await title(), 'Another thing')
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
    const hidden = await start({ after })
    const text = await mistakeOf(hidden, product, 'get_app_share', { handle: 'mira', slug: 'secret-plan' })
    assert.match(text, /No public creation/)
    await mistakeOf(hidden, product, 'fetch', { id: 'creation:mira/secret-plan' })
    const { results } = await answerOf(hidden, product, 'search', { query: 'secret plan' })
    assert.ok(!JSON.stringify(results).includes('secret'))
  })

  test('an outage is told without its inside, and what is known goes on', async t => {
    const store = breakableStore()
    const failing = await start(t, { openStore: store.open })
    const known = await answerOf(failing, product, 'get_popular_tags')
    store.breakDown()
    assert.deepEqual(await answerOf(failing, product, 'get_popular_tags'), known)
    const text = await mistakeOf(failing, product, 'get_community_feed', {})
    assert.match(text, /retry with backoff/)
    assert.ok(!text.includes('secret'))
  })
})

suite('answers that fit into a conversation', () => {
  const budget = 25_000

  test('no answer of the demo community is longer', async () => {
    const { items } = await answerOf(demo, product, 'get_community_feed', { limit: 1 })
    const { handle, slug } = items[0]
    for (const { name, inputSchema } of tools) {
      const all: Record<string, unknown> = { handle, slug, limit: 48, query: 'a', id: `creator:${handle}` }
      const given = Object.fromEntries(
        Object.keys(inputSchema.properties).flatMap(key => (all[key] === undefined ? [] : [[key, all[key]]])),
      )
      const { content } = await resultOf(demo, product, 'tools/call', { name, arguments: given })
      assert.ok(content[0].text.length <= budget, `${name}: ${content[0].text.length}`)
    }
  })

  test('a page that is cut leads on to the rest', async () => {
    const whole = (await demo.api('/public/share/community?limit=48'))
      .json()
      .data.items.map(({ id }: { id: string }) => id)
    const { structuredContent: first, content } = await resultOf(demo, product, 'tools/call', {
      name: 'get_community_feed',
      arguments: { limit: 48 },
    })
    assert.ok(first.items.length < 48)
    assert.equal(first.pagination.returned, first.items.length)
    assert.match(content[1].text, new RegExp(`Cut to ${first.items.length} of the 48 items.*next_cursor`))
    const second = await answerOf(demo, product, 'get_community_feed', { limit: 48, cursor: first.next_cursor })
    const ids = [...first.items, ...second.items].map(({ id }: { id: string }) => id)
    assert.deepEqual(ids.slice(0, 48), whole.slice(0, ids.length))
  })

  test('lists without pages are cut alike and say so', async () => {
    const landing = await resultOf(demo, product, 'tools/call', { name: 'get_community_landing', arguments: {} })
    assert.match(landing.content[1].text, /Lists are cut to \d+ creations each/)
    const lengths = landing.structuredContent.rails.map(({ items }: { items: unknown[] }) => items.length)
    assert.equal(new Set(lengths).size, 1)
    assert.ok(lengths[0] >= 2)
    const checker = Compile(closed(tool('get_community_landing').outputSchema))
    assert.ok(checker.Check(landing.structuredContent))
  })
})

test('the documentation server has tools of its own', async () => {
  const { tools } = await resultOf(service, docsPlace, 'tools/list')
  assert.deepEqual(
    tools.map(({ name }: Listed) => name),
    ['search_docs', 'get_doc'],
  )
})
