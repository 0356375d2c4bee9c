// Whatever is measured runs in a process of its own.
import { type ChildProcess, fork, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

export const program = join(import.meta.dirname, '..', 'bin', 'vitrine.mjs')
const servers = join(import.meta.dirname, 'servers')
const startDeadlineMs = 60_000
const pollMs = 10
/** Clock ticks per second in /proc; the same on all Linux systems that Node supports. */
const ticksPerSecond = 100

/** Settings of the caller must not change results. */
export function environment(env: Record<string, string>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VITRINE_|NODE_)/.test(name))
  return { ...Object.fromEntries(inherited), ...env }
}

/** Children end with the benchmark. */
const children = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of children) child.kill()
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

export function adopt<C extends ChildProcess>(child: C): C {
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

export type Usage = { cpuSeconds: number; wallSeconds: number; peakMegabytes: number }

/** Runs a command of the command line to its end. */
export async function runVitrine(args: string[], env: Record<string, string>): Promise<Usage> {
  const started = performance.now()
  const node = ['--import', join(servers, 'report-usage.ts'), program, ...args]
  const stdio: StdioOptions = ['ignore', 'ignore', 'pipe', 'pipe']
  const child = adopt(spawn(process.execPath, node, { env: environment(env), stdio }))
  const usage = text(child.stdio[3] as NodeJS.ReadableStream)
  const errors = text(child.stderr!)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`vitrine ${args.join(' ')} ended with ${code}: ${await errors}`)
  const wallSeconds = (performance.now() - started) / 1000
  return { ...(JSON.parse(await usage) as Omit<Usage, 'wallSeconds'>), wallSeconds }
}

export type Server = { url: string; pid: number; stop(): Promise<void> }
type Vitrine = Server & { webUrl: string }

/** A plain node:http server that sends the answer of `copied`, a URL, to every request. */
export async function startBare(copied: string): Promise<Server> {
  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit', 'ipc']
  const child = adopt(fork(join(servers, 'bare.ts'), [copied], { env: environment({}), stdio }))
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The bare server did not start.')))
  const [port] = (await Promise.race([once(child, 'message'), ended])) as [number]
  return { url: `http://127.0.0.1:${port}`, pid: child.pid!, stop: () => stop(child) }
}

/** `vitrine serve` without rate limits, when it is ready. */
export async function startVitrine(env: Record<string, string>): Promise<Vitrine> {
  const [api, web] = [await freePort(), await freePort()]
  const addresses = { VITRINE_BASE_URL: `http://localhost:${api}`, VITRINE_WEB_URL: `http://localhost:${web}` }
  const unlimited = { VITRINE_LIMIT_READ: '0', VITRINE_LIMIT_DISCOVERY: '0', VITRINE_LIMIT_MCP: '0' }
  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit']
  const settings = environment({ ...addresses, ...unlimited, ...env })
  const child = adopt(spawn(process.execPath, [program, 'serve'], { env: settings, stdio }))
  const url = `http://127.0.0.1:${api}`
  await untilReady(url)
  return { url, webUrl: `http://127.0.0.1:${web}`, pid: child.pid!, stop: () => stop(child) }
}

async function untilReady(url: string): Promise<void> {
  const end = performance.now() + startDeadlineMs
  const isReady = () =>
    fetch(`${url}/readyz`)
      .then(({ ok }) => ok)
      .catch(() => false)
  while (!(await isReady())) {
    if (performance.now() > end) throw new Error('vitrine serve did not become ready.')
    await new Promise(resolve => setTimeout(resolve, pollMs))
  }
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** User and system CPU time of a process and all its threads since its start. */
export function cpuSeconds(pid: number): number {
  // The name in parentheses may contain spaces. utime and stime are fields 14 and 15.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

export function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kilobytes) * 1024) / 1e6
}
