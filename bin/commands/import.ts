import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../src/config/config.ts'
import {
  type ImportOptions,
  type ImportResult,
  type ImportSummary,
  importInput,
  maxReported,
} from '../../src/records/transfer/import.ts'
import { importStream } from '../../src/records/transfer/import-stream.ts'
import { openInput, streamInput } from '../../src/records/transfer/input.ts'
import { type ProblemKind, problemKinds } from '../../src/records/transfer/problems.ts'
import { isPostgres } from '../../src/store/open.ts'
import type { Rejection } from '../../src/store/store.ts'
import { type Command, parseFlags, print, printable, usageError } from '../command.ts'
import { progressBar } from '../progress-bar.ts'
import { refusalLines } from '../refusals.ts'
import { kindsOf, loadConfig, withWritableStore } from '../stores.ts'

export const importCommand: Command = {
  name: 'import',
  summary: 'Import records: a file as a whole, or a stream continuously.',
  usage: `import <file|-> [--skip-invalid | --check] [--prune [--force]]

  <file>           NDJSON, one record a line; all of it is applied, or nothing
  -                standard input, applied continuously until it ends
  --skip-invalid   report bad lines and go on without them
  --check          write nothing, and report all problems by kind
  --prune          also remove everything that is missing in the file
  --force          prune even if more than half of a record type is missing

  Both may be compressed with gzip or zstd.`,
  async run(args) {
    const flag = { type: 'boolean' } as const
    const flags = { 'skip-invalid': flag, check: flag, prune: flag, force: flag }
    const { values, positionals } = parseFlags('import', args, flags, 1)
    const [source] = positionals
    if (source === undefined) throw usageError('import needs a file, or - for standard input.')
    if (values.check && values['skip-invalid']) throw usageError('import takes --check or --skip-invalid, not both.')
    const problem = values.prune || values.force ? pruneProblem(values, source) : undefined
    if (problem !== undefined) throw usageError(problem)
    const config = loadConfig()
    const skipInvalid = values['skip-invalid'] ?? false
    const prune = values.prune ? { prune: { force: values.force ?? false } } : {}
    if (values.check) return check(config, source, prune)
    return source === '-' ? readStream(config, skipInvalid) : readFile(config, source, { skipInvalid, ...prune })
  },
}

type Prune = Pick<ImportOptions, 'prune'>

function pruneProblem(values: { prune?: boolean; 'skip-invalid'?: boolean }, source: string): string | undefined {
  if (!values.prune) return '--force needs --prune.'
  if (source === '-') return '--prune needs a file: what is missing in a stream is known only when it ends.'
  if (!values['skip-invalid']) return undefined
  return 'import takes --prune or --skip-invalid, not both: an invalid record would be removed.'
}

async function readFile(config: Config, path: string, options: Pick<ImportOptions, 'skipInvalid' | 'prune'>) {
  const kinds = await kindsOf(config)
  const { bar, report, problems } = makeReporter()
  // Before the store is opened: a wrong path must not create an empty store.
  const input = await openInput(path)
  let result: ImportResult
  try {
    result = await withWritableStore(config, store =>
      importInput(input, { store, now: Date.now, kinds, ...options, report, progress: bar.update }),
    )
  } finally {
    await input.close()
    bar.clear()
  }
  const refusals = refusalLines(result.removals ?? [])
  for (const line of refusals) bar.note(line)
  if (refusals.length > 0) bar.note('Nothing was imported. If this is intended, add --force.')
  else if (!result.complete) {
    const more = result.summary.rejected >= maxReported ? ' There may be more; --check reports all of them.' : ''
    bar.note(`Nothing was imported: correct the lines above, or leave them out with --skip-invalid.${more}`)
  }
  return finish(result, options.skipInvalid ? problems.list() : undefined)
}

async function readStream(config: Config, skipInvalid: boolean): Promise<number> {
  const kinds = await kindsOf(config)
  const { bar, report, problems } = makeReporter()
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  const committed = (read: number) => bar.status(`${read.toLocaleString('en')} records read`)
  const input = streamInput(process.stdin)
  try {
    const result = await withWritableStore(config, store =>
      importStream(input.chunks, { store, now: Date.now, kinds, skipInvalid, report, committed, signal: stop.signal }),
    )
    bar.clear()
    return await finish(result, skipInvalid ? problems.list() : undefined)
  } finally {
    bar.clear()
    await input.close()
  }
}

async function check(config: Config, source: string, prune: Prune): Promise<number> {
  const kinds = await kindsOf(config)
  const bar = progressBar()
  const problems = problemKinds()
  const input = source === '-' ? streamInput(process.stdin) : await openInput(source)
  const scratch = await mkdtemp(join(tmpdir(), 'vitrine-check-'))
  // Records may refer to others in the store; a check must not create a missing store.
  const storeExists = isPostgres(config.store) || existsSync(config.store)
  const storeConfig = storeExists ? config : { ...config, store: join(scratch, 'empty.db') }
  const options = { now: Date.now, kinds, skipInvalid: false, check: true, ...prune, report: problems.add }
  try {
    const result = await withWritableStore(storeConfig, store =>
      importInput(input, { store, ...options, progress: bar.update }),
    )
    bar.clear()
    for (const line of refusalLines(result.removals ?? [])) bar.note(line)
    if (!process.stdout.isTTY) for (const line of problemLines(problems.list())) bar.note(line)
    return await finish(result, problems.list(), 'Nothing was written. An import would do this: ')
  } finally {
    bar.clear()
    await input.close()
    await rm(scratch, { recursive: true, force: true })
  }
}

function makeReporter() {
  const bar = progressBar()
  const problems = problemKinds()
  const report = (problem: Rejection) => {
    problems.add(problem)
    bar.note(`line ${problem.line}: ${problem.reason}`)
  }
  return { bar, problems, report }
}

function problemLines(problems: readonly ProblemKind[]): string[] {
  return problems.flatMap(({ kind, count, examples }) => [
    `${count.toLocaleString('en')} × ${kind}`,
    ...examples.map(({ line, reason }) => `    line ${line}: ${reason}`),
    ...(count > examples.length ? [`    and ${(count - examples.length).toLocaleString('en')} more`] : []),
  ])
}

/** Prints the summary and the problems by kind; returns the exit code. */
async function finish(result: ImportResult, problems?: readonly ProblemKind[], intro = ''): Promise<number> {
  const { summary, complete } = result
  if (!process.stdout.isTTY) await print(`${JSON.stringify(problems ? { ...summary, problems } : summary)}\n`)
  else {
    const lines = problemLines(problems ?? []).map(line => printable(line))
    await print(`${lines.map(line => `${line}\n`).join('')}${intro}${printedSummary(summary)}`)
  }
  return complete ? 0 : 1
}

/** Text on a terminal, JSON otherwise. */
export function printedSummary(summary: ImportSummary): string {
  if (!process.stdout.isTTY) return `${JSON.stringify(summary)}\n`
  const { read, seconds, ...counts } = summary
  const parts = Object.entries(counts).map(([name, count]) => `${count.toLocaleString('en')} ${name}`)
  return `${read.toLocaleString('en')} records in ${seconds} s: ${parts.join(', ')}\n`
}
