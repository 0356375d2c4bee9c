// What the MCP server is compared with. All of them know the same answers beforehand and have nothing to look up: a bare
// node:http server that reads the message and sends the bytes, and the official SDK's stateless server.
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createMcpHandler, Server } from '@modelcontextprotocol/server'

const { rival, path } = JSON.parse(process.argv[2]!) as { rival: 'bare' | 'sdk'; path: string }
/** The body of our own answer to each method. */
const answers = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
const result = (method: string) => JSON.parse(answers[method]!).result
const [list, called] = [result('tools/list'), result('tools/call')]
const info = { name: 'rival', version: '1.0.0' }
const options = { capabilities: { tools: {} } }

async function textOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function bare(): RequestListener {
  const bytes = new Map(Object.entries(answers).map(([method, text]) => [method, Buffer.from(text)]))
  return (req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const { method } = JSON.parse(Buffer.concat(chunks).toString()) as { method: string }
      const body = bytes.get(method)!
      res.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
      res.end(body)
    })
  }
}

function sdk(): RequestListener {
  console.warn = () => {} // it warns once that JSON answers carry no notifications, which is what is wanted here
  const handler = createMcpHandler(
    () => {
      const server = new Server(info, options)
      server.setRequestHandler('tools/list', () => list)
      server.setRequestHandler('tools/call', () => called)
      return server
    },
    { responseMode: 'json' },
  )
  return async (req, res) => {
    const headers = new Headers(Object.entries(req.headers).map(([name, value]) => [name, String(value)]))
    const request = new Request(`http://localhost${req.url}`, { method: 'POST', headers, body: await textOf(req) })
    await forward(await handler.fetch(request), res)
  }
}

async function forward(response: Response, res: ServerResponse): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer())
  res.writeHead(response.status, { ...Object.fromEntries(response.headers), 'content-length': body.length })
  res.end(body)
}

const rivals = { bare, sdk }

const server = createServer(rivals[rival]()).listen(0, '127.0.0.1', () =>
  process.send!((server.address() as { port: number }).port),
)

process.on('SIGTERM', () => process.exit(0)).on('disconnect', () => process.exit(0))
