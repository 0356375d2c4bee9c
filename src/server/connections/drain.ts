// Stopping without failing anybody: first say goodbye on every connection, then stop listening, then stop waiting.
import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
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

/** How long whoever connected last has to send a request. */
const firstRequestMs = 1000
const lookMs = 10

export async function drain({ servers, lifecycle, drainMs, hardStopMs, goodbye }: DrainOptions): Promise<void> {
  lifecycle.closing = true
  const late = new Set<Socket>()
  for (const server of servers) server.on('connection', socket => late.add(socket))
  await sleep(drainMs)
  // The close of node:http would also cut connections whose first request is on its way.
  const closed = Promise.all(servers.map(server => new Promise(done => NetServer.prototype.close.call(server, done))))
  goodbye?.()
  const cut = setTimeout(() => {
    for (const server of servers) server.closeAllConnections()
  }, hardStopMs)
  await untilHeard(late)
  for (const server of servers) server.closeIdleConnections()
  await closed
  clearTimeout(cut)
}

async function untilHeard(late: ReadonlySet<Socket>): Promise<void> {
  const isSilent = (socket: Socket) => !socket.destroyed && socket.bytesRead === 0
  const until = performance.now() + firstRequestMs
  while ([...late].some(isSilent) && performance.now() < until) await sleep(lookMs)
}
