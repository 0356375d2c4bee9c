// The HTTP servers: addresses, timeouts and handlers.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HostName } from '../../addresses.ts'
import type { Handler } from '../first-handler.ts'
import { type ConnectionLimit, limitAll } from './connection-limit.ts'
import type { ParserErrors } from './parser-errors.ts'
import { closeStalledReaders } from './stalled-readers.ts'

/** Without `host`: the two loopback addresses, or every address of the machine. */
export type Listener = { host?: string; port: number; loopback: boolean }

/** After how many milliseconds slow clients are disconnected. */
export const connectionTimeouts = {
  headers: 5_000,
  /** The whole request, its body included. */
  request: 6_000,
  /** How often the two above are checked; Node's default of 30 seconds would be too coarse. */
  check: 1_000,
  /** A connection without any transfer while a response is due or being sent. */
  stalled: 12_000,
}
export type ConnectionTimeouts = typeof connectionTimeouts

const serverOptions = {
  requireHostHeader: false, // first-handler.ts checks it and sends an error body
  maxHeaderSize: 16 * 1024,
  keepAliveTimeout: 65_000, // longer than that of usual proxies, so that the proxy closes first
  noDelay: true,
  optimizeEmptyRequests: true, // no stream events for requests without a body
}

const maxConnections = 10_000

type ServerParts = {
  ready: Promise<void>
  timeouts: ConnectionTimeouts
  limitConnections: ConnectionLimit
}

type MakeServerOptions = Pick<ServerParts, 'ready' | 'timeouts'> & { onConnection: readonly ConnectionLimit[] }

/** Requests that arrive before `ready` wait; `attach` replaces this handler. */
function makeServer({ ready, timeouts, onConnection }: MakeServerOptions): Server {
  const { headers, request, check, stalled } = timeouts
  const server = createServer({
    ...serverOptions,
    headersTimeout: headers,
    requestTimeout: request,
    connectionsCheckingInterval: check,
  })
  server.timeout = stalled
  for (const listener of onConnection) server.on('connection', listener)
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
  // By default Node responds to these without an error body.
  server.on('checkExpectation', handle)
  server.on('checkContinue', handle)
}

/** Starts one server for each address of `listener`. Rejects when a port is in use. */
export async function listen(listener: Listener, make: () => Server): Promise<Listening> {
  const { host, port, loopback } = listener
  if (host !== undefined || !loopback) return listening([await bind(make(), port, host)])
  const ipv4 = await bind(make(), port, '127.0.0.1')
  try {
    return listening([ipv4, await bind(make(), portOf(ipv4), '::1')])
  } catch (error) {
    if (hasNoIpv6(error)) return listening([ipv4])
    ipv4.close()
    throw error
  }
}

type Listening = { servers: Server[]; port: number }

const portOf = (server: Server): number => (server.address() as AddressInfo).port

const listening = (servers: [Server, ...Server[]]): Listening => ({ servers, port: portOf(servers[0]) })

/** Machines without IPv6 have no ::1. */
const hasNoIpv6 = (error: unknown): boolean =>
  ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'].includes((error as NodeJS.ErrnoException).code ?? '')

function bind(server: Server, port: number, host: string | undefined): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      server.removeListener('error', reject)
      resolve(server)
    })
  })
}

/** The servers of both hosts. `host` is null for servers that both share. */
export type Bound = {
  servers: { host: HostName | null; server: Server }[]
  ports: Record<HostName, number>
}

type Ports = Record<HostName, number>

/**
 * Runs `start`, which gets the ports and calls `bind` as soon as it can answer requests.
 *
 * A single process listens first: clients that connect during the start wait instead of being refused. A worker that joins
 * others (`joins`: their ports) listens last: a connection that it accepted earlier would wait, or be lost if the start
 * fails, while the other workers could have answered.
 */
export async function listenAround<T>(
  listen: Parameters<typeof listenBoth>[0],
  parts: Omit<ServerParts, 'ready'>,
  joins: Ports | undefined,
  start: (ports: Ports, bind: () => Promise<Bound>) => Promise<T>,
): Promise<T> {
  const ready = Promise.withResolvers<void>()
  ready.promise.catch(() => {}) // waiting requests handle it; there may be none
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
    throw error
  }
}

async function listenBoth(
  { api, web, shared }: { api: Listener; web: Listener; shared: boolean },
  { ready, timeouts, limitConnections }: ServerParts,
): Promise<Bound> {
  const onConnection = [limitAll(maxConnections), limitConnections, closeStalledReaders(timeouts)]
  const make = () => makeServer({ ready, timeouts, onConnection })
  const first = await listen(api, make)
  const all = first.servers.map(server => ({ host: shared ? null : ('api' as const), server }))
  if (shared) return { servers: all, ports: { api: first.port, web: first.port } }
  try {
    const second = await listen(web, make)
    const servers = [...all, ...second.servers.map(server => ({ host: 'web' as const, server }))]
    return { servers, ports: { api: first.port, web: second.port } }
  } catch (error) {
    for (const server of first.servers) server.close()
    throw error
  }
}
