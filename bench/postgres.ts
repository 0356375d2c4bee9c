// The same cold reads on PostgreSQL: a cluster of its own, filled by the command line as anyone would.
import { startCluster } from '../test/support/servers/postgres-cluster.ts'
import { measureReads, type Slowest } from './cold.ts'
import { runVitrine } from './processes.ts'
import { noBound, type Row, sizeName, whole } from './table.ts'

const slowest: Slowest = { feed: 10_000, search: 50_000, other: Number.POSITIVE_INFINITY }

/** As a small server would be set up; the data of the default size fits. */
const settings = { shared_buffers: '1GB', max_wal_size: '8GB', effective_cache_size: '4GB' }

export async function measurePostgres(creations: number, rounds: number): Promise<Row[]> {
  const cluster = await startCluster(settings)
  try {
    const store = await cluster.newDatabase()
    console.error(`Filling PostgreSQL with ${creations.toLocaleString('en')} creations.`)
    const summary = await runVitrine(['seed', '--creations', String(creations)], { VITRINE_STORE: store })
    const { read, seconds } = JSON.parse(summary) as { read: number; seconds: number }
    const part = `Cold reads on PostgreSQL at ${sizeName(creations)} creations`
    const rows = await measureReads([{ creations, store, records: read, seconds }], rounds, { part, slowest })
    const speed = creations / seconds
    const beside = `${whole(read)} records in ${whole(seconds)} s`
    return [
      ...rows,
      { part, name: 'seed', figure: `${whole(speed)} creations/s`, beside, ...noBound, values: { speed } },
    ]
  } finally {
    await cluster.stop()
  }
}
