// Exposes metrics on their own port, or through the supervisor, which aggregates those of all workers.
import type { Server } from 'node:http'
import type { Registry } from 'prom-client'
import { type Listener, listen } from './connections/servers.ts'
import type { Sources } from './metrics.ts'

type MetricsOptions = {
  listener: Listener
  /** Absent: no metrics. */
  port: number | undefined
  /** If set, it receives the registry, and no port is opened. */
  report: ((registry: Registry) => void) | undefined
}

export type MetricsPort = { url: string | null; close(): Promise<void> }

const noPort: MetricsPort = { url: null, close: async () => {} }

export async function startMetrics({ listener, port, report }: MetricsOptions, sources: Sources): Promise<MetricsPort> {
  if (port === undefined) return noPort
  // Imported on demand, because prom-client loads slowly.
  const { makeMetrics, metricsServer } = await import('./metrics.ts')
  const registry = makeMetrics(sources)
  if (report !== undefined) {
    report(registry)
    return noPort
  }
  return listenForMetrics({ ...listener, port }, () => metricsServer(registry))
}

export async function listenForMetrics(listener: Listener, make: () => Server): Promise<MetricsPort> {
  const { servers, port } = await listen(listener, make)
  const stop = (server: Server) => new Promise(done => server.close(done))
  return {
    url: `http://localhost:${port}/metrics`,
    close: async () => {
      for (const server of servers) server.closeIdleConnections()
      await Promise.all(servers.map(stop))
    },
  }
}
