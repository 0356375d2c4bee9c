// Closes connections whose client stopped reading. Node's own timeout takes twice as long, because it restarts once.
import type { Socket } from 'node:net'

/** `writeQueueSize`: bytes that the operating system has not accepted yet; missing in the types of Node. */
type SocketWithHandle = { _handle?: { writeQueueSize?: number } | null }

/** `accepted`: bytes that the operating system has accepted; it has not changed since `since`. */
type Progress = { accepted: number; since: number }

/**
 * The returned function is called with each new connection. Closes those whose client had data to read for `stalled`
 * milliseconds and read nothing; checks every `check` milliseconds.
 */
export function closeStalledReaders({ stalled, check }: { stalled: number; check: number }): (socket: Socket) => void {
  const sockets = new Map<Socket, Progress>()
  const maxStallMs = Math.max(stalled - check, check)
  let timer: NodeJS.Timeout | undefined
  const checkAll = () => {
    const now = performance.now()
    for (const [socket, progress] of sockets) {
      const queued = (socket as SocketWithHandle)._handle?.writeQueueSize ?? 0
      const accepted = socket.bytesWritten - Math.max(socket.writableLength, queued)
      const isWaiting = socket.writableLength > 0 || queued > 0
      if (!isWaiting || accepted !== progress.accepted) {
        progress.accepted = accepted
        progress.since = now
      } else if (now - progress.since >= maxStallMs) socket.destroy()
    }
  }
  const onClose = (socket: Socket) => {
    sockets.delete(socket)
    if (sockets.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  return socket => {
    timer ??= setInterval(checkAll, check).unref()
    sockets.set(socket, { accepted: 0, since: performance.now() })
    socket.once('close', () => onClose(socket))
  }
}
