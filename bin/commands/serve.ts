import cluster from 'node:cluster'
import { availableParallelism } from 'node:os'
import type { Config } from '../../src/config/config.ts'
import { workerCount } from '../../src/config/values.ts'
import { type Command, parseFlags, usageError } from '../command.ts'
import { loadConfig } from '../stores.ts'

export const serveCommand: Command = {
  name: 'serve',
  summary: 'Start the service.',
  usage: `serve [--workers <n>|auto] [--watch]

  --workers   how many processes serve; auto means one per core. Default: a single process.
  --watch     load the site pack again when a file in it changes`,
  async run(args) {
    const { values } = parseFlags('serve', args, { workers: { type: 'string' }, watch: { type: 'boolean' } })
    const config = loadConfig()
    if (cluster.isWorker) return (await import('../serve-as-worker.ts')).serveAsWorker(config)
    const workers = values.workers === undefined ? config.workers : parseWorkers(values.workers)
    const { watch = false } = values
    if (workers === undefined) return serveAlone(config, watch)
    const { serveWithWorkers } = await import('../serve-with-workers.ts')
    return serveWithWorkers(config, { count: workers === 'auto' ? availableParallelism() : workers, watch })
  },
}

function parseWorkers(text: string): number | 'auto' {
  try {
    return workerCount(text)
  } catch (error) {
    throw usageError(`--workers ${(error as Error).message} (it is ${text}).`)
  }
}

async function serveAlone(config: Config, watch: boolean): Promise<number> {
  const [{ makeLog }, { announce, onStopSignals }, { startWhenStoreAnswers }, changes] = await Promise.all([
    import('../../src/server/log.ts'),
    import('../serving.ts'),
    import('../starting.ts'),
    import('../site-changes.ts'),
  ])
  const log = makeLog(config.logLevel)
  let isStarting = true
  // A terminal sends SIGHUP when it is closed.
  const hasTerminal = process.stdin.isTTY
  const stopped = new Promise<NodeJS.Signals>(stop =>
    onStopSignals(['SIGINT', 'SIGTERM', ...(hasTerminal ? (['SIGHUP'] as const) : [])], stop, () => process.exit(1)),
  )
  // Process 1 of a container ignores signals without a handler, and the start may take a minute.
  void stopped.then(() => isStarting && process.exit(0))
  const service = await startWhenStoreAnswers(config, log)
  isStarting = false
  await announce(config, log, service)
  const reload = () =>
    service.reloadSite().then(
      () => log.info('the site pack was loaded again'),
      error => changes.logSiteProblems(log, error),
    )
  if (!hasTerminal) process.on('SIGHUP', reload)
  if (watch) changes.watchSite(config, reload)
  service.prepare().catch(error => log.error({ err: error }, 'ask cannot be prepared'))
  log.info({ signal: await stopped }, 'stopping')
  await service.close()
  return 0
}
