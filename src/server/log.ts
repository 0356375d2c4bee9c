// Logs JSON lines, or readable lines on a terminal.
import { stripVTControlCharacters } from 'node:util'
import { type DestinationStream, type Logger, pino } from 'pino'

export function makeLog(level: string, destination?: DestinationStream): Logger {
  const stream = destination ?? (process.stdout.isTTY ? terminal : undefined)
  const options = { level, base: { service: 'vitrine' } }
  return stream === undefined ? pino(options) : pino(options, stream)
}

const terminal: DestinationStream = { write: line => void process.stdout.write(readable(line)) }

/** Time, level, message, the other fields as JSON, and the stack of an error. */
export function readable(line: string): string {
  const { level, time, service: _, msg, err, ...fields } = JSON.parse(line)
  const label = pino.levels.labels[level]?.toUpperCase()
  const rest = Object.keys(fields).length === 0 ? '' : ` ${JSON.stringify(fields)}`
  const stack = err === undefined ? '' : `\n  ${err.stack ?? err.message}`
  const text = `${new Date(time).toTimeString().slice(0, 8)} ${label} ${msg}${rest}${stack}`
  // Parts of the text may come from requests or records and must not control the terminal.
  return `${stripVTControlCharacters(text)}\n`
}
