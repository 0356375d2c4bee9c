// The store is down or hangs for a minute: a disk that cannot be read, threads that are stuck in it, a PostgreSQL server
// that is stopped, and one that refuses everybody.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, startCluster } from '../support/servers/postgres-cluster.ts'
import { vitrine } from '../support/vitrine-process.ts'
import { figures, type Outage, type Probed, warmUp, watch } from './probes.ts'
import { type Check, check, largest, measured, ms, type Plan, type Row, seconds } from './row.ts'
import { type Served, scratch, serve } from './service.ts'
import { inject, threadsOf } from './strace.ts'

export const sqliteAway: Row = { name: 'sqlite', fault: 'SQLite store down or hung for a minute', run: runSqlite }
export const postgresAway: Row = { name: 'postgres', fault: 'PostgreSQL down or hung for a minute', run: runPostgres }

const minute = ({ short }: Plan) => (short ? 6_000 : 60_000)

type Fault = () => Promise<() => Promise<void>>

/** Runs a fault for so long while the service is watched. */
async function during(served: Served, lasts: number, uncached: () => string, fault: Fault) {
  await warmUp(served)
  const watching = watch(served, uncached)
  await sleep(1000)
  const mend = await fault()
  const from = watching.at()
  await sleep(lasts)
  const to = watching.at()
  await mend()
  await sleep(6000)
  await watching.stop()
  return { outcomes: watching.outcomes, outage: { from, to } }
}

let asked = 0
/** Each of them once: the combinations of filters are many. */
const differentList = () => `/public/share/community?limit=${1 + (asked++ % 48)}&tag=t${asked}`
const differentSearch = () => `/public/share/community?q=water+${(asked++).toString(36)}`

async function seeded(env: Record<string, string>): Promise<void> {
  const { code, stderr } = await vitrine(['seed', '--creations', '300'], env)
  if (code !== 0) throw new Error(stderr)
}

async function runSqlite(plan: Plan): Promise<Check[]> {
  const store = join(scratch(), 'store.db')
  await seeded({ VITRINE_STORE: store })
  const served = await serve({ VITRINE_STORE: store })
  try {
    const breaking = (tids: readonly number[], fault: string) => async () => {
      const mend = await inject(tids, 'pread64', fault)
      // What is in memory needs no disk, until there is something newer.
      const news = JSON.stringify({ type: 'creator', handle: 'newcomer', displayName: fault })
      await vitrine(['import', '-'], { VITRINE_STORE: store }, `${news}\n`)
      return mend
    }
    const disk = await during(served, minute(plan), differentList, breaking(threadsOf(served.pid), 'error=EIO'))
    const threads = threadsOf(served.pid, 'WorkerThread')
    const stuck = await during(served, minute(plan), differentSearch, breaking(threads, 'delay_enter=600000000'))
    return [...figures('a disk that fails', disk.outcomes, disk.outage), ...stuckFigures(stuck.outcomes, stuck.outage)]
  } finally {
    await served.stop()
  }
}

/** Threads that are stuck take the searches they have with them and nothing else; others take their place. */
function stuckFigures(outcomes: readonly Probed[], { from, to }: Outage): Check[] {
  const name = 'a thread that hangs'
  const refused = outcomes.filter(({ probe, status }) => probe.startsWith('uncached') && status !== 200)
  const failed = outcomes.filter(({ probe, status }) => !/uncached|ready/.test(probe) && status !== 200)
  const slowest = largest(refused.map(one => one.ms))
  const back = largest(refused.map(({ at, ms }) => at + ms - from))
  const wrong = refused.filter(({ status }) => status !== 503)
  return [
    check(
      `${name}: what needs no search goes on`,
      `${failed.length} failed in ${seconds(to - from)}`,
      failed.length === 0,
    ),
    measured(
      `${name}: searches get 503 within 1 s`,
      `${refused.length - wrong.length} of ${refused.length}, slowest ${ms(slowest)}`,
      refused.length > 0 && wrong.length === 0,
      slowest <= 1000,
    ),
    measured(`${name}: another takes its place in 5 s`, `after ${seconds(back)}`, true, back <= 5000),
  ]
}

async function runPostgres(plan: Plan): Promise<Check[]> {
  const cluster = await startCluster()
  try {
    const url = await cluster.newDatabase()
    await seeded({ VITRINE_STORE: url })
    const served = await serve({ VITRINE_STORE: url })
    try {
      const uncached = () => (asked % 2 === 0 ? differentList() : differentSearch())
      const hung = await during(served, minute(plan), uncached, async () => {
        cluster.pause()
        return async () => cluster.resume()
      })
      const down = await during(served, minute(plan), uncached, () => refuseAll(cluster, url))
      return [
        ...figures('a server that hangs', hung.outcomes, hung.outage),
        ...figures('a server that refuses', down.outcomes, down.outage),
      ]
    } finally {
      await served.stop()
    }
  } finally {
    await cluster.stop()
  }
}

async function refuseAll(cluster: Cluster, url: string): Promise<() => Promise<void>> {
  const name = new URL(url).pathname.slice(1)
  const other = await cluster.newDatabase()
  const admit = async (allowed: boolean) => {
    const client = new pg.Client({ connectionString: other })
    await client.connect()
    await client.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS ${allowed}`)
    await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`)
    await client.end()
  }
  await admit(false)
  return () => admit(true)
}
