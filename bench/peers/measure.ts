// Start, load and memory of one contestant at a time: two on two cores would measure each other.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Loaded, load, type Request } from '../load.ts'
import { freePort, stop } from '../processes.ts'
import { type Contestant, type Places, start } from './contestants.ts'
import { type Read, reads } from './wishes.ts'

export type Outcome = {
  contestant: Pick<Contestant, 'name' | 'version' | 'setUp'>
  startSeconds: number
  megabytes: number
  loads: Record<Read, Loaded>
}

const deadlineMs = 120_000

export async function measure(contestant: Contestant, places: Places, seconds: number): Promise<Outcome> {
  const { name, version, setUp, command, prepare, requests } = contestant
  console.error(`Measuring ${name}.`)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const started = performance.now()
  const child = start(command(places, port, await freePort()))
  try {
    if (prepare !== undefined) {
      await until(async () => (await fetch(`${url}/server/ping`)).ok)
      await prepare(url)
    }
    await until(async () => isAnswered(url, requests.feed[0]!))
    const startSeconds = (performance.now() - started) / 1000
    const loads = {} as Record<Read, Loaded>
    for (const read of Object.keys(reads) as Read[]) loads[read] = await loadWith(url, requests[read], seconds)
    const megabytes = residentMegabytes(child.pid!)
    return { contestant: { name, version, setUp }, startSeconds, megabytes, loads }
  } finally {
    await stop(child)
  }
}

async function until(isSo: () => Promise<boolean>, what = 'the server'): Promise<void> {
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

async function isAnswered(url: string, request: Request): Promise<boolean> {
  const answer = await send(url, request)
  const text = await answer.text()
  return (answer.ok && text.includes('"title"')) || text.includes('\\"title\\"')
}

/** Some requests are tried before it counts, and only good answers count: a fast error would win. */
export async function loadWith(url: string, requests: readonly Request[], seconds: number): Promise<Loaded> {
  for (const request of requests.slice(0, 5)) await until(() => isAnswered(url, request), request[1])
  await load({ url, requests, seconds })
  const many = await load({ url, requests, seconds })
  // A server that is too slow for many connections is measured with one.
  const loaded = goodShare(many) > 0.1 ? many : await load({ url, requests, seconds: seconds * 3, connections: 1 })
  return { ...loaded, perSecond: loaded.perSecond * goodShare(loaded) }
}

const goodShare = ({ failed, requests }: Loaded): number => (requests === 0 ? 0 : 1 - failed / requests)

/** Of the process and all that it started. */
export function residentMegabytes(pid: number): number {
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
