// A reader's terminal: bash with a home of its own, and nothing of the project's or the test's in its environment.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { until } from '../vitrine-process.ts'
import type { Ground } from './part.ts'

export type Terminal = {
  cwd: string
  env: NodeJS.ProcessEnv
  ground: Ground
}

export type Typed = {
  child: ChildProcess
  output: () => string
  /** As Ctrl-C would, and done when nothing of it is left. */
  interrupt: () => Promise<void>
}

/** `programs` are folders that are looked in before those of the machine. */
export function terminal(ground: Ground, cwd: string, programs: readonly string[] = []): Terminal {
  const [home, temporary] = [join(ground.folder, 'home'), join(ground.folder, 'tmp')]
  for (const folder of [home, temporary]) mkdirSync(folder, { recursive: true })
  chmodSync(temporary, 0o1777)
  const own = (name: string) =>
    /^(?:VITRINE_|npm_|CLAUDE|ANTHROPIC_|GIT_(?!SSL))/.test(name) ||
    /^(?:NODE_(?!EXTRA_CA)|NODE$|INIT_CWD$|KUBECONFIG$)/.test(name)
  const inherited = Object.entries(process.env).filter(([name]) => !own(name))
  // `npm run` puts the programs of the project first; a reader has none of them.
  const path = (process.env.PATH ?? '').split(delimiter).filter(folder => !folder.includes('node_modules'))
  const env = {
    ...Object.fromEntries(inherited),
    PATH: [...programs, ...path].join(delimiter),
    HOME: home,
    TMPDIR: temporary,
    // Registry, proxy and certificates of whoever runs this.
    NPM_CONFIG_USERCONFIG: join(homedir(), '.npmrc'),
    NPM_CONFIG_CACHE: join(home, '.npm'),
  }
  return { cwd, env, ground }
}

/** Types a text; what it starts goes with the ground. */
export function type(text: string, { cwd, env, ground }: Terminal): Typed {
  const child = spawn('/bin/bash', ['-c', `set -eu\n${text}`], { cwd, env, detached: true, stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', more => {
      output += more
    })
  child.stdin.end()
  ground.after(() => stopGroup(child, 'SIGKILL'))
  const interrupt = async () => {
    stopGroup(child, 'SIGINT')
    await until('what was interrupted has ended', () => !stopGroup(child, 0), 60_000)
  }
  return { child, output: () => output, interrupt }
}

export type Ended = { code: number | null; signal: NodeJS.Signals | null; output: string }

/** Types a text that comes to an end. */
export async function ended(text: string, where: Terminal, minutes: number): Promise<Ended> {
  const { child, output } = type(text, where)
  const late = setTimeout(() => stopGroup(child, 'SIGKILL'), minutes * 60_000)
  const [code, signal] = (await once(child, 'exit')) as [Ended['code'], Ended['signal']]
  clearTimeout(late)
  return { code, signal, output: output() }
}

/** Types a text that comes to an end, well, and gives back what it printed. */
export async function run(text: string, where: Terminal, minutes = 5): Promise<string> {
  const { code, signal, output } = await ended(text, where, minutes)
  if (code !== 0)
    throw new Error(`${text}\nended with ${code ?? signal} (it has ${minutes} minutes):\n${output.slice(-4_000)}`)
  return output
}

/** Whether there was anything left to send the signal to. */
function stopGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  try {
    return pid !== undefined && process.kill(-pid, signal)
  } catch {
    return false
  }
}
