// Stopping without failing anybody: first say goodbye on every connection, then stop listening, then stop waiting.
import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export type DrainOptions = {
  servers: readonly Server[]
  lifecycle: { closing: boolean }
  /** How long answers carry `Connection: close` while new connections are still taken. */
  drainMs: number
  /** When connections that are still busy are cut. */
  hardStopMs: number
  /** Called when no new connection is taken any more: whoever sends for long is to come to an end. */
  goodbye?: () => void
}

export async function drain({ servers, lifecycle, drainMs, hardStopMs, goodbye }: DrainOptions): Promise<void> {
  lifecycle.closing = true
  await sleep(drainMs)
  const closed = Promise.all(servers.map(server => new Promise(done => server.close(done))))
  goodbye?.()
  const cut = setTimeout(() => {
    for (const server of servers) server.closeAllConnections()
  }, hardStopMs)
  await closed
  clearTimeout(cut)
}
