// More of the random sequences of imports and renames that test/store compares with the model.
import { after, describe, test } from 'node:test'
import { newPostgresStores, newSqliteStores } from '../../store/new-stores.ts'
import { randomImports } from '../../store/suite/changes.ts'
import { randomRenames } from '../../store/suite/renames.ts'
import { sharedCluster } from '../../support/servers/postgres-cluster.ts'
import { scratchFolder } from '../../support/vitrine-process.ts'

const cluster = await sharedCluster()
after(cluster.stop)
const stores = { SQLite: newSqliteStores(scratchFolder()), PostgreSQL: newPostgresStores(cluster) }

for (const [name, open] of Object.entries(stores)) {
  describe(`store on ${name}`, () => {
    test('imports, seed 12', () => randomImports(open, 12))
    for (const seed of [42, 43]) test(`renames, seed ${seed}`, () => randomRenames(open, seed))
  })
}
