// The clients that people use, unchanged: each lists everything, calls every tool and reads every resource of both servers.
import assert from 'node:assert/strict'
import test, { after, suite } from 'node:test'
import { createMCPClient } from '@ai-sdk/mcp'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { createRuntime } from 'mcporter'
import { fixtureRecords } from '../../support/contract-service.ts'
import { jsonTools } from '../../support/mcp-rpc.ts'
import { start } from '../../support/start-service.ts'

const service = await start({ after }, { records: fixtureRecords() })

const servers = {
  product: [`${service.apiUrl}/mcp`, `${service.webUrl}/api/mcp`, `${service.webUrl}/webmcp`],
  docs: [`${service.webUrl}/mcp`],
}

/** Arguments with which every tool answers; a tool that is not here must do without any. */
const given: Record<string, Record<string, unknown>> = {
  get_community_feed: { sort: 'recent', limit: 2 },
  get_creator_profile: { handle: 'mira' },
  get_creator_followers: { handle: 'mira' },
  get_creator_following: { handle: 'mira', limit: 3 },
  get_app_share: { handle: 'mira', slug: 'water-log' },
  get_similar_apps: { handle: 'mira', slug: 'water-log' },
  batch: { requests: [{ id: 'tags', operation: 'get_popular_tags' }] },
  ask: { query: 'Do unused credits expire?' },
  search: { query: 'water' },
  fetch: { id: 'creation:mira/water-log' },
  search_docs: { query: 'limits' },
  get_doc: { slug: 'limits' },
}

const promptArguments: Record<string, Record<string, string>> = {
  explore_topic: { topic: 'hydration' },
  compare_creations: { first: 'mira/water-log', second: 'ann/water-log-plus' },
  introduce_creator: { handle: 'mira' },
}

type Answered = { isError?: boolean; structuredContent?: unknown; content?: unknown }

function assertAnswer(name: string, answer: unknown): void {
  const { isError, structuredContent, content } = answer as Answered & { content: { text: string }[] }
  assert.ok(!isError, `${name}: ${JSON.stringify(content)}`)
  if (jsonTools.includes(name)) assert.deepEqual(JSON.parse(content[0]!.text), structuredContent, name)
  else assert.ok(content[0]!.text !== '' && structuredContent !== undefined, name)
}

const counts = { product: { tools: 14, resources: 5 }, docs: { tools: 2, resources: 10 } }
type Server = keyof typeof servers

function assertCounts(server: Server, tools: number, resources: number): void {
  assert.equal(tools, counts[server].tools)
  assert.ok(resources >= counts[server].resources)
}

for (const server of Object.keys(servers) as Server[]) {
  for (const url of servers[server]) {
    suite(`${server} at ${new URL(url).pathname}`, () => {
      for (const mode of ['legacy', 'auto', { pin: '2026-07-28' }] as const) {
        const generation =
          mode === 'legacy' ? 'of the older generation' : `of the newer generation (${JSON.stringify(mode)})`
        test(`@modelcontextprotocol/client ${generation}`, async () => {
          const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
          await client.connect(new StreamableHTTPClientTransport(new URL(url)))
          assert.equal(client.getNegotiatedProtocolVersion(), mode === 'legacy' ? '2025-11-25' : '2026-07-28')
          await useEverything(server, client)
          await client.close()
        })
      }

      test('@modelcontextprotocol/sdk 1.x', async () => {
        const client = new OldClient({ name: 'test', version: '1.0.0' })
        const transport = new OldTransport(new URL(url))
        await client.connect(transport as Parameters<typeof client.connect>[0])
        await client.ping()
        await useEverything(server, client)
        await client.close()
      })
    })
  }

  const [url = ''] = servers[server]

  test(`@ai-sdk/mcp with the ${server} server`, async () => {
    const client = await createMCPClient({ transport: { type: 'http', url } })
    const tools = await client.tools()
    const { resources } = await client.listResources()
    assertCounts(server, Object.keys(tools).length, resources.length)
    for (const [name, tool] of Object.entries(tools)) {
      const execute = tool.execute as (given: unknown, options: object) => Promise<unknown>
      assertAnswer(name, await execute(given[name] ?? {}, { toolCallId: name, messages: [] }))
    }
    for (const { uri } of resources) assert.equal((await client.readResource({ uri })).contents.length, 1, uri)
    await client.close()
  })

  test(`mcporter with the ${server} server`, async () => {
    const runtime = await createRuntime({ servers: [{ name: 'it', command: { kind: 'http', url: new URL(url) } }] })
    const tools = await runtime.listTools('it', { includeSchema: true })
    const { resources } = (await runtime.listResources('it')) as { resources: { uri: string }[] }
    assertCounts(server, tools.length, resources.length)
    for (const { name } of tools) assertAnswer(name, await runtime.callTool('it', name, { args: given[name] ?? {} }))
    const { client } = await runtime.connect('it')
    for (const { uri } of resources) assert.equal((await client.readResource({ uri })).contents.length, 1, uri)
    await runtime.close()
  })
}

/** What the two official clients have in common. They check every answer against the output schema of its tool. */
type Official = {
  listTools(): Promise<{ tools: { name: string }[] }>
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>
  listResources(): Promise<{ resources: { uri: string }[] }>
  listResourceTemplates(): Promise<{ resourceTemplates: { uriTemplate: string }[] }>
  readResource(what: { uri: string }): Promise<{ contents: object[] }>
  listPrompts(): Promise<{ prompts: { name: string }[] }>
  getPrompt(what: { name: string; arguments: Record<string, string> }): Promise<{ messages: object[] }>
  complete(what: {
    ref: { type: 'ref/resource'; uri: string }
    argument: { name: string; value: string }
    context: { arguments: Record<string, string> }
  }): Promise<{ completion: { values: string[] } }>
  getInstructions(): string | undefined
}

async function useEverything(server: Server, client: Official): Promise<void> {
  assert.ok(client.getInstructions())
  const [{ tools }, { resources }, { resourceTemplates }, { prompts }] = await Promise.all([
    client.listTools(),
    client.listResources(),
    client.listResourceTemplates(),
    client.listPrompts(),
  ])
  assertCounts(server, tools.length, resources.length)
  assert.deepEqual(
    prompts.map(({ name }) => name),
    server === 'product' ? Object.keys(promptArguments) : [],
  )
  for (const { name } of prompts) {
    const { messages } = await client.getPrompt({ name, arguments: promptArguments[name]! })
    assert.equal(messages.length, 1, name)
  }
  if (server === 'product') {
    const ref = { type: 'ref/resource', uri: 'vitrine://app/{handle}/{slug}' } as const
    const argument = { name: 'slug', value: 'wat' }
    const { completion } = await client.complete({ ref, argument, context: { arguments: { handle: 'mira' } } })
    assert.deepEqual(completion.values, ['water-log'])
  }
  for (const { name } of tools) assertAnswer(name, await client.callTool({ name, arguments: given[name] ?? {} }))
  const filled = resourceTemplates.map(({ uriTemplate }) =>
    uriTemplate.replace('{handle}', 'mira').replace('{slug}', 'water-log').replace('{language}', 'es'),
  )
  for (const uri of [...resources.map(({ uri }) => uri), ...filled])
    assert.equal((await client.readResource({ uri })).contents.length, 1, uri)
  await assert.rejects(client.readResource({ uri: 'ui://vitrine/nothing' }), /Resource not found/)
  await assert.rejects(client.callTool({ name: 'no_such_tool', arguments: {} }), /Unknown tool/)
}
