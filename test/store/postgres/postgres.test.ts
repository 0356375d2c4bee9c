import { after } from 'node:test'
import { openPostgresStore, openWritablePostgresStore } from '../../../src/store/postgres/open.ts'
import { sharedCluster } from '../../support/servers/postgres-cluster.ts'
import { storeSuite } from '../store-suite.ts'
import { type Connection, storeOptions } from '../suite/harness.ts'

const cluster = await sharedCluster()
after(cluster.stop)

async function connectionTo(url: string): Promise<Connection> {
  const writable = await openWritablePostgresStore(url)
  const store = await openPostgresStore(url, storeOptions)
  return {
    store,
    writable,
    close: async () => {
      await store.close()
      await writable.close()
    },
  }
}

storeSuite('PostgreSQL', async () => {
  const url = await cluster.newDatabase()
  return { ...(await connectionTo(url)), again: () => connectionTo(url) }
})
