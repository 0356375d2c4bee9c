// Graceful stop: respond with `Connection: close`, stop listening, close idle connections, and cut busy ones at a deadline.
import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

type DrainOptions = {
  servers: readonly Server[]
  lifecycle: { closing: boolean }
  /** How long responses carry `Connection: close` while new connections are still accepted. */
  drainMs: number
  /** When connections that are still busy are cut. */
  hardStopMs: number
  /** Called when no new connections are accepted: long streams should end. */
  goodbye?: () => void
}

/** How long the last clients that connected may take to send a request. */
const firstRequestMs = 1000
const pollMs = 10

export async function drain({ servers, lifecycle, drainMs, hardStopMs, goodbye }: DrainOptions): Promise<void> {
  lifecycle.closing = true
  const late = new Set<Socket>()
  for (const server of servers) server.on('connection', socket => late.add(socket))
  await sleep(drainMs)
  // Server.close of node:http would also cut connections whose first request is still arriving.
  const closed = Promise.all(servers.map(server => new Promise(done => NetServer.prototype.close.call(server, done))))
  goodbye?.()
  const cut = setTimeout(() => {
    for (const server of servers) server.closeAllConnections()
  }, hardStopMs)
  await untilRequested(late)
  for (const server of servers) server.closeIdleConnections()
  await closed
  clearTimeout(cut)
}

async function untilRequested(late: ReadonlySet<Socket>): Promise<void> {
  const isSilent = (socket: Socket) => !socket.destroyed && socket.bytesRead === 0
  const until = performance.now() + firstRequestMs
  while ([...late].some(isSilent) && performance.now() < until) await sleep(pollMs)
}
