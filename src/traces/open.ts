// Traces of requests, store reads and questions, when the operator wants them. Without the setting nothing of this is
// loaded and every part is used as it is.
import type { Logger } from 'pino'
import type { Ask } from '../ask/answer/answer.ts'
import type { Config } from '../config/config.ts'
import type { Handler } from '../server/front-door.ts'
import type { Store } from '../store/store.ts'

/** Each gives back what does the same and is traced. */
export type Traces = {
  handler(handle: Handler): Handler
  store(store: Store): Store
  /** Traced as a part of the request that asks. */
  ask(ask: Ask): Ask
  /** Traced for itself: jobs are run when their request has long been answered. */
  job(ask: Ask): Ask
  close(): Promise<void>
}

const none: Traces = {
  handler: handle => handle,
  store: store => store,
  ask: ask => ask,
  job: ask => ask,
  close: async () => {},
}

export async function openTraces(config: Config, log: Logger): Promise<Traces> {
  if (config.traces === undefined) return none
  const [{ startExport }, { makeSpans }] = await Promise.all([import('./export.ts'), import('./spans.ts')])
  const { tracer, close } = startExport(config.traces, log)
  const { tracesSample, trustProxy, store } = config
  const isSampled = () => Math.random() < tracesSample
  return { ...makeSpans({ tracer, isSampled, trustProxy, place: store }), close }
}
