// Connections on which nothing is transferred while a response is computed.
import type { Socket } from 'node:net'

/**
 * Sets the idle timeout of a connection to at least `ms` and returns a function that restores it. Only for responses with a
 * deadline of their own: stalled-readers.ts closes connections of clients that stop reading.
 */
export function allowSilence(socket: Socket | null | undefined, ms: number): () => void {
  if (!socket) return () => {}
  const before = socket.timeout ?? 0
  socket.setTimeout(Math.max(before, ms))
  return () => void socket.setTimeout(before)
}
