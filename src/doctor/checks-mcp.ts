// The MCP servers, at each of their addresses.
import { getPopularTags, operations } from '../operations/index.ts'
import { type Static, type TSchema, Type } from '../util/schema.ts'
import type { Check } from './check.ts'
import { must } from './check-failure.ts'
import { rpc } from './http-probe.ts'
import { shaped } from './shape.ts'
import type { Target } from './target.ts'

const protocolVersion = '2025-11-25'
const initialize = {
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'vitrine-doctor', version: '1' } },
}

const About = Type.Object({ name: Type.String(), transport: Type.Object({ url: Type.String() }) })
const Initialized = Type.Object({
  protocolVersion: Type.String(),
  serverInfo: Type.Object({ name: Type.String(), version: Type.String() }),
  capabilities: Type.Object({ tools: Type.Object({}), resources: Type.Object({}) }),
})
const Tools = Type.Object({
  tools: Type.Array(Type.Object({ name: Type.String(), inputSchema: Type.Object({}), annotations: Type.Object({}) })),
})
const Called = Type.Object({
  content: Type.Array(Type.Object({ type: Type.String(), text: Type.String() })),
})
const Resources = Type.Object({ resources: Type.Array(Type.Object({ uri: Type.String() })) })

type Server = {
  /** The URL to examine, and the URL that the server reports as its own. */
  at: (target: Target) => string
  own: (target: Target) => string
  path: string
  tools: readonly string[]
  call: { name: string; arguments: object }
}

const product = {
  own: ({ apiUrl }: Target) => `${apiUrl}/mcp`,
  tools: operations.map(({ name }) => name),
  call: { name: getPopularTags.name, arguments: {} },
}

const servers: readonly Server[] = [
  { path: 'API /mcp', at: product.own, ...product },
  { path: '/api/mcp', at: ({ webUrl }) => `${webUrl}/api/mcp`, ...product },
  { path: '/webmcp', at: ({ webUrl }) => `${webUrl}/webmcp`, ...product },
  {
    path: 'docs /mcp',
    at: ({ webUrl }) => `${webUrl}/mcp`,
    own: ({ webUrl }) => `${webUrl}/mcp`,
    tools: ['search_docs', 'get_doc'],
    call: { name: 'search_docs', arguments: { query: 'limits' } },
  },
]

async function resultOf<S extends TSchema>(target: Target, url: string, schema: S, message: { method: string }) {
  const seen = await target.request(url, rpc(message))
  must(seen.status === 200, `${seen.status} for ${message.method} at ${url}`)
  const { result, error } = seen.json()
  must(error === undefined, `${message.method} fails: ${error?.message}`)
  return shaped(schema, result, `The answer to ${message.method}`) as Static<S>
}

const passMcp = 'Let the proxy pass GET and POST of this path on, with Host and Origin as they came.'

const talk = ({ path, at, own, tools, call }: Server): Check => ({
  name: `mcp ${path}`,
  about: `An MCP client connects at ${path}, lists the tools and calls one.`,
  cure: passMcp,
  look: async target => {
    const url = at(target)
    const about = await target.read(url)
    must(about.status === 200, `${about.status} for GET at ${url}`)
    const ownUrl = shaped(About, about.json(), 'What GET tells').transport.url
    must(ownUrl === own(target), `it takes itself for ${ownUrl}`, 'Set VITRINE_BASE_URL and VITRINE_WEB_URL.')
    const { serverInfo, protocolVersion: spoken } = await resultOf(target, url, Initialized, initialize)
    must(spoken === protocolVersion, `it speaks ${spoken} to who speaks ${protocolVersion}`)
    const listed = (await resultOf(target, url, Tools, { method: 'tools/list' })).tools.map(({ name }) => name)
    const missing = tools.filter(name => !listed.includes(name))
    must(missing.length === 0, `these tools are missing: ${missing.join(', ')}`)
    await resultOf(target, url, Called, { method: 'tools/call', params: call } as { method: string })
    return `${serverInfo.name} ${serverInfo.version}, ${listed.length} tools`
  },
})

const noStream = ({ path, at }: Server): Check => ({
  name: `mcp ${path} stream`,
  about: `Whoever waits for a stream at ${path} is told with 405 that there is none.`,
  cure: 'Let the proxy pass GET with Accept: text/event-stream on; with anything but 405 clients connect for ever.',
  look: async target => {
    const { status } = await target.request(at(target), { headers: { accept: 'text/event-stream' } })
    must(status === 405, `GET for a stream gets ${status}`)
    return '405'
  },
})

export const checksOfMcp: readonly Check[] = [
  ...servers.flatMap(server => [talk(server), noStream(server)]),
  {
    name: 'mcp resources',
    about: 'MCP clients find and read the ui:// views.',
    cure: passMcp,
    look: async target => {
      const url = product.own(target)
      const { resources } = await resultOf(target, url, Resources, { method: 'resources/list' })
      const [first] = resources.filter(({ uri }) => uri.startsWith('ui://'))
      must(first !== undefined, 'there is no ui:// resource')
      const message = { method: 'resources/read', params: { uri: first.uri } }
      const Read = Type.Object({ contents: Type.Array(Type.Object({ uri: Type.String(), text: Type.String() })) })
      await resultOf(target, url, Read, message)
      return `${resources.length} resources`
    },
  },
  {
    name: 'mcp notifications',
    about: 'Notifications get 202 without a body.',
    cure: passMcp,
    look: async target => {
      const message = rpc({ id: undefined, method: 'notifications/initialized' })
      const { status, body } = await target.request(product.own(target), message)
      must(status === 202 && body.length === 0, `${status} with ${body.length} bytes`)
      return '202'
    },
  },
]
