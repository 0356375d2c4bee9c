// Whatever text a client sends or a record contains, every response is valid Unicode: strict parsers reject the rest.
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import fc from 'fast-check'
import { docsPlace, productPlaces, request as rpc } from '../support/mcp-rpc.ts'
import { type Ask, type Reply, smallCommunity, start } from '../support/start-service.ts'

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

type Host = 'api' | 'web'
type Send = (text: string) => Promise<Reply>

const json = { 'Content-Type': 'application/json' }
const forms = ['application/json', 'application/problem+json', 'text/html', 'text/markdown']
/** Two of them fit into a request target. */
function inUrl(text: string): string {
  let encoded = ''
  for (const character of text.toWellFormed()) if (encoded.length < 3_000) encoded += encodeURIComponent(character)
  return encoded
}

/** Lone surrogates cannot be written in a URL but as bytes that are no UTF-8. */
const inBytes = (text: string): string => (text.isWellFormed() ? inUrl(text) : '%ED%A0%BD')

const get = (host: Host, path: (text: string) => string, accept: string): [string, Send] => [
  `GET ${host} ${path('…')} as ${accept}`,
  text => service[host](path(text), { headers: { Accept: accept } }),
]
const post = (path: string, body: (text: string) => unknown, headers: Ask['headers'] = {}): [string, Send] => [
  `POST ${path} ${JSON.stringify(body('…'))}`,
  text => service.web(path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body(text)) }),
]

const reads = [
  (text: string) => `/public/share/user/${text}`,
  (text: string) => `/public/share/user/${text}/followers`,
  (text: string) => `/public/share/app/${text}/${text}`,
  (text: string) => `/nowhere/${text}?${text}`,
  ...['q', 'tag', 'category', 'sort', 'kind', 'limit', 'locale', 'cursor', 'featuredOnly', '%F0%9F%98'].map(
    name => (text: string) => `/public/share/community?${name}=${text}`,
  ),
]
const pages = [
  (text: string) => `/@${text}`,
  (text: string) => `/@${text}/${text}`,
  (text: string) => `/community?q=${text}&tag=${text}&category=${text}`,
  (text: string) => `/ask?query=${text}`,
  (text: string) => `/ask?query=limits&prev=${text}&mode=${text}`,
  (text: string) => `/docs/${text}?locale=${text}`,
  (text: string) => `/feed.atom?q=${text}&tag=${text}`,
  (text: string) => `/feed.json?category=${text}`,
  (text: string) => `/art/share/${text}.png`,
  (text: string) => `/sitemaps/${text}.xml`,
]

const batches: ((text: string) => unknown)[] = [
  text => ({ requests: [{ id: text, operation: text, arguments: {} }] }),
  text => ({ requests: [{ id: text, operation: 'get_creator_profile', arguments: { handle: text } }] }),
  text => ({ requests: [{ id: 'a', operation: 'get_app_share', arguments: { handle: text, slug: text } }] }),
  text => ({ requests: [{ id: 'a', operation: 'get_community_feed', arguments: { q: text, tag: text, sort: text } }] }),
  text => ({ requests: [{ id: 'a', operation: 'get_popular_tags', arguments: { [text]: text } }], [text]: text }),
  text => ({ requests: [{ id: 'a', operation: 'get_popular_tags', [text]: text }] }),
  text => text,
]
const questions: ((text: string) => unknown)[] = [
  text => ({ query: text, context: { prev: [text] } }),
  text => ({ query: `Who is @${text}?` }),
  text => ({ query: `Find “${text}” by ${text}`, locale: 'es' }),
  text => ({ query: { text } }),
  text => ({ query: 'limits', locale: text, prefer: { mode: text } }),
  text => ({ [text]: text }),
]
const events = { Accept: 'text/event-stream' }

const calls: [method: string, params: (text: string) => Record<string, unknown>][] = [
  ['tools/call', text => ({ name: text })],
  ['tools/call', text => ({ name: 'get_creator_profile', arguments: { handle: text } })],
  ['tools/call', text => ({ name: 'get_community_feed', arguments: { q: text, [text]: text } })],
  ['tools/call', text => ({ name: 'search', arguments: { query: text } })],
  ['tools/call', text => ({ name: 'search', arguments: { [text]: text } })],
  ...['creation:?/?', 'creator:?', 'doc:?', '?'].map((id): [string, (text: string) => Record<string, unknown>] => [
    'tools/call',
    text => ({ name: 'fetch', arguments: { id: id.replaceAll('?', text) } }),
  ]),
  ['tools/call', text => ({ name: 'ask', arguments: { query: text, previous: [text], locale: text } })],
  ['tools/call', text => ({ name: 'ask', arguments: { query: text, previous: [text] } })],
  ['tools/call', text => ({ name: 'ask', arguments: { [text]: text } })],
  ['tools/call', text => ({ name: 'get_doc', arguments: { slug: text } })],
  ['tools/call', text => ({ name: 'search_docs', arguments: { query: text } })],
  ['tools/call', text => ({ name: 'search_docs', arguments: { [text]: text } })],
  ['resources/read', text => ({ uri: text })],
  ['resources/read', text => ({ uri: `docs://vitrine/${text}` })],
  ['resources/read', text => ({ uri: `vitrine://creator/${text}` })],
  ['resources/read', text => ({ uri: `vitrine://creator/${inUrl(text)}` })],
  ['initialize', text => ({ protocolVersion: text })],
  ['logging/setLevel', text => ({ level: text })],
]

const newest = (version: string) => ({
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientCapabilities': {},
})

const mcp = [...productPlaces.slice(0, 1), docsPlace].flatMap(([host, path]) => [
  ...calls.map(([method, params]): [string, Send] => [
    `${host} ${path} ${method} ${JSON.stringify(params('…'))}`,
    text => {
      const { message, headers } = rpc('2025-11-25', method, params(text), text)
      return service[host](path, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(message) })
    },
  ]),
  ...[
    (text: string) => ({ jsonrpc: '2.0', id: text, method: text }),
    (text: string) => ({ jsonrpc: '2.0', id: text, method: 'ping', params: { _meta: newest(text) } }),
  ].map((body): [string, Send] => [
    `${host} ${path} ${JSON.stringify(body('…'))}`,
    text => service[host](path, { method: 'POST', headers: json, body: JSON.stringify(body(text)) }),
  ]),
])

const surfaces: [string, Send][] = [
  ...reads.flatMap(path => [
    get('api', text => path(inBytes(text)), 'application/json'),
    ...forms.map(accept => get('web', text => path(inUrl(text)), accept)),
  ]),
  ...pages.flatMap(path => forms.map(accept => get('web', text => path(inUrl(text)), accept))),
  ...batches.map(body => post('/batch', body)),
  ...questions.flatMap(body => [post('/ask', body), post('/ask', body, events), post('/ask/jobs', body)]),
  post('/await', text => ({ promise_token: text, action: text })),
  post('/agent/auth/claim', text => ({ method: text, [text]: text })),
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

test('what is said of records with many emoji', async () => {
  for (const i of [0, 1]) {
    const handle = `wordy-${i}`
    for (const accept of forms) {
      for (const path of [`/@${handle}`, `/@${handle}/thing`, '/', '/community', '/tags', '/feed.json', '/feed.atom']) {
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
  while (!['completed', 'failed'].includes(job.json().status)) {
    await new Promise(resolve => setTimeout(resolve, 20))
    job = await service.web(path)
  }
  assertUnicode(job, path, query)
  assert.equal(job.json().result.query, 'What is \ufffd?')
})
