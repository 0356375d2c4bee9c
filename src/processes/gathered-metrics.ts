// The metrics of all workers as one. Counters of workers that have ended still count, or sums would go backwards.
import { AggregatorRegistry, type Registry } from 'prom-client'
import type { Metrics } from './messages.ts'

type Metric = { name: string; type: string; values: object[] }

export type GatheredMetrics = {
  /** What a worker said when it was asked. */
  heard(worker: number, id: number, metrics: Metrics): void
  /** What a worker left behind; or, when it could leave nothing, what it said last. */
  left(worker: number, metrics?: Metrics): void
  text(): Promise<string>
}

const askMs = 1000
/** The same text as for the workers' own, with which this is added up. */
const unhandledHelp = 'Failures that no code handled: bugs, see the log.'

export function gatherMetrics(options: {
  /** Asks every worker and gives back which were asked. */
  askAll: (id: number) => number[]
  /** How many workers are running, how many have ended by themselves, and our own unhandled rejections. */
  counts: () => { running: number; ended: number; rejections: number }
}): GatheredMetrics {
  const { askAll, counts } = options
  const latest = new Map<number, Metrics>()
  const waiting = new Map<number, { missing: Set<number>; done: () => void }>()
  let ended: Promise<Metrics> = Promise.resolve([])
  const gone = new Set<number>()
  let asks = 0

  const ask = (): Promise<void> => {
    const id = ++asks
    return new Promise<void>(done => {
      const missing = new Set(askAll(id))
      waiting.set(id, { missing, done })
      if (missing.size === 0) done()
      setTimeout(done, askMs).unref()
    }).then(() => void waiting.delete(id))
  }

  const bury = (metrics: Metrics): void => {
    const lasting = (metrics as Metric[]).filter(({ type }) => type === 'counter' || type === 'histogram')
    ended = ended.then(before => asJson(AggregatorRegistry.aggregate([before, lasting])))
  }

  return {
    heard(worker, id, metrics) {
      if (gone.has(worker)) return
      latest.set(worker, metrics)
      const asked = waiting.get(id)
      asked?.missing.delete(worker)
      if (asked?.missing.size === 0) asked.done()
    },
    left(worker, metrics = latest.get(worker)) {
      if (gone.has(worker)) return
      gone.add(worker)
      for (const { missing, done } of waiting.values()) {
        missing.delete(worker)
        if (missing.size === 0) done()
      }
      if (metrics !== undefined) bury(metrics)
      latest.delete(worker)
    },
    async text() {
      await ask()
      const { running, ended: lost, rejections } = counts()
      const own = [
        metric('vitrine_workers', 'Workers that are running.', running, 'gauge'),
        metric('vitrine_workers_ended_total', 'Workers that ended without being told to.', lost, 'counter'),
        metric('vitrine_unhandled_rejections_total', unhandledHelp, rejections, 'counter'),
      ]
      return AggregatorRegistry.aggregate([...latest.values(), await ended, own]).metrics()
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
