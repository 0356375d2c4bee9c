// Connections whose reader has stopped. Node's own timer gives them a second chance each time, so it takes twice as long.
import type { Socket } from 'node:net'

/** What Node has handed to the system but the system has not taken yet; not in its types. */
type Handle = { _handle?: { writeQueueSize?: number } | null }

type Progress = { taken: number; since: number }

/**
 * Called with each new connection. Cuts those that have had something to take for `stalled` milliseconds and took nothing;
 * every `check` milliseconds they are looked at.
 */
export function cutStalledReaders({ stalled, check }: { stalled: number; check: number }): (socket: Socket) => void {
  const sockets = new Map<Socket, Progress>()
  const longest = Math.max(stalled - check, check)
  let looking: NodeJS.Timeout | undefined
  const look = () => {
    const at = performance.now()
    for (const [socket, progress] of sockets) {
      const queued = (socket as Handle)._handle?.writeQueueSize ?? 0
      const taken = socket.bytesWritten - Math.max(socket.writableLength, queued)
      const isWaiting = socket.writableLength > 0 || queued > 0
      if (!isWaiting || taken !== progress.taken) {
        progress.taken = taken
        progress.since = at
      } else if (at - progress.since >= longest) socket.destroy()
    }
  }
  const leave = (socket: Socket) => {
    sockets.delete(socket)
    if (sockets.size > 0) return
    clearInterval(looking)
    looking = undefined
  }
  return socket => {
    looking ??= setInterval(look, check).unref()
    sockets.set(socket, { taken: 0, since: performance.now() })
    socket.once('close', () => leave(socket))
  }
}
