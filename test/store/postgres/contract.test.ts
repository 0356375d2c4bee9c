// What the contract says of filters, searches and resources, with services that keep their data in PostgreSQL.
import { after, describe } from 'node:test'
import { sharedCluster } from '../../support/servers/postgres-cluster.ts'
import { storePlaces } from '../../support/start-service.ts'

const cluster = await sharedCluster()
storePlaces.next = cluster.newDatabase

const files = ['feed', 'resources', 'creators']
describe('on PostgreSQL', async () => {
  for (const file of files) await import(`../../contract/${file}.test.ts`)
})

// After what the tests themselves do when they end.
after(cluster.stop)
