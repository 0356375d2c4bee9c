// One of several workers: serves like a single process, and does what its supervisor says.
import cluster from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../src/config.ts'
import { Failure } from '../src/errors.ts'
import { makeLog } from '../src/http/log.ts'
import { makeLink } from '../src/workers/link.ts'
import type { ToWorker } from '../src/workers/messages.ts'
import { announce } from './serving.ts'
import { startWhenStoreAnswers } from './starting.ts'

export async function serveAsWorker(config: Config): Promise<number> {
  const log = makeLog(config.logLevel)
  const link = makeLink({
    send: (message, sent = () => {}) => process.send!(message, sent),
    onMessage: listener => process.on('message', message => listener(message as ToWorker)),
  })
  // A terminal sends these to everybody; the supervisor says what they mean.
  process.on('SIGINT', () => {}).on('SIGHUP', () => {})
  const terminated = new Promise<{ replaced: boolean }>(stop =>
    process.once('SIGTERM', () => stop({ replaced: false })),
  )
  const stopped = Promise.race([link.stopped, terminated])
  let isStarting = true
  void stopped.then(() => isStarting && process.exit(0))
  const { leases, reportMetrics } = link
  // Only the first worker answers 503 meanwhile: the others would take connections from those that can serve.
  const first = cluster.worker!.id === 1
  const service = await startWhenStoreAnswers(config, log, { dealt: true, leases, reportMetrics }, async () => {
    if (!first) await rebuildOlderIndex(config, log)
  })
  isStarting = false
  const { apiUrl, webUrl } = service
  // The workers that this one will replace go on until it can serve.
  await Promise.race([service.indexed, stopped])
  void link.ready().then(told => announce(config, log, { apiUrl, webUrl, ...told }))
  service.prepare().catch(error => log.error({ err: error }, 'ask cannot be prepared'))
  await service.close(await stopped)
  await link.goodbye()
  return process.exit(0)
}

async function rebuildOlderIndex(config: Config, log: Logger): Promise<void> {
  const { openWritableStore } = await import('../src/store/open.ts')
  const store = await openWritableStore(config.store)
  try {
    await retryWhileBusy(() => store.reindex({ when: 'older', now: Date.now }), log)
  } finally {
    await store.close()
  }
}

async function retryWhileBusy(work: () => Promise<unknown>, log: Logger): Promise<void> {
  for (;;) {
    try {
      await work()
      return
    } catch (error) {
      if (!(error instanceof Failure) || error.error !== 'conflict') throw error
      log.info('waiting for another process that imports or rebuilds the index')
      await sleep(1000)
    }
  }
}
