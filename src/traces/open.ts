// Traces of requests, store reads and questions. OpenTelemetry is loaded only if VITRINE_TRACES is set.
import type { Logger } from 'pino'
import manifest from '../../package.json' with { type: 'json' }
import type { Config } from '../config/config.ts'
import type { Spans } from './spans.ts'

export type Traces = Spans & { close(): Promise<void> }

const none: Traces = {
  handler: handle => handle,
  store: store => store,
  ask: ask => ask,
  job: ask => ask,
  close: async () => {},
}

export async function openTraces(config: Config, log: Logger): Promise<Traces> {
  if (config.traces === undefined) return none
  const parts = Promise.all([import('./export.ts'), import('./spans.ts')])
  const [{ startExport }, { makeSpans }] = await parts.catch(explainMissing)
  const { tracer, close } = startExport(config.traces, log)
  const { tracesSample, trustProxy, store } = config
  const isSampled = () => Math.random() < tracesSample
  return { ...makeSpans({ tracer, isSampled, trustProxy, storeLocation: store }), close }
}

/** OpenTelemetry is an optional peer dependency: 20 MB that few installations need. */
function explainMissing(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException
  if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes('@opentelemetry/')) throw error
  const packages = Object.entries(manifest.peerDependencies).map(entry => entry.join('@'))
  // In a clone the packages are development dependencies, which `--omit=dev` leaves out, and package.json must not change.
  const options = import.meta.url.includes('/node_modules/') ? '' : '--no-save --save-prod --omit=dev '
  const command = `npm install ${options}${packages.join(' ')}`
  throw new Error(`VITRINE_TRACES needs packages that are not installed. Run: ${command}`, { cause: error })
}
