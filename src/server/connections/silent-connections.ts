// Connections on which nothing moves because an answer takes its time.
import type { Socket } from 'node:net'

/**
 * Lets a connection stand still for `ms` instead of what the server allows; gives back what ends that. Only for answers that
 * have a deadline of their own: readers that stop taking an answer are cut off elsewhere.
 */
export function allowSilence(socket: Socket | null | undefined, ms: number): () => void {
  if (!socket) return () => {}
  const usual = socket.timeout ?? 0
  socket.setTimeout(Math.max(usual, ms))
  return () => void socket.setTimeout(usual)
}
