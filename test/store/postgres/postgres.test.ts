import { after } from 'node:test'
import { sharedCluster } from '../../support/servers/postgres-cluster.ts'
import { newPostgresStores } from '../new-stores.ts'
import { storeSuite } from '../store-suite.ts'

const cluster = await sharedCluster()
after(cluster.stop)

storeSuite('PostgreSQL', newPostgresStores(cluster))
