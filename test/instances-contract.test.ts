// The contract and the paging of feeds once more, with three instances behind nginx: every request of a test, and every
// page of a listing, goes to another one.
import { hash } from 'node:crypto'
import { after, describe } from 'node:test'
import { type Instances, startInstances } from './instances.ts'
import { startCluster } from './postgres-cluster.ts'
import { startRedis } from './redis-server.ts'
import { arrangement, type Scope, type StartOptions, smallCommunity } from './start-service.ts'

/** Lasts as long as the file, whichever test is the first to need something. */
const stops: Parameters<Scope['after']>[0][] = []
const file: Scope = { after: stop => void stops.unshift(stop) }

const cluster = await startCluster()
const redis = await startRedis(file)

/** Tests that begin with the same records are given the same instances: starting them takes a while. */
const known = new Map<string, Promise<Instances>>()

arrangement.start = async (_, { records = smallCommunity(), ...others }: StartOptions = {}) => {
  if (Object.keys(others).length > 0) throw new Error('Processes of their own know only settings and records.')
  const content = hash('sha256', JSON.stringify(records))
  const started = known.get(content) ?? beginWith(records)
  known.set(content, started)
  return started
}

const beginWith = async (records: readonly unknown[]): Promise<Instances> =>
  startInstances(file, { store: await cluster.newDatabase(), redis: redis.url, records })

// The last one changes the records that the others have read.
const files = ['contract-feed', 'contract-locales', 'contract-resources', 'paging']
describe('on three instances', async () => {
  for (const name of files) await import(`./${name}.test.ts`)
})

after(async () => {
  for (const stop of [...stops, cluster.stop]) await stop()
})
