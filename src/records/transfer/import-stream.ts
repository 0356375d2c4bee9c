// Imports records from a stream, which may never end, in small transactions.
import type { ImportCounts, Rejection, WritableStore } from '../../store/store.ts'
import { exportFrame } from '../export-frame.ts'
import { gather } from './gather.ts'
import {
  checkFrame,
  type ImportOptions,
  type ImportResult,
  outcomeOf,
  rollBackQuietly,
  secondsSince,
} from './import.ts'
import type { Line } from './lines.ts'
import { orphanBuffer, type StreamRecord } from './orphans.ts'

/** `committed` is called after each batch with the number of records read so far. */
type StreamOptions = Pick<ImportOptions, 'store' | 'now' | 'kinds' | 'skipInvalid' | 'report'> & {
  signal: AbortSignal
  committed?: (read: number) => void
}

const maxBatch = 1_000
/** How long the first record of a batch waits for others. */
const maxWaitMs = 250
const maxOrphans = 10_000

export async function importStream(input: AsyncIterable<Uint8Array>, options: StreamOptions): Promise<ImportResult> {
  const { store, now, kinds, skipInvalid, report, signal, committed } = options
  const started = now()
  const orphans = orphanBuffer(maxOrphans)
  let hasFailed = false
  const tally = { read: 0, created: 0, updated: 0, deleted: 0, unchanged: 0, rejected: 0 }

  const reject = (line: number, reason: string): void => {
    tally.rejected += 1
    report({ line, reason })
  }
  const frame = exportFrame()
  let lastLine = 0
  let isStopped = false
  let isBroken = false
  const accept = (line: Line): StreamRecord | 'drop' | 'stop' => {
    lastLine = line.number
    const outcome = checkFrame(outcomeOf(line, { now, kinds }), frame)
    if (outcome === undefined) return 'drop'
    if ('broken' in outcome) {
      isBroken = isStopped = true
      reject(lastLine, outcome.broken)
      return 'stop'
    }
    tally.read += 1
    if ('checked' in outcome) return { line: lastLine, checked: outcome.checked }
    reject(lastLine, outcome.reason)
    isStopped = !skipInvalid
    return isStopped ? 'stop' : 'drop'
  }

  for await (const batch of gather(input, accept, { maxBatch, maxWaitMs, signal })) {
    tally.unchanged += orphans.removeReplaced(batch)
    const records = [...orphans.takeReferringTo(batch), ...batch]
    const written = await write(records, store, now)
    if ('problem' in written) {
      hasFailed = true
      for (const { line } of records) reject(line, `not written, import it again (${written.problem})`)
      continue
    }
    const { counts, rejected } = written
    for (const name of countNames) tally[name] += counts[name]
    const byLine = new Map(records.map(record => [record.line, record]))
    for (const { line, reason } of rejected) {
      const overflow = orphans.add({ ...byLine.get(line)!, reason })
      if (overflow) reject(overflow.line, overflow.reason)
    }
    committed?.(tally.read)
  }
  for (const { line, reason } of orphans.remaining()) reject(line, reason)
  const missing = isStopped || signal.aborted ? undefined : frame.finish()
  if (missing !== undefined) reject(lastLine, missing)
  const isComplete = !isBroken && missing === undefined && (skipInvalid || tally.rejected === 0)
  const complete = !hasFailed && (signal.aborted || isComplete)
  return { complete, summary: { ...tally, seconds: secondsSince(started, now) } }
}

const countNames = ['created', 'updated', 'deleted', 'unchanged'] as const satisfies (keyof ImportCounts)[]

type Written = { counts: ImportCounts; rejected: Rejection[] } | { problem: string }

/** When writing fails, none of these records is in the store, and later ones can still be written. */
async function write(records: readonly StreamRecord[], store: WritableStore, now: () => number): Promise<Written> {
  const writer = await store.begin({ now })
  try {
    for (const { checked, line } of records) await writer.put(checked, line)
    return await writer.commit({ rejections: 'skip' })
  } catch (error) {
    await rollBackQuietly(writer)
    return { problem: messageOf(error) }
  }
}

/** The store's message says that it failed, its cause says why. */
const messageOf = (error: unknown): string => {
  const { message, cause } = error as Error
  return cause instanceof Error ? cause.message : message
}
