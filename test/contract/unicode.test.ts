// Every response is valid Unicode, whatever a client sends or a record contains: strict parsers reject anything else.
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import fc from 'fast-check'
import { meta } from '../support/mcp-rpc.ts'
import { type Ask, type Reply, smallCommunity, start } from '../support/start-service.ts'
import { until } from '../support/vitrine-process.ts'

const strict = new TextDecoder('utf-8', { fatal: true })

/** Escapes in JSON text, one by one: a pair of surrogates, half of one, anything else. */
const escapes = /\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)/gs

function assertValid(text: string, where: string): void {
  assert.ok(text.isWellFormed(), where)
  for (const [, half] of text.matchAll(escapes)) assert.equal(half, undefined, `${where}: \\${half}`)
}

/** Results of MCP tools have JSON text inside JSON text, so every string of the body is looked at. */
function assertStrings(value: unknown, where: string): void {
  if (typeof value === 'string') assertValid(value, where)
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    assertValid(name, where)
    assertStrings(member, where)
  }
}

/** A cut through an emoji shows as U+FFFD where it is no longer half a pair; what was `sent` whole has none. */
function assertUnicode(reply: Reply, where: string, sent = ''): void {
  assert.ok(reply.status >= 200 && reply.status < 500, `${where}: ${reply.status} ${reply.text}`)
  for (const value of reply.rawHeaders) assertValid(strict.decode(Buffer.from(value, 'latin1')), where)
  if (/^image\//.test(String(reply.headers['content-type']))) return
  const text = strict.decode(reply.body)
  if (String(reply.headers['content-type']).includes('json')) assertStrings(JSON.parse(text), where)
  assertValid(text, where)
  if (sent.isWellFormed()) assert.ok(!text.includes('\ufffd'), `${where}: ${text}`)
}

/** Text around the lengths at which something is cut, in units and in code points, with whole and half emoji. */
const limits = [1, 40, 63, 80, 100, 200, 400, 500, 512, 1_000, 1_500, 2_000]
const texts = fc
  .record({
    limit: fc.constantFrom(...limits),
    start: fc.integer({ min: 0, max: 3 }),
    form: fc.constantFrom('emoji', 'emoji at the end', 'halves', 'half at the end'),
    half: fc.constantFrom('\ud83d', '\ude00'),
  })
  .map(({ limit, start, form, half }) => {
    const letters = 'a'.repeat(Math.max(0, limit - start))
    if (form === 'emoji') return 'a'.repeat(start) + '😀'.repeat(limit)
    if (form === 'emoji at the end') return `${letters}😀😀😀`
    if (form === 'halves') return 'a'.repeat(start) + `${half}😀b`.repeat(Math.ceil(limit / 4))
    return letters + half + letters.slice(0, 5)
  })

const emoji = '😀'.repeat(150)
/** Some cut falls into the middle of an emoji, whether it counts units from the start of an even or an odd number. */
const wordy = [0, 1].flatMap(i => {
  const text = 'x'.repeat(i) + emoji
  const title = text.slice(0, 100 + i)
  return [
    { type: 'creator', handle: `wordy-${i}`, displayName: text.slice(0, 60 + i), bio: text },
    {
      type: 'creation',
      handle: `wordy-${i}`,
      slug: 'thing',
      title,
      summary: text,
      description: text + text,
      instructions: text,
      tags: ['x'.repeat(i) + '𠀀'.repeat(25)],
      publishedAt: '2026-03-01T10:00:00Z',
    },
  ]
})

const service = await start({ after }, { records: [...smallCommunity(), ...wordy] })

type Send = (text: string) => Promise<Reply>

const json = { 'Content-Type': 'application/json' }
const events = { Accept: 'text/event-stream' }
const forms = ['application/json', 'application/problem+json', 'text/html', 'text/markdown']

/** At most 3,000 characters: two of them fit into a request target. */
function inUrl(text: string): string {
  let encoded = ''
  for (const character of text.toWellFormed()) if (encoded.length < 3_000) encoded += encodeURIComponent(character)
  return encoded
}

/** In a URL a lone surrogate can only be written as bytes that are not UTF-8. */
const inBytes = (text: string): string => (text.isWellFormed() ? inUrl(text) : '%ED%A0%BD')

/** The value with every `?` in its strings and names replaced by the text. */
const fill = (value: unknown, text: string): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll('?', () => JSON.stringify(text).slice(1, -1)))

const get = (host: 'api' | 'web', path: string, accept: string, encode = inUrl): [string, Send] => [
  `GET ${host} ${path} as ${accept}`,
  text => service[host](path.replaceAll('…', encode(text)), { headers: { Accept: accept } }),
]
const post = (path: string, body: unknown, headers: Ask['headers'] = {}): [string, Send] => [
  `POST ${path} ${JSON.stringify(body)}`,
  text =>
    service.web(path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(fill(body, text)) }),
]

const parameters = ['q', 'tag', 'category', 'sort', 'kind', 'limit', 'locale', 'cursor', 'featuredOnly', '%F0%9F%98']
const reads = [
  ...['user/…', 'user/…/followers', 'app/…/…', ...parameters.map(name => `community?${name}=…`)].map(
    path => `/public/share/${path}`,
  ),
  '/nowhere/…?…',
]
const pages = [
  ...['/@…', '/@…/…', '/community?q=…&tag=…&category=…', '/docs/…?locale=…', '/art/share/….png', '/sitemaps/….xml'],
  ...['/ask?query=…', '/ask?query=limits&prev=…&mode=…', '/feed.atom?q=…&tag=…', '/feed.json?category=…'],
  ...['/rss.xml?q=…', '/@…/rss.xml', '/embed/@…/…', '/badge/@…/….svg?counter=…', '/oembed?url=…&maxwidth=…'],
]

const item = (operation: string, given: object) => ({ requests: [{ id: 'a', operation, arguments: given }] })
const batches = [
  { requests: [{ id: '?', operation: '?', arguments: {} }] },
  item('get_creator_profile', { handle: '?' }),
  item('get_app_share', { handle: '?', slug: '?' }),
  item('get_community_feed', { q: '?', tag: '?', sort: '?' }),
  { ...item('get_popular_tags', { '?': '?' }), '?': '?' },
  { requests: [{ id: 'a', operation: 'get_popular_tags', '?': '?' }] },
  '?',
]
const questions = [
  { query: '?', context: { prev: ['?'] } },
  { query: 'Who is @?' },
  { query: 'Find “?” by ?', locale: 'es' },
  { query: { text: '?' } },
  { query: 'limits', locale: '?', prefer: { mode: '?' } },
  { '?': '?' },
]

const tools: [name: string, given: object][] = [
  ['?', {}],
  ['get_creator_profile', { handle: '?' }],
  ['get_community_feed', { q: '?', '?': '?' }],
  ['search', { query: '?' }],
  ['search', { '?': '?' }],
  ...['creation:?/?', 'creator:?', 'doc:?', '?'].map((id): [string, object] => ['fetch', { id }]),
  ['ask', { query: '?', previous: ['?'], locale: '?' }],
  ['ask', { query: '?', previous: ['?'] }],
  ['ask', { '?': '?' }],
  ['get_doc', { slug: '?' }],
  ['search_docs', { query: '?' }],
  ['search_docs', { '?': '?' }],
]
const uris = ['?', 'docs://vitrine/?', 'vitrine://creator/?']
const calls: [method: string, params: object][] = [
  ...tools.map(([name, given]): [string, object] => ['tools/call', { name, arguments: given }]),
  ...uris.map((uri): [string, object] => ['resources/read', { uri }]),
  ['initialize', { protocolVersion: '?' }],
  ['logging/setLevel', { level: '?' }],
]
const message = { jsonrpc: '2.0', id: '?' }
const messages = [
  { ...message, method: '?' },
  { ...message, method: 'ping', params: { _meta: meta('?') } },
  ...calls.map(([method, params]) => ({ ...message, method, params })),
]
const mcp = (['api', 'web'] as const).flatMap(host =>
  messages.map((body): [string, Send] => [
    `${host} /mcp ${JSON.stringify(body)}`,
    text => service[host]('/mcp', { method: 'POST', headers: json, body: JSON.stringify(fill(body, text)) }),
  ]),
)

const surfaces: [string, Send][] = [
  ...reads.flatMap(path => [
    get('api', path, 'application/json', inBytes),
    ...forms.map(accept => get('web', path, accept)),
  ]),
  ...pages.flatMap(path => forms.map(accept => get('web', path, accept))),
  ...batches.map(body => post('/batch', body)),
  ...questions.flatMap(body => [post('/ask', body), post('/ask', body, events), post('/ask/jobs', body)]),
  post('/await', { promise_token: '?', action: '?' }),
  post('/agent/auth/claim', { method: '?', '?': '?' }),
  ...mcp,
]

for (const [name, send] of surfaces) {
  test(name, async () => {
    await fc.assert(
      fc.asyncProperty(texts, async text => assertUnicode(await send(text), name, text)),
      { numRuns: 10 },
    )
  })
}

const shared = (handle: string) => [
  `/@${handle}/rss.xml`,
  `/embed/@${handle}`,
  `/embed/@${handle}/thing`,
  `/badge/@${handle}/thing.svg`,
]

test('records with many emoji are shortened between code points', async () => {
  for (const i of [0, 1]) {
    const handle = `wordy-${i}`
    for (const accept of forms) {
      for (const path of [
        `/@${handle}`,
        `/@${handle}/thing`,
        `/@${handle}/thing/remixes`,
        `/@${handle}/followers`,
        '/creators',
        '/',
        '/community',
        '/tags',
        '/categories',
        '/feed.json',
        '/feed.atom',
        '/rss.xml',
        ...shared(handle),
      ]) {
        assertUnicode(await service.web(path, { headers: { Accept: accept } }), `${path} as ${accept}`)
      }
    }
    for (const path of [`user/${handle}`, `app/${handle}/thing`, 'community', 'community/landing', 'tags']) {
      assertUnicode(await service.api(`/public/share/${path}`), path)
    }
    for (const query of [`What is ${handle}/thing?`, `Who is @${handle}?`, 'What is new?', 'Which tags are popular?']) {
      const asked = { method: 'POST', headers: json, body: JSON.stringify({ query }) }
      assertUnicode(await service.web('/ask', asked), query)
      assertUnicode(await service.web('/ask', { ...asked, headers: { ...json, ...events } }), query)
    }
  }
})

test('the answer of a job repeats a question with half an emoji in valid Unicode', async () => {
  const query = 'What is \ud83d?'
  const body = JSON.stringify({ query })
  const created = await service.web('/ask/jobs', { method: 'POST', headers: json, body })
  assertUnicode(created, 'created')
  const path = `/ask/jobs/${created.json().job_id}`
  let job = await service.web(path)
  await until('the job is finished', async () => {
    job = await service.web(path)
    return ['completed', 'failed'].includes(job.json().status)
  })
  assertUnicode(job, path, query)
  assert.equal(job.json().result.query, 'What is \ufffd?')
})
