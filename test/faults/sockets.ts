// What the system knows of connections: a client that does not read does not hear that it was cut off.
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const established = '01'

/** The ports at the other end of the connections that a server on this port still holds. */
function heldBy(serverPort: number): Set<number> {
  const held = new Set<number>()
  for (const line of readFileSync('/proc/net/tcp', 'utf8').split('\n').slice(1)) {
    const [, local = '', remote = '', state] = line.trim().split(/\s+/)
    if (state === established && portIn(local) === serverPort) held.add(portIn(remote))
  }
  return held
}

const portIn = (address: string): number => Number.parseInt(address.split(':')[1] ?? '', 16)

/** When the server let go of each of these, in milliseconds from now; infinity when it did not within the time. */
export async function cutTimes(serverPort: number, sockets: readonly Socket[], withinMs: number): Promise<number[]> {
  const started = performance.now()
  const ports = sockets.map(({ localPort }) => localPort!)
  const times = new Map<number, number>()
  while (times.size < ports.length && performance.now() - started < withinMs) {
    const held = heldBy(serverPort)
    for (const port of ports) if (!held.has(port) && !times.has(port)) times.set(port, performance.now() - started)
    await sleep(50)
  }
  return ports.map(port => times.get(port) ?? Number.POSITIVE_INFINITY)
}
