// Prompts, completions, icons and the skill as a resource.
import assert from 'node:assert/strict'
import test, { after, suite } from 'node:test'
import { fixtureRecords } from '../support/contract-service.ts'
import { docsPlace, errorOf, type Place, resultOf, revisions, stateless } from '../support/mcp-rpc.ts'
import { start } from '../support/start-service.ts'

const service = await start({ after }, { records: fixtureRecords() })
const product: Place = ['api', '/mcp']

suite('prompts', () => {
  const given: Record<string, Record<string, string>> = {
    explore_topic: { topic: 'hydration', language: 'es' },
    compare_creations: { first: 'mira/water-log', second: 'ann/water-log-plus' },
    introduce_creator: { handle: 'mira' },
  }

  test('are as in the snapshot', async t => {
    const { prompts } = await resultOf(service, product, 'prompts/list')
    const texts = []
    for (const { name } of prompts) {
      const { messages } = await resultOf(service, product, 'prompts/get', { name, arguments: given[name] })
      assert.deepEqual(
        messages.map(({ role, content }: { role: string; content: { type: string } }) => [role, content.type]),
        [['user', 'text']],
      )
      texts.push(messages[0].content.text)
    }
    const text = [JSON.stringify(prompts, null, 2), ...texts].join('\n\n')
    t.assert.snapshot(text.replaceAll(service.webUrl, 'WEB'), { serializers: [String] })
  })

  test('are the same in every revision; the documentation server has none', async () => {
    const prompt = { name: 'introduce_creator', arguments: given.introduce_creator }
    for (const revision of revisions) {
      const { messages } = await resultOf(service, product, 'prompts/get', prompt, revision)
      assert.ok(messages[0].content.text.includes('"mira"'))
    }
    assert.deepEqual((await resultOf(service, docsPlace, 'prompts/list')).prompts, [])
    assert.match((await errorOf(service, docsPlace, ...stateless('prompts/get', prompt))).message, /no prompts/)
  })

  test('name only tools that exist', async () => {
    const { tools } = await resultOf(service, product, 'tools/list')
    const names = new Set(tools.map(({ name }: { name: string }) => name))
    for (const [name, args] of Object.entries(given)) {
      const { messages } = await resultOf(service, product, 'prompts/get', { name, arguments: args })
      const mentioned: string[] = messages[0].content.text.match(/\bget_\w+/g)
      assert.ok(mentioned.length > 0)
      for (const tool of mentioned) assert.ok(names.has(tool), tool)
    }
  })
})

suite('completions', () => {
  const prompt = (name: string) => ({ type: 'ref/prompt', name })
  const template = (uri: string) => ({ type: 'ref/resource', uri })
  const app = template('vitrine://app/{handle}/{slug}')
  type Values = { values: string[]; total: number; hasMore: boolean }
  const complete = async (ref: object, name: string, value: string, args?: object): Promise<Values> => {
    const context = args === undefined ? {} : { context: { arguments: args } }
    const { completion } = await resultOf(service, product, 'completion/complete', {
      ref,
      argument: { name, value },
      ...context,
    })
    assert.equal(completion.total, completion.values.length)
    return completion
  }
  const valuesOf = async (...given: Parameters<typeof complete>) => (await complete(...given)).values

  test('handles, by handle or display name; the most followed without a value', async () => {
    const ref = prompt('introduce_creator')
    assert.deepEqual(await valuesOf(ref, 'handle', 'mi'), ['mira'])
    assert.deepEqual(await valuesOf(ref, 'handle', 'Mira S'), ['mira'])
    assert.equal((await valuesOf(ref, 'handle', ''))[0], 'mira')
    assert.equal((await valuesOf(template('vitrine://creator/{handle}'), 'handle', 'an'))[0], 'ann')
  })

  test('slugs, of the creator who is known', async () => {
    assert.deepEqual(await valuesOf(app, 'slug', 'wat', { handle: 'mira' }), ['water-log'])
    assert.deepEqual(await valuesOf(app, 'slug', '', { handle: 'mira' }), ['water-log'])
    assert.ok((await valuesOf(app, 'slug', 'water')).includes('water-log-plus'))
    assert.deepEqual(await valuesOf(app, 'slug', 'x', { handle: 'nobody' }), [])
  })

  test('creations as handle/slug, by their words or by the creator', async () => {
    const ref = prompt('compare_creations')
    assert.ok((await valuesOf(ref, 'first', 'water')).includes('mira/water-log'))
    assert.deepEqual(await valuesOf(ref, 'second', 'mira/'), ['mira/water-log'])
    assert.deepEqual(await valuesOf(ref, 'second', '/'), [])
  })

  test('topics: categories and tags', async () => {
    const ref = prompt('explore_topic')
    assert.ok((await valuesOf(ref, 'topic', 'hyd')).includes('hydration'))
    assert.ok((await valuesOf(ref, 'topic', 'Hea')).includes('health'))
    assert.deepEqual(await valuesOf(ref, 'topic', 'zzz'), [])
  })

  test('languages of the views; nothing for other arguments', async () => {
    assert.deepEqual(await valuesOf(template('ui://vitrine/words/{language}'), 'language', 'e'), ['en', 'es'])
    assert.deepEqual(await valuesOf(prompt('explore_topic'), 'language', 'e'), [])
    assert.deepEqual(await valuesOf(prompt('explore_topic'), '__proto__', 'e'), [])
  })

  test('creations that are not public are not proposed', async () => {
    assert.deepEqual(await valuesOf(app, 'slug', 'private', { handle: 'mira' }), [])
    assert.ok(!(await valuesOf(prompt('compare_creations'), 'first', 'private notes')).includes('mira/private-notes'))
  })
})

test('every tool, resource, template and prompt has a title and an icon that exists', async () => {
  const paths = new Set<string>()
  for (const place of [product, docsPlace]) {
    for (const [method, member] of [
      ['tools/list', 'tools'],
      ['resources/list', 'resources'],
      ['resources/templates/list', 'resourceTemplates'],
      ['prompts/list', 'prompts'],
    ] as const) {
      for (const { name, title, icons } of (await resultOf(service, place, method))[member]) {
        assert.ok(title && title !== name, name)
        assert.ok(icons[0].src.startsWith(service.webUrl))
        paths.add(icons[0].src.slice(service.webUrl.length))
      }
    }
  }
  for (const path of paths) {
    const { status, headers, text } = await service.web(path)
    assert.deepEqual([status, headers['content-type']], [200, 'image/svg+xml'], path)
    assert.match(text, /^<svg /)
  }
})

test('the skill is a resource with the text of SKILL.md', async () => {
  const { skills } = (await service.web('/.well-known/agent-skills/index.json')).json()
  const uri = `skill://${skills[0].name}/SKILL.md`
  const { contents } = await resultOf(service, product, 'resources/read', { uri })
  assert.deepEqual(contents, [{ uri, mimeType: 'text/markdown', text: (await service.web(skills[0].url)).text }])
})
