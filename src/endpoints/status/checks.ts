// Health checks of the components, each with a deadline; results are cached for a short time.
import { setTimeout as sleep } from 'node:timers/promises'
import { withDeadline } from '../../cache/single-flight.ts'
import type { Component, HealthStatus } from '../../pages/status-document.ts'
import type { StateStore } from '../../store/state.ts'
import type { Store } from '../../store/store.ts'
import type { SyncState } from '../../store/tracking/sync-state.ts'

const deadlineMs = 2000
/** How long a result is cached. */
const cacheMs = 2000
/** With a longer event loop delay the service counts as degraded. */
const maxLoopDelayMs = 500
/** The timer whose delay is measured. */
const timerMs = 5
/** No creation contains it, so the check measures little more than the round trip. */
const absentWord = 'zqxjvzqxjv'

type Details = Partial<Omit<Component, 'name'>>
/**
 * `run` rejects when the component is unhealthy, and may return details for its entry in the document. Null: this service
 * has no such component.
 */
type Check = { name: string; run: () => Promise<Details | undefined | null>; whenFailing: HealthStatus }

export type CheckResult = { status: HealthStatus; components: Component[]; at: number }

type Cache = { size(): number; bytes(): number; canServeStale(): boolean }

type Parts = {
  store: Store
  state: StateStore
  cache: Cache
  /** Fails when no worker runs jobs. */
  jobs: { health: () => Promise<Details> }
  now: () => number
}

export function componentChecks({ store, state, cache, jobs, now }: Parts): Check[] {
  const check = (name: string, run: Check['run'], whenFailing: HealthStatus = 'outage') => ({ name, run, whenFailing })
  return [
    check('store', async () => void (await store.ping())),
    check('search', async () => {
      await store.feed({ sort: 'relevance', q: absentWord, locales: ['en'], limit: 1 })
      return undefined
    }),
    check('cache', async () => ({ entries: cache.size(), bytes: cache.bytes() })),
    check('state', async () => void (await state.ping())),
    check('jobs', () => jobs.health(), 'degraded'),
    check('event_loop', eventLoop, 'degraded'),
    check('sync', async () => syncLag(await store.syncState(), now()), 'degraded'),
  ]
}

/** A running sync that is late by more than this, and by several intervals, counts as degraded. */
const maxSyncLagSeconds = 60
const maxSyncIntervals = 5

function syncLag(state: SyncState | null, now: number): Details | null {
  if (state === null) return null
  const lag = Math.max(0, Math.round((now - state.syncedAt) / 1000))
  const limit = Math.max(maxSyncLagSeconds, (maxSyncIntervals * (state.every ?? Number.POSITIVE_INFINITY)) / 1000)
  return { lag_seconds: lag, status: lag > limit ? 'degraded' : 'operational' }
}

/** Reports the delay of a timer as latency. */
async function eventLoop(): Promise<Details> {
  const due = performance.now() + timerMs
  await sleep(timerMs)
  const late = Math.max(0, performance.now() - due)
  if (late > maxLoopDelayMs) throw new Error('The event loop is late.')
  return { latency_ms: rounded(late) }
}

const rounded = (ms: number): number => Math.round(ms * 1000) / 1000

export function makeStatusCheck(options: {
  checks: readonly Check[]
  cache: Pick<Cache, 'canServeStale'>
  now: () => number
}): () => Promise<CheckResult> {
  const { checks, cache, now } = options
  let last: { at: number; result: Promise<CheckResult> } | undefined
  const checkAll = async (at: number): Promise<CheckResult> => {
    const components = (await Promise.all(checks.map(runCheck))).filter(component => component !== null)
    return { status: overall(components, cache.canServeStale), components, at }
  }
  return () => {
    const at = now()
    if (last === undefined || at - last.at >= cacheMs || at < last.at) last = { at, result: checkAll(at) }
    return last.result
  }
}

async function runCheck({ name, run, whenFailing }: Check): Promise<Component | null> {
  const start = performance.now()
  const latency = () => rounded(performance.now() - start)
  try {
    const details = await withDeadline(run(), deadlineMs)
    if (details === null) return null
    return { name, status: 'operational', latency_ms: latency(), ...details }
  } catch {
    return { name, status: whenFailing, latency_ms: latency() }
  }
}

/** While the store fails, the cache may serve stale responses; without them it is an outage. */
function overall(components: readonly Component[], canServeStale: () => boolean): HealthStatus {
  const unhealthy = components.filter(({ status }) => status !== 'operational')
  if (unhealthy.length === 0) return 'operational'
  const storeFails = unhealthy.some(({ name }) => name === 'store')
  return storeFails && !canServeStale() ? 'outage' : 'degraded'
}
