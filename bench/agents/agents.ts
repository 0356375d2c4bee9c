// What ten agent tasks cost, on a real server with the demo community. The answers are checked.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fill } from '../communities.ts'
import type { Result } from '../floors.ts'
import { startVitrine } from '../processes.ts'
import { type Cost, makeAgent } from './clients.ts'
import { type Facts, tasks, type Way } from './tasks.ts'

const ways: readonly Way[] = ['mcp', 'http']
/** The demo community in a size in which tags have several creations in Spanish. */
const creations = 8000

export async function measureAgents(): Promise<Result[]> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-agents-'))
  const limits = { VITRINE_LIMIT_READ: '120', VITRINE_LIMIT_DISCOVERY: '60', VITRINE_LIMIT_MCP: '60' }
  const store = join(folder, 'vitrine.db')
  await fill(creations, store)
  const server = await startVitrine({ VITRINE_STORE: store, VITRINE_SITE: 'demo', ...limits })
  try {
    const facts = await readFacts(server.url)
    const costs: (Cost & { what: string })[] = []
    const wrong: string[] = []
    for (const task of tasks) {
      for (const way of ways) {
        const agent = makeAgent(server)
        await task[way](agent, facts)
        const missing = task.expected(facts, way).filter(part => !agent.text.includes(part))
        const excess = (task.wrong ?? []).filter(part => agent.text.includes(part))
        const name = (way === 'mcp' ? task.viaMcp : undefined) ?? task.name
        const what = `${name}, ${way.toUpperCase()}`
        if (missing.length > 0) wrong.push(`${what}: lacks ${missing.join(', ')}`)
        if (excess.length > 0) wrong.push(`${what}: has ${excess.join(', ')}`)
        costs.push({ ...agent.cost, what })
      }
    }
    for (const { what, calls, bytes } of costs) console.error(`${what}: ${calls} calls, ${bytes} bytes`)
    if (wrong.length > 0) throw new Error(`Wrong answers:\n${wrong.join('\n')}`)
    return resultsOf(costs)
  } finally {
    await server.stop()
    await rm(folder, { recursive: true })
  }
}

function resultsOf(costs: readonly (Cost & { what: string })[]): Result[] {
  const text = costs.map(
    ({ what, calls, bytes }): Result => ({
      floor: 'agentBytes',
      what,
      rounds: [{ size: bytes / 1000 }],
      details: `calls: ${calls}`,
    }),
  )
  return [...text, { floor: 'agentCalls', rounds: [{ size: Math.max(...costs.map(({ calls }) => calls)) }] }]
}

type Item = { handle: string; slug: string; title: string }

async function readFacts(url: string): Promise<Facts> {
  const read = async (path: string) => {
    const response = await fetch(`${url}/public/share/${path}`)
    return ((await response.json()) as { data: ReturnType<typeof JSON.parse> }).data
  }
  const names = ({ items }: { items: Item[] }) => items.map(({ handle, slug }) => `${handle}/${slug}`)
  const tag = await spanishTag(read)
  const creator = (await read('creators?sort=followers&limit=1')).items[0].handle
  const { topScores } = await read(`user/${creator}`)
  const followers = await read(`user/${creator}/followers?limit=5`)
  return {
    games: names(await read('community?kind=game&sort=liked&limit=5')),
    topTag: (await read('tags?limit=1')).items[0].key,
    tag,
    spanish: names(await read(`community?tag=${tag}&language=es&limit=48`)),
    creator,
    scores: topScores.flatMap(({ app, score }: { app: Item; score: number }) => [app.title, String(score)]),
    followers: followers.items.map(({ handle }: Item) => handle),
    followerCount: followers.total,
    apiVersion: '2026-05-26',
  }
}

/** The most used tag with several creations in Spanish, which is what makes the task one. */
const minSpanish = 5

async function spanishTag(read: (path: string) => Promise<ReturnType<typeof JSON.parse>>): Promise<string> {
  const { items } = await read('tags?limit=40')
  for (const { key } of items) {
    const { total } = await read(`community?tag=${key}&language=es&limit=1`)
    if (total >= minSpanish) return key
  }
  throw new Error('No tag has several creations in Spanish.')
}
