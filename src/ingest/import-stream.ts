// Bringing records in from a stream for as long as it lasts, committed as they come.
import type { ImportCounts, WritableStore } from '../store/store.ts'
import { exportFrame } from './export-frame.ts'
import { gather } from './gather.ts'
import { framed, type ImportOptions, type ImportResult, outcomeOf, secondsSince } from './import.ts'
import type { Line } from './lines.ts'
import { type StreamRecord, waitingRoom } from './waiting.ts'

/** `committed` is told what has come of the stream after each batch. */
export type StreamOptions = Pick<ImportOptions, 'store' | 'now' | 'skipInvalid' | 'report'> & {
  signal: AbortSignal
  committed?: (read: number) => void
}

const mostInBatch = 1_000
const patience = 250
const mostWaiting = 10_000

export async function importStream(input: AsyncIterable<Uint8Array>, options: StreamOptions): Promise<ImportResult> {
  const { store, now, skipInvalid, report, signal, committed } = options
  const started = now()
  const room = waitingRoom(mostWaiting)
  const tally = { read: 0, created: 0, updated: 0, deleted: 0, unchanged: 0, rejected: 0 }

  const reject = (line: number, reason: string): void => {
    tally.rejected += 1
    report({ line, reason })
  }
  const frame = exportFrame()
  let last = 0
  let isStopped = false
  let isBroken = false
  const accept = (line: Line): StreamRecord | 'drop' | 'stop' => {
    last = line.number
    const outcome = framed(outcomeOf(line, now), frame)
    if (outcome === undefined) return 'drop'
    if ('broken' in outcome) {
      isBroken = isStopped = true
      reject(last, outcome.broken)
      return 'stop'
    }
    tally.read += 1
    if ('checked' in outcome) return { line: last, checked: outcome.checked }
    reject(last, outcome.reason)
    isStopped = !skipInvalid
    return isStopped ? 'stop' : 'drop'
  }

  for await (const batch of gather(input, accept, { most: mostInBatch, patience, signal })) {
    tally.unchanged += room.replaced(batch)
    const records = [...room.helpedBy(batch), ...batch]
    const { counts, rejected } = await commit(records, store, now)
    for (const name of countNames) tally[name] += counts[name]
    const byLine = new Map(records.map(record => [record.line, record]))
    for (const { line, reason } of rejected) {
      const overflow = room.add({ ...byLine.get(line)!, reason })
      if (overflow) reject(overflow.line, overflow.reason)
    }
    committed?.(tally.read)
  }
  for (const { line, reason } of room.leave()) reject(line, reason)
  const missing = isStopped || signal.aborted ? undefined : frame.finish()
  if (missing !== undefined) reject(last, missing)
  const complete = !isBroken && missing === undefined && (skipInvalid || tally.rejected === 0)
  return { complete, summary: { ...tally, seconds: secondsSince(started, now) } }
}

const countNames = ['created', 'updated', 'deleted', 'unchanged'] as const satisfies (keyof ImportCounts)[]

async function commit(records: readonly StreamRecord[], store: WritableStore, now: () => number) {
  const writer = await store.begin({ now })
  for (const { checked, line } of records) await writer.put(checked, line)
  return writer.commit({ rejections: 'skip' })
}
