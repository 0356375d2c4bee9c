// Shared by `vitrine serve` with one process and with several workers.
import type { Logger } from 'pino'
import type { Service, ServiceOptions } from '../src/app.ts'
import type { Config } from '../src/config/config.ts'
import { linkedDocuments } from '../src/discovery.ts'
import { importRecords } from '../src/records/transfer/import.ts'
import { softwareVersion } from '../src/util/software-version.ts'
import { withoutSecrets } from '../src/util/without-secrets.ts'
import { print } from './command.ts'
import { progressBar } from './progress-bar.ts'
import { withStore, withWritableStore } from './stores.ts'

export async function startOn(config: Config, options: ServiceOptions = {}): Promise<Service> {
  const { startService } = await import('../src/app.ts')
  try {
    return await startService(config, options)
  } catch (error) {
    const { code, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number }
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error
    const why = code === 'EACCES' ? 'this user may not listen there' : 'another process listens there'
    const cure = 'Change VITRINE_BASE_URL, VITRINE_WEB_URL or VITRINE_LISTEN.'
    throw new Error(`Cannot listen on ${address ?? 'any address'}, port ${port}: ${why}. ${cure}`, { cause: error })
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
    importRecords(demoRecords({ creations: demoCreations }), { store, now: Date.now, progress: bar.update }),
  )
  bar.clear()
  const { created, seconds } = summary
  log.info(
    { store: withoutSecrets(config.store), records: created, seconds },
    'filled the empty store with the demo community',
  )
}

/** The addresses that are printed or logged when the service is ready. */
type Places = { apiUrl: string; webUrl: string; metricsUrl: string | null; workers?: number }

export async function announce(config: Config, log: Logger, listeners: Places): Promise<void> {
  const { apiUrl, webUrl, metricsUrl, workers } = listeners
  if (process.stdout.isTTY) await print(await banner(config, listeners))
  else log.info({ api: apiUrl, web: webUrl, metrics: metricsUrl, workers, version: softwareVersion }, 'listening')
}

// npm forwards a Ctrl-C that the terminal has already sent to this process: two signals at once count as one.
const echoMs = 500

/** Calls `stop` at the first of the signals, and `end` at another one when stopping takes too long. */
export function onStopSignals(
  signals: readonly NodeJS.Signals[],
  stop: (signal: NodeJS.Signals) => void,
  end: () => void,
): void {
  let firstAt = 0
  const onSignal = (signal: NodeJS.Signals) => {
    if (firstAt !== 0 && Date.now() - firstAt > echoMs) end()
    if (firstAt === 0) stop(signal)
    firstAt ||= Date.now()
  }
  for (const signal of signals) process.on(signal, onSignal)
}

async function banner(config: Config, { apiUrl, webUrl, metricsUrl, workers }: Places): Promise<string> {
  const { operations } = await import('../src/operations/index.ts')
  const reads = operations.filter(({ pathFields }) => pathFields.length === 0)
  const rows = [
    ...reads.map(({ command, name, path }) => [command ?? name, apiUrl + path]),
    ['OpenAPI', webUrl + linkedDocuments.openapi.path],
    ['Web', webUrl],
    ['Metrics', metricsUrl],
  ]
  const lines = rows.flatMap(([label, url]) => (url ? [`  ${label!.padEnd(11)}${url}`] : []))
  const by = workers === undefined ? '' : `, ${workers} ${workers === 1 ? 'worker' : 'workers'}`
  return [
    '',
    `${config.productName}, served by vitrine ${softwareVersion}${by}`,
    '',
    ...lines,
    '',
    'Stop with Ctrl-C.',
    '',
  ].join('\n')
}
