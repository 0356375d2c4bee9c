// One of several workers: serves like a single process, controlled by its supervisor.
import type { Config } from '../src/config/config.ts'
import type { ToWorker } from '../src/processes/messages.ts'
import { portsToJoin } from '../src/processes/messages.ts'
import { makeLink } from '../src/processes/supervisor-link.ts'
import { makeLog } from '../src/server/log.ts'
import { announce } from './serving.ts'
import { startWhenStoreAnswers } from './starting.ts'

export async function serveAsWorker(config: Config): Promise<number> {
  const log = makeLog(config.logLevel)
  const link = makeLink({
    send: (message, sent = () => {}) => process.send!(message, sent),
    onMessage: listener => process.on('message', message => listener(message as ToWorker)),
  })
  // A terminal sends these to all processes; only the supervisor reacts, and sends messages to the workers.
  process.on('SIGINT', () => {}).on('SIGHUP', () => {})
  const terminated = new Promise<{ replaced: boolean }>(stop =>
    process.once('SIGTERM', () => stop({ replaced: false })),
  )
  const stopped = Promise.race([link.stopped, terminated])
  let isStarting = true
  void stopped.then(() => isStarting && process.exit(0))
  const { workerCounts, reportMetrics } = link
  const service = await startWhenStoreAnswers(config, log, {
    joins: portsToJoin(),
    workerCounts,
    reportMetrics,
  })
  isStarting = false
  const { apiUrl, webUrl, ports } = service
  // The worker that this one replaces goes on until the index is current.
  await Promise.race([service.indexed, stopped])
  void link.ready(ports).then(announcement => announce(config, log, { apiUrl, webUrl, ...announcement }))
  service.prepare().catch(error => log.error({ err: error }, 'ask cannot be prepared'))
  await service.close(await stopped)
  await link.goodbye()
  return process.exit(0)
}
