// New stores of each kind for the tests that every store must pass.
import { join } from 'node:path'
import { openPostgresStore, openWritablePostgresStore } from '../../src/store/postgres/open.ts'
import { openStore, openWritableStore } from '../../src/store/sqlite/open.ts'
import type { Store, WritableStore } from '../../src/store/store.ts'
import type { Cluster } from '../support/servers/postgres-cluster.ts'
import { type Connection, type OpenStore, storeOptions } from './suite/harness.ts'

const both = (store: Store, writable: WritableStore): Connection => ({
  store,
  writable,
  close: async () => {
    await store.close()
    await writable.close()
  },
})

/** In files of this folder. */
export function newSqliteStores(folder: string): OpenStore {
  let files = 0
  return async () => {
    const path = join(folder, `store-${files++}.db`)
    const connect = async () => {
      const writable = await openWritableStore(path)
      return both(await openStore(path, storeOptions), writable)
    }
    return { ...(await connect()), again: connect }
  }
}

export function newPostgresStores({ newDatabase }: Pick<Cluster, 'newDatabase'>): OpenStore {
  return async () => {
    const url = await newDatabase()
    const connect = async () => {
      const writable = await openWritablePostgresStore(url)
      return both(await openPostgresStore(url, storeOptions), writable)
    }
    return { ...(await connect()), again: connect }
  }
}
