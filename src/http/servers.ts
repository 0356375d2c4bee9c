// The servers themselves: how they listen, what they cut off, and what they answer when the parser gives up.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Crowd } from './crowd.ts'
import type { Handler } from './front-door.ts'
import type { ParserErrors } from './parser-errors.ts'
import { makeStalledReaders } from './stalled-readers.ts'
import type { HostName } from './visit.ts'

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

export type ServerParts = { ready: Promise<void>; patience: Patience; crowd: Crowd }

/** Requests that come before the service is ready wait for it. */
function makeServer({ ready, patience, crowd }: ServerParts): Server {
  const { headers, request, check, stalled } = patience
  const server = createServer({
    ...serverOptions,
    headersTimeout: headers,
    requestTimeout: request,
    connectionsCheckingInterval: check,
  })
  server.timeout = stalled
  server.maxConnections = mostConnections
  server.on('connection', crowd)
  const readers = makeStalledReaders(Math.max(stalled - check, check))
  server.on('connection', readers.join)
  const looking = setInterval(readers.look, check)
  looking.unref()
  server.on('close', () => clearInterval(looking))
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

/** Listens wherever `listener` says; one server for each address. Fails when a port is taken. */
export async function listen(listener: Listener, make: () => Server): Promise<{ servers: Server[]; port: number }> {
  const { host, port, loopback } = listener
  if (host !== undefined) return only(await bind(make(), port, host))
  if (!loopback) return only(await bind(make(), port, undefined))
  const ipv4 = await bind(make(), port, '127.0.0.1')
  const bound = portOf(ipv4)
  try {
    return { servers: [ipv4, await bind(make(), bound, '::1')], port: bound }
  } catch (error) {
    if (isAbsent(error)) return only(ipv4)
    await new Promise(done => ipv4.close(done))
    throw error
  }
}

const only = (server: Server) => ({ servers: [server], port: portOf(server) })
const portOf = (server: Server): number => (server.address() as AddressInfo).port

/** Machines without IPv6 have no ::1. */
const isAbsent = (error: unknown): boolean =>
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
export type Bound = { servers: { host: HostName | null; server: Server }[]; ports: Record<HostName, number> }

export async function listenBoth(
  { api, web, shared }: { api: Listener; web: Listener; shared: boolean },
  parts: ServerParts,
): Promise<Bound> {
  const first = await listen(api, () => makeServer(parts))
  const all = first.servers.map(server => ({ host: shared ? null : ('api' as const), server }))
  if (shared) return { servers: all, ports: { api: first.port, web: first.port } }
  try {
    const second = await listen(web, () => makeServer(parts))
    const servers = [...all, ...second.servers.map(server => ({ host: 'web' as const, server }))]
    return { servers, ports: { api: first.port, web: second.port } }
  } catch (error) {
    for (const { server } of all) server.close()
    throw error
  }
}
