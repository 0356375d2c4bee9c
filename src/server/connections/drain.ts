// Graceful stop: respond with `Connection: close`, stop listening, close idle connections, and close the others at a deadline.
import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

type DrainOptions = {
  servers: readonly Server[]
  lifecycle: { closing: boolean }
  /** How long responses carry `Connection: close` while new connections are still accepted. */
  drainMs: number
  /** Connections that are still open this long after the servers stopped listening are closed. */
  hardStopMs: number
  /** Called when the servers have stopped listening. */
  endStreams?: () => void
}

/** How long clients that connected during the drain may take to begin their first request. */
const firstRequestMs = 1000
const pollMs = 10

export async function drain({ servers, lifecycle, drainMs, hardStopMs, endStreams }: DrainOptions): Promise<void> {
  lifecycle.closing = true
  const newSockets = new Set<Socket>()
  for (const server of servers) server.on('connection', socket => newSockets.add(socket))
  await sleep(drainMs)
  // Server.close of node:http would also close connections that have not sent a byte yet.
  const closed = Promise.all(servers.map(server => new Promise(done => NetServer.prototype.close.call(server, done))))
  endStreams?.()
  const hardStop = setTimeout(() => {
    for (const server of servers) server.closeAllConnections()
  }, hardStopMs)
  await waitForFirstBytes(newSockets)
  for (const server of servers) server.closeIdleConnections()
  await closed
  clearTimeout(hardStop)
}

async function waitForFirstBytes(sockets: ReadonlySet<Socket>): Promise<void> {
  const isSilent = (socket: Socket) => !socket.destroyed && socket.bytesRead === 0
  const deadline = performance.now() + firstRequestMs
  while ([...sockets].some(isSilent) && performance.now() < deadline) await sleep(pollMs)
}
