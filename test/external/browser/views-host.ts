// A host as chat programs are: the official AppBridge in a page, the view in a sandboxed frame without an origin, and
// tools called on the real service by the official MCP client.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Browser, Frame, Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import type { Running } from '../../support/start-service.ts'
import { open } from './chromium.ts'

/** The official bridge and what it imports, in the forms for browsers, as one module: hundreds would be slow to load. */
async function bridgeModule(): Promise<string> {
  const input = fileURLToPath(import.meta.resolve('@modelcontextprotocol/ext-apps/app-bridge'))
  const bundle = await rolldown({ input, platform: 'browser' })
  const { output } = await bundle.generate({ format: 'esm' })
  await bundle.close()
  return output[0].code
}

/** `play` opens a view with the result of a tool; what the view asks for afterwards goes through `callTool`. */
const hostPage = `<!doctype html><meta charset="utf-8"><title>Host</title><link rel="icon" href="data:,">
<style>body{margin:0}iframe{display:block;width:100%;height:600px;border:0}</style>
<script type="module">
import { AppBridge, PostMessageTransport } from '/bridge.js'
// The bridge tells of every message; only complaints are of interest.
console.debug = () => {}
window.heard = { links: [], sizes: [], modes: [], told: [] }
window.play = async ({ html, capabilities, hostContext, input, result }) => {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.title = 'View'
  document.body.replaceChildren(frame)
  const bridge = new AppBridge(null, { name: 'Host', version: '1.0.0' }, capabilities, { hostContext })
  bridge.oncalltool = params => window.callTool(params)
  bridge.onreadresource = params => window.readResource(params)
  bridge.onopenlink = async ({ url }) => (heard.links.push(url), {})
  bridge.onupdatemodelcontext = async params => (heard.told.push(params), {})
  bridge.onrequestdisplaymode = async ({ mode }) => (heard.modes.push(mode), { mode })
  bridge.onsizechange = size => {
    heard.sizes.push(size)
    if (size.height) frame.style.height = size.height + 'px'
  }
  const ready = new Promise(resolve => (bridge.oninitialized = resolve))
  const loaded = new Promise(resolve => frame.addEventListener('load', resolve, { once: true }))
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow))
  frame.srcdoc = html
  await loaded
  await ready
  await bridge.sendToolInput({ arguments: input })
  if (result) await bridge.sendToolResult(result)
  window.bridge = bridge
}
window.hostIsReady = true
</script>`

export type Scope = { after: (stop: () => Promise<void>) => void }

/** Serves the page of the host, and the bridge that it is made of. */
export async function serveHost(scope: Scope): Promise<string> {
  const bridge = await bridgeModule()
  const server = createServer(({ url = '/' }, res) => {
    if (url !== '/bridge.js') return res.setHeader('content-type', 'text/html; charset=utf-8').end(hostPage)
    res.setHeader('content-type', 'text/javascript; charset=utf-8').end(bridge)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  scope.after(async () => void server.close())
  return `http://localhost:${(server.address() as AddressInfo).port}/`
}

type ToolCall = { name: string; arguments: Record<string, unknown> }

export type Host = {
  page: Page
  complaints: string[]
  calls: ToolCall[]
  /** Answers of the next calls, instead of the service's. */
  instead: Record<string, unknown>[]
  /** Opens the view that belongs to the tool with the tool's answer. Gives the frame of the view. */
  play: (call: ToolCall, more?: Play) => Promise<Frame>
  heard: () => Promise<{
    links: string[]
    sizes: { width: number; height: number }[]
    modes: string[]
    told: { content: { text: string }[] }[]
  }>
  close: () => Promise<void>
}

export type Play = {
  hostContext?: Record<string, unknown>
  capabilities?: Record<string, unknown>
  /** Instead of what the service answers; null for an answer that never comes. */
  result?: Record<string, unknown> | null
}

const everything = { serverTools: {}, serverResources: {}, openLinks: {}, updateModelContext: { text: {} } }

export async function openHost(browser: Browser, hostUrl: string, service: Running): Promise<Host> {
  const client = new Client({ name: 'host', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.apiUrl}/mcp`)))
  const { page, complaints, close } = await open(browser, { viewport: { width: 760, height: 900 } })
  const calls: ToolCall[] = []
  const instead: Host['instead'] = []
  await page.exposeFunction('callTool', (call: ToolCall) => {
    calls.push(call)
    return instead.shift() ?? client.callTool(call)
  })
  await page.exposeFunction('readResource', (asked: { uri: string }) => client.readResource(asked))
  await page.goto(hostUrl)
  await page.waitForFunction('window.hostIsReady')
  const { tools } = await client.listTools()
  const viewOf = async (name: string): Promise<string> => {
    const { ui } = tools.find(tool => tool.name === name)!._meta as { ui: { resourceUri: string } }
    const { contents } = await client.readResource({ uri: ui.resourceUri })
    return (contents[0] as { text: string }).text
  }
  return {
    page,
    complaints,
    calls,
    instead,
    async play(call, { hostContext = {}, capabilities = everything, result } = {}) {
      const tool = tools.find(({ name }) => name === call.name)!
      const given = result === undefined ? await client.callTool(call) : result
      const html = await viewOf(call.name)
      const opening: Record<string, unknown> = {
        html,
        capabilities,
        hostContext: { toolInfo: { tool }, ...hostContext },
        input: call.arguments,
        result: given,
      }
      await page.evaluate(
        given => (globalThis as unknown as { play(given: object): Promise<void> }).play(given),
        opening,
      )
      const frame = page.frames().at(-1)!
      if (given !== null) await frame.waitForSelector('main:not([aria-busy])')
      return frame
    },
    heard: () => page.evaluate('window.heard'),
    close: async () => {
      await close()
      await client.close()
    },
  }
}
