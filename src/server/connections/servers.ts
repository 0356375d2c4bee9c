// The servers themselves: how they listen, what they cut off, and what they answer when the parser gives up.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Handler } from '../front-door.ts'
import type { HostName } from '../request/request-info.ts'
import { type Crowd, makeCap } from './connection-limit.ts'
import type { ParserErrors } from './parser-errors.ts'
import { claimPort, type Place } from './port-claim.ts'
import { cutStalledReaders } from './stalled-readers.ts'

/** Without `host`: the two loopback addresses, or every address of the machine. */
export type Listener = { host?: string; port: number; loopback: boolean }

/** When slow clients are cut off, in milliseconds. */
export const patience = {
  headers: 5_000,
  /** The whole request, its body included. */
  request: 6_500,
  /** How often the two above are looked at; at Node's 30 seconds they would mean little. */
  check: 1_000,
  /** A connection on which nothing moves while an answer is due or under way. */
  stalled: 13_000,
}
export type Patience = typeof patience

const serverOptions = {
  requireHostHeader: false, // the front door checks it, with our error body
  maxHeaderSize: 16 * 1024,
  keepAliveTimeout: 65_000, // longer than usual proxies keep theirs: the side that closes first must not be ours
  noDelay: true,
  optimizeEmptyRequests: true, // no stream events for bodies that do not exist
}

const mostConnections = 10_000

/**
 * Node takes one new connection from a socket in each turn of its loop. Under load turns are long, and of many who connect
 * at once the last would wait for as many turns; so several sockets listen on each port. The system deals connections to
 * them. Elsewhere than on Linux it does not, or deals them all to one.
 */
const socketsOnPort = process.platform === 'linux' ? 8 : 1
/** So many may wait to be let in at each of several; together they are as many as Node lets wait at one. */
const backlog = 64

export type ServerParts = {
  ready: Promise<void>
  patience: Patience
  crowd: Crowd
  /** Connections are dealt by another process, which listens in our place. */
  dealt: boolean
}

type Doors = Pick<ServerParts, 'ready' | 'patience'> & { joined: readonly Crowd[] }

/** Requests that come before the service is ready wait for it. `joined` are called with each connection. */
function makeServer({ ready, patience, joined }: Doors): Server {
  const { headers, request, check, stalled } = patience
  const server = createServer({
    ...serverOptions,
    headersTimeout: headers,
    requestTimeout: request,
    connectionsCheckingInterval: check,
  })
  server.timeout = stalled
  for (const join of joined) server.on('connection', join)
  server.on('request', (req, res) => {
    ready.then(
      () => server.emit('request', req, res),
      () => res.destroy(),
    )
  })
  return server
}

export function attach(server: Server, handle: Handler, parserErrors: ParserErrors): void {
  server.removeAllListeners('request')
  server.on('request', handle)
  server.on('clientError', parserErrors.clientError)
  server.on('connect', parserErrors.connect)
  // Node would answer these itself; the front door does, with our error body.
  server.on('checkExpectation', handle)
  server.on('checkContinue', handle)
}

/** Listens wherever `listener` says, with so many servers for each address. Fails when a port is taken. */
export async function listen(listener: Listener, make: () => Server, sockets = 1): Promise<Listening> {
  const { host, port, loopback } = listener
  if (host !== undefined || !loopback) return bindAll(make, { port, host }, sockets)
  const ipv4 = await bindAll(make, { port, host: '127.0.0.1' }, sockets)
  try {
    return both(ipv4, await bindAll(make, { port: ipv4.port, host: '::1' }, sockets))
  } catch (error) {
    if (isAbsent(error)) return ipv4
    stop(ipv4)
    throw error
  }
}

/** `release` is called when nobody listens any more: from then on another process may. */
type Listening = { servers: Server[]; port: number; release: () => void }

const both = (one: Listening, other: Listening): Listening => ({
  servers: [...one.servers, ...other.servers],
  port: one.port,
  release() {
    one.release()
    other.release()
  },
})

const portOf = (server: Server): number => (server.address() as AddressInfo).port

/** Machines without IPv6 have no ::1. */
const isAbsent = (error: unknown): boolean =>
  ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'].includes((error as NodeJS.ErrnoException).code ?? '')

async function bindAll(make: () => Server, place: Place, sockets: number): Promise<Listening> {
  if (sockets === 1) return listening([await bind(make(), place)], () => {})
  const release = place.port === 0 ? () => {} : await claimPort(place)
  const servers: Server[] = []
  try {
    for (let { port } = place; servers.length < sockets; port = portOf(servers[0]!)) {
      servers.push(await bind(make(), { ...place, port, backlog, reusePort: true }))
    }
    return listening(servers, release)
  } catch (error) {
    stop({ servers, release })
    throw error
  }
}

const listening = (servers: Server[], release: () => void): Listening => ({
  servers,
  port: portOf(servers[0]!),
  release,
})

function bind(server: Server, { host, ...place }: Place & { backlog?: number; reusePort?: boolean }): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ ...place, ...(host === undefined ? {} : { host }) }, () => {
      server.removeListener('error', reject)
      resolve(server)
    })
  })
}

function stop({ servers, release }: Pick<Listening, 'servers' | 'release'>): void {
  for (const server of servers) server.close()
  release()
}

/** The servers of both hosts. `host` is null for servers that both share. */
export type Bound = Pick<Listening, 'release'> & {
  servers: { host: HostName | null; server: Server }[]
  ports: Record<HostName, number>
}

type Ports = Record<HostName, number>

/**
 * Runs `start`, which is told the ports and calls `bind` as soon as it can answer requests.
 *
 * A process that serves alone listens first: whoever connects during the start waits instead of being refused. One that
 * joins others (`joins`: their ports) listens last: a connection that it took earlier would wait, or be lost when the start
 * fails, while the others could have answered.
 */
export async function listenAround<T>(
  listen: Parameters<typeof listenBoth>[0],
  parts: Omit<ServerParts, 'ready'>,
  joins: Ports | undefined,
  start: (ports: Ports, bind: () => Promise<Bound>) => Promise<T>,
): Promise<T> {
  const ready = Promise.withResolvers<void>()
  ready.promise.catch(() => {}) // requests that wait are told; there may be none
  const bindBoth = () => listenBoth(listen, { ...parts, ready: ready.promise })
  let bound = joins === undefined ? await bindBoth() : undefined
  const bind = async () => {
    bound ??= await bindBoth()
    return bound
  }
  try {
    const started = await start(joins ?? bound!.ports, bind)
    ready.resolve()
    return started
  } catch (error) {
    ready.reject(error)
    for (const { server } of bound?.servers ?? []) {
      server.close()
      server.closeAllConnections()
    }
    bound?.release()
    throw error
  }
}

async function listenBoth(
  { api, web, shared }: { api: Listener; web: Listener; shared: boolean },
  { ready, patience, crowd, dealt }: ServerParts,
): Promise<Bound> {
  const doors = { ready, patience, joined: [makeCap(mostConnections), crowd, cutStalledReaders(patience)] }
  const sockets = dealt ? 1 : socketsOnPort
  const first = await listen(api, () => makeServer(doors), sockets)
  const all = first.servers.map(server => ({ host: shared ? null : ('api' as const), server }))
  if (shared) return { servers: all, ports: { api: first.port, web: first.port }, release: first.release }
  try {
    const second = await listen(web, () => makeServer(doors), sockets)
    const servers = [...all, ...second.servers.map(server => ({ host: 'web' as const, server }))]
    return { servers, ports: { api: first.port, web: second.port }, release: both(first, second).release }
  } catch (error) {
    stop(first)
    throw error
  }
}
