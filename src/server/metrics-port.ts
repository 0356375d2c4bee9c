// Exposes metrics: on their own port, or through the supervisor, which adds up those of all workers.
import type { Server } from 'node:http'
import type { Registry } from 'prom-client'
import { type Listener, listen } from './connections/servers.ts'
import type { Sources } from './metrics.ts'

type MetricsOptions = {
  listener: Listener
  /** Absent: no metrics. */
  port: number | undefined
  /** Receives the registry instead of the port. */
  report: ((registry: Registry) => void) | undefined
}

export type MetricsPort = { url: string | null; close(): Promise<void> }

const nowhere: MetricsPort = { url: null, close: async () => {} }

export async function startMetrics({ listener, port, report }: MetricsOptions, sources: Sources): Promise<MetricsPort> {
  if (port === undefined) return nowhere
  // Loaded on demand: it loads slower than most of the rest.
  const { makeMetrics, metricsServer } = await import('./metrics.ts')
  const registry = makeMetrics(sources)
  if (report !== undefined) {
    report(registry)
    return nowhere
  }
  return listenForMetrics({ ...listener, port }, () => metricsServer(registry))
}

export async function listenForMetrics(place: Listener, make: () => Server): Promise<MetricsPort> {
  const { servers, port } = await listen(place, make)
  const stop = (server: Server) => new Promise(done => server.close(done))
  return {
    url: `http://localhost:${port}/metrics`,
    close: async () => {
      for (const server of servers) server.closeIdleConnections()
      await Promise.all(servers.map(stop))
    },
  }
}
