// JSON lines, or readable ones on a terminal. No line for each request unless asked: it would halve the throughput.
import { type DestinationStream, type Logger, pino } from 'pino'
import pretty from 'pino-pretty'

export function makeLog(level: string, destination?: DestinationStream): Logger {
  const stream = destination ?? (process.stdout.isTTY ? pretty({ ignore: 'pid,hostname' }) : undefined)
  const options = { level, base: { service: 'vitrine' } }
  return stream === undefined ? pino(options) : pino(options, stream)
}
