// One of several workers: serves like a single process, and does what its supervisor says.
import type { Config } from '../src/config/config.ts'
import { portsToJoin } from '../src/processes/joining.ts'
import type { ToWorker } from '../src/processes/messages.ts'
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
  // A terminal sends these to everybody; the supervisor says what they mean.
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
  // The workers that this one will replace go on until it can serve.
  await Promise.race([service.indexed, stopped])
  void link.ready(ports).then(told => announce(config, log, { apiUrl, webUrl, ...told }))
  service.prepare().catch(error => log.error({ err: error }, 'ask cannot be prepared'))
  await service.close(await stopped)
  await link.goodbye()
  return process.exit(0)
}
