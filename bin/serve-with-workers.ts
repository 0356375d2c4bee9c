// The supervisor: starts the workers, adds up their rate-limit counts and their metrics.
import cluster, { type Worker } from 'node:cluster'
import type { Config } from '../src/config/config.ts'
import type { GatheredMetrics } from '../src/processes/gathered-metrics.ts'
import { makeLimitTotals } from '../src/processes/limit-totals.ts'
import type { FromWorker } from '../src/processes/messages.ts'
import { joinEnvironment } from '../src/processes/messages.ts'
import { makeSupervisor, type Supervisor, sendTo } from '../src/processes/supervisor.ts'
import { makeLog } from '../src/server/log.ts'
import { listenForMetrics, type MetricsPort } from '../src/server/metrics-port.ts'
import { watchRejections } from '../src/server/rejections.ts'
import { onStopSignals } from './serving.ts'
import { isSiteValid, watchSite } from './site-changes.ts'

type Workers = { count: number; watch: boolean }

export async function serveWithWorkers(config: Config, { count, watch }: Workers): Promise<number> {
  const log = makeLog(config.logLevel)
  const totals = makeLimitTotals({
    now: Date.now,
    workers: () => Object.keys(cluster.workers ?? {}).map(Number),
    send(id, others) {
      const worker = cluster.workers?.[id]
      if (worker !== undefined) sendTo(worker, { type: 'limits', others })
    },
  })
  const unhandled = { rejections: 0 }
  watchRejections(log, unhandled)
  let gathered: GatheredMetrics | null = null
  const onMessage = (worker: Worker, message: FromWorker): void => {
    if (message.type === 'limits') totals.add(worker.id, message.increments)
    else if (message.type === 'metrics') gathered?.received(worker.id, message.id, message.metrics)
    else if (message.type === 'goodbye') gathered?.ended(worker.id, message.metrics)
  }
  const supervisor = makeSupervisor({
    count,
    // Only the first worker fills an empty store with the demo community.
    fork: ({ isFirst, joins }) =>
      cluster.fork({ ...(isFirst ? {} : { VITRINE_DEMO: 'off' }), ...joinEnvironment(joins) }),
    log,
    now: Date.now,
    onMessage,
    onExit: worker => gathered?.ended(worker.id),
  })
  const reload = async () => {
    if (await isSiteValid(config, log)) await supervisor.reload()
  }
  process.on('SIGHUP', reload)
  if (watch) watchSite(config, reload)
  const { stopped, isStopping } = handleSignals(supervisor, signal => log.info({ signal }, 'stopping'))
  gathered = config.metricsPort === undefined ? null : await gatherFromWorkers(supervisor, unhandled)
  const metrics = gathered === null ? null : await serveMetrics(config, gathered)
  try {
    await supervisor.start()
    const [first] = supervisor.workers()
    if (first !== undefined) sendTo(first, { type: 'announce', workers: count, metricsUrl: metrics?.url ?? null })
    await stopped
    return 0
  } catch {
    // The worker has already printed the error.
    return isStopping() ? 0 : 1
  } finally {
    await metrics?.close()
  }
}

function handleSignals(supervisor: Supervisor, onStop: (signal: NodeJS.Signals) => void) {
  let isStopping = false
  const stopped = new Promise<void>(done => {
    const stop = (signal: NodeJS.Signals) => {
      isStopping = true
      onStop(signal)
      void supervisor.stop().then(done)
    }
    onStopSignals(['SIGINT', 'SIGTERM'], stop, () => {
      supervisor.kill()
      process.exit(1)
    })
  })
  return { stopped, isStopping: () => isStopping }
}

async function gatherFromWorkers(supervisor: Supervisor, unhandled: { rejections: number }): Promise<GatheredMetrics> {
  // Imported on demand: it loads prom-client, which is needed only with a metrics port.
  const { gatherMetrics } = await import('../src/processes/gathered-metrics.ts')
  return gatherMetrics({
    requestAll(id) {
      const workers = supervisor.workers()
      for (const worker of workers) sendTo(worker, { type: 'metrics', id })
      return workers.map(worker => worker.id)
    },
    counts: () => ({ running: supervisor.workers().length, ended: supervisor.ended(), ...unhandled }),
  })
}

async function serveMetrics(config: Config, { text }: GatheredMetrics): Promise<MetricsPort> {
  const { metricsServer } = await import('../src/server/metrics.ts')
  const page = { contentType: 'text/plain; version=0.0.4; charset=utf-8' as const, metrics: text }
  return listenForMetrics({ ...config.listen.api, port: config.metricsPort! }, () => metricsServer(page))
}
