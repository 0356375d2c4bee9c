// How many connections there may be. No client may take them all: counted like rate limits are: an IPv4 address, or an IPv6 /64.
import type { Socket } from 'node:net'
import { clientKey, makeTrust, plainAddress } from '../request/client-address.ts'

/** Called with each new connection; those that are too many are closed. */
export type Crowd = (socket: Socket) => void

/** From all clients together. */
export function makeCap(most: number): Crowd {
  let open = 0
  return socket => {
    if (open >= most) {
      socket.resetAndDestroy()
      return
    }
    open++
    socket.once('close', () => open--)
  }
}

/** Trusted proxies stand for everybody; `most` of 0 means no limit. */
export function makeCrowd({ most, trustedProxies }: { most: number; trustedProxies: readonly string[] }): Crowd {
  if (most === 0) return () => {}
  const isTrusted = makeTrust(trustedProxies)
  const open = new Map<string, number>()
  const leave = (client: string) => {
    const left = open.get(client)! - 1
    if (left === 0) open.delete(client)
    else open.set(client, left)
  }
  return socket => {
    const address = plainAddress(socket.remoteAddress ?? '')
    if (address === null || isTrusted(address)) return
    const client = clientKey(address)
    const here = open.get(client) ?? 0
    if (here >= most) {
      // An answer would cost more than it tells: whoever has so many is no browser.
      socket.resetAndDestroy()
      return
    }
    open.set(client, here + 1)
    socket.once('close', () => leave(client))
  }
}
