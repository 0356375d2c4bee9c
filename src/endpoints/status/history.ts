// Latency of the checks during the last hour: the slowest of each minute, in a ring buffer.
import { type Measured, minutesShown } from '../../pages/status.ts'
import type { Checked } from './checks.ts'

const minuteMs = 60_000
/** The components in the chart: those that requests wait for. */
const shownComponents = ['store', 'search', 'event_loop']

type Minute = { minute: number; ms: Map<string, number> }

export type History = {
  /** The components and their minutes, oldest first. */
  measured: () => Measured[]
  /** Runs the checks and records their latency. */
  check: () => Promise<Checked>
  close: () => void
}

export function makeHistory(check: () => Promise<Checked>, now: () => number): History {
  const ring: (Minute | undefined)[] = Array.from({ length: minutesShown })
  const remember = ({ components, at }: Checked): void => {
    const minute = Math.floor(at / minuteMs)
    const slot = minute % minutesShown
    const bucket = ring[slot]?.minute === minute ? ring[slot] : { minute, ms: new Map<string, number>() }
    ring[slot] = bucket
    for (const { name, latency_ms } of components) bucket.ms.set(name, Math.max(bucket.ms.get(name) ?? 0, latency_ms))
  }
  const checkAndRemember = async () => {
    const checked = await check()
    remember(checked)
    return checked
  }
  // Records the history even when the status is not requested.
  const timer = setInterval(() => void checkAndRemember().catch(() => {}), minuteMs).unref()
  return {
    check: checkAndRemember,
    measured: () => {
      const current = Math.floor(now() / minuteMs)
      const minutes = ring
        .filter(one => one !== undefined)
        .filter(({ minute }) => minute <= current && minute > current - minutesShown)
        .sort((a, b) => a.minute - b.minute)
      return shownComponents.map(name => ({
        name,
        points: minutes.map(({ minute, ms }) => ({ ago: current - minute, ms: ms.get(name) ?? 0 })),
      }))
    },
    close: () => clearInterval(timer),
  }
}
