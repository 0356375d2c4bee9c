// Watches the index of a store that is being served, and rebuilds it when it is older than this software: at a start after
// an upgrade, or when an old backup was restored under the running service.
import { setTimeout as sleep } from 'node:timers/promises'
import { derivedVersion, indexAdvice } from './derived-version.ts'
import { type ReindexThread, startReindex } from './reindex-thread.ts'
import type { Store } from './store.ts'

const checkMs = 200
/**
 * Wait after each outcome of a rebuild. After `done`, the store needs some time to notice the new index; without the wait,
 * `check` would start a second rebuild.
 */
const pauseMs = { done: 2000, busy: 1000, failed: 10_000 }
const progressMs = 5000

type Log = Record<'info' | 'warn' | 'error', (facts: object, message: string) => void>

/** The same store, whose index is kept current until the store is closed. `indexed` resolves when it is current for the first time. */
export function keepIndex(store: Store, { location, log }: { location: string; log: Log }) {
  const current = Promise.withResolvers<void>()
  let thread: ReindexThread | undefined
  let isRebuilding = false
  let hasLoggedNewer = false
  let isClosed = false

  const rebuild = async (): Promise<void> => {
    isRebuilding = true
    log.warn(
      { derivedVersion },
      'the index is older than this version: rebuilding it; reads get 503 or cached responses',
    )
    const started = performance.now()
    thread = startReindex(location, throttledProgress(log))
    const outcome = await thread.outcome
    thread = undefined
    if (isClosed) return
    const seconds = Math.round(performance.now() - started) / 1000
    if ('creations' in outcome) log.info({ creations: outcome.creations, seconds }, 'the index is current')
    else if (outcome.busy) log.info({}, 'waiting for another process that imports or rebuilds the index')
    else log.error({ reason: outcome.failed }, 'the index cannot be rebuilt; trying again')
    const pause = 'creations' in outcome ? pauseMs.done : outcome.busy ? pauseMs.busy : pauseMs.failed
    await sleep(pause, undefined, { ref: false })
    isRebuilding = false
  }
  const check = () => {
    const state = store.indexState()
    if (state === 'current') current.resolve()
    if (state === 'newer' && !hasLoggedNewer) log.error({ derivedVersion }, indexAdvice.newer)
    hasLoggedNewer = state === 'newer'
    if (state === 'older' && !isRebuilding && !isClosed) void rebuild()
  }
  const timer = setInterval(check, checkMs)
  timer.unref()
  check()
  const close = async () => {
    isClosed = true
    clearInterval(timer)
    await thread?.stop()
    await store.close()
  }
  return { store: { ...store, close }, indexed: current.promise }
}

function throttledProgress(log: Log): (done: number, of: number) => void {
  let reportedAt = performance.now()
  return (done, of) => {
    if (performance.now() - reportedAt < progressMs) return
    reportedAt = performance.now()
    log.info({ percent: Math.floor((100 * done) / Math.max(of, 1)) }, 'rebuilding the index')
  }
}
