// Runs the command line as its own process, the way people and programs do.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

export const program = join(root, 'bin/vitrine.ts')
/** Sets the process up as it runs in earnest. */
export const launcher = join(root, 'bin/vitrine.mjs')

/** Where the launcher keeps what Node makes of the program: the processes of the tests need not make it anew each. */
export const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/vitrine') }

export type Finished = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string }
export type Running = {
  child: ChildProcessWithoutNullStreams
  finished: Promise<Finished>
  stdout: () => string
  stderr: () => string
}
type Environment = Record<string, string>

/** A folder for one test file, gone when it ends. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The settings of whoever runs the tests must not leak into them. */
export function cleanEnvironment(env: Environment): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VITRINE_|NODE_)/.test(name))
  return { ...Object.fromEntries(inherited), ...env }
}

export function start(args: string[], env: Environment, command = [process.execPath, program]): Running {
  const [node, ...first] = command as [string, ...string[]]
  // Copies of the program in other folders keep their own.
  const kept = first.some(file => file.startsWith(root)) ? compiled : {}
  const child = spawn(node, [...first, ...args], { env: cleanEnvironment({ ...kept, ...env }), stdio: 'pipe' })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', text => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', text => {
    stderr += text
  })
  // A process that ends before it has read all its input is part of some tests.
  child.stdin.on('error', () => {})
  const finished = new Promise<Finished>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }))
  })
  return { child, finished, stdout: () => stdout, stderr: () => stderr }
}

export function vitrine(args: string[], env: Environment = {}, input: string | Buffer = ''): Promise<Finished> {
  const running = start(args, env)
  running.child.stdin.end(input)
  return running.finished
}

type Addresses = { api: string; web: string; metrics: string | null }

/** The addresses of a service, once it listens. */
export async function listening({ child, stdout, stderr }: Running): Promise<Addresses> {
  const line = () => /^.*"msg":"listening".*(?=\n)/m.exec(stdout())?.[0]
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  await until('the service listens', () => line() !== undefined || hasEnded())
  const found = line()
  if (found === undefined) throw new Error(`The service did not start: ${stderr()}${stdout()}`)
  return { metrics: null, ...JSON.parse(found) }
}

/** Asks again until it is so. A process that never gets there fails the test by the deadline. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, deadlineMs = 60_000): Promise<void> {
  const giveUp = Date.now() + deadlineMs
  while (!(await holds())) {
    if (Date.now() > giveUp) throw new Error(`Waited in vain until ${what}.`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
