import { access, constants } from 'node:fs/promises'
import type { Config } from '../../src/config.ts'
import { type ImportResult, type ImportSummary, importFile, mostReported } from '../../src/ingest/import.ts'
import { importStream } from '../../src/ingest/import-stream.ts'
import type { Rejection } from '../../src/store/store.ts'
import { type Command, parseFlags, print, usageError } from '../command.ts'
import { progressBar } from '../progress-bar.ts'
import { settingsInForce, withWritableStore } from '../stores.ts'

export const importCommand: Command = {
  name: 'import',
  summary: 'Bring records in: a file as a whole, or a stream as it comes.',
  usage: `import <file|-> [--skip-invalid]

  <file>           NDJSON, one record a line; all of it is applied, or nothing
  -                standard input, applied as it comes for as long as it lasts
  --skip-invalid   report bad lines and go on without them`,
  async run(args) {
    const { values, positionals } = parseFlags('import', args, { 'skip-invalid': { type: 'boolean' } }, 1)
    const [source] = positionals
    if (source === undefined) throw usageError('import needs a file, or - for standard input.')
    const config = settingsInForce()
    const skipInvalid = values['skip-invalid'] ?? false
    const result = await (source === '-' ? readStream(config, skipInvalid) : readFile(config, source, skipInvalid))
    await print(printedSummary(result.summary))
    return result.complete ? 0 : 1
  },
}

async function readFile(config: Config, path: string, skipInvalid: boolean): Promise<ImportResult> {
  const bar = progressBar()
  const report = ({ line, reason }: Rejection) => bar.note(`line ${line}: ${reason}`)
  // Before the store is opened: a mistyped path should not leave an empty store behind.
  await access(path, constants.R_OK).catch(unreadable(path))
  const result = await withWritableStore(config, store =>
    importFile(path, { store, now: Date.now, skipInvalid, report, progress: bar.update }).catch(unreadable(path)),
  )
  bar.clear()
  if (!result.complete) {
    const more =
      result.summary.rejected >= mostReported ? ` There may be more than these ${mostReported} problems.` : ''
    bar.note(`Nothing was imported: mend the lines above, or leave them out with --skip-invalid.${more}`)
  }
  return result
}

function unreadable(path: string): (error: NodeJS.ErrnoException) => never {
  return error => {
    if (error.syscall === undefined) throw error
    const reasons: Record<string, string> = {
      ENOENT: 'there is no such file',
      EISDIR: 'it is a folder',
      EACCES: 'access is denied',
    }
    throw new Error(`Cannot read ${path}: ${reasons[error.code ?? ''] ?? error.message}.`)
  }
}

async function readStream(config: Config, skipInvalid: boolean): Promise<ImportResult> {
  const bar = progressBar()
  const stop = new AbortController()
  const end = () => stop.abort()
  process.on('SIGINT', end).on('SIGTERM', end)
  const report = ({ line, reason }: Rejection) => bar.note(`line ${line}: ${reason}`)
  const committed = (read: number) => bar.status(`${read.toLocaleString('en')} records read`)
  try {
    const result = await withWritableStore(config, store =>
      importStream(process.stdin, { store, now: Date.now, skipInvalid, report, committed, signal: stop.signal }),
    )
    return stop.signal.aborted ? { ...result, complete: true } : result
  } finally {
    bar.clear()
    process.stdin.destroy()
  }
}

/** For people on a terminal, for programs otherwise. */
export function printedSummary(summary: ImportSummary): string {
  if (!process.stdout.isTTY) return `${JSON.stringify(summary)}\n`
  const { read, seconds, ...counts } = summary
  const parts = Object.entries(counts).map(([name, count]) => `${count.toLocaleString('en')} ${name}`)
  return `${read.toLocaleString('en')} records in ${seconds} s: ${parts.join(', ')}\n`
}
