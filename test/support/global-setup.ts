// Started once for all test files of a run: `node --test --test-global-setup`.
import { type Cluster, sharedServer, startCluster } from './servers/postgres-cluster.ts'

let cluster: Cluster

export async function globalSetup(): Promise<void> {
  cluster = await startCluster()
  process.env[sharedServer] = cluster.folder
}

export const globalTeardown = (): Promise<void> => cluster.stop()
