// What the service is compared with: node:http that sends the answer of one URL to every request.
import { createServer } from 'node:http'

const answer = await fetch(process.argv[2]!, { headers: { 'accept-encoding': 'identity' } })
if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}.`)
const body = Buffer.from(await answer.arrayBuffer())
const headers = { 'content-type': answer.headers.get('content-type')!, 'content-length': body.length }

const server = createServer((_req, res) => {
  res.writeHead(200, headers)
  res.end(body)
}).listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port))

process.on('SIGTERM', () => process.exit(0)).on('disconnect', () => process.exit(0))
