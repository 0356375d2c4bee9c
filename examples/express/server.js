// Vitrine inside an Express program: one port, two host names.
import { createHandler } from 'vitrine'
import express from 'express'

const port = Number(process.env.PORT ?? 3000)
const vitrine = await createHandler({
  baseUrl: `http://api.localhost:${port}`,
  webUrl: `http://localhost:${port}`,
  store: process.env.STORE ?? './data/vitrine.db',
})

const app = express()
app.get('/hello', (_request, response) => response.send('Hello from Express'))
// After your own routes, before body parsers: Vitrine reads bodies itself.
app.use((request, response) => (request.hostname === 'api.localhost' ? vitrine.api : vitrine.web)(request, response))

const server = app.listen(port, () => console.log(`listening on ${port}`))
process.once('SIGTERM', () => server.close(() => vitrine.close()))
