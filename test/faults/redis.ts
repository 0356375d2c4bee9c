// Redis, which counts rate limits for all instances, hangs or is gone: nobody may notice but for a limit of one's own.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startRedis } from '../support/servers/redis-server.ts'
import { vitrine } from '../support/vitrine-process.ts'
import { type Outcome, once } from './load.ts'
import { type Check, check, largest, measured, ms, type Plan, percentile, type Row } from './row.ts'
import { type Served, scratch, serve } from './service.ts'

export const redis: Row = { name: 'redis', fault: 'Redis down or hung', run }

/** What one client may read in a minute; more than one part of the row asks for, less than two. */
const limit = 300

async function run({ short }: Plan): Promise<Check[]> {
  const store = join(scratch(), 'store.db')
  await vitrine(['seed', '--creations', '300'], { VITRINE_STORE: store })
  const stops: (() => Promise<void>)[] = []
  const server = await startRedis({ after: stop => void stops.push(stop) })
  const env = { VITRINE_STORE: store, VITRINE_REDIS: server.url, VITRINE_LIMIT_READ: String(limit) }
  try {
    const checks: Check[] = []
    for (const [name, fault] of [
      ['hung', () => server.signal('SIGSTOP')],
      ['down', () => server.kill()],
    ] as const) {
      const served = await serve(env)
      try {
        checks.push(...(await measure(name, served, fault, short)))
      } finally {
        await served.stop()
      }
      if (name === 'hung') server.signal('SIGCONT')
    }
    return checks
  } finally {
    for (const stop of stops) await stop()
  }
}

async function measure(name: string, served: Served, fault: () => unknown, short: boolean): Promise<Check[]> {
  const usual = await read(served, short ? 30 : 60)
  await fault()
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
    measured(`${name}: ≤ 60 ms added`, `p99 ${ms(added)}, most ${ms(largest(waits))}`, true, added <= 60),
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
