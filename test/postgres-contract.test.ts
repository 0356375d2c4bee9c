// The contract and the paging of feeds once more, with services that keep their data in PostgreSQL.
import { after, describe } from 'node:test'
import { startCluster } from './postgres-cluster.ts'
import { storePlaces } from './start-service.ts'

const cluster = await startCluster()
storePlaces.next = cluster.newDatabase

const files = ['contract-operations', 'contract-feed', 'contract-locales', 'contract-resources', 'paging', 'cursors']
describe('on PostgreSQL', async () => {
  for (const file of files) await import(`./${file}.test.ts`)
})

// After what the tests themselves do when they end.
after(cluster.stop)
