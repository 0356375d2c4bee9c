import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../src/config/config.ts'
import type { CommunityRecord } from '../../src/records/records.ts'
import { problemReport, sourceProblems } from '../../src/records/sync/check-source.ts'
import { follow } from '../../src/records/sync/follow.ts'
import { type Mapping, parseMapping } from '../../src/records/sync/mapping.ts'
import { type PassResult, runPass } from '../../src/records/sync/pass.ts'
import type { RowProblem } from '../../src/records/sync/row-reader.ts'
import { openSource, withoutPasswords } from '../../src/records/sync/sources/open.ts'
import type { Source } from '../../src/records/sync/sources/source.ts'
import { type ProblemKind, problemKinds } from '../../src/records/transfer/problems.ts'
import { makeLog } from '../../src/server/log.ts'
import { isPostgres } from '../../src/store/open.ts'
import type { WritableStore } from '../../src/store/store.ts'
import { type Command, parseFlags, print, printable, usageError } from '../command.ts'
import { progressBar } from '../progress-bar.ts'
import { plurals, refusalLines } from '../refusals.ts'
import { kindsOf, loadConfig, openWritable, withWritableStore } from '../stores.ts'

export const syncCommand: Command = {
  name: 'sync',
  summary: 'Keep the store equal to a database, by queries.',
  usage: `sync <mapping.json> [--once] [--dry-run] [--force]

  <mapping.json>   the source and one query for each type of record
  --once           compare everything once, then end
  --dry-run        compare everything once, write nothing, and report problems by kind
  --force          remove records even if more than half of a type is missing

  Without --once, sync runs until it is stopped.`,
  async run(args) {
    const flag = { type: 'boolean' } as const
    const { values, positionals } = parseFlags('sync', args, { once: flag, 'dry-run': flag, force: flag }, 1)
    const [file] = positionals
    if (file === undefined) throw usageError('sync needs a mapping file; see docs/sync.md.')
    const config = loadConfig()
    const mapping = await loadMapping(file)
    const source = await openSource(mapping.source)
    const force = values.force ?? false
    const mode = values['dry-run'] ? 'dry run' : values.once ? 'once' : 'continuous'
    announce(config, mapping, mode)
    if (values['dry-run']) return dryRun(config, mapping, source, force)
    return values.once ? once(config, mapping, source, force) : continuously(config, mapping, source, force)
  },
}

/** One line, so that a log shows what runs. */
function announce(config: Config, { source, queries, listen, everyMs, reconcileMs }: Mapping, mode: string): void {
  const kind = source.split(':', 1)[0]!.toLowerCase()
  const types = queries.map(({ type }) => plurals[type])
  if (mode !== 'continuous') process.stderr.write(`Sync from ${kind} (${mode}): ${types.join(', ')}\n`)
  else makeLog(config.logLevel).info({ source: kind, mode, types, listen, everyMs, reconcileMs }, 'sync starts')
}

async function loadMapping(file: string): Promise<Mapping> {
  const content = await readFile(file, 'utf8').catch(error => {
    throw usageError(`Cannot read ${file}: ${error.code === 'ENOENT' ? 'there is no such file' : error.message}.`)
  })
  const mapping = parseMapping(file, content, process.env)
  if ('problems' in mapping) throw invalid(mapping.problems)
  return mapping
}

const invalid = (problems: Parameters<typeof problemReport>[0]) =>
  usageError(`The mapping is not valid:\n${problemReport(problems)}`)

const messageOf = ({ source, secrets }: Mapping, error: unknown): string => {
  const { message, cause } = error as Error
  const reason = cause instanceof Error && cause.message ? cause.message : message
  return withoutPasswords(reason, source, secrets)
}

async function checkSource(mapping: Mapping, source: Source): Promise<void> {
  const problems = await sourceProblems(mapping, source).catch(error => {
    throw new Error(`Cannot read the source: ${messageOf(mapping, error)}`)
  })
  if (problems.length > 0) throw invalid(problems)
}

async function once(config: Config, mapping: Mapping, source: Source, force: boolean): Promise<number> {
  const kinds = await kindsOf(config)
  await checkSource(mapping, source)
  return withWritableStore(config, async store => {
    const lock = await store.lockSync()
    if (!lock) throw new Error('Another sync writes to this store. Stop it first.')
    try {
      return await runOnce(store, mapping, source, { force, kinds })
    } finally {
      await lock.release()
    }
  })
}

async function dryRun(config: Config, mapping: Mapping, source: Source, force: boolean): Promise<number> {
  const kinds = await kindsOf(config)
  await checkSource(mapping, source)
  const scratch = await mkdtemp(join(tmpdir(), 'vitrine-sync-'))
  // A dry run must not create a missing store.
  const storeExists = isPostgres(config.store) || existsSync(config.store)
  const storeConfig = storeExists ? config : { ...config, store: join(scratch, 'empty.db') }
  try {
    return await withWritableStore(storeConfig, store =>
      runOnce(store, mapping, source, { force, kinds, dryRun: true }),
    )
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

type RunOptions = { force: boolean; kinds: readonly string[]; dryRun?: boolean }

async function runOnce(store: WritableStore, mapping: Mapping, source: Source, options: RunOptions): Promise<number> {
  const bar = progressBar()
  const problems = problemKinds<RowProblem>()
  const examples: CommunityRecord[] = []
  const started = Date.now()
  const pass = { mapping, source, store, now: Date.now, full: true, ...options, report: problems.add }
  const example = (record: CommunityRecord) => void examples.push(record)
  const progress = (rows: number) => bar.update('reading', rows, 0)
  const result = await runPass({ ...pass, progress, ...(options.dryRun && { example }) })
    .catch(error => {
      throw new Error(`Sync failed: ${messageOf(mapping, error)}`, { cause: error })
    })
    .finally(bar.clear)
  for (const line of problemLines(problems.list())) bar.note(line)
  const refusals = refusalLines(result.removals)
  for (const line of refusals) bar.note(`${line} If this is intended, add --force.`)
  await printResult(result, { seconds: (Date.now() - started) / 1000, problems: problems.list(), examples })
  return result.rejected > 0 || refusals.length > 0 ? 1 : 0
}

function problemLines(problems: readonly ProblemKind<RowProblem>[]): string[] {
  return problems.flatMap(({ kind, count, examples }) => [
    `${count.toLocaleString('en')} × ${kind}`,
    ...examples.map(({ type, row, reason }) => `    ${type} ${row}: ${reason}`),
    ...(count > examples.length ? [`    and ${(count - examples.length).toLocaleString('en')} more`] : []),
  ])
}

type Printed = { seconds: number; problems: readonly ProblemKind<RowProblem>[]; examples: readonly CommunityRecord[] }

/** Text on a terminal, JSON otherwise. */
async function printResult(
  { read, counts, rejected, removals }: PassResult,
  { seconds, problems, examples }: Printed,
): Promise<void> {
  if (!process.stdout.isTTY) {
    const missing = removals.filter(removal => removal.missing > 0)
    const more = examples.length > 0 ? { examples } : {}
    await print(`${JSON.stringify({ read, ...counts, rejected, seconds, problems, removals: missing, ...more })}\n`)
    return
  }
  for (const record of examples) await print(`${printable(JSON.stringify(record))}\n`)
  const parts = Object.entries({ ...counts, rejected }).map(([name, count]) => `${count.toLocaleString('en')} ${name}`)
  await print(`${read.toLocaleString('en')} rows in ${seconds} s: ${parts.join(', ')}\n`)
}

async function continuously(config: Config, mapping: Mapping, source: Source, force: boolean): Promise<number> {
  const kinds = await kindsOf(config)
  const log = makeLog(config.logLevel)
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  let problems: Awaited<ReturnType<typeof sourceProblems>> = []
  const isValid = async () => {
    problems = await sourceProblems(mapping, source)
    return problems.length === 0
  }
  await follow({
    mapping,
    source,
    isValid,
    openStore: () => openWritable(config),
    now: Date.now,
    kinds,
    force,
    signal: stop.signal,
    log,
    messageOf: error => messageOf(mapping, error),
  })
  if (problems.length > 0) throw invalid(problems)
  return 0
}
