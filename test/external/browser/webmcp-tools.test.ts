// The tools of our pages in a Chromium that offers pages' tools to agents (WebMCP).
import assert from 'node:assert/strict'
import test, { after, suite } from 'node:test'
import type { Page } from 'playwright-core'
import { operations } from '../../../src/operations/index.ts'
import { hostileRecords } from '../../support/hostile-community.ts'
import { smallCommunity, start } from '../../support/start-service.ts'
import { launch, open } from './chromium.ts'

const service = await start({ after }, { records: [...smallCommunity(), ...hostileRecords()] })
const names = [...operations.map(({ name }) => name), 'ask']

type Tool = {
  name: string
  title: string
  description: string
  inputSchema: { properties: Record<string, { type: string }> }
  annotations: { readOnlyHint: boolean; untrustedContentHint: boolean }
}
type ModelContext = {
  getTools(): Promise<Tool[]>
  executeTool(tool: Tool, input: object): Promise<string>
}

// What runs in the page knows these.
declare const document: { modelContext: ModelContext }
declare const navigator: { modelContext: { registered: string[] } }

/** The tools that the script registered; the form of the page is one more. */
async function toolsOf(page: Page): Promise<Tool[]> {
  for (let looks = 0; ; looks++) {
    const tools = await toolsNow(page)
    const registered = tools.filter(({ annotations }) => annotations?.readOnlyHint)
    if (registered.length === names.length || looks === mostLooks) return tools
    await page.waitForTimeout(50)
  }
}

/** They are registered one after the other, while the page may be looked at. */
const mostLooks = 200

const toolsNow = (page: Page): Promise<Tool[]> =>
  page.evaluate(async () => {
    const { modelContext } = document
    const tools = await modelContext.getTools()
    return tools.map(({ name, title, description, inputSchema, annotations }) => {
      const { readOnlyHint = false, untrustedContentHint = false } = annotations ?? {}
      return { name, title, description, inputSchema, annotations: { readOnlyHint, untrustedContentHint } }
    })
  })

const execute = (page: Page, name: string, input: object) =>
  page.evaluate(
    async ([name, input]) => {
      const { modelContext } = document
      const tool = (await modelContext.getTools()).find(one => one.name === name)!
      return JSON.parse(await modelContext.executeTool(tool, input as object))
    },
    [name, input] as const,
  )

suite('with WebMCP', async () => {
  const browser = await launch({ after }, '--enable-features=WebMCP')

  test('every page has the reads and ask as read-only tools', async () => {
    const { page, complaints, close } = await open(browser)
    const ownAddress = service.webUrl.replace('//', '//mira.')
    const paths = ['/', '/community?q=thing', '/@mira', '/@mira/thing-0', '/docs'].map(path => service.webUrl + path)
    for (const path of [ownAddress, ...paths]) {
      await page.goto(path)
      const tools = (await toolsOf(page)).filter(({ name }) => names.includes(name))
      assert.deepEqual(tools.map(({ name }) => name).sort(), [...names].sort(), path)
      for (const { annotations } of tools) {
        assert.deepEqual(annotations, { readOnlyHint: true, untrustedContentHint: true })
      }
    }
    const described = (await service.web('/.well-known/webmcp')).json().tools as Tool[]
    for (const tool of await toolsOf(page)) {
      const same = described.find(({ name }) => name === tool.name)
      if (same === undefined) continue
      assert.deepEqual([tool.title, tool.description], [same.title, same.description])
      // Pages also have the limits of texts, which tools/list leaves out.
      const limits = ['minLength', 'maxLength', 'pattern']
      const unlimited = (schema: unknown): unknown =>
        JSON.parse(JSON.stringify(schema, (key, value) => (limits.includes(key) ? undefined : value)))
      assert.deepEqual(unlimited(tool.inputSchema), unlimited(same.inputSchema))
    }
    assert.deepEqual(complaints, [])
    await close()
  })

  test('calls give what the service gives', async () => {
    const { page, complaints, close } = await open(browser)
    await page.goto(`${service.webUrl}/`)
    await toolsOf(page)
    const data = async (path: string) => (await service.api(`/public/share${path}`)).json().data
    assert.deepEqual(
      await execute(page, 'get_community_feed', { sort: 'recent', category: 'health', limit: 3 }),
      await data('/community?sort=recent&category=health&limit=3'),
    )
    assert.deepEqual(await execute(page, 'get_popular_tags', {}), await data('/tags'))
    assert.deepEqual(
      await execute(page, 'get_app_share', { handle: 'mira', slug: 'thing-0', locale: null }),
      await data('/app/mira/thing-0'),
    )
    assert.deepEqual(
      await execute(page, 'get_creator_followers', { handle: 'mira', limit: 5 }),
      await data('/user/mira/followers?limit=5'),
    )
    const { answered, citations } = await execute(page, 'ask', { query: 'Do unused credits expire?' })
    assert.ok(answered && citations.length > 0)
    assert.deepEqual(complaints, [])
    await close()
  })

  test('what does not fit the schema goes nowhere, and is told', async () => {
    const { page, complaints, close } = await open(browser)
    await page.goto(`${service.webUrl}/`)
    await toolsOf(page)
    const requests: string[] = []
    page.on('request', request => requests.push(request.url()))
    const wrong: [string, object, RegExp][] = [
      ['get_community_feed', { limit: 49 }, /^limit must be at most 48\.$/],
      ['get_community_feed', { limit: 1.5 }, /^limit must be integer\.$/],
      ['get_community_feed', { sort: 'best' }, /^sort must be one of trending, /],
      ['get_community_feed', { tag: '' }, /^tag must have at least 1 characters\.$/],
      ['get_community_feed', { q: 'x'.repeat(201) }, /^q must have at most 200 characters\.$/],
      ['get_community_feed', { featuredOnly: 'yes' }, /^featuredOnly must be boolean\.$/],
      ['get_community_feed', { colour: 'red' }, /^There is no argument colour; there are locale, sort, /],
      ['get_app_share', { handle: 'mira' }, /^slug is required\.$/],
      ['ask', { query: 'x', previous: [1] }, /^previous must be string\.$/],
      ['ask', { query: 'x', previous: 'y' }, /^previous must be array\.$/],
    ]
    for (const [name, input, reason] of wrong) {
      const { isError, content } = await execute(page, name, input)
      assert.equal(isError, true)
      assert.match(content[0].text, reason)
    }
    assert.deepEqual(requests, [])
    const missing = await execute(page, 'get_app_share', { handle: 'mira', slug: 'secret-plan' })
    assert.match(missing.content[0].text, /No public creation is at mira\/secret-plan/)
    assert.deepEqual(complaints, [])
    await close()
  })

  test('the search form is a tool by itself', async () => {
    const { page, complaints, close } = await open(browser)
    await page.goto(`${service.webUrl}/community`)
    const form = (await toolsOf(page)).find(({ name }) => name === 'search_community')!
    assert.ok(form.description.length > 10)
    assert.equal(form.inputSchema.properties.q?.type, 'string')
    assert.deepEqual(complaints, [])
    await close()
  })
})

suite('without WebMCP', async () => {
  const browser = await launch({ after })

  test('nothing happens', async () => {
    const { page, complaints, close } = await open(browser)
    const requests: string[] = []
    page.on('request', request => requests.push(new URL(request.url()).pathname))
    await page.goto(`${service.webUrl}/`, { waitUntil: 'networkidle' })
    assert.ok(requests.some(path => /^\/assets\/webmcp-\w+\.js$/.test(path)))
    assert.ok(!requests.includes('/assets/webmcp.json'))
    assert.deepEqual(complaints, [])
    await close()
  })

  test('a browser of the first draft, which has it on navigator, is served too', async () => {
    const { page, complaints, close } = await open(browser)
    await page.addInitScript(() => {
      const registered: string[] = []
      Object.defineProperty(navigator, 'modelContext', {
        value: { registered, registerTool: ({ name }: Tool) => void registered.push(name) },
      })
    })
    await page.goto(`${service.webUrl}/`)
    await page.waitForFunction(count => navigator.modelContext.registered.length === count, names.length)
    assert.deepEqual(complaints, [])
    await close()
  })
})
