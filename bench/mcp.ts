// MCP: tools/list and tools/call against a bare node:http server that sends the same bytes, and against the stateless
// server of the official SDK. `node bench/mcp.ts` runs this part alone.
import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Community, community, scratchFolder } from './communities.ts'
import { checkWrk } from './load.ts'
import { median } from './statistics.ts'
import { judge, judgeAll, type Row, ratioText, tableText, whole } from './table.ts'

const run = promisify(execFile)
const warmUpSeconds = 2
const connections = 32
const ofBare = 0.6
const timesTheSdk = 4

const messages = {
  'tools/list': { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
  'tools/call': {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'get_community_feed', arguments: { sort: 'recent' } },
  },
} as const

type Method = keyof typeof messages
type Running = { name: string; url: string; stop: () => Promise<void> }

export async function measureMcp({ store }: Community, rounds: number, seconds: number): Promise<Row[]> {
  await checkWrk()
  const ours = await start('vitrine', 'vitrine', { store, cacheMb: 64, limit: 1_000_000_000 })
  const running = [ours]
  try {
    const path = await keepAnswers(ours)
    for (const rival of ['bare', 'sdk']) running.push(await start(rival, 'mcp-rivals', { rival, path }))
    const rows: Row[] = []
    for (const method of Object.keys(messages) as Method[]) rows.push(await measure(method, running, rounds, seconds))
    return rows
  } finally {
    await Promise.all(running.map(({ stop }) => stop()))
  }
}

async function measure(method: Method, running: readonly Running[], rounds: number, seconds: number): Promise<Row> {
  console.error(`Measuring MCP ${method}.`)
  const body = join(scratchFolder(), `${method.replace('/', '-')}.json`)
  await writeFile(body, JSON.stringify(messages[method]))
  for (const server of running) await load(server, body, warmUpSeconds)
  const found = running.map(() => [] as number[])
  for (let round = 0; round < rounds; round++) {
    // Whoever goes first in one round goes last in the next.
    const order = round % 2 === 0 ? [...running.keys()] : [...running.keys()].reverse()
    for (const i of order) found[i]!.push(await load(running[i]!, body, seconds))
  }
  return rowOf(method, found)
}

function rowOf(method: Method, found: number[][]): Row {
  const [ours = [], bare = [], sdk = []] = found
  const against = (others: number[]) => median(ours.map((perSecond, i) => perSecond / others[i]!))
  const ratio = against(bare)
  const timesSdk = against(sdk)
  const times = (value: number) => `${value.toFixed(1)}×`
  return {
    part: 'MCP requests per second beside bare node:http and the official SDK',
    name: method,
    figure: `${ratioText(ratio)} of bare, ${times(timesSdk)} sdk`,
    beside: `${whole(median(ours))}/s of ${whole(median(bare))}/s; ${whole(median(sdk))}/s`,
    ...judgeAll(judge(ratio, { atLeast: ofBare }, ratioText), judge(timesSdk, { atLeast: timesTheSdk }, times)),
    values: { ratio, timesSdk, ours: median(ours), bare: median(bare) },
  }
}

/** Our own answers, for the rivals to give. */
async function keepAnswers({ url }: Running): Promise<string> {
  const answers: Record<string, string> = {}
  for (const [method, message] of Object.entries(messages)) {
    const headers = { 'content-type': 'application/json' }
    answers[method] = await (await fetch(url, { method: 'POST', headers, body: JSON.stringify(message) })).text()
  }
  const path = join(scratchFolder(), 'mcp-answers.json')
  await writeFile(path, JSON.stringify(answers))
  return path
}

async function load({ name, url }: Running, body: string, seconds: number): Promise<number> {
  const script = join(import.meta.dirname, 'servers', 'post.lua')
  const { stdout } = await run('wrk', ['-t1', `-c${connections}`, `-d${seconds}`, '-s', script, url, '--', body])
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${name} did not answer everything:\n${stdout}`)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
}

async function start(name: string, script: string, settings: object): Promise<Running> {
  const path = join(import.meta.dirname, 'servers', `${script}.ts`)
  const child = fork(path, [JSON.stringify(settings)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${name} ended with code ${code} before it listened.`)
  })
  const [port] = (await Promise.race([once(child, 'message'), ended])) as [number]
  ended.catch(() => {})
  return { name, url: `http://127.0.0.1:${port}/mcp`, stop: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

if (import.meta.main) {
  const [creations = 2_000, rounds = 7, seconds = 2] = process.argv.slice(2).map(Number)
  console.log(tableText(await measureMcp(await community(creations), rounds, seconds)))
}
