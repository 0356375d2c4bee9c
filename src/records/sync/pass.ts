// One run of sync: reads rows of the source in one snapshot and writes them, together with the position, in one transaction.
import type { ImportCounts, StoreWriter, WritableStore } from '../../store/store.ts'
import type { Removal } from '../../store/tracking/prune.ts'
import type { ChangedValue, SyncState } from '../../store/tracking/sync-state.ts'
import type { RecordType } from '../../store/tracking/tables.ts'
import { checkRecord, identities } from '../check-record.ts'
import type { CommunityRecord } from '../records.ts'
import { rollBackQuietly } from '../transfer/import.ts'
import { idColumn, isTypeWithId } from './columns.ts'
import { type Row, recordOf } from './convert.ts'
import type { Mapping, QueryMapping } from './mapping.ts'
import { advanced, changedValue, isLater, lowerBound } from './position.ts'
import { type IdentifiedRow, renamer } from './renames.ts'
import type { ReadRows, Source } from './sources/source.ts'

/** A row that was not imported. `row` is the identity of the record, or its number in the result of the query. */
export type RowProblem = { type: RecordType; row: string; reason: string }

export type PassOptions = {
  mapping: Mapping
  source: Source
  store: WritableStore
  now: () => number
  /** The kinds of the site. */
  kinds: readonly string[]
  /** Compare everything and remove what is missing. */
  full: boolean
  /** Write nothing. */
  dryRun?: boolean
  /** Remove even more than half of a type. */
  force?: boolean
  /** Whether sync continues after this run. */
  isContinuous?: boolean
  /** Types without `changed` that need not be read this time. */
  skip?: ReadonlySet<RecordType>
  signal?: AbortSignal
  report: (problem: RowProblem) => void
  /** The first record of each type, for people who check their queries. */
  example?: (record: CommunityRecord) => void
  progress?: (rows: number) => void
}

export type PassResult = {
  read: number
  counts: ImportCounts
  rejected: number
  removals: Removal[]
  /** How long reading each type took that was read as a whole. */
  durations: Map<RecordType, number>
}

type Work = PassOptions & { before: SyncState | null; startedAt: number; rows: ReadRows }

export async function runPass(options: PassOptions): Promise<PassResult> {
  const before = await options.store.syncState()
  return options.source.read(async rows => {
    const work = { ...options, before, rows, startedAt: options.now() }
    // Begins with the first rows, so that a slow query does not lock out other imports.
    const writer = lazyWriter(options.store, options.now)
    try {
      return await write(work, writer)
    } catch (error) {
      const begun = writer.begun()
      if (begun) await rollBackQuietly(begun)
      throw error
    }
  }, options.signal)
}

type LazyWriter = { get(): Promise<StoreWriter>; begun(): StoreWriter | undefined }

function lazyWriter(store: WritableStore, now: () => number): LazyWriter {
  let writer: StoreWriter | undefined
  return {
    begun: () => writer,
    get: async () => {
      writer ??= await store.begin({ now, tracks: 'synced' })
      return writer
    },
  }
}

async function write(work: Work, lazy: LazyWriter): Promise<PassResult> {
  const { mapping, dryRun = false, force = false } = work
  const reader = rowReader(work, lazy)
  for (const query of mapping.queries) {
    if (query.changed === undefined && work.skip?.has(query.type) && !isComplete(query, work)) continue
    await reader.read(query, isComplete(query, work) || query.changed === undefined)
  }
  const writer = await lazy.get()
  const retried = new Set<RecordType>()
  for (const type of await writer.typesToRetry()) {
    const query = mapping.queries.find(one => one.type === type)
    if (!query || reader.complete.has(type)) continue
    retried.add(type)
    await reader.read(query, true)
  }
  const complete = [...reader.complete]
  const readOnce = complete.filter(type => !retried.has(type))
  const removals = complete.length === 0 ? [] : await writer.prune({ scope: 'synced', types: complete, force })
  for (const { type, name, count } of await writer.repeated(readOnce)) {
    reader.reject(type, name, `${count} rows are this ${type}; only one of them is imported`)
  }
  const state = (lines: readonly number[]) => {
    const missing = Map.groupBy(lines, line => rowAt(line, mapping)[0])
    const rejectedOf = (type: RecordType) => (reader.rejected.get(type) ?? 0) + (missing.get(type)?.length ?? 0)
    return nextState(work, reader, removals, rejectedOf)
  }
  const { counts, rejected } = await writer.commit({
    rejections: dryRun ? 'check' : 'skip',
    sync: { state, complete },
  })
  for (const { line, reason } of rejected) reader.reject(...rowAt(line, mapping), reason)
  return { read: reader.count(), counts, rejected: reader.rejectedCount(), removals, durations: reader.durations }
}

/** Whether a query must be read as a whole. */
function isComplete({ type, digest }: QueryMapping, { full, before }: Work): boolean {
  return full || before?.positions[type]?.query !== digest
}

type Reader = ReturnType<typeof rowReader>

function rowReader(work: Work, lazy: LazyWriter) {
  const { mapping, before, startedAt, now, kinds, rows, signal, report, example, progress } = work
  const complete = new Set<RecordType>()
  const durations = new Map<RecordType, number>()
  const largest = new Map<RecordType, ChangedValue>()
  const rejected = new Map<RecordType, number>()
  const shown = new Set<RecordType>()
  let count = 0
  let rejectedCount = 0

  const reject = (type: RecordType, row: string, reason: string) => {
    rejectedCount++
    rejected.set(type, (rejected.get(type) ?? 0) + 1)
    report({ type, row, reason })
  }
  const noteChanged = ({ type, changed }: QueryMapping, row: Row) => {
    const value = changed === undefined ? undefined : changedValue(row[changed])
    const before = largest.get(type)
    if (value !== undefined && (before === undefined || isLater(value, before))) largest.set(type, value)
  }
  const put = (writer: StoreWriter, type: RecordType, row: Row, line: number, identified: IdentifiedRow[]) => {
    const record = recordOf(type, row)
    const outcome = checkRecord(record, { now, kinds })
    if ('checked' in outcome) {
      if (example && !shown.has(type)) example(outcome.checked.record)
      shown.add(type)
      const id = row[idColumn]
      if (!isTypeWithId(type) || id === undefined || id === null) return writer.put(outcome.checked, line)
      identified.push({ id: String(id), checked: outcome.checked, line })
      return undefined
    }
    reject(type, nameOf(type, record), outcome.reason)
    // An invalid row is no missing row: what was imported before stays.
    const identity = checkRecord(deletionOf(type, record), { now })
    if ('checked' in identity && identity.checked.record.type === 'delete') return writer.keep(identity.checked.record)
    return undefined
  }

  return {
    complete,
    durations,
    largest,
    rejected,
    reject,
    count: () => count,
    rejectedCount: () => rejectedCount,
    async read(query: QueryMapping, isWhole: boolean): Promise<void> {
      const position = before?.positions[query.type]
      const after = isWhole || !position ? undefined : lowerBound(position, startedAt)
      const changed = after === undefined ? undefined : { column: query.changed!, after }
      const began = performance.now()
      let line = firstLine(query.type, mapping)
      let renames: ReturnType<typeof renamer> | undefined
      for await (const batch of rows({ sql: query.sql, changed })) {
        signal?.throwIfAborted()
        const writer = await lazy.get()
        const identified: IdentifiedRow[] = []
        for (const row of batch) {
          noteChanged(query, row)
          const pending = put(writer, query.type, row, ++line, identified)
          if (pending) await pending
        }
        if (identified.length > 0 && isTypeWithId(query.type)) {
          renames ??= renamer(query.type, writer)
          await renames.put(identified)
        }
        count += batch.length
        progress?.(count)
      }
      await renames?.finish()
      if (changed === undefined) {
        complete.add(query.type)
        durations.set(query.type, performance.now() - began)
      }
    },
  }
}

/** Rows of different queries have different lines. */
const linesPerQuery = 2 ** 40
const firstLine = (type: RecordType, { queries }: Mapping) =>
  queries.findIndex(query => query.type === type) * linesPerQuery

function rowAt(line: number, { queries }: Mapping): [RecordType, string] {
  return [queries[Math.floor(line / linesPerQuery)]!.type, `row ${line % linesPerQuery}`]
}

const identityOf = (type: RecordType, record: Record<string, unknown>) =>
  identities[type].map(name => [name, record[name]] as const)

const deletionOf = (type: RecordType, record: Record<string, unknown>) => ({
  type: 'delete',
  of: type,
  ...Object.fromEntries(identityOf(type, record)),
})

const nameOf = (type: RecordType, record: Record<string, unknown>): string =>
  identityOf(type, record)
    .map(([, value]) => String(value))
    .join('/')

function nextState(
  work: Work,
  { complete, largest }: Reader,
  removals: readonly Removal[],
  rejectedOf: (type: RecordType) => number,
): SyncState {
  const { mapping, before, startedAt, full, isContinuous = false } = work
  const positions: SyncState['positions'] = {}
  const rejections: SyncState['rejected'] = {}
  for (const { type, digest } of mapping.queries) {
    positions[type] = advanced(before?.positions[type], digest, largest.get(type), startedAt)
    rejections[type] = (complete.has(type) ? 0 : (before?.rejected[type] ?? 0)) + rejectedOf(type)
  }
  const stillRefused = (before?.refused ?? []).filter(type => !complete.has(type))
  return {
    positions,
    rejected: rejections,
    syncedAt: startedAt,
    reconciledAt: full || before === null ? startedAt : before.reconciledAt,
    every: isContinuous ? mapping.everyMs : null,
    refused: [...stillRefused, ...removals.filter(({ refused }) => refused).map(({ type }) => type)],
  }
}
