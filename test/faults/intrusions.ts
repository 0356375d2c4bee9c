// Attempts to get where one does not belong: forged cursors, poisoned caches, made-up addresses, foreign pages.
import { join } from 'node:path'
import { randomOf } from '../support/model/generator.ts'
import { type Ask, ask, type Reply } from '../support/start-service.ts'
import { vitrine } from '../support/vitrine-process.ts'
import { type Check, check, type Plan, type Row } from './row.ts'
import { type Served, scratch, serve } from './service.ts'

export const intrusions: Row = {
  name: 'intrusions',
  fault: 'cursor mutations, cache-key poisoning, spoofed addresses, foreign pages on MCP',
  run,
}

async function run({ short }: Plan): Promise<Check[]> {
  const store = join(scratch(), 'store.db')
  await vitrine(['seed', '--creations', '300'], { VITRINE_STORE: store })
  const served = await serve({ VITRINE_STORE: store })
  const limited = await serve({ VITRINE_STORE: store, VITRINE_LIMIT_READ: String(limit) })
  const proxied = await serve({
    VITRINE_STORE: store,
    VITRINE_LIMIT_READ: String(limit),
    VITRINE_TRUST_PROXY: '127.0.0.1',
  })
  try {
    return [
      await forgedCursors(served, short ? 300 : 3000),
      await poisonedCaches(served),
      await addresses('spoofed X-Forwarded-*', limited, spoofed),
      await addresses('IPv6 addresses within a /64', proxied, rotated),
      await foreignPages(served),
    ]
  } finally {
    await Promise.all([served, limited, proxied].map(one => one.stop()))
  }
}

const feed = '/public/share/community'

async function forgedCursors({ ports: { api } }: Served, attempts: number): Promise<Check> {
  const random = randomOf(23)
  const { next_cursor: cursor } = (await ask(api, `${feed}?limit=5`)).json().data as { next_cursor: string }
  const second = await ask(api, `${feed}?limit=5&cursor=${cursor}`)
  let through = 0
  for (let i = 0; i < attempts; i++) {
    const reply = await ask(api, `${feed}?limit=5&cursor=${encodeURIComponent(mutated(cursor, random))}`)
    // A letter of which only some bits count may be changed without changing what it says.
    if (reply.status === 200 ? !reply.body.equals(second.body) : reply.status >= 500) through++
  }
  return check('forged cursors are refused', `${through} of ${attempts} got through`, through === 0)
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']

function mutated(cursor: string, random: ReturnType<typeof randomOf>): string {
  const at = random.below(cursor.length)
  const other = random.pick(letters.filter(letter => letter !== cursor[at]))
  return random.pick([
    cursor.slice(0, at) + other + cursor.slice(at + 1),
    cursor.slice(0, at) + other + cursor.slice(at),
    cursor.slice(0, at) + cursor.slice(at + 1),
    cursor.slice(at) + cursor.slice(0, at || 1),
  ])
}

const evil = 'evil.example'
const poison: Record<string, string>[] = [
  { 'X-Forwarded-Host': evil },
  { 'X-Forwarded-Proto': 'javascript' },
  { 'X-Forwarded-For': evil },
  { Forwarded: `host=${evil};for=${evil}` },
  { 'X-Original-URL': `/${evil}` },
  { 'X-Rewrite-URL': `/${evil}` },
  { 'X-Host': evil },
  { 'X-HTTP-Method-Override': 'DELETE' },
  { Cookie: `a=${evil}` },
  { Referer: `http://${evil}/` },
  { Origin: `http://${evil}` },
  { 'User-Agent': evil },
  { 'Accept-Language': evil },
  { 'Service-API-Version': evil },
  { Accept: `text/${evil}` },
  { Range: 'bytes=0-3' },
]

/** Each URL is asked for with every poison first, then as anybody would: that answer must be clean and the same. */
async function poisonedCaches({ ports }: Served): Promise<Check> {
  const paths: [keyof Served['ports'], string][] = [
    ['api', `${feed}?limit=7`],
    ['api', '/public/share/tags?limit=3'],
    ['web', '/community?sort=liked'],
    ['web', '/llms.txt'],
  ]
  let poisoned = 0
  let tried = 0
  for (const [host, path] of paths) {
    const replies: Reply[] = []
    for (const headers of poison) {
      const url = `${path}${path.includes('?') ? '&' : '?'}n=${tried++}`
      await ask(ports[host], url, { headers })
      replies.push(await ask(ports[host], url))
    }
    const clean = await ask(ports[host], path)
    const isBad = (reply: Reply) =>
      reply.status !== 200 || reply.text.includes(evil) || JSON.stringify(reply.headers).includes(evil)
    poisoned += replies.filter(reply => isBad(reply) || !reply.body.equals(clean.body)).length
  }
  return check('no cache is poisoned by headers', `${poisoned} of ${tried} answers`, poisoned === 0)
}

const limit = 30
const attempts = 90

/** Requests that pass the limit of one client although each names another address. */
async function addresses(what: string, { ports: { api } }: Served, headers: (i: number) => Record<string, string>) {
  let through = 0
  for (let i = 0; i < attempts; i++) {
    if ((await ask(api, '/public/share/tags', { headers: headers(i) })).status !== 429) through++
  }
  return check(`${what} gain nothing`, `${through} of ${attempts} passed a limit of ${limit}`, through === limit)
}

const forged = ['X-Forwarded-For', 'X-Real-IP', 'X-Client-IP']
const spoofed = (i: number) => ({
  ...Object.fromEntries(forged.map(name => [name, `198.51.100.${i}`])),
  Forwarded: `for=198.51.100.${i}`,
})
/** Addresses of one subscriber, reported by a trusted proxy. */
const rotated = (i: number) => ({ 'X-Forwarded-For': `2001:db8:7:9:${i.toString(16)}::${i + 1}` })

async function foreignPages({ ports }: Served): Promise<Check> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const json = { 'Content-Type': 'application/json', Accept: 'application/json' }
  const attempts: Ask['headers'][] = [
    { Host: evil },
    { Host: `localhost.${evil}` },
    { Host: `${evil}:${ports.api}` },
    { Origin: `http://${evil}` },
    { Origin: `http://localhost.${evil}` },
    { Origin: 'null' },
    { Origin: `http://${evil}#http://localhost` },
    { Host: evil, Origin: `http://${evil}` },
  ]
  let through = 0
  for (const [port, path] of [
    [ports.api, '/mcp'],
    [ports.web, '/mcp'],
    [ports.web, '/api/mcp'],
  ] as const) {
    for (const headers of attempts) {
      const { status } = await ask(port, path, { method: 'POST', headers: { ...json, ...headers }, body })
      if (status < 400 || status >= 500) through++
    }
  }
  const tried = attempts.length * 3
  return check('foreign Origin or Host on MCP is refused', `${through} of ${tried} got through`, through === 0)
}
