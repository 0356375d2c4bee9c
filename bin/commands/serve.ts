import type { Logger } from 'pino'
import type { Service } from '../../src/app.ts'
import { type Config, withoutSecrets } from '../../src/config.ts'
import { importRecords } from '../../src/ingest/import.ts'
import { softwareVersion } from '../../src/software-version.ts'
import { type Command, parseFlags, print } from '../command.ts'
import { progressBar } from '../progress-bar.ts'
import { settingsInForce, withStore, withWritableStore } from '../stores.ts'

export const serveCommand: Command = {
  name: 'serve',
  summary: 'Start the service.',
  usage: 'serve',
  async run(args) {
    parseFlags('serve', args, {})
    const config = settingsInForce()
    const { makeLog } = await import('../../src/http/log.ts')
    const log = makeLog(config.logLevel)
    await fillWithDemo(config, log)
    const service = await startOn(config)
    if (process.stdout.isTTY) await print(await banner(config, service))
    else
      log.info(
        { api: service.apiUrl, web: service.webUrl, metrics: service.metricsUrl, version: softwareVersion },
        'listening',
      )
    service.prepare().catch(error => log.error({ err: error }, 'ask cannot be prepared'))
    const signal = await stopSignal()
    log.info({ signal }, 'stopping')
    await service.close()
    return 0
  },
}

async function startOn(config: Config): Promise<Service> {
  const { startService } = await import('../../src/app.ts')
  try {
    return await startService(config)
  } catch (error) {
    const { code, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number }
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error
    const why = code === 'EACCES' ? 'this user may not listen there' : 'another process listens there'
    const cure = 'Change VITRINE_BASE_URL, VITRINE_WEB_URL or VITRINE_LISTEN.'
    throw new Error(`Cannot listen on ${address ?? 'any address'}, port ${port}: ${why}. ${cure}`, { cause: error })
  }
}

/** An empty store shows nothing; the demo community shows what the service can do. */
async function fillWithDemo(config: Config, log: Logger): Promise<void> {
  if (!config.demo || !(await withStore(config, store => store.isEmpty()))) return
  const { demoCreations, demoRecords } = await import('../../src/ingest/demo/demo.ts')
  const bar = progressBar()
  const { summary } = await withWritableStore(config, store =>
    importRecords(demoRecords({ creations: demoCreations }), { store, now: Date.now, progress: bar.update }),
  )
  bar.clear()
  const { created, seconds } = summary
  log.info(
    { store: withoutSecrets(config.store), records: created, seconds },
    'filled the empty store with the demo community',
  )
}

// npm passes on a Ctrl-C that the terminal has already sent us, so two signals at once are one wish.
const echoMs = 500

/** Resolves at the first request to stop; another one, when stopping takes too long, ends the process at once. */
function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise(resolve => {
    let asked = 0
    const stop = (signal: NodeJS.Signals) => {
      if (asked !== 0 && Date.now() - asked > echoMs) process.exit(1)
      asked ||= Date.now()
      resolve(signal)
    }
    process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop)
  })
}

async function banner(config: Config, { apiUrl, webUrl, metricsUrl }: Service): Promise<string> {
  const creator = await someCreator(config)
  const rows = [
    ['Feed', `${apiUrl}/public/share/community`],
    ['Tags', `${apiUrl}/public/share/tags`],
    ['Landing', `${apiUrl}/public/share/community/landing`],
    ['A creator', creator && `${apiUrl}/public/share/user/${creator}`],
    ['OpenAPI', `${webUrl}/openapi.json`],
    ['Web', webUrl],
    ['Metrics', metricsUrl],
  ]
  const lines = rows.flatMap(([label, url]) => (url ? [`  ${label!.padEnd(11)}${url}`] : []))
  return [
    '',
    `${config.productName}, served by vitrine ${softwareVersion}`,
    '',
    ...lines,
    '',
    'Stop with Ctrl-C.',
    '',
  ].join('\n')
}

async function someCreator(config: Config): Promise<string | undefined> {
  const { items } = await withStore(config, store => store.feed({ sort: 'trending', locales: ['en'], limit: 1 }))
  return items[0] === undefined ? undefined : (JSON.parse(items[0]) as { handle: string }).handle
}
