// JSON lines, or readable ones on a terminal. No line for each request unless asked: it would halve the throughput.
import { createRequire } from 'node:module'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { PinoPretty, PrettyOptions } from 'pino-pretty'

// Loaded only for a terminal: thirty files.
const pretty = (options: PrettyOptions): DestinationStream =>
  (createRequire(import.meta.url)('pino-pretty') as typeof PinoPretty)(options)

export function makeLog(level: string, destination?: DestinationStream): Logger {
  const stream = destination ?? (process.stdout.isTTY ? pretty({ ignore: 'pid,hostname' }) : undefined)
  const options = { level, base: { service: 'vitrine' } }
  return stream === undefined ? pino(options) : pino(options, stream)
}
