// Redis, which counts rate limits for all instances, hangs or is gone: nobody may notice but for a limit of one's own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once as happened } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, redisProgram } from '../support/servers/redis-server.ts'
import { until, vitrine } from '../support/vitrine-process.ts'
import { type Outcome, once } from './load.ts'
import { type Check, check, largest, ms, type Plan, percentile, type Row } from './row.ts'
import { type Served, scratch, serve } from './service.ts'

export const redis: Row = { name: 'redis', fault: 'Redis down or hung', run }

/** What one client may read in a minute; more than one part of the row asks for, less than two. */
const limit = 300

async function run({ short }: Plan): Promise<Check[]> {
  const folder = scratch()
  const store = join(folder, 'store.db')
  await vitrine(['seed', '--creations', '300'], { VITRINE_STORE: store })
  const port = await freePort()
  const server = startRedis(port, folder)
  const env = { VITRINE_STORE: store, VITRINE_REDIS: `redis://127.0.0.1:${port}`, VITRINE_LIMIT_READ: String(limit) }
  try {
    await until('Redis answers', () => answers(port))
    const checks: Check[] = []
    for (const [name, signal] of [
      ['hung', 'SIGSTOP'],
      ['down', 'SIGKILL'],
    ] as const) {
      const served = await serve(env)
      try {
        checks.push(...(await measure(name, served, () => server.kill(signal), short)))
      } finally {
        await served.stop()
      }
      if (signal === 'SIGSTOP') server.kill('SIGCONT')
    }
    return checks
  } finally {
    server.kill('SIGKILL')
  }
}

async function measure(name: string, served: Served, fault: () => void, short: boolean): Promise<Check[]> {
  const usual = await read(served, short ? 30 : 60)
  fault()
  const during = await read(served, limit + 60)
  const errors = during.filter(({ status }) => status >= 500 || status === 0).length
  const usually = percentile(
    usual.map(one => one.ms),
    50,
  )
  const waits = during.map(one => one.ms - usually)
  const added = percentile(waits, 99)
  const allowed = during.filter(({ status }) => status === 200).length
  return [
    check(`${name}: no 5xx`, `${errors} of ${during.length}`, errors === 0),
    check(`${name}: ≤ 60 ms added`, `p99 ${ms(added)}, most ${ms(largest(waits))}`, added <= 60),
    check(
      `${name}: the local limiter takes over`,
      `${allowed} of ${during.length} passed a limit of ${limit}`,
      allowed <= limit && allowed > 0 && allowed < during.length,
    ),
  ]
}

/** One after the other, so that each shows what it had to wait. */
async function read({ ports: { api } }: Served, count: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (let i = 0; i < count; i++) {
    outcomes.push(await once({ port: api }, '/public/share/tags'))
    await sleep(5)
  }
  return outcomes
}

function startRedis(port: number, folder: string): ChildProcess {
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  const server = spawn(redisProgram, args, { stdio: 'ignore' })
  process.once('exit', () => server.kill('SIGKILL'))
  return server
}

const answers = async (port: number): Promise<boolean> => {
  const { connect } = await import('node:net')
  const socket = connect(port, '127.0.0.1')
  const isThere = await Promise.race([
    happened(socket, 'connect').then(() => true),
    happened(socket, 'error').then(() => false),
  ]).catch(() => false)
  socket.destroy()
  return isThere
}
