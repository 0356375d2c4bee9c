// The metrics of all workers as one. Counters of workers that have ended still count, or sums would go backwards.
import { AggregatorRegistry, type Registry } from 'prom-client'
import type { Metrics } from './messages.ts'

type Metric = { name: string; type: string; values: object[] }

export type GatheredMetrics = {
  /** The reply of a worker to a request. */
  received(worker: number, id: number, metrics: Metrics): void
  /** `metrics`: its last ones; without them those of its last reply count. */
  ended(worker: number, metrics?: Metrics): void
  text(): Promise<string>
}

/** Workers that reply later are left out. */
const replyMs = 1000
/** The same text as in the workers, whose counters are added to ours. */
const unhandledHelp = 'Unhandled promise rejections; see the log.'

export function gatherMetrics(options: {
  /** Sends a request to every worker and returns their ids. */
  requestAll: (id: number) => number[]
  /** How many workers are running, how many have ended by themselves, and our own unhandled rejections. */
  counts: () => { running: number; ended: number; rejections: number }
}): GatheredMetrics {
  const { requestAll, counts } = options
  const latest = new Map<number, Metrics>()
  const waiting = new Map<number, { missing: Set<number>; done: () => void }>()
  let endedTotals: Promise<Metrics> = Promise.resolve([])
  const gone = new Set<number>()
  let requests = 0

  const request = (): Promise<void> => {
    const id = ++requests
    return new Promise<void>(done => {
      const missing = new Set(requestAll(id))
      waiting.set(id, { missing, done })
      if (missing.size === 0) done()
      setTimeout(done, replyMs).unref()
    }).then(() => void waiting.delete(id))
  }

  const addEnded = (metrics: Metrics): void => {
    const lasting = (metrics as Metric[]).filter(({ type }) => type === 'counter' || type === 'histogram')
    endedTotals = endedTotals.then(before => asJson(AggregatorRegistry.aggregate([before, lasting])))
  }

  return {
    received(worker, id, metrics) {
      if (gone.has(worker)) return
      latest.set(worker, metrics)
      const pending = waiting.get(id)
      pending?.missing.delete(worker)
      if (pending?.missing.size === 0) pending.done()
    },
    ended(worker, metrics = latest.get(worker)) {
      if (gone.has(worker)) return
      gone.add(worker)
      for (const { missing, done } of waiting.values()) {
        missing.delete(worker)
        if (missing.size === 0) done()
      }
      if (metrics !== undefined) addEnded(metrics)
      latest.delete(worker)
    },
    async text() {
      await request()
      const { running, ended, rejections } = counts()
      const own = [
        metric('vitrine_workers', 'Workers that are running.', running, 'gauge'),
        metric('vitrine_workers_ended_total', 'Workers that ended unexpectedly.', ended, 'counter'),
        metric('vitrine_unhandled_rejections_total', unhandledHelp, rejections, 'counter'),
      ]
      return AggregatorRegistry.aggregate([...latest.values(), await endedTotals, own]).metrics()
    },
  }
}

const metric = (name: string, help: string, value: number, type: string) => ({
  name,
  help,
  type,
  aggregator: 'sum',
  values: [{ value, labels: {} }],
})

const asJson = async (registry: Registry): Promise<Metrics> => (await registry.getMetricsAsJSON()) as Metrics
