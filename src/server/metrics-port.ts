// Where metrics are read: on a port of their own, or from the supervisor, who adds up those of all its workers.
import type { Server } from 'node:http'
import type { Registry } from 'prom-client'
import { type Listener, listen } from './connections/servers.ts'
import type { Sources } from './metrics.ts'

export type MetricsPlace = {
  listener: Listener
  /** Absent: nobody wants metrics. */
  port: number | undefined
  /** Whoever reads them instead of the port. */
  report: ((registry: Registry) => void) | undefined
}

export type MetricsPort = { url: string | null; close(): Promise<void> }

const nowhere: MetricsPort = { url: null, close: async () => {} }

export async function startMetrics({ listener, port, report }: MetricsPlace, sources: Sources): Promise<MetricsPort> {
  if (port === undefined) return nowhere
  // Loaded when wanted: it takes longer to load than most of the rest.
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
