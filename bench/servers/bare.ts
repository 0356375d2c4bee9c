// What the service is compared with: node:http that sends one answer, which it gets as a message, to every request.
import { createServer } from 'node:http'
import type { ExactAnswer } from '../exact-answer.ts'

process.once('message', ({ status, headers, body }: ExactAnswer) => {
  const bytes = Buffer.from(body, 'base64')
  const server = createServer((_req, res) => {
    res.writeHead(status, headers)
    res.end(bytes)
  }).listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port))
})

process.on('SIGTERM', () => process.exit(0)).on('disconnect', () => process.exit(0))
