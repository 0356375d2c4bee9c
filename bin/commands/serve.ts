import cluster from 'node:cluster'
import { availableParallelism } from 'node:os'
import type { Config } from '../../src/config/config.ts'
import { workerCount } from '../../src/config/values.ts'
import { type Command, parseFlags, usageError } from '../command.ts'
import { loadConfig } from '../stores.ts'

export const serveCommand: Command = {
  name: 'serve',
  summary: 'Start the service.',
  usage: `serve [--workers <n>|auto]

  --workers   how many processes serve; auto means one per core. Default: a single process.`,
  async run(args) {
    const { values } = parseFlags('serve', args, { workers: { type: 'string' } })
    const config = loadConfig()
    if (cluster.isWorker) return (await import('../serve-as-worker.ts')).serveAsWorker(config)
    const workers = values.workers === undefined ? config.workers : parseWorkers(values.workers)
    if (workers === undefined) return serveAlone(config)
    const { serveWithWorkers } = await import('../serve-with-workers.ts')
    return serveWithWorkers(config, workers === 'auto' ? availableParallelism() : workers)
  },
}

function parseWorkers(text: string): number | 'auto' {
  try {
    return workerCount(text)
  } catch (error) {
    throw usageError(`--workers ${(error as Error).message} (it is ${text}).`)
  }
}

async function serveAlone(config: Config): Promise<number> {
  const [{ makeLog }, { announce, onStopSignals }, { startWhenStoreAnswers }] = await Promise.all([
    import('../../src/server/log.ts'),
    import('../serving.ts'),
    import('../starting.ts'),
  ])
  const log = makeLog(config.logLevel)
  let isStarting = true
  const stopped = new Promise<NodeJS.Signals>(stop =>
    onStopSignals(['SIGINT', 'SIGTERM', 'SIGHUP'], stop, () => process.exit(1)),
  )
  // Process 1 of a container ignores signals without a handler, and the start may take a minute.
  void stopped.then(() => isStarting && process.exit(0))
  const service = await startWhenStoreAnswers(config, log)
  isStarting = false
  await announce(config, log, service)
  service.prepare().catch(error => log.error({ err: error }, 'ask cannot be prepared'))
  log.info({ signal: await stopped }, 'stopping')
  await service.close()
  return 0
}
