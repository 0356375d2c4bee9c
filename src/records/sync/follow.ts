// Continuous sync: runs on notifications and at intervals, survives outages of both databases, and ends on a signal.
import { setTimeout as sleep } from 'node:timers/promises'
import type { SyncLock, WritableStore } from '../../store/store.ts'
import type { RecordType } from '../../store/tracking/tables.ts'
import type { Mapping } from './mapping.ts'
import { type PassResult, runPass } from './pass.ts'
import type { RowProblem } from './row-reader.ts'
import type { Source } from './sources/source.ts'
import { waker } from './wake.ts'

export type Log = Record<'info' | 'warn' | 'error', (facts: object, message: string) => void>

export type FollowOptions = {
  mapping: Mapping
  source: Source
  /** Checks the queries when the source is available for the first time. If it is false, sync ends. */
  isValid: () => Promise<boolean>
  openStore: () => Promise<WritableStore>
  now: () => number
  /** The kinds of the site. */
  kinds: readonly string[]
  force: boolean
  signal: AbortSignal
  log: Log
  /** The message of an error, without secrets. */
  messageOf: (error: unknown) => string
}

const retryMs = { first: 500, longest: 30_000 }
/** Notifications of one moment lead to one run. */
const gatherMs = 100
/** Queries without `changed` are compared for at most this share of the time. */
const maxShare = 0.25
const maxLoggedProblems = 20

/** Queries that cannot be notified are still read at every interval. */
export async function follow(options: FollowOptions): Promise<void> {
  const { mapping, signal } = options
  const wake = waker(signal)
  const runner = passRunner(options)
  const outage = outageLog(options, {
    level: 'error',
    begins: 'sync failed; trying again until it succeeds',
    ends: 'sync works again',
  })
  let isChecked = false
  let listening: Promise<void> | undefined
  while (!signal.aborted) {
    const isFull = wake.takePayloads().includes(fullPayload)
    try {
      isChecked ||= await options.isValid()
      if (!isChecked) return
      if (mapping.listen !== undefined) listening ??= keepListening(options, wake.now)
      const skippedMs = await runner.run(isFull)
      outage.end()
      await wake.within(Math.min(mapping.everyMs, skippedMs))
      // Others that are about to commit take part in the next run.
      if (!signal.aborted) await sleep(gatherMs)
    } catch (error) {
      if (signal.aborted) break
      await runner.reset()
      await wake.sleep(outage.begin(error))
    }
  }
  await runner.reset()
  await listening
}

/** A notification with this payload compares everything at once. */
const fullPayload = 'reconcile'

function passRunner({ mapping, source, openStore, now, kinds, force, signal, log }: FollowOptions) {
  let store: WritableStore | undefined
  let lock: SyncLock | null = null
  let isWaiting = false
  /** Rows may have been deleted while sync was not running. */
  let isFirst = true
  const skipUntil = new Map<RecordType, number>()
  const logResult = resultLog(log)

  const locked = async (opened: WritableStore): Promise<boolean> => {
    if (lock && !(await lock.isHeld())) {
      await lock.release()
      lock = null
    }
    lock ??= await opened.lockSync()
    if (!lock && !isWaiting) log.info({}, 'another sync writes to this store: waiting for it to end')
    isWaiting = !lock
    return lock !== null
  }
  return {
    /** Returns how long to wait until a query may be read that was skipped. */
    async run(isFullRequested: boolean): Promise<number> {
      store ??= await openStore()
      if (!(await locked(store))) return mapping.everyMs
      const state = await store.syncState()
      const full = isFullRequested || isFirst || state === null || now() - state.reconciledAt >= mapping.reconcileMs
      const skip = new Set([...skipUntil].filter(([, until]) => now() < until).map(([type]) => type))
      const problems: RowProblem[] = []
      const report = (problem: RowProblem) => void (problems.length < maxLoggedProblems && problems.push(problem))
      const options = { mapping, source, store, now, kinds, full, force, skip, signal, report, isContinuous: true }
      const result = await runPass(options)
      isFirst = false
      for (const [type, took] of result.durations) skipUntil.set(type, now() + took / maxShare)
      logResult(result, full, problems)
      const waits = mapping.queries
        .filter(({ type, changed }) => changed === undefined && !result.durations.has(type))
        .map(({ type }) => Math.max(0, skipUntil.get(type)! - now()))
      return Math.min(...waits, mapping.everyMs)
    },
    async reset(): Promise<void> {
      await lock?.release().catch(() => {})
      await store?.close().catch(() => {})
      lock = null
      store = undefined
    },
  }
}

/** Logs changes, and problems when they differ from those of the run before. */
function resultLog(log: Log) {
  let lastProblems = ''
  return ({ read, counts, rejected, removals }: PassResult, full: boolean, problems: readonly RowProblem[]) => {
    const { created, updated, deleted } = counts
    if (full || created + updated + deleted > 0) {
      log.info({ full, read, created, updated, deleted, rejected }, 'synced')
    }
    const refused = removals.filter(removal => removal.refused)
    const text = JSON.stringify([problems, refused])
    if (text === lastProblems) return
    lastProblems = text
    for (const { type, row, reason } of problems) log.warn({ type, row, reason }, 'row rejected')
    if (rejected > problems.length)
      log.warn({ rejected }, 'more rows rejected; vitrine sync --dry-run lists all by kind')
    for (const { type, missing, of, examples } of refused) {
      log.error(
        { type, missing, of, examples },
        'too many records are missing: not removed; see vitrine sync --once --force',
      )
    }
  }
}

type OutageMessages = { level: 'warn' | 'error'; begins: string; ends: string }

/** Logs once per outage, and returns how long to wait before the next attempt. */
function outageLog({ log, now, messageOf }: FollowOptions, { level, begins, ends }: OutageMessages) {
  let since: number | undefined
  let waitMs = 0
  return {
    begin(error: unknown): number {
      if (since === undefined) log[level]({ reason: messageOf(error) }, begins)
      since ??= now()
      waitMs = Math.min(Math.max(waitMs * 2, retryMs.first), retryMs.longest)
      return waitMs
    },
    end(): void {
      if (since !== undefined) log.info({ seconds: Math.round((now() - since) / 1000) }, ends)
      since = undefined
      waitMs = 0
    },
  }
}

async function keepListening(options: FollowOptions, notified: (payload: string) => void): Promise<void> {
  const { mapping, source, signal } = options
  const outage = outageLog(options, {
    level: 'warn',
    begins: 'notifications are not available; changes are found by polling',
    ends: 'notifications work again',
  })
  const onNotified = (payload: string) => {
    outage.end()
    notified(payload)
  }
  while (!signal.aborted) {
    await source.listen!(mapping.listen!, onNotified, signal).catch(async error => {
      if (!signal.aborted) await sleep(outage.begin(error), undefined, { signal }).catch(() => {})
    })
  }
}
