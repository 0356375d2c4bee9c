// Connections whose client stopped reading. Node's own timeout restarts once for these, so it takes twice as long.
import type { Socket } from 'node:net'

/** Bytes that the system has not accepted yet; missing in the types of Node. */
type Handle = { _handle?: { writeQueueSize?: number } | null }

type Progress = { taken: number; since: number }

/**
 * Called with each new connection. Cuts those that had data to read for `stalled` milliseconds and read nothing; checks every
 * `check` milliseconds.
 */
export function closeStalledReaders({ stalled, check }: { stalled: number; check: number }): (socket: Socket) => void {
  const sockets = new Map<Socket, Progress>()
  const longest = Math.max(stalled - check, check)
  let timer: NodeJS.Timeout | undefined
  const checkAll = () => {
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
  const closed = (socket: Socket) => {
    sockets.delete(socket)
    if (sockets.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  return socket => {
    timer ??= setInterval(checkAll, check).unref()
    sockets.set(socket, { taken: 0, since: performance.now() })
    socket.once('close', () => closed(socket))
  }
}
