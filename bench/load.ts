// Load from wrk, which takes less of the machine than a generator in JavaScript would.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
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
}
export type Loaded = {
  perSecond: number
  p50Ms: number
  p99Ms: number
  failed: number
  requests: number
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
  const { url, seconds, headers = {}, pathsFile, requestsFile, connections = usualConnections } = given
  const args = ['-t1', `-c${connections}`, `-d${seconds}`, '--latency', '--timeout', '20s']
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}: ${value}`)
  const file = pathsFile ?? requestsFile
  const script = pathsFile === undefined ? 'requests.lua' : 'paths.lua'
  if (file !== undefined) args.push('-s', join(import.meta.dirname, 'servers', script))
  args.push(url)
  if (file !== undefined) args.push('--', file)
  return readReport((await run('wrk', args)).stdout)
}

function readReport(report: string): Loaded {
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
