// What ten agent tasks cost, on a real server with the demo community. The answers are checked.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Result } from '../floors.ts'
import { startVitrine } from '../processes.ts'
import { type Cost, makeAgent } from './clients.ts'
import { type Facts, tasks, type Way } from './tasks.ts'

const ways: readonly Way[] = ['mcp', 'http']

export async function measureAgents(): Promise<Result[]> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-agents-'))
  const limits = { VITRINE_LIMIT_READ: '120', VITRINE_LIMIT_DISCOVERY: '60', VITRINE_LIMIT_MCP: '60' }
  const server = await startVitrine({ VITRINE_STORE: join(folder, 'vitrine.db'), VITRINE_SITE: 'demo', ...limits })
  try {
    const facts = await readFacts(server.url)
    const costs: (Cost & { what: string })[] = []
    for (const task of tasks) {
      for (const way of ways) {
        const agent = makeAgent(server)
        await task[way](agent, facts)
        const missing = task.expected(facts, way).filter(part => !agent.text.includes(part))
        if (missing.length > 0) throw new Error(`${task.name} (${way}): the answer lacks ${missing.join(', ')}.`)
        costs.push({ ...agent.cost, what: `${task.name}, ${way.toUpperCase()}` })
      }
    }
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
    tag,
    spanish: names(await read(`community?tag=${tag}&language=es&limit=48`)),
    creator,
    scores: topScores.map(({ app }: { app: Item }) => app.title),
    followers: followers.items.map(({ handle }: Item) => handle),
    apiVersion: '2026-05-26',
  }
}

/** The most used tag with several creations in Spanish. */
async function spanishTag(read: (path: string) => Promise<ReturnType<typeof JSON.parse>>): Promise<string> {
  const { items } = await read('tags?limit=40')
  for (const { key } of items) {
    const { total } = await read(`community?tag=${key}&language=es&limit=1`)
    if (total > 1) return key
  }
  throw new Error('No tag has several creations in Spanish.')
}
