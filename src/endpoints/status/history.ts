// The last day of health checks. Each process keeps what it found in memory and saves it in the state store, where the
// processes share it. While the state store fails, nothing is lost: it is saved later.

import { type HealthStatus, healthStatuses } from '../../pages/status-document.ts'
import { type DayHistory, daySince, periodMinutes, periodsShown } from '../../pages/status-history.ts'
import type { HealthRecord, HealthStore } from '../../store/state.ts'
import type { CheckResult } from './checks.ts'

const minuteMs = 60_000
const periodMs = periodMinutes * minuteMs

const levelOf = (status: HealthStatus): number => healthStatuses.indexOf(status)

export type History = {
  day: () => Promise<DayHistory>
  /** Runs the checks and records their results. */
  check: () => Promise<CheckResult>
  close: () => Promise<void>
}

type HistoryParts = { check: () => Promise<CheckResult>; store: HealthStore; now: () => number }

export function makeHistory({ check, store, now }: HistoryParts): History {
  const records = new Map<string, HealthRecord>()
  const unsaved = new Set<string>()
  const firstShown = () => Math.floor(now() / periodMs) - periodsShown + 1
  const checkAndRecord = async () => {
    const result = await check()
    const period = Math.floor(result.at / periodMs)
    for (const { name, status, latency_ms } of result.components) {
      const record = { period, component: name, level: levelOf(status), ms: latency_ms }
      if (combine(records, record)) unsaved.add(keyOf(record))
    }
    for (const [key, { period }] of records) if (period < firstShown()) records.delete(key)
    return result
  }
  const save = async () => {
    const changed = [...unsaved].flatMap(key => records.get(key) ?? [])
    unsaved.clear()
    if (changed.length === 0) return
    await store.record({ records: changed, from: firstShown() }).catch(() => {
      for (const record of changed) unsaved.add(keyOf(record))
    })
  }
  // Minutes without a request for the status are recorded too.
  const timer = setInterval(() => void checkAndRecord().then(save, () => {}), minuteMs).unref()
  return {
    check: checkAndRecord,
    day: async () => {
      const all = new Map(records)
      for (const record of await store.read({ from: firstShown() }).catch(() => [])) combine(all, record)
      return daySince(firstShown(), [...all.values()])
    },
    close: async () => {
      clearInterval(timer)
      await save()
    },
  }
}

const keyOf = ({ period, component }: HealthRecord): string => `${period} ${component}`

/** The worse of both values. Returns whether something changed. */
function combine(records: Map<string, HealthRecord>, { period, component, level, ms }: HealthRecord): boolean {
  const key = keyOf({ period, component, level, ms })
  const before = records.get(key)
  if (before !== undefined && before.level >= level && before.ms >= ms) return false
  records.set(key, {
    period,
    component,
    level: Math.max(level, before?.level ?? 0),
    ms: Math.max(ms, before?.ms ?? 0),
  })
  return true
}
