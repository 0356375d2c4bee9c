// Prometheus metrics, computed on request from plain counters.
import { createServer, type Server } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { SyncState } from '../store/tracking/sync-state.ts'
import type { RequestCounts } from './request-counts.ts'

export type Sources = {
  counts: RequestCounts
  responseCache: { counts: Record<string, number>; bytes(): number; size(): number }
  hotUrls: () => number
  storeVersion: () => number
  syncState: () => Promise<SyncState | null>
  /** Limits in Redis; null without Redis. */
  limits: { isUp(): boolean; countedAlone(): number } | null
}

/** Gauges with names of counters, against the Prometheus conventions; other metrics have the same values by type. */
const misnamed = ['handles', 'requests', 'resources'].map(what => `nodejs_active_${what}_total`)

export function makeMetrics(sources: Sources): Registry {
  const register = new Registry()
  collectDefaultMetrics({ register })
  for (const name of misnamed) register.removeSingleMetric(name)
  countRequests(register, sources)
  describeCache(register, sources)
  gauge(register, 'vitrine_store_version', 'Version of the data that is being served.', sources.storeVersion, 'max')
  describeSync(register, sources.syncState)
  if (sources.limits !== null) describeLimits(register, sources.limits)
  return register
}

function countRequests(register: Registry, { counts }: Sources): void {
  counter(register, 'vitrine_http_requests_total', 'Answers by host, route and class of status.', () =>
    [...counts.routes()].flatMap(({ host, route, byClass }) =>
      byClass.flatMap((value, digit) =>
        value === 0 ? [] : [{ labels: { host, route, status: `${digit}xx` }, value }],
      ),
    ),
  )
  counter(register, 'vitrine_rate_limited_total', 'Requests refused with 429, by policy.', () =>
    Object.entries(counts.rateLimited).map(([policy, value]) => ({ labels: { policy }, value })),
  )
  counter(register, 'vitrine_unhandled_rejections_total', 'Unhandled promise rejections; see the log.', () => [
    { labels: {}, value: counts.unhandled.rejections },
  ])
  const histogram = new Histogram({
    name: 'vitrine_http_request_seconds',
    help: 'Response time of requests that were not served from the URL cache.',
    labelNames: ['host', 'route'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [register],
  })
  counts.slow.observe = ({ host, route }, seconds) => histogram.observe({ host, route }, seconds)
}

function describeCache(register: Registry, { counts, responseCache, hotUrls }: Sources): void {
  counter(
    register,
    'vitrine_cache_answers_total',
    'Results of the response cache; hot means a hit in the URL cache.',
    () =>
      Object.entries({ hot: counts.hot.answers, ...responseCache.counts }).map(([result, value]) => ({
        labels: { result },
        value,
      })),
  )
  gauge(register, 'vitrine_cache_bytes', 'Memory used by cached responses.', responseCache.bytes)
  gauge(register, 'vitrine_cache_entries', 'Cached responses.', responseCache.size)
  gauge(register, 'vitrine_cache_urls', 'Entries of the URL cache.', hotUrls)
}

function describeLimits(register: Registry, { isUp, countedAlone }: NonNullable<Sources['limits']>): void {
  const isShared = '1 while rate limits are counted in Redis, 0 while each process counts separately.'
  gauge(register, 'vitrine_limits_shared', isShared, () => (isUp() ? 1 : 0), 'min')
  counter(register, 'vitrine_limits_alone_total', 'Requests whose limits were counted without Redis.', () => [
    { labels: {}, value: countedAlone() },
  ])
}

/** Without a sync, these metrics have no values. */
function describeSync(register: Registry, syncState: Sources['syncState']): void {
  const describe = (name: string, help: string, label: string, read: (state: SyncState) => [string, number][]) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      aggregator: 'max',
      registers: [register],
      async collect() {
        const state = await syncState().catch(() => null)
        this.reset()
        for (const [value, count] of state ? read(state) : []) this.set({ [label]: value }, count)
      },
    })
  const mode = ({ every }: SyncState) => (every === null ? 'once' : 'continuous')
  const age = (state: SyncState) => Math.max(0, (Date.now() - state.syncedAt) / 1000)
  describe('vitrine_sync_lag_seconds', 'Age of the data compared with its source, by mode of sync.', 'mode', state => [
    [mode(state), age(state)],
  ])
  describe('vitrine_sync_rejected_rows', 'Rows of the source that are not valid, by type.', 'type', state =>
    Object.entries(state.rejected),
  )
  describe('vitrine_sync_refused_removals', '1 for types with too many missing records to remove.', 'type', state =>
    state.refused.map(type => [type, 1]),
  )
}

type Sample = { labels: Record<string, string>; value: number }

function counter(register: Registry, name: string, help: string, read: () => Sample[]): void {
  const labelNames = ['host', 'route', 'status', 'policy', 'result']
  new Counter({
    name,
    help,
    labelNames,
    registers: [register],
    collect() {
      this.reset()
      for (const { labels, value } of read()) this.inc(labels, value)
    },
  })
}

/** `aggregator`: how values of several workers are combined. */
function gauge(
  register: Registry,
  name: string,
  help: string,
  read: () => number,
  aggregator: 'sum' | 'max' | 'min' = 'sum',
): void {
  new Gauge({
    name,
    help,
    aggregator,
    registers: [register],
    collect() {
      this.set(read())
    },
  })
}

export function metricsServer(register: Pick<Registry, 'contentType' | 'metrics'>): Server {
  return createServer(async (req, res) => {
    if (req.url !== '/metrics' || (req.method !== 'GET' && req.method !== 'HEAD')) {
      res.writeHead(404).end()
      return
    }
    res.writeHead(200, { 'Content-Type': register.contentType }).end(await register.metrics())
  })
}
