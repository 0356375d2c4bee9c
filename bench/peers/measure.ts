// Contestants stay running and are loaded in turn, in short rounds: a slow minute of the machine affects all of them.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Loaded, load, type Request } from '../load.ts'
import { freePort, stop } from '../processes.ts'
import { median } from '../statistics.ts'
import { type Command, start } from './contestants.ts'

const deadlineMs = 120_000
const usualConnections = 32

export type Started = { url: string; seconds: number; megabytes: () => number; stop: () => Promise<void> }

/** `isReady` is asked until it is true. */
export async function startPeer(
  command: (port: number, spare: number) => Command,
  isReady: (url: string) => Promise<boolean>,
): Promise<Started> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const made = command(port, await freePort())
  const began = performance.now()
  const child = start(made)
  await until(() => isReady(url), url)
  const seconds = (performance.now() - began) / 1000
  return { url, seconds, megabytes: () => residentMegabytes(child.pid!), stop: () => stop(child) }
}

export async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + deadlineMs
  for (;;) {
    if (await isSo().catch(() => false)) return
    if (performance.now() > end) throw new Error(`No good answer from ${what} after ${deadlineMs / 1000} s.`)
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

async function send(url: string, [method, path, body]: Request): Promise<Response> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  return fetch(url + path, body === undefined ? { method } : { method, headers, body: JSON.stringify(body) })
}

export async function isAnswered(url: string, request: Request): Promise<boolean> {
  const answer = await send(url, request)
  const text = await answer.text()
  return (answer.ok && text.includes('"title"')) || text.includes('\\"title\\"')
}

export type Rounds = { rounds: number; seconds: number }
export type Target = { url: string; requests: readonly Request[] }

/** For each target, what each round found. */
export async function alternate(targets: readonly Target[], { rounds, seconds }: Rounds): Promise<Loaded[][]> {
  const connections: number[] = []
  for (const target of targets) connections.push(await warmUp(target, seconds))
  const loads = targets.map((): Loaded[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [i, target] of targets.entries()) {
      loads[i]!.push(await load({ ...target, seconds, connections: connections[i]! }))
    }
  }
  return loads
}

/** The number of connections to measure with: one for a server that is too slow for more. */
async function warmUp({ url, requests }: Target, seconds: number): Promise<number> {
  for (const request of requests.slice(0, 5)) await until(() => isAnswered(url, request), request[1])
  const loaded = await load({ url, requests, seconds: seconds * 2, connections: usualConnections })
  return goodShare(loaded) > 0.1 ? usualConnections : 1
}

/** Medians of the rounds; requests of all rounds. `ratio` to the baseline is null where there is none. */
export type Measured = Loaded & { ratio: number | null }

export function summary(loads: readonly Loaded[], baseline?: readonly Loaded[]): Measured {
  const middle = (value: (loaded: Loaded) => number) => median(loads.map(value))
  const sum = (value: (loaded: Loaded) => number) => loads.reduce((total, loaded) => total + value(loaded), 0)
  return {
    perSecond: middle(goodPerSecond),
    p50Ms: middle(({ p50Ms }) => p50Ms),
    p99Ms: middle(({ p99Ms }) => p99Ms),
    failed: sum(({ failed }) => failed),
    requests: sum(({ requests }) => requests),
    ratio: baseline ? median(loads.map((loaded, i) => goodPerSecond(loaded) / goodPerSecond(baseline[i]!))) : null,
  }
}

/** Only good answers count: a fast error would win. */
const goodPerSecond = (loaded: Loaded): number => loaded.perSecond * goodShare(loaded)
const goodShare = ({ failed, requests }: Loaded): number => (requests === 0 ? 0 : 1 - failed / requests)

/** Of the process and all that it started. */
function residentMegabytes(pid: number): number {
  const parents = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      try {
        const [, rest = ''] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')
        return [[Number(name), Number(rest.split(' ')[1])] as const]
      } catch {
        return [] // it has ended meanwhile
      }
    })
  const family = new Set([pid])
  for (const _generation of [1, 2, 3]) for (const [child, parent] of parents) if (family.has(parent)) family.add(child)
  const pages = [...family].map(member => Number(readFileSync(`/proc/${member}/statm`, 'utf8').split(' ')[1]))
  return (pages.reduce((sum, count) => sum + count, 0) * 4096) / 1e6
}

/** npm packages of the others, which nothing else needs. */
export async function install(): Promise<void> {
  const folder = import.meta.dirname
  if (existsSync(join(folder, 'node_modules', '.package-lock.json'))) return
  console.error('Installing the packages that are compared with.')
  await promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    maxBuffer: 1e8,
  })
}
