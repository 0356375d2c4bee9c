// Load from wrk, which takes less of the machine than a generator in JavaScript would.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const usualConnections = 32

export type Load = {
  url: string
  seconds: number
  headers?: Record<string, string>
  pathsFile?: string
  requestsFile?: string
  connections?: number
  /** As work in the background, which takes nobody's turn: an answer does not interrupt the server that is making the next. */
  inBackground?: boolean
}
export type Loaded = {
  perSecond: number
  p50Ms: number
  p99Ms: number
  failed: number
  requests: number
  /** What the generator itself took of the machine. */
  cpuSeconds: number
}

export async function checkWrk(): Promise<void> {
  try {
    await run('wrk', ['-v'])
  } catch (error) {
    // Asked for its version wrk ends with 1.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      throw new Error('The bench needs wrk to make load: apt-get install wrk')
    }
  }
}

export async function load(given: Load): Promise<Loaded> {
  const { stdout, stderr } = await run('sh', wrk(given))
  return { ...readReport(stdout), cpuSeconds: childrenSeconds(stderr) }
}

/** `turnMs` of load, then a rest in which what was asked for is answered and nobody asks. */
export type Turns = { count: number; turnMs: number; restMs: number }

/**
 * Several loads in turns that are shorter than anything wrk can be told: each wrk is stopped while it is not its turn. What
 * they say of rates and times counts the pauses too; only the numbers of requests mean something.
 */
export async function loadInTurns(
  loads: readonly Omit<Load, 'seconds'>[],
  { count, turnMs, restMs }: Turns,
): Promise<Pick<Loaded, 'requests' | 'failed' | 'cpuSeconds'>[]> {
  const longest = Math.ceil((count * loads.length * (turnMs + restMs)) / 1000) * 2 + 60
  const running = loads.map(given => startStopped({ ...given, seconds: longest }))
  for (let turn = 0; turn < count; turn++) {
    // Whoever goes first in one turn goes last in the next.
    for (const { signal } of turn % 2 === 0 ? running : running.toReversed()) {
      signal('SIGCONT')
      await sleep(turnMs)
      signal('SIGSTOP')
      await sleep(restMs)
    }
  }
  return Promise.all(
    running.map(async ({ signal, output }) => {
      signal('SIGCONT')
      // It wakes one of wrk's threads up, now and then not the one that waits for the end.
      const interrupting = setInterval(signal, 100, 'SIGINT')
      const { stdout, stderr } = await output.finally(() => clearInterval(interrupting))
      const { requests, failed } = readReport(stdout)
      return { requests, failed, cpuSeconds: childrenSeconds(stderr) }
    }),
  )
}

/** In a group of its own, so that the shell's child hears the signals too. */
function startStopped(given: Load) {
  const child = spawn('sh', wrk(given), { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const signal = (name: NodeJS.Signals) => {
    if (child.exitCode === null) process.kill(-child.pid!, name)
  }
  signal('SIGSTOP')
  const kill = () => signal('SIGKILL') // nothing else ends what is stopped
  process.once('exit', kill)
  const ended = once(child, 'close').then(() => process.off('exit', kill))
  const output = Promise.all([text(child.stdout), text(child.stderr), ended]).then(([stdout, stderr]) => ({
    stdout,
    stderr,
  }))
  return { signal, output }
}

/** For `sh`: wrk, and then what it took of the machine. Interrupted it reports what there was until then. */
function wrk({ url, seconds, headers = {}, pathsFile, requestsFile, connections = usualConnections, ...given }: Load) {
  const scheduled = given.inBackground ? ['chrt', '--batch', '0'] : []
  const args = [...scheduled, 'wrk', '-t1', `-c${connections}`, `-d${seconds}`, '--latency', '--timeout', '20s']
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}: ${value}`)
  const file = pathsFile ?? requestsFile
  const script = pathsFile === undefined ? 'requests.lua' : 'paths.lua'
  if (file !== undefined) args.push('-s', join(import.meta.dirname, 'servers', script))
  args.push(url)
  if (file !== undefined) args.push('--', file)
  return ['-c', 'trap : INT; "$@"; code=$?; times >&2; exit $code', 'sh', ...args]
}

/** The shell's `times`: user and system time, in a first line its own and in a second one that of its children. */
function childrenSeconds(said: string): number {
  const times = [...said.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds),
  )
  if (times.length !== 4) throw new Error(`The shell said of the time that wrk took: ${said}`)
  return times[2]! + times[3]!
}

function readReport(report: string): Omit<Loaded, 'cpuSeconds'> {
  const number = (pattern: RegExp) => Number(pattern.exec(report)?.[1] ?? 0)
  const socketErrors = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(report)
  const lost = socketErrors ? socketErrors.slice(1).reduce((sum, count) => sum + Number(count), 0) : 0
  return {
    perSecond: number(/Requests\/sec:\s+([\d.]+)/),
    p50Ms: inMs(/50%\s+([\d.]+)(us|ms|s)/.exec(report)),
    p99Ms: inMs(/99%\s+([\d.]+)(us|ms|s)/.exec(report)),
    failed: number(/Non-2xx or 3xx responses: (\d+)/) + lost,
    requests: number(/(\d+) requests in/),
  }
}

const unitsInMs: Record<string, number> = { us: 0.001, ms: 1, s: 1000 }

const inMs = (match: RegExpExecArray | null): number => (match ? Number(match[1]) * unitsInMs[match[2]!]! : Number.NaN)
