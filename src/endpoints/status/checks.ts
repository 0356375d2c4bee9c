// Health checks of the components, each with a deadline; results are cached for a short time.
import { setTimeout as sleep } from 'node:timers/promises'
import { withDeadline } from '../../cache/single-flight.ts'
import type { Component, Wellness } from '../../pages/status-facts.ts'
import type { StateStore } from '../../store/state.ts'
import type { Store } from '../../store/store.ts'

const deadlineMs = 2000
/** How long a result is cached. */
const freshMs = 2000
/** Event loop delay from which the service counts as degraded. */
const lateMs = 500
const tickMs = 5
/** Creations do not contain it, so the search measures only the round trip. */
const absentWord = 'zqxjvzqxjv'

type Facts = Partial<Omit<Component, 'name' | 'status'>>
/** `run` rejects when the component is unhealthy, and may return facts about it. */
type Check = { name: string; run: () => Promise<Facts | undefined>; whenFailing: Wellness }

export type Checked = { status: Wellness; components: Component[]; at: number }

type Cache = { size(): number; bytes(): number; canServeStale(): boolean }

type Parts = {
  store: Store
  state: StateStore
  cache: Cache
  /** Fails when no worker runs jobs. */
  jobs: { wellness: () => Promise<Facts> }
}

export function componentChecks({ store, state, cache, jobs }: Parts): Check[] {
  const check = (name: string, run: Check['run'], whenFailing: Wellness = 'outage') => ({ name, run, whenFailing })
  return [
    check('store', async () => void (await store.ping())),
    check('search', async () => {
      await store.feed({ sort: 'relevance', q: absentWord, locales: ['en'], limit: 1 })
      return undefined
    }),
    check('cache', async () => ({ entries: cache.size(), bytes: cache.bytes() })),
    check('state', async () => void (await state.ping())),
    check('jobs', () => jobs.wellness(), 'degraded'),
    check('event_loop', eventLoop, 'degraded'),
  ]
}

/** The latency is the delay of a timer. */
async function eventLoop(): Promise<Facts> {
  const due = performance.now() + tickMs
  await sleep(tickMs)
  const late = Math.max(0, performance.now() - due)
  if (late > lateMs) throw new Error('The event loop is late.')
  return { latency_ms: rounded(late) }
}

const rounded = (ms: number): number => Math.round(ms * 1000) / 1000

export function makeStatusCheck(options: {
  checks: readonly Check[]
  cache: Pick<Cache, 'canServeStale'>
  now: () => number
}): () => Promise<Checked> {
  const { checks, cache, now } = options
  let last: { at: number; checked: Promise<Checked> } | undefined
  const checkAll = async (at: number): Promise<Checked> => {
    const components = await Promise.all(checks.map(runCheck))
    return { status: overall(components, cache.canServeStale), components, at }
  }
  return () => {
    const at = now()
    if (last === undefined || at - last.at >= freshMs || at < last.at) last = { at, checked: checkAll(at) }
    return last.checked
  }
}

async function runCheck({ name, run, whenFailing }: Check): Promise<Component> {
  const start = performance.now()
  const latency = () => rounded(performance.now() - start)
  try {
    const facts = await withDeadline(run(), deadlineMs)
    return { name, status: 'operational', latency_ms: latency(), ...facts }
  } catch {
    return { name, status: whenFailing, latency_ms: latency() }
  }
}

/** Without the store, stale responses are served; without those it is an outage. */
function overall(components: readonly Component[], canServeStale: () => boolean): Wellness {
  const unwell = components.filter(({ status }) => status !== 'operational')
  if (unwell.length === 0) return 'operational'
  const storeIsGone = unwell.some(({ name }) => name === 'store')
  return storeIsGone && !canServeStale() ? 'outage' : 'degraded'
}
