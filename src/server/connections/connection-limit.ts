// Limits on open connections: in total, and for each client, identified as for rate limits (IPv4 address or IPv6 /64).
import type { Socket } from 'node:net'
import { clientKey, makeTrust, normalizeAddress } from '../request/client-address.ts'

/** Called with each new connection; closes it when there are too many. */
export type ConnectionLimit = (socket: Socket) => void

/** The total of all clients. */
export function limitAll(max: number): ConnectionLimit {
  let open = 0
  return socket => {
    if (open >= max) {
      socket.resetAndDestroy()
      return
    }
    open++
    socket.once('close', () => open--)
  }
}

/** Trusted proxies are not limited, since one connection may serve many clients. A `max` of 0 means no limit. */
export function limitPerClient(options: { max: number; trustedProxies: readonly string[] }): ConnectionLimit {
  const { max, trustedProxies } = options
  if (max === 0) return () => {}
  const isTrusted = makeTrust(trustedProxies)
  const open = new Map<string, number>()
  const onClose = (client: string) => {
    const left = open.get(client)! - 1
    if (left === 0) open.delete(client)
    else open.set(client, left)
  }
  return socket => {
    const address = normalizeAddress(socket.remoteAddress ?? '')
    if (address === null || isTrusted(address)) return
    const client = clientKey(address)
    const count = open.get(client) ?? 0
    if (count >= max) {
      // Reset without a response: no browser opens this many connections, and a response costs more than a reset.
      socket.resetAndDestroy()
      return
    }
    open.set(client, count + 1)
    socket.once('close', () => onClose(client))
  }
}
