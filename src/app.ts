// The composition root.

import { setTimeout as rest } from 'node:timers/promises'
import type { DestinationStream, Logger } from 'pino'
import type { Registry } from 'prom-client'
import { type Addresses, type HostName, makeAddresses, withPort } from './addresses.ts'
import { makeRaster, rasterDeadlineMs } from './art/share-image/thread.ts'
import type { Ask, AskReady } from './ask/answer/answer.ts'
import { makeAsk } from './ask/ask.ts'
import { makeModel } from './ask/model/model.ts'
import { makeResponseCache } from './cache/response-cache.ts'
import { makeUrlCache, noVersion } from './cache/url-cache.ts'
import type { Config } from './config/config.ts'
import { checkDeprecations, type Deprecation, deprecations as ourDeprecations } from './deprecations.ts'
import { addDiscovery } from './discovery/documents.ts'
import { knowledgeOf, siteOf, tablesOf } from './discovery/self-description.ts'
import { openEndpoints } from './endpoints/open.ts'
import { foldersOf } from './knowledge/folders.ts'
import { makeMcpServers } from './mcp/servers.ts'
import { addWebmcp } from './mcp/webmcp.ts'
import { openapiDocument } from './openapi/document.ts'
import { makeCursors } from './operations/cursor.ts'
import type { Context } from './operations/define.ts'
import { operations } from './operations/index.ts'
import { warmUp } from './operations/warm-up.ts'
import { makeEventLoopGuard, startupMs } from './overload/event-loop-guard.ts'
import { errorPage } from './pages/error.ts'
import { pageHeaders } from './pages/layout/policy.ts'
import { addArt } from './routes/art.ts'
import { addAssets } from './routes/assets.ts'
import { addDocs } from './routes/docs.ts'
import { addDocuments, documents } from './routes/documents.ts'
import { addFeeds } from './routes/feeds.ts'
import { addHealth } from './routes/health.ts'
import { addManifest } from './routes/manifest.ts'
import { addPages } from './routes/pages.ts'
import { addProtected } from './routes/protected.ts'
import { makeReadContent } from './routes/read-content.ts'
import { addReads } from './routes/reads.ts'
import { addShareImages } from './routes/share-images.ts'
import { addSitemap } from './routes/sitemap.ts'
import { limitPerClient } from './server/connections/connection-limit.ts'
import { drain } from './server/connections/drain.ts'
import { makeParserErrors } from './server/connections/parser-errors.ts'
import {
  attach,
  type Bound,
  type ConnectionTimeouts,
  connectionTimeouts,
  listenAround,
} from './server/connections/servers.ts'
import { type CachedUrl, makeFirstHandler } from './server/first-handler.ts'
import { makeSites } from './server/hosts.ts'
import { type LimitsInForce, openLimits } from './server/limits/limits-in-force.ts'
import type { CountExchange } from './server/limits/shared-counts.ts'
import { makeLog } from './server/log.ts'
import { startMetrics } from './server/metrics-port.ts'
import { watchRejections } from './server/rejections.ts'
import { makeClientAddress } from './server/request/client-address.ts'
import { makeRequestIds } from './server/request/request-id.ts'
import { makeRequestCounts } from './server/request-counts.ts'
import { makeRequestLog } from './server/request-log.ts'
import { makeFailures } from './server/response/failures.ts'
import { compact, type Representation, sameBytes, sizeOf } from './server/response/representation.ts'
import { makeServe, type Serve } from './server/response/serve.ts'
import { makeRouters, type Router, routing } from './server/router.ts'
import { loadSite } from './site/read.ts'
import type { Site } from './site/site.ts'
import { keepIndex } from './store/keep-index.ts'
import { openStore } from './store/open.ts'
import { openTraces, type Traces } from './traces/open.ts'
import { lazily } from './util/lazily.ts'

/** The dependencies of additional routes. */
type Parts = { context: Context; serve: Serve }

export type ServiceOptions = {
  now?: () => number
  deprecations?: readonly Deprecation[]
  drainMs?: number
  hardStopMs?: number
  timeouts?: ConnectionTimeouts
  logTo?: DestinationStream
  /**
   * The ports of workers that are already serving: this one accepts no connections before it can answer at full
   * speed.
   */
  joins?: Service['ports'] | undefined
  /** Exchanges rate-limit counts with the other workers. */
  workerCounts?: CountExchange
  /** Receives the metrics registry instead of the metrics port. */
  reportMetrics?: (registry: Registry) => void
  openStore?: typeof openStore
  /** Replaces the site pack of the configuration. */
  site?: Site
  /** Replaces the built-in ask; `askReady` is its readiness. */
  ask?: Ask
  askReady?: AskReady
  /** Adds routes after our own. */
  extend?: (host: HostName, router: Router, parts: Parts) => void
}

export type Service = {
  apiUrl: string
  webUrl: string
  metricsUrl: string | null
  /** The ports in use, which may differ from the public ones behind a proxy. */
  ports: Record<HostName, number>
  /** Resolves when the index of the store is current; until then reads get 503. */
  indexed: Promise<void>
  /** Prepares what is only needed later, so that no request waits for it. */
  prepare(): Promise<void>
  /** With `replaced`, other processes take over, so clients are not told to back off. */
  close(how?: { replaced: boolean }): Promise<void>
}

/** Port 0 in the configured addresses is replaced by the port that the system assigned. */
export async function startService(config: Config, options: ServiceOptions = {}): Promise<Service> {
  const deprecations = options.deprecations ?? ourDeprecations
  checkDeprecations(
    deprecations,
    operations.map(({ name }) => name),
  )
  const limitConnections = limitPerClient({ max: config.clientConnections, trustedProxies: config.trustProxy })
  const { timeouts = connectionTimeouts } = options
  return listenAround(config.listen, { timeouts, limitConnections }, options.joins, (ports, bind) =>
    assemble(config, { ...options, deprecations }, ports, bind),
  )
}

type Settled = ServiceOptions & { deprecations: readonly Deprecation[] }

async function assemble(
  config: Config,
  options: Settled,
  ports: Service['ports'],
  bind: () => Promise<Bound>,
): Promise<Service> {
  const { now = Date.now, drainMs = 1000, hardStopMs = 10_000, deprecations, workerCounts } = options
  const addresses = makeAddresses(withPort(config.baseUrl, ports.api), withPort(config.webUrl, ports.web))
  const log = makeLog(config.logLevel, options.logTo)
  const site = options.site ?? loadSite(config.sitePack, warning => log.warn(warning))
  const traces = await openTraces(config, log)
  const opened = await (options.openStore ?? openStore)(config.store, {
    addresses,
    replica: config.storeReplica,
    readTimeoutMs: config.readTimeoutMs,
  })
  const { store: indexedStore, indexed } = keepIndex(opened, { location: config.store, log })
  const store = traces.store(indexedStore)
  try {
    const lifecycle = { closing: false, replaced: false }
    const counts = makeRequestCounts()
    const siteContext = { ...site, addresses }
    const page: Parameters<typeof makeFailures>[0]['page'] = failed => errorPage(siteContext, failed)
    const failures = makeFailures({ addresses, page, pageHeaders: pageHeaders(addresses) })
    const secret = config.cursorSecret === undefined ? await store.cursorSecret() : Buffer.from(config.cursorSecret)
    const context = { store, addresses, cursors: makeCursors(secret) }
    const { responseCache, drawings, pictures, hot } = makeCache(config, store, now)
    const serve = makeServe(responseCache, hot)
    const readContent = makeReadContent(context, deprecations)
    const knowledge = knowledgeOf({ ...config, site, addresses })
    const model = config.llm === undefined ? null : makeModel({ endpoint: config.llm, log, now })
    const tables = tablesOf({ ...config, site, addresses })
    const folders = foldersOf(site)
    const builtIn = makeAsk({ knowledge, context, site, tables, folders, now, model })
    const ask = traces.ask(options.ask ?? builtIn)
    const askReady = options.askReady ?? builtIn.ready
    const { stalled: stalledMs } = options.timeouts ?? connectionTimeouts
    const shared = {
      config,
      site: siteContext,
      context,
      responseCache,
      serve,
      readContent,
      deprecations,
      secret,
      log,
      now,
    }
    const mcp = makeMcpServers({ context, knowledge, responseCache, site, ask, askReady }, log)
    const endpoints = await openEndpoints({ ...shared, ask, askReady, askInJobs: traces.job(ask), stalledMs, mcp })
    const discovery = siteOf({ config, site: siteContext, knowledge, mcp, now })
    const raster = makeRaster()
    const drawn = { site, raster, serve: makeServe(pictures, hot) }
    const reads = { operations, context, serve, readContent }
    const openapi = lazily(() => openapiDocument({ ...config, ...addresses, site }, operations, deprecations))
    const routes = (host: HostName) => (router: Router) => {
      addHealth(router, { store, lifecycle })
      addReads(router, host, reads)
      addProtected(router, host, addresses)
      endpoints.add(router, host)
      addDiscovery(router, host, discovery, serve)
      if (host === 'web') {
        addPages(router, { site: siteContext, context, serve })
        addDocs(router, { site: siteContext, knowledge, openapi, serve })
        addAssets(router, serve)
        addSitemap(router, { store, addresses, knowledge, serve })
        addDocuments(router, documents(openapi), serve)
        addArt(router, makeServe(drawings, hot))
        addShareImages(router, { ...drawn, context })
        addManifest(router, drawn)
        addFeeds(router, { site, context, serve })
        addWebmcp(router, { tools: mcp.product.definition.tools, serve })
      }
      options.extend?.(host, router, { context, serve })
    }
    const routers = await makeRouters({ addresses, failures, counts, log }, routes)
    const limits = await openLimits({ ...config, workerCounts, secret, now, log })
    const { limiters } = limits
    if (options.joins !== undefined) await indexed.then(() => Promise.all([warmUp(context), builtIn.prepare()]))
    const bound = await bind()
    attachHandlers(bound, config, { addresses, limiters, routers, failures, counts, hot, lifecycle, log, traces })
    const hotUrls = () => hot.api.size() + hot.web.size()
    const sources = { counts, responseCache, hotUrls, storeVersion: store.version, limits: limits.shared }
    const place = { listener: config.listen.api, port: config.metricsPort, report: options.reportMetrics }
    const metrics = await startMetrics(place, sources).catch(error => {
      limits.close()
      throw error
    })
    const unwatch = watchRejections(log, counts.unhandled)
    return {
      apiUrl: addresses.baseUrl,
      webUrl: addresses.webUrl,
      metricsUrl: metrics.url,
      ports,
      indexed,
      prepare: () => rest(restMs).then(builtIn.prepare),
      close: async ({ replaced } = { replaced: false }) => {
        lifecycle.replaced = replaced
        const servers = bound.servers.map(({ server }) => server)
        await drain({ servers, lifecycle, drainMs, hardStopMs, endStreams: endpoints.endAnswers })
        await Promise.all([routers.api.close(), routers.web.close(), metrics.close()])
        limits.close()
        await Promise.all([store.close(), endpoints.close(), raster.close()])
        await traces.close()
        unwatch()
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Requests that waited for the start are answered before ask is prepared, which takes a while. */
const restMs = 250

/** Drawings have a small cache of their own: their names are unlimited, and they must not evict responses. */
const drawingsMb = 4
/** Images are large and have their own cache too: about a hundred of them. */
const picturesMb = 16

function makeCache({ cacheMb, readTimeoutMs }: Config, store: Context['store'], now: () => number) {
  const onRemove = (removed: Representation) => {
    hot.api.remove(removed)
    hot.web.remove(removed)
  }
  const guard = makeEventLoopGuard(undefined, performance.now() + startupMs)
  const cache = (megabytes: number, deadlineMs = readTimeoutMs) =>
    makeResponseCache<Representation>({
      maxBytes: megabytes * 1024 * 1024,
      sizeOf,
      isSame: sameBytes,
      data: store,
      now,
      deadlineMs,
      admit: guard,
      onStore: compact,
      onRemove,
    })
  const responseCache = cache(cacheMb)
  const drawings = cache(Math.min(cacheMb, drawingsMb))
  const pictures = cache(Math.min(cacheMb, picturesMb), rasterDeadlineMs + 500)
  // While the store is unavailable, responses go through the router, which marks them as stale.
  const version = () => (store.unavailableSince() === null ? store.version() : noVersion)
  const urls = () => makeUrlCache<CachedUrl>({ version, touch: responseCache.touch })
  const hot = { api: urls(), web: urls() }
  return { responseCache, drawings, pictures, hot }
}

type HandlerParts = {
  addresses: Addresses
  limiters: LimitsInForce['limiters']
  routers: Record<HostName, Router>
  failures: ReturnType<typeof makeFailures>
  counts: ReturnType<typeof makeRequestCounts>
  hot: ReturnType<typeof makeCache>['hot']
  lifecycle: { closing: boolean }
  log: Logger
  traces: Traces
}

/** Attaches the first handler to every server. */
function attachHandlers({ servers }: Bound, config: Config, parts: HandlerParts): void {
  const { addresses, limiters, failures, counts, hot, lifecycle, log } = parts
  const clientOf = makeClientAddress(config.trustProxy)
  const nextId = makeRequestIds()
  const watch = makeRequestLog({ log, counts, logRequests: config.logRequests })
  const routers = { api: routing(parts.routers.api), web: routing(parts.routers.web) }
  const shared = { clientOf, limiters, hot, routers, failures, counts, nextId, lifecycle, log, ...watch }
  for (const { host, server } of servers) {
    const handle = parts.traces.handler(makeFirstHandler({ siteOf: makeSites(addresses, host), ...shared }))
    const unparsed = { host: host ?? 'api', failures, limiter: limiters.discovery, clientOf, counts, nextId }
    attach(server, handle, makeParserErrors(unparsed))
  }
}
