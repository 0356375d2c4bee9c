// The contract and the paging of feeds once more, with three instances behind nginx: every request of a test, and every
// page of a listing, goes to another one.
import { hash } from 'node:crypto'
import { after, describe } from 'node:test'
import { identities } from '../../../src/records/check-record.ts'
import { startCluster } from '../../support/servers/postgres-cluster.ts'
import { startRedis } from '../../support/servers/redis-server.ts'
import { arrangement, type StartOptions, smallCommunity } from '../../support/start-service.ts'
import { until } from '../../support/vitrine-process.ts'
import { startInstances } from '../support/instances.ts'

type Records = readonly Record<string, unknown>[]

const cluster = await startCluster()
const redis = await startRedis({ after })
const instances = await startInstances({ after }, { store: await cluster.newDatabase(), redis: redis.url })
after(cluster.stop)

/** Starting instances takes a while, so tests share them: what one brought goes when another brings something else. */
let present: Records = []

arrangement.start = async (_, { records = smallCommunity(), ...others }: StartOptions = {}) => {
  if (Object.keys(others).length > 0) throw new Error('Processes of their own know only settings and records.')
  const wanted = records as Records
  if (contentOf(wanted) !== contentOf(present)) await replaceBy(wanted)
  return instances
}

const contentOf = (records: Records): string => hash('sha256', JSON.stringify(records))

async function replaceBy(records: Records): Promise<void> {
  await instances.bring([...present.map(deletionOf), ...records])
  present = records
  const shown = records.filter(({ type, visibility = 'public' }) => type === 'creation' && visibility === 'public')
  for (const { ask } of instances.members) {
    await until('the instance shows what is there now', async () => {
      const reply = await ask('api', '/public/share/community?limit=1')
      return reply.status === 200 && reply.json().data.total === shown.length
    })
  }
}

const deletionOf = ({ type, ...fields }: Records[number]): object => {
  const names = identities[type as keyof typeof identities]
  return { type: 'delete', of: type, ...Object.fromEntries(names.map(name => [name, fields[name]])) }
}

// The last one changes the records that the others have read.
const files = ['feed', 'resources', 'paging']
describe('on three instances', async () => {
  for (const name of files) await import(`../../contract/${name}.test.ts`)
})
