// The expert's alternative: Fastify with handlers written by hand, prepared statements and response schemas.
import fastify from 'fastify'
import { openQueries, type Sort } from './queries.ts'

const { store, port } = JSON.parse(process.argv[2]!) as { store: string; port: number }
const queries = openQueries(store)
const text = { type: 'string' }
const number = { type: 'integer' }
const card = {
  type: 'object',
  properties: {
    ...Object.fromEntries(
      ['handle', 'slug', 'kind', 'title', 'summary', 'description', 'category'].map(name => [name, text]),
    ),
    ...Object.fromEntries(['cover_url', 'icon_url', 'published_at'].map(name => [name, { ...text, nullable: true }])),
    ...Object.fromEntries(['id', 'views', 'plays', 'likes', 'remixes'].map(name => [name, number])),
    tags: { type: 'array', items: text },
    featured: { type: 'boolean' },
  },
}
const page = { 200: { type: 'object', properties: { items: { type: 'array', items: card } } } }
const sort = { type: 'string', enum: ['recent', 'popular', 'liked'], default: 'recent' }

const app = fastify()
app.get<{ Querystring: { sort: Sort; category?: string } }>(
  '/creations',
  { schema: { querystring: { type: 'object', properties: { sort, category: text } }, response: page } },
  async ({ query }) => ({ items: queries.feed(query) }),
)
app.get<{ Params: { handle: string; slug: string } }>(
  '/creations/:handle/:slug',
  { schema: { response: { 200: card } } },
  async ({ params }, reply) => queries.app(params.handle, params.slug) ?? reply.code(404).send({ error: 'not_found' }),
)
app.get<{ Querystring: { q: string } }>(
  '/search',
  { schema: { querystring: { type: 'object', required: ['q'], properties: { q: text } }, response: page } },
  async ({ query }) => ({ items: queries.search(query.q) }),
)
await app.listen({ port, host: '127.0.0.1' })
