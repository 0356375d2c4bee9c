import { join } from 'node:path'
import { openStore, openWritableStore } from '../../../src/store/sqlite/open.ts'
import { scratchFolder } from '../../support/vitrine-process.ts'
import { storeSuite } from '../store-suite.ts'
import { type Connection, storeOptions } from '../suite/harness.ts'

const folder = scratchFolder()
let files = 0

async function connectionTo(path: string): Promise<Connection> {
  const writable = await openWritableStore(path)
  const store = await openStore(path, storeOptions)
  return {
    store,
    writable,
    close: async () => {
      await store.close()
      await writable.close()
    },
  }
}

storeSuite('SQLite', async () => {
  const path = join(folder, `store-${files++}.db`)
  return { ...(await connectionTo(path)), again: () => connectionTo(path) }
})
