// Imports records atomically: all or none.

import type { ImportCounts, Rejection, StoreWriter, WritableStore } from '../../store/store.ts'
import type { Removal } from '../../store/tracking/prune.ts'
import { recordTypes } from '../../store/tracking/tables.ts'
import type { RecordRules } from '../check-creation.ts'
import { checkLine, checkRecord, type LineOutcome, type Outcome } from '../check-record.ts'
import { type ExportFrame, exportFrame } from '../export-frame.ts'
import type { CheckedRecord } from '../records.ts'
import type { Input } from './input.ts'
import { type Line, lineSplitter } from './lines.ts'

export type ImportSummary = { read: number } & ImportCounts & { rejected: number; seconds: number }

/** `complete` is false if records were not imported, other than those that the options allow to skip. */
export type ImportResult = {
  complete: boolean
  summary: ImportSummary
  /** With `prune`: the stored records that are missing in the input. */
  removals?: Removal[]
}

/**
 * `reading` counts bytes (or records, without a file), `indexing` steps of the store. `of` is 0 when the total is
 * unknown.
 */
export type Progress = (phase: 'reading' | 'indexing', done: number, of: number) => void

export type ImportOptions = {
  store: WritableStore
  now: () => number
  /** The kinds of the site; null accepts any. Default: the built-in kinds. */
  kinds?: readonly string[] | null
  /** Skip invalid records instead of rejecting the import. */
  skipInvalid: boolean
  /** Report all problems and write nothing; the counts are what would be done. */
  check?: boolean
  /** Remove all stored records that are missing in the input. `force`: even if these are more than half of a type. */
  prune?: { force: boolean }
  /** Accept only a complete export. */
  requireExport?: boolean
  /** The records are the generated demo community. */
  demo?: boolean
  report: (rejection: Rejection) => void
  progress?: Progress
}

/** Without skipping, the import stops after this many problems. */
export const maxReported = 20

type CheckedLine = { line: number; outcome: Outcome | { broken: string } }

export function importInput(input: Input, options: ImportOptions): Promise<ImportResult> {
  return importAll(checkedLines(input, options), options, input.name)
}

/** For records created in this process; they are validated in the same way. */
export function importRecords(
  records: Iterable<unknown>,
  options: Pick<ImportOptions, 'store' | 'now' | 'kinds' | 'progress' | 'demo'>,
): Promise<ImportResult> {
  const report = ({ line, reason }: Rejection) => {
    throw new Error(`Record ${line} is not valid: ${reason}`)
  }
  return importAll(checkedRecords(records, options), { ...options, skipInvalid: false, report }, 'The records')
}

async function* checkedLines(input: Input, { now, kinds, progress, requireExport = false }: ImportOptions) {
  const splitter = lineSplitter()
  const frame = exportFrame()
  let lastLine = 0
  const check = (lines: Line[]): CheckedLine[] => {
    const checked: CheckedLine[] = []
    for (const line of lines) {
      lastLine = line.number
      const outcome = checkFrame(outcomeOf(line, { now, kinds }), frame)
      if (outcome) checked.push({ line: lastLine, outcome })
    }
    return checked
  }
  for await (const chunk of input.chunks) {
    yield check(splitter.take(chunk))
    const { done, of } = input.progress()
    progress?.('reading', done, of)
  }
  yield check(splitter.end())
  const broken = frame.finish({ required: requireExport })
  if (broken !== undefined) yield [{ line: lastLine, outcome: { broken } }]
}

export function outcomeOf(line: Line, rules: RecordRules): LineOutcome {
  return 'text' in line ? checkLine(line.text, rules) : { reason: line.problem }
}

/** The outcome of a line, also checked against the begin and end lines of an export; undefined for a valid one of these. */
export function checkFrame(outcome: LineOutcome, frame: ExportFrame): CheckedLine['outcome'] | undefined {
  if ('broken' in outcome) return outcome
  const broken = 'marker' in outcome ? frame.marker(outcome.marker) : frame.record()
  if (broken !== undefined) return { broken }
  return 'marker' in outcome ? undefined : outcome
}

async function* checkedRecords(
  records: Iterable<unknown>,
  { now, kinds, progress }: Pick<ImportOptions, 'now' | 'kinds' | 'progress'>,
) {
  let batch: CheckedLine[] = []
  let line = 0
  for (const record of records) {
    line += 1
    batch.push({ line, outcome: checkRecord(record, { now, kinds }) })
    if (batch.length < 1_000) continue
    yield batch
    progress?.('reading', line, 0)
    batch = []
  }
  yield batch
}

async function importAll(
  batches: AsyncIterable<CheckedLine[]>,
  options: ImportOptions,
  name: string,
): Promise<ImportResult> {
  const { store, now, skipInvalid, check = false, prune, demo = false, report } = options
  const started = now()
  const writer = await store.begin(prune ? { now, tracks: 'all' } : { now, demo })
  const tally = { read: 0, rejected: 0 }
  let removals: Removal[] | undefined
  const finish = (complete: boolean, counts: ImportCounts): ImportResult => {
    const { read, rejected } = tally
    const summary = { read, ...counts, rejected, seconds: secondsSince(started, now) }
    return { complete, summary, ...(removals && { removals }) }
  }
  const abandon = async () => {
    await writer.rollback()
    return finish(false, noCounts)
  }
  try {
    await readAll(batches, writer, tally, options, name)
    if (tally.rejected > 0 && !skipInvalid && !check) return await abandon()
    if (prune) removals = await writer.prune({ scope: 'all', types: recordTypes, force: prune.force })
    const isRefused = removals?.some(({ refused }) => refused) ?? false
    if (isRefused && !check) return await abandon()
    const { committed, counts, rejected } = await commit(writer, options)
    tally.rejected += rejected.length
    for (const rejection of skipInvalid || check ? rejected : rejected.slice(0, maxReported)) report(rejection)
    if (check) return finish(tally.rejected === 0 && !isRefused, counts)
    return finish(committed, committed ? counts : noCounts)
  } catch (error) {
    await rollBackQuietly(writer)
    throw error
  }
}

function commit(writer: StoreWriter, { skipInvalid, check = false, progress }: ImportOptions) {
  return writer.commit({
    rejections: check ? 'check' : skipInvalid ? 'skip' : 'fail',
    progress: (done, of) => progress?.('indexing', done, of),
  })
}

/** Writes valid records. Unless invalid ones may be skipped, the first of them ends the writing, and the rest is only checked. */
async function readAll(
  batches: AsyncIterable<CheckedLine[]>,
  writer: StoreWriter,
  tally: { read: number; rejected: number },
  { skipInvalid, check = false, report }: ImportOptions,
  name: string,
): Promise<void> {
  const continuesWriting = skipInvalid || check
  for await (const batch of batches) {
    for (const { line, outcome } of batch) {
      if ('broken' in outcome) {
        if (!check) throw new Error(`${name}, line ${line}: ${outcome.broken}.`)
        tally.rejected += 1
        report({ line, reason: outcome.broken })
        continue
      }
      tally.read += 1
      if ('reason' in outcome) {
        tally.rejected += 1
        report({ line, reason: outcome.reason })
        if (!continuesWriting && tally.rejected >= maxReported) return
      } else if (continuesWriting || tally.rejected === 0) {
        const pending = put(writer, outcome.checked, line)
        if (pending) await pending
      }
    }
  }
}

// SQLite accepts a record synchronously, and a million needless awaits take seconds.
function put(writer: StoreWriter, checked: CheckedRecord, line: number): Promise<void> | undefined {
  return writer.put(checked, line) ?? undefined
}

// The original error is the one to report, and a writer whose commit failed may have ended already.
export async function rollBackQuietly(writer: StoreWriter): Promise<void> {
  try {
    await writer.rollback()
  } catch {}
}

const noCounts: ImportCounts = { created: 0, updated: 0, deleted: 0, unchanged: 0 }

export function secondsSince(started: number, now: () => number): number {
  return Math.round(now() - started) / 1_000
}
