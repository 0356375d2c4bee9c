// What the service is compared with: node:http and nothing else, sending one answer whatever is asked.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const { path } = JSON.parse(process.argv[2]!) as { path: string }
const { status, headers, body } = JSON.parse(readFileSync(path, 'utf8')) as {
  status: number
  headers: Record<string, string>
  body: string
}
const bytes = Buffer.from(body, 'base64')

const server = createServer((_req, res) => {
  res.writeHead(status, headers)
  res.end(bytes)
}).listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port))

process.on('SIGTERM', () => process.exit(0)).on('disconnect', () => process.exit(0))
