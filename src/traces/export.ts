// Sends spans in batches from a bounded queue to a collector (OTLP over HTTP, JSON). When the collector is unavailable or
// slow, spans are dropped; requests never wait for it.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tracer } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { AlwaysOnSampler, BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { softwareVersion } from '../util/software-version.ts'

/** A span takes about 2 kB. */
const queueSize = 2048
const batchSize = 512
const delayMs = 1000
const sendMs = 2000
/** Time to send the rest of the queue when the service stops. */
const closeMs = 1000

export function startExport(url: string, log: Logger): { tracer: Tracer; close: () => Promise<void> } {
  const exporter = telling(new OTLPTraceExporter({ url, timeoutMillis: sendMs, concurrencyLimit: 4 }), url, log)
  const provider = new TracerProvider({
    // Requests are sampled before a span starts.
    sampler: new AlwaysOnSampler(),
    resource: resourceFromAttributes({
      'service.name': 'vitrine',
      'service.version': softwareVersion,
      'service.instance.id': randomUUID(),
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: queueSize,
        maxExportBatchSize: batchSize,
        scheduledDelayMillis: delayMs,
        exportTimeoutMillis: sendMs + 500,
      }),
    ],
  })
  return {
    tracer: provider.getTracer('vitrine', softwareVersion),
    close: async () => {
      const sent = provider.shutdown().catch(() => {}) // already logged
      await Promise.race([sent, sleep(closeMs, undefined, { ref: false })])
    },
  }
}

/** One line when sending begins to fail, and one when it works again. */
function telling(exporter: OTLPTraceExporter, url: string, log: Logger): SpanExporter {
  let failing = false
  return {
    export: (spans, done) =>
      exporter.export(spans, result => {
        const failed = result.error !== undefined
        if (failed && !failing) log.warn({ collector: url, err: result.error }, 'traces cannot be sent and are dropped')
        if (!failed && failing) log.info({ collector: url }, 'traces are sent again')
        failing = failed
        done(result)
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  }
}
