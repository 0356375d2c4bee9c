// A tool that lists creations, offered by the official SDK's stateless server and by fastmcp; both read the same SQLite.
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { openQueries, type Sort } from './queries.ts'

const given = JSON.parse(process.argv[2]!) as {
  rival: 'sdk' | 'fastmcp'
  store: string
  port: number
  packages: string
}
const queries = openQueries(given.store)
const textOf = (sort: Sort) => JSON.stringify({ items: queries.feed({ sort }) })
const description = 'List public creations.'
const load = createRequire(join(given.packages, 'package.json'))
const module = async (name: string) => import(pathToFileURL(load.resolve(name)).href)

async function sdk(): Promise<void> {
  console.warn = () => {} // it warns once that JSON answers carry no notifications, which is what is wanted here
  const { z } = await module('zod')
  const handler = createMcpHandler(
    () => {
      const server = new McpServer({ name: 'rival', version: '1.0.0' })
      const inputSchema = z.object({ sort: z.enum(['recent', 'popular', 'liked']) })
      server.registerTool('get_community_feed', { description, inputSchema }, (input: unknown) => ({
        content: [{ type: 'text' as const, text: textOf((input as { sort: Sort }).sort) }],
      }))
      return server
    },
    { responseMode: 'json' },
  )
  createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const headers = new Headers(Object.entries(req.headers).map(([name, value]) => [name, String(value)]))
    const request = new Request(`http://localhost${req.url}`, { method: 'POST', headers, body: Buffer.concat(chunks) })
    const answer = await handler.fetch(request)
    const body = Buffer.from(await answer.arrayBuffer())
    res.writeHead(answer.status, { ...Object.fromEntries(answer.headers), 'content-length': body.length })
    res.end(body)
  }).listen(given.port, '127.0.0.1')
}

async function fastmcp(): Promise<void> {
  const { FastMCP } = await module('fastmcp')
  const { z } = await module('zod')
  const server = new FastMCP({ name: 'rival', version: '1.0.0' })
  server.addTool({
    name: 'get_community_feed',
    description,
    parameters: z.object({ sort: z.enum(['recent', 'popular', 'liked']) }),
    execute: async ({ sort }: { sort: Sort }) => textOf(sort),
  })
  await server.start({
    transportType: 'httpStream',
    httpStream: { port: given.port, host: '127.0.0.1', endpoint: '/mcp', stateless: true, enableJsonResponse: true },
  })
}

await { sdk, fastmcp }[given.rival]()
