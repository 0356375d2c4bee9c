// Bringing records in as one piece: all of them, or none.
import { open } from 'node:fs/promises'
import type { CheckedRecord } from '../store/records.ts'
import type { ImportCounts, Rejection, StoreWriter, WritableStore } from '../store/store.ts'
import { checkLine, checkRecord, type Outcome } from './check.ts'
import { type Line, lineSplitter } from './lines.ts'

export type ImportSummary = { read: number } & ImportCounts & { rejected: number; seconds: number }

/** `complete` is false when something that was asked for is not in the store. */
export type ImportResult = { complete: boolean; summary: ImportSummary }

/**
 * `reading` counts bytes (or records, when they do not come from a file), `indexing` steps of the store. `of` is 0 when
 * nobody knows how much there is.
 */
export type Progress = (phase: 'reading' | 'indexing', done: number, of: number) => void

export type ImportOptions = {
  store: WritableStore
  now: () => number
  /** Leave bad records out, instead of refusing all because of one. */
  skipInvalid: boolean
  report: (rejection: Rejection) => void
  progress?: Progress
}

/** When records are not to be skipped, as many problems as this are told before giving up. */
export const mostReported = 20

type CheckedLine = { line: number; outcome: Outcome }

export async function importFile(path: string, options: ImportOptions): Promise<ImportResult> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const chunks = file.createReadStream({ highWaterMark: 1 << 18, autoClose: false })
    return await importAll(checkedLines(chunks, size, options), options)
  } finally {
    await file.close()
  }
}

/** For records made in this process; they go through the same checks. */
export function importRecords(
  records: Iterable<unknown>,
  options: Pick<ImportOptions, 'store' | 'now' | 'progress'>,
): Promise<ImportResult> {
  const report = ({ line, reason }: Rejection) => {
    throw new Error(`Record ${line} is not valid: ${reason}`)
  }
  return importAll(checkedRecords(records, options), { ...options, skipInvalid: false, report })
}

async function* checkedLines(chunks: AsyncIterable<Buffer>, size: number, { now, progress }: ImportOptions) {
  const splitter = lineSplitter()
  const check = (line: Line): CheckedLine => ({ line: line.number, outcome: outcomeOf(line, now) })
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    yield splitter.take(chunk).map(check)
    progress?.('reading', bytes, size)
  }
  yield splitter.end().map(check)
}

export function outcomeOf(line: Line, now: () => number): Outcome {
  return 'text' in line ? checkLine(line.text, { now }) : { reason: line.problem }
}

async function* checkedRecords(records: Iterable<unknown>, { now, progress }: Pick<ImportOptions, 'now' | 'progress'>) {
  let batch: CheckedLine[] = []
  let line = 0
  for (const record of records) {
    line += 1
    batch.push({ line, outcome: checkRecord(record, { now }) })
    if (batch.length < 1_000) continue
    yield batch
    progress?.('reading', line, 0)
    batch = []
  }
  yield batch
}

async function importAll(batches: AsyncIterable<CheckedLine[]>, options: ImportOptions): Promise<ImportResult> {
  const { store, now, skipInvalid, report, progress } = options
  const started = now()
  const writer = await store.begin({ now })
  const tally = { read: 0, rejected: 0 }
  const finish = (complete: boolean, counts: ImportCounts): ImportResult => ({
    complete,
    summary: { read: tally.read, ...counts, rejected: tally.rejected, seconds: secondsSince(started, now) },
  })
  try {
    await readAll(batches, writer, tally, options)
    if (tally.rejected > 0 && !skipInvalid) {
      await writer.rollback()
      return finish(false, noCounts)
    }
    const { committed, counts, rejected } = await writer.commit({
      rejections: skipInvalid ? 'skip' : 'fail',
      progress: (done, of) => progress?.('indexing', done, of),
    })
    tally.rejected += rejected.length
    for (const rejection of skipInvalid ? rejected : rejected.slice(0, mostReported)) report(rejection)
    return finish(committed, committed ? counts : noCounts)
  } catch (error) {
    await rollBackQuietly(writer)
    throw error
  }
}

/** Puts what is good. After the first refusal, when nothing will be applied, it only looks for further problems. */
async function readAll(
  batches: AsyncIterable<CheckedLine[]>,
  writer: StoreWriter,
  tally: { read: number; rejected: number },
  { skipInvalid, report }: ImportOptions,
): Promise<void> {
  for await (const batch of batches) {
    for (const { line, outcome } of batch) {
      tally.read += 1
      if ('reason' in outcome) {
        tally.rejected += 1
        report({ line, reason: outcome.reason })
        if (!skipInvalid && tally.rejected >= mostReported) return
      } else if (skipInvalid || tally.rejected === 0) {
        const waiting = put(writer, outcome.checked, line)
        if (waiting) await waiting
      }
    }
  }
}

// Most stores take a record at once, and awaiting nothing a million times takes seconds.
function put(writer: StoreWriter, checked: CheckedRecord, line: number): Promise<void> | undefined {
  return writer.put(checked, line) ?? undefined
}

// The error that led here is the one to tell, and a writer that failed to commit may have ended already.
async function rollBackQuietly(writer: StoreWriter): Promise<void> {
  try {
    await writer.rollback()
  } catch {}
}

export const noCounts: ImportCounts = { created: 0, updated: 0, deleted: 0, unchanged: 0 }

export function secondsSince(started: number, now: () => number): number {
  return Math.round(now() - started) / 1_000
}
