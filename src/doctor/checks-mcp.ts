// The MCP servers, at each of their addresses.
import { endpoints } from '../endpoints/list.ts'
import { handshakeVersions } from '../mcp/schemas.ts'
import type { Check } from './check.ts'
import { must } from './check-failure.ts'
import { type HostedEndpoint, hostedEndpoints, isMcp, urlAt } from './hosted-endpoints.ts'
import { rpc } from './http-probe.ts'
import type { Target } from './target.ts'

const [protocolVersion] = handshakeVersions
const initialize = {
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'vitrine-doctor', version: '1' } },
}

export const mcpServers = hostedEndpoints(endpoints.filter(isMcp))
const product = mcpServers.find(({ host }) => host === 'api')!

async function resultOf(target: Target, url: string, message: { method: string; params?: object }) {
  const response = await target.request(url, rpc(message))
  must(response.status === 200, `${response.status} for ${message.method} at ${url}`)
  const { result, error } = response.json()
  must(result !== undefined, `${message.method} fails: ${error?.message}`)
  return result
}

type Named = { name: string }
type Tool = Named & { inputSchema: { required?: string[] } }

/** A call of the tool, with the same text as each required argument. */
const callOf = ({ name, inputSchema: { required = [] } }: Tool) => ({
  name,
  arguments: Object.fromEntries(required.map(argument => [argument, 'limits'])),
})

const passMcp = 'Let the proxy pass GET and POST of this path to the service, with Host and Origin unchanged.'

const session = (server: HostedEndpoint): Check => ({
  name: `mcp ${server.name}`,
  about: `An MCP client connects at ${server.name}, lists the tools and calls one.`,
  cure: passMcp,
  run: async target => {
    const url = urlAt(target, server)
    const info = await target.read(url)
    must(info.status === 200, `${info.status} for GET at ${url}`)
    const { transport, tools } = info.json()
    const isOurs = [target.apiUrl, target.webUrl].includes(new URL(transport.url).origin)
    must(isOurs, `its address is configured as ${transport.url}`, 'Set VITRINE_BASE_URL and VITRINE_WEB_URL.')
    const { serverInfo, protocolVersion: version } = await resultOf(target, url, initialize)
    must(version === protocolVersion, `it answers ${protocolVersion} with ${version}`)
    const listed: Tool[] = (await resultOf(target, url, { method: 'tools/list' })).tools
    const missing = tools.filter(({ name }: Named) => !listed.some(tool => tool.name === name))
    must(missing.length === 0, `these tools are missing: ${missing.map(({ name }: Named) => name).join(', ')}`)
    const { content } = await resultOf(target, url, { method: 'tools/call', params: callOf(listed[0]!) })
    must(content[0].type === 'text', `${listed[0]!.name} returns ${content[0].type} instead of text`)
    return `${serverInfo.name} ${serverInfo.version}, ${listed.length} tools`
  },
})

const noStream = (server: HostedEndpoint): Check => ({
  name: `mcp ${server.name} stream`,
  about: `A GET for an event stream at ${server.name} gets 405.`,
  cure: 'Let the proxy pass GET with Accept: text/event-stream; with any status but 405 clients reconnect forever.',
  run: async target => {
    const { status } = await target.request(urlAt(target, server), { headers: { accept: 'text/event-stream' } })
    must(status === 405, `GET for a stream gets ${status}`)
    return '405'
  },
})

export const mcpChecks: readonly Check[] = [
  ...mcpServers.flatMap(server => [session(server), noStream(server)]),
  {
    name: 'mcp resources',
    about: 'MCP clients find and read the ui:// views.',
    cure: passMcp,
    run: async target => {
      const url = urlAt(target, product)
      const { resources } = await resultOf(target, url, { method: 'resources/list' })
      const view = resources.find(({ uri }: { uri: string }) => uri.startsWith('ui://'))
      must(view !== undefined, 'there is no ui:// resource')
      const { contents } = await resultOf(target, url, { method: 'resources/read', params: { uri: view.uri } })
      must(contents[0].text !== '', `${view.uri} is empty`)
      return `${resources.length} resources`
    },
  },
  {
    name: 'mcp notifications',
    about: 'Notifications get 202 without a body.',
    cure: passMcp,
    run: async target => {
      const message = rpc({ id: undefined, method: 'notifications/initialized' })
      const { status, body } = await target.request(urlAt(target, product), message)
      must(status === 202 && body.length === 0, `${status} with ${body.length} bytes`)
      return '202'
    },
  },
]
