// Connections without transfer because a response takes long to compute.
import type { Socket } from 'node:net'

/**
 * Sets the idle timeout of a connection to at least `ms` and returns a function that restores it. Only for responses with a
 * deadline of their own: stalled-readers.ts cuts clients that stop reading.
 */
export function allowSilence(socket: Socket | null | undefined, ms: number): () => void {
  if (!socket) return () => {}
  const usual = socket.timeout ?? 0
  socket.setTimeout(Math.max(usual, ms))
  return () => void socket.setTimeout(usual)
}
