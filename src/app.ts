// The composition root: starts both hosts, or makes handlers for the servers of another program.
import { setTimeout as rest } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import { type HostName, makeAddresses, withPort } from './addresses.ts'
import { openParts, type Parts, type PartsOptions } from './assembly/parts.ts'
import { makeSiteSlot, type SiteSlot } from './assembly/site-slot.ts'
import type { Config } from './config/config.ts'
import { checkDeprecations, deprecations as ourDeprecations } from './deprecations.ts'
import { operations } from './operations/index.ts'
import { limitPerClient } from './server/connections/connection-limit.ts'
import { drain } from './server/connections/drain.ts'
import { attach, type Bound, connectionTimeouts, listenAround } from './server/connections/servers.ts'
import type { Handler } from './server/first-handler.ts'
import { startMetrics } from './server/metrics-port.ts'
import { watchRejections } from './server/rejections.ts'
import type { Site } from './site/site.ts'

export type ServiceOptions = Partial<PartsOptions> & {
  drainMs?: number
  hardStopMs?: number
  /**
   * The ports of workers that are already serving: this one accepts no connections before it can answer at full
   * speed.
   */
  joins?: Service['ports'] | undefined
  /** Receives the metrics registry instead of the metrics port. */
  reportMetrics?: (registry: Registry) => void
  /** Replaces the site pack of the configuration. */
  site?: Site
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
  /** The site in use. */
  site(): Site
  /** Loads the site pack again. Rejects if it has problems; then the previous one stays. */
  reloadSite(): Promise<void>
  /** With `replaced`, other processes take over, so clients are not told to back off. */
  close(how?: { replaced: boolean }): Promise<void>
}

/** Port 0 in the configured addresses is replaced by the port that the system assigned. */
export async function startService(config: Config, options: ServiceOptions = {}): Promise<Service> {
  const limitConnections = limitPerClient({ max: config.clientConnections, trustedProxies: config.trustProxy })
  const { timeouts = connectionTimeouts } = options
  return listenAround(config.listen, { timeouts, limitConnections }, options.joins, async (ports, bind) => {
    const { parts, slot } = await open(config, options, [
      withPort(config.baseUrl, ports.api),
      withPort(config.webUrl, ports.web),
    ])
    try {
      return await serve(parts, slot, options, ports, bind)
    } catch (error) {
      await slot.close()
      await parts.close()
      throw error
    }
  })
}

/** Handlers for the servers of another program, which also listens and stops. */
export async function openHandlers(config: Config, options: ServiceOptions = {}) {
  const { parts, slot } = await open(config, options, [config.baseUrl, config.webUrl])
  const unwatch = watchRejections(parts.log, parts.counts.unhandled)
  const handler = (host: HostName): Handler => {
    const { handle } = slot.handlersFor(host)
    return (req, res) => handle(req, res)
  }
  return {
    api: handler('api'),
    web: handler('web'),
    indexed: parts.indexed,
    prepare: () => slot.current().prepare(),
    reloadSite: slot.reload,
    close: async () => {
      parts.lifecycle.closing = true
      slot.current().endAnswers()
      await slot.close()
      await parts.close()
      unwatch()
    },
  }
}

async function open(config: Config, options: ServiceOptions, [baseUrl, webUrl]: [string, string]) {
  const deprecations = options.deprecations ?? ourDeprecations
  checkDeprecations(
    deprecations,
    operations.map(({ name }) => name),
  )
  const parts = await openParts(config, { ...options, deprecations }, makeAddresses(baseUrl, webUrl))
  try {
    return { parts, slot: await makeSiteSlot(parts, options.site) }
  } catch (error) {
    await parts.close()
    throw error
  }
}

async function serve(
  parts: Parts,
  slot: SiteSlot,
  options: ServiceOptions,
  ports: Service['ports'],
  bind: () => Promise<Bound>,
): Promise<Service> {
  const { config, addresses, indexed, lifecycle, counts, log } = parts
  const { drainMs = 1000, hardStopMs = 10_000 } = options
  if (options.joins !== undefined) await indexed.then(() => slot.current().warmUp())
  const bound = await bind()
  for (const { host, server } of bound.servers) {
    const { handle, parserErrors } = slot.handlersFor(host)
    attach(server, handle, parserErrors)
  }
  const sources = {
    counts,
    ...slot.cacheCounts,
    storeVersion: parts.context.store.version,
    syncState: parts.context.store.syncState,
    limits: parts.limits.shared,
  }
  const place = { listener: config.listen.api, port: config.metricsPort, report: options.reportMetrics }
  const metrics = await startMetrics(place, sources)
  const unwatch = watchRejections(log, counts.unhandled)
  return {
    apiUrl: addresses.baseUrl,
    webUrl: addresses.webUrl,
    metricsUrl: metrics.url,
    ports,
    indexed,
    prepare: () => rest(restMs).then(() => slot.current().prepare()),
    site: () => slot.current().site,
    reloadSite: slot.reload,
    close: async ({ replaced } = { replaced: false }) => {
      lifecycle.replaced = replaced
      const servers = bound.servers.map(({ server }) => server)
      await drain({ servers, lifecycle, drainMs, hardStopMs, endStreams: () => slot.current().endAnswers() })
      await Promise.all([slot.close(), metrics.close()])
      await parts.close()
      unwatch()
    },
  }
}

/** Requests that waited for the start are answered before searches and ask are prepared, which takes a while. */
const restMs = 250
