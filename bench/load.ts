// Load from wrk, which uses less CPU than a generator in JavaScript.
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { scratchFolder } from './communities.ts'

const run = promisify(execFile)

/** Method, path and, for some, a body that is sent as JSON. */
export type Request = readonly [method: 'GET' | 'POST', path: string, body?: unknown]

/** The requests are sent in turn. */
type Load = { url: string; requests: readonly Request[]; seconds: number; connections?: number }

export type Loaded = { perSecond: number; p50Ms: number; p99Ms: number; failed: number; requests: number }

export async function checkWrk(): Promise<void> {
  try {
    await run('wrk', ['-v'])
  } catch (error) {
    // With -v, wrk exits with 1.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      throw new Error('The benchmark needs wrk: apt-get install wrk')
    }
  }
}

export async function load({ url, requests, seconds, connections = 32 }: Load): Promise<Loaded> {
  const file = join(scratchFolder(), 'requests.txt')
  await writeFile(file, requests.map(lineOf).join('\n'))
  const options = ['-t1', `-c${connections}`, `-d${seconds}`, '--latency', '--timeout', '20s']
  const script = join(import.meta.dirname, 'servers', 'requests.lua')
  return readReport((await run('wrk', [...options, '-s', script, url, '--', file])).stdout)
}

const lineOf = ([method, path, body]: Request): string =>
  [method, path, body === undefined ? '' : JSON.stringify(body)].join('\t')

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
