// Shared by `vitrine serve` with one process and with several workers.

import type { Logger } from 'pino'
import type { Service, ServiceOptions } from '../src/app.ts'
import type { Config } from '../src/config/config.ts'
import { linkedDocuments } from '../src/discovery.ts'
import { importRecords } from '../src/records/transfer/import.ts'
import { loadSite, packInForce } from '../src/site/read.ts'
import { nameIn } from '../src/site/text.ts'
import { softwareVersion } from '../src/util/software-version.ts'
import { withoutSecrets } from '../src/util/without-secrets.ts'
import { print } from './command.ts'
import { progressBar } from './progress-bar.ts'
import { withStore, withWritableStore } from './stores.ts'

/** Starts the service; explains why it cannot listen. */
export async function startListening(config: Config, options: ServiceOptions = {}): Promise<Service> {
  const { startService } = await import('../src/app.ts')
  try {
    return await startService(config, options)
  } catch (error) {
    const { code, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number }
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error
    const reason = code === 'EACCES' ? 'this user may not listen there' : 'another process listens there'
    const advice = 'Change VITRINE_BASE_URL, VITRINE_WEB_URL or VITRINE_LISTEN.'
    throw new Error(`Cannot listen on ${address ?? 'any address'}, port ${port}: ${reason}. ${advice}`, {
      cause: error,
    })
  }
}

/** Fills an empty store with the demo community. */
export async function fillWithDemo(config: Config, log: Logger): Promise<void> {
  if (!config.demo || !(await withStore(config, store => store.isEmpty()))) return
  // Logged first: it takes seconds, and without a terminal there is no progress bar.
  log.info({ store: withoutSecrets(config.store) }, 'the store is empty: loading the demo community')
  const { demoCreations, demoRecords } = await import('../demo/demo.ts')
  const bar = progressBar()
  const { summary } = await withWritableStore(config, store =>
    importRecords(demoRecords({ creations: demoCreations }), {
      store,
      now: Date.now,
      demo: true,
      progress: bar.update,
    }),
  )
  bar.clear()
  const { created, seconds } = summary
  log.info(
    { store: withoutSecrets(config.store), records: created, seconds },
    'filled the empty store with the demo community',
  )
}

/** The addresses that are printed or logged when the service is ready. */
type Listeners = { apiUrl: string; webUrl: string; metricsUrl: string | null; workers?: number }

export async function announce(config: Config, log: Logger, listeners: Listeners): Promise<void> {
  const { apiUrl, webUrl, metricsUrl, workers } = listeners
  if (process.stdout.isTTY) await print(await banner(config, listeners))
  else log.info({ api: apiUrl, web: webUrl, metrics: metricsUrl, workers, version: softwareVersion }, 'listening')
}

// npm forwards a Ctrl-C that the terminal has already sent to this process: two signals at once count as one.
const duplicateMs = 500

/** Calls `stop` at the first signal and `end` at a later one. */
export function onStopSignals(
  signals: readonly NodeJS.Signals[],
  stop: (signal: NodeJS.Signals) => void,
  end: () => void,
): void {
  let firstAt = 0
  const onSignal = (signal: NodeJS.Signals) => {
    if (firstAt !== 0 && Date.now() - firstAt > duplicateMs) end()
    if (firstAt === 0) stop(signal)
    firstAt ||= Date.now()
  }
  for (const signal of signals) process.on(signal, onSignal)
}

async function banner(config: Config, { apiUrl, webUrl, metricsUrl, workers }: Listeners): Promise<string> {
  const { operations } = await import('../src/operations/index.ts')
  const reads = operations.filter(({ pathFields }) => pathFields.length === 0)
  const rows = [
    ...reads.map(({ command, name, path }) => [command ?? name, apiUrl + path]),
    ['OpenAPI', webUrl + linkedDocuments.openapi.path],
    ['Web', webUrl],
    ['Metrics', metricsUrl],
  ]
  const lines = rows.flatMap(([label, url]) => (url ? [`  ${label!.padEnd(11)}${url}`] : []))
  const pack = await withStore(config, store => packInForce(config.sitePack, store))
  const workersText = workers === undefined ? '' : `, ${workers} ${workers === 1 ? 'worker' : 'workers'}`
  return [
    '',
    `${nameIn(loadSite(pack))}, served by vitrine ${softwareVersion}${workersText}`,
    '',
    ...lines,
    '',
    'Stop with Ctrl-C.',
    '',
  ].join('\n')
}
