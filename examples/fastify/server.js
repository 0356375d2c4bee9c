// Vitrine inside a Fastify program: one port, two host names.
import { createHandler } from 'vitrine'
import Fastify from 'fastify'

const port = Number(process.env.PORT ?? 3000)
const vitrine = await createHandler({
  baseUrl: `http://api.localhost:${port}`,
  webUrl: `http://localhost:${port}`,
  store: process.env.STORE ?? './data/vitrine.db',
})

const app = Fastify()
app.get('/hello', async () => 'Hello from Fastify')
// onRequest runs before Fastify reads the body. Your own routes are answered by Fastify.
app.addHook('onRequest', (request, reply, done) => {
  if (!request.is404) return done()
  reply.hijack()
  const handle = request.hostname === 'api.localhost' ? vitrine.api : vitrine.web
  handle(request.raw, reply.raw)
})
app.addHook('onClose', () => vitrine.close())

await app.listen({ port })
console.log(`listening on ${port}`)
process.once('SIGTERM', () => app.close())
