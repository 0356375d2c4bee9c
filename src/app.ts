// Puts the parts together; nothing else.
import type { DestinationStream, Logger } from 'pino'
import { knowledgeOf, siteOf } from './about.ts'
import { type Addresses, makeAddresses } from './addresses.ts'
import { openAgents } from './agents.ts'
import { makeAnswers } from './cache/answers.ts'
import { makeHot } from './cache/hot.ts'
import type { Config } from './config.ts'
import { checkDeprecations, type Deprecation, deprecations as ourDeprecations } from './deprecations.ts'
import { makeClientAddress } from './http/client-address.ts'
import { drain } from './http/drain.ts'
import { makeFailures } from './http/failures.ts'
import { type HotAnswer, makeFrontDoor } from './http/front-door.ts'
import { makeSites } from './http/hosts.ts'
import { makeLog } from './http/log.ts'
import type { Sources } from './http/metrics.ts'
import { makeParserErrors } from './http/parser-errors.ts'
import { makeLimiters } from './http/rate-limit.ts'
import { type Representation, sameBytes, sizeOf } from './http/representation.ts'
import { makeRequestIds } from './http/request-id.ts'
import { makeRouter, type Router } from './http/router.ts'
import { makeServe, type Serve } from './http/serve.ts'
import { attach, type Bound, listen, listenBoth, type Patience, patience } from './http/servers.ts'
import { makeTally } from './http/tally.ts'
import type { HostName } from './http/visit.ts'
import { makeWatch } from './http/watch.ts'
import { limitsOf } from './limits.ts'
import { makeCursors } from './operations/cursor.ts'
import type { Context } from './operations/define.ts'
import { operations } from './operations/index.ts'
import { errorPage } from './pages/error.ts'
import { pageHeaders } from './pages/style.ts'
import { openStore } from './store/sqlite/open.ts'
import { addArt } from './surfaces/art.ts'
import { addDiscovery } from './surfaces/discovery.ts'
import { addDocs } from './surfaces/docs.ts'
import { addDocuments, type Document } from './surfaces/documents.ts'
import { addHealth } from './surfaces/health.ts'
import { addMcp, makeMcpServers } from './surfaces/mcp/mcp.ts'
import { openapiDocument } from './surfaces/openapi.ts'
import { addPages } from './surfaces/pages.ts'
import { addProtected } from './surfaces/protected.ts'
import { makeReadContent } from './surfaces/read-content.ts'
import { addReads } from './surfaces/reads.ts'
import { addSitemap } from './surfaces/sitemap.ts'

/** What a surface is built from. */
export type Parts = { context: Context; serve: Serve }

export type ServiceOptions = {
  now?: () => number
  deprecations?: readonly Deprecation[]
  drainMs?: number
  hardStopMs?: number
  patience?: Patience
  logTo?: DestinationStream
  openStore?: typeof openStore
  /** Adds routes after our own. */
  extend?: (host: HostName, router: Router, parts: Parts) => void
}

export type Service = {
  apiUrl: string
  webUrl: string
  metricsUrl: string | null
  /** The ports that are listened on, which a proxy may hide. */
  ports: Record<HostName, number>
  close(): Promise<void>
}

/** A port of 0 in the addresses of the configuration becomes the port that the system gave. */
export async function startService(config: Config, options: ServiceOptions = {}): Promise<Service> {
  const deprecations = options.deprecations ?? ourDeprecations
  checkDeprecations(
    deprecations,
    operations.map(({ name }) => name),
  )
  const ready = Promise.withResolvers<void>()
  ready.promise.catch(() => {}) // whoever waits for it is told; nobody may be waiting
  const bound = await listenBoth(config.listen, ready.promise, options.patience ?? patience)
  try {
    const service = await assemble(config, { ...options, deprecations }, bound)
    ready.resolve()
    return service
  } catch (error) {
    ready.reject(error)
    for (const { server } of bound.servers) {
      server.close()
      server.closeAllConnections()
    }
    throw error
  }
}

type Settled = ServiceOptions & { deprecations: readonly Deprecation[] }

async function assemble(config: Config, options: Settled, bound: Bound): Promise<Service> {
  const { now = Date.now, drainMs = 1000, hardStopMs = 10_000 } = options
  const { ports } = bound
  const addresses = makeAddresses(withPort(config.baseUrl, ports.api), withPort(config.webUrl, ports.web))
  const log = makeLog(config.logLevel, options.logTo)
  const store = await (options.openStore ?? openStore)(config.store, { addresses })
  try {
    const lifecycle = { closing: false }
    const tally = makeTally()
    const house = { productName: config.productName, addresses }
    const page: Parameters<typeof makeFailures>[0]['page'] = (...facts) => errorPage(house, ...facts)
    const failures = makeFailures({ addresses, page, pageHeaders })
    const secret = config.cursorSecret === undefined ? await store.cursorSecret() : Buffer.from(config.cursorSecret)
    const context = { store, addresses, cursors: makeCursors(secret) }
    const { answers, drawings, hot } = makeCache(config.cacheMb, store, now)
    const serve = makeServe(answers, hot)
    const { deprecations } = options
    const readContent = makeReadContent(context, deprecations)
    const agents = openAgents({ config, context, answers, serve, readContent, deprecations, secret, log, now })
    const knowledge = knowledgeOf({ ...config, addresses })
    const mcp = makeMcpServers({ context, knowledge, answers, productName: config.productName }, log)
    const site = siteOf({ config, addresses, knowledge, mcp, now })
    const routes = (host: HostName) => (router: Router) => {
      addHealth(router, { store, lifecycle })
      addReads(router, host, { operations, context, serve, readContent })
      addProtected(router, host, addresses)
      addMcp(router, host, mcp, addresses)
      addDiscovery(router, host, site, serve)
      if (host === 'web') {
        addPages(router, { house, context, serve })
        addDocs(router, { house, knowledge, serve })
        addSitemap(router, { store, addresses, knowledge, serve })
        addDocuments(router, documents(config, addresses, options.deprecations), serve)
        addArt(router, makeServe(drawings, hot))
        agents.add(router)
      }
      options.extend?.(host, router, { context, serve })
    }
    const build = (host: HostName) => makeRouter({ host, webUrl: addresses.webUrl, failures, tally, log }, routes(host))
    const routers = { api: await build('api'), web: await build('web') }
    open(bound, config, { addresses, routers, failures, tally, hot, lifecycle, log, now })
    const sources = { tally, answers, hotUrls: () => hot.api.size() + hot.web.size(), storeVersion: store.version }
    const metrics = await startMetrics(config, sources)
    return {
      apiUrl: addresses.baseUrl,
      webUrl: addresses.webUrl,
      metricsUrl: metrics.url,
      ports,
      close: async () => {
        await drain({ servers: bound.servers.map(({ server }) => server), lifecycle, drainMs, hardStopMs })
        await Promise.all([routers.api.close(), routers.web.close(), metrics.close()])
        await Promise.all([store.close(), agents.close()])
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Everything the service says about itself as a whole document. */
function documents(config: Config, { baseUrl, webUrl }: Addresses, deprecated: readonly Deprecation[]): Document[] {
  const openapi = openapiDocument({ ...config, baseUrl, webUrl }, operations, deprecated)
  return [{ path: '/openapi.json', type: 'application/json; charset=utf-8', text: JSON.stringify(openapi) }]
}

/** Drawings have a small cache of their own: there are endless names, and they must not push answers out. */
const drawingsMb = 4

function makeCache(cacheMb: number, store: Context['store'], now: () => number) {
  const onDrop = (dropped: Representation) => {
    hot.api.drop(dropped)
    hot.web.drop(dropped)
  }
  const cache = (megabytes: number) =>
    makeAnswers<Representation>({
      maxBytes: megabytes * 1024 * 1024,
      sizeOf,
      same: sameBytes,
      data: store,
      now,
      onDrop,
    })
  const answers = cache(cacheMb)
  const drawings = cache(Math.min(cacheMb, drawingsMb))
  const urls = () => makeHot<HotAnswer>({ version: store.version, touch: answers.touch })
  const hot = { api: urls(), web: urls() }
  return { answers, drawings, hot }
}

type Doors = {
  addresses: Addresses
  routers: Record<HostName, Router>
  failures: ReturnType<typeof makeFailures>
  tally: ReturnType<typeof makeTally>
  hot: ReturnType<typeof makeCache>['hot']
  lifecycle: { closing: boolean }
  log: Logger
  now: () => number
}

/** Opens the front door on every server. */
function open({ servers }: Bound, config: Config, doors: Doors): void {
  const { addresses, failures, tally, hot, lifecycle, log, now } = doors
  const clientOf = makeClientAddress(config.trustProxy)
  const limiters = makeLimiters(limitsOf(config.limits), now)
  const nextId = makeRequestIds()
  const watch = makeWatch({ log, tally, logRequests: config.logRequests })
  const routers = { api: doors.routers.api.routing, web: doors.routers.web.routing }
  const shared = { clientOf, limiters, hot, routers, failures, tally, nextId, lifecycle, ...watch }
  for (const { host, server } of servers) {
    const handle = makeFrontDoor({ siteOf: makeSites(addresses, host), ...shared })
    const unparsed = { host: host ?? 'api', failures, limiter: limiters.discovery, clientOf, tally, nextId }
    attach(server, handle, makeParserErrors(unparsed))
  }
}

async function startMetrics(config: Config, sources: Sources) {
  if (config.metricsPort === undefined) return { url: null, close: async () => {} }
  // Loaded when wanted: it takes longer to load than most of the rest.
  const { makeMetrics, metricsServer } = await import('./http/metrics.ts')
  const registry = makeMetrics(sources)
  const place = { ...config.listen.api, port: config.metricsPort }
  const { servers, port } = await listen(place, () => metricsServer(registry))
  const stop = (server: (typeof servers)[number]) => new Promise(done => server.close(done))
  return {
    url: `http://localhost:${port}/metrics`,
    close: async () => {
      for (const server of servers) server.closeIdleConnections()
      await Promise.all(servers.map(stop))
    },
  }
}

function withPort(url: string, port: number): string {
  return url.endsWith(':0') ? `${url.slice(0, -1)}${port}` : url
}
