// Connections whose reader has stopped. Node's own timer gives them a second chance each time, so it takes twice as long.
import type { Socket } from 'node:net'

/** What Node has handed to the system but the system has not taken yet; not in its types. */
type Handle = { _handle?: { writeQueueSize?: number } | null }

type Progress = { taken: number; since: number }

/** `join` is called with each new connection, `look` from time to time. */
export function makeStalledReaders(stalledMs: number, clock: () => number = () => performance.now()) {
  const sockets = new Map<Socket, Progress>()
  return {
    join(socket: Socket): void {
      sockets.set(socket, { taken: 0, since: clock() })
      socket.once('close', () => sockets.delete(socket))
    },
    /** Cuts those that have something to take and have taken nothing for so long. */
    look(): void {
      const at = clock()
      for (const [socket, progress] of sockets) {
        const queued = (socket as Handle)._handle?.writeQueueSize ?? 0
        const taken = socket.bytesWritten - Math.max(socket.writableLength, queued)
        const isWaiting = socket.writableLength > 0 || queued > 0
        if (!isWaiting || taken !== progress.taken) {
          progress.taken = taken
          progress.since = at
        } else if (at - progress.since >= stalledMs) socket.destroy()
      }
    },
  }
}
