// Everything that is measured runs as a process of its own, as it would in earnest.
import { type ChildProcess, execFile, fork, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
export const program = join(import.meta.dirname, '..', 'bin', 'vitrine.mjs')

/** The settings of whoever runs the bench must not leak into it. */
export function environment(env: Record<string, string>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VITRINE_|NODE_)/.test(name))
  return { ...Object.fromEntries(inherited), ...env }
}

/** Nothing that was started here outlives the bench. */
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

/** Runs a command of the command line and gives back what it printed. */
export async function runVitrine(args: string[], env: Record<string, string>): Promise<string> {
  const running = run(process.execPath, [program, ...args], { env: environment(env) })
  adopt(running.child)
  return (await running).stdout
}

export type Server = { url: string; pid: number; stop(): Promise<void> }
/** With the address of the web host. */
export type WholeServer = Server & { webUrl: string }

/** Starts one of the servers in `servers/`, which tells its port when it listens. */
export async function startServer(script: 'vitrine' | 'bare', settings: object): Promise<Server> {
  const path = join(import.meta.dirname, 'servers', `${script}.ts`)
  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit', 'ipc']
  const child = adopt(fork(path, [JSON.stringify(settings)], { env: environment({}), stdio }))
  const [port] = (await Promise.race([once(child, 'message'), endedEarly(child)])) as [number]
  return { url: `http://127.0.0.1:${port}`, pid: child.pid!, stop: () => stop(child) }
}

export async function startVitrine(env: Record<string, string>): Promise<WholeServer> {
  const [api, web] = [await freePort(), await freePort()]
  const addresses = { VITRINE_BASE_URL: `http://localhost:${api}`, VITRINE_WEB_URL: `http://localhost:${web}` }
  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit']
  const settings = environment({ ...addresses, ...env })
  const child = adopt(spawn(process.execPath, [program, 'serve'], { env: settings, stdio }))
  return { url: `http://127.0.0.1:${api}`, webUrl: `http://127.0.0.1:${web}`, pid: child.pid!, stop: () => stop(child) }
}

async function endedEarly(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit')
  throw new Error(`A server of the bench ended with code ${code} before it listened.`)
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

/** Resident memory of a process in bytes. */
export async function residentMemory(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) * 1024
}
