// Latency of the checks during the last hour: the slowest of each minute, in a ring buffer.
import { type ComponentLatency, minutesShown } from '../../pages/status.ts'
import type { CheckResult } from './checks.ts'

const minuteMs = 60_000
/** The components in the chart: those that requests wait for. */
const chartComponents = ['store', 'search', 'event_loop']

type Minute = { minute: number; ms: Map<string, number> }

export type History = {
  /** Per component the slowest check of each minute, oldest first. */
  latencies: () => ComponentLatency[]
  /** Runs the checks and records their latency. */
  check: () => Promise<CheckResult>
  close: () => void
}

export function makeHistory(check: () => Promise<CheckResult>, now: () => number): History {
  const ring: (Minute | undefined)[] = Array.from({ length: minutesShown })
  const record = ({ components, at }: CheckResult): void => {
    const minute = Math.floor(at / minuteMs)
    const slot = minute % minutesShown
    const bucket = ring[slot]?.minute === minute ? ring[slot] : { minute, ms: new Map<string, number>() }
    ring[slot] = bucket
    for (const { name, latency_ms } of components) bucket.ms.set(name, Math.max(bucket.ms.get(name) ?? 0, latency_ms))
  }
  const checkAndRecord = async () => {
    const result = await check()
    record(result)
    return result
  }
  // Minutes without a request for the status are recorded too.
  const timer = setInterval(() => void checkAndRecord().catch(() => {}), minuteMs).unref()
  return {
    check: checkAndRecord,
    latencies: () => {
      const current = Math.floor(now() / minuteMs)
      const minutes = ring
        .filter(bucket => bucket !== undefined)
        .filter(({ minute }) => minute <= current && minute > current - minutesShown)
        .sort((a, b) => a.minute - b.minute)
      return chartComponents.map(name => ({
        name,
        points: minutes.map(({ minute, ms }) => ({ ago: current - minute, ms: ms.get(name) ?? 0 })),
      }))
    },
    close: () => clearInterval(timer),
  }
}
