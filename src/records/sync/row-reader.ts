// Reads the rows of queries and puts them into a transaction.
import type { StoreWriter } from '../../store/store.ts'
import type { ChangedValue, SyncState } from '../../store/tracking/sync-state.ts'
import type { RecordType } from '../../store/tracking/tables.ts'
import { checkRecord, identities, type Outcome, tooLong } from '../check-record.ts'
import { recordLimits } from '../limits.ts'
import type { CheckedRecord, CommunityRecord, DeleteRecord } from '../records.ts'
import { idColumn, isTypeWithId } from './columns.ts'
import { type Row, recordOf } from './convert.ts'
import type { Mapping, QueryMapping } from './mapping.ts'
import { changedValue, isLater, lowerBound } from './position.ts'
import { type IdentifiedRow, renamer } from './renames.ts'
import type { ReadRows } from './sources/source.ts'

/** A row that was not imported. `row` is the identity of the record, or its number in the result of the query. */
export type RowProblem = { type: RecordType; row: string; reason: string }

type ReaderOptions = {
  mapping: Mapping
  before: SyncState | null
  startedAt: number
  now: () => number
  kinds: readonly string[]
  rows: ReadRows
  begin: () => Promise<StoreWriter>
  signal?: AbortSignal
  report: (problem: RowProblem) => void
  example?: (record: CommunityRecord) => void
  progress?: (rows: number) => void
}

export type RowReader = ReturnType<typeof rowReader>

export function rowReader(options: ReaderOptions) {
  const { mapping, before, startedAt, rows, begin, signal, report, progress } = options
  const complete = new Set<RecordType>()
  const durations = new Map<RecordType, number>()
  const largest = new Map<RecordType, ChangedValue>()
  const rejected = new Map<RecordType, number>()
  let count = 0

  const reject = (type: RecordType, row: string, reason: string) => {
    rejected.set(type, (rejected.get(type) ?? 0) + 1)
    report({ type, row, reason })
  }
  const noteChanged = ({ type, changed }: QueryMapping, row: Row) => {
    const value = changed === undefined ? undefined : changedValue(row[changed])
    const before = largest.get(type)
    if (value !== undefined && (before === undefined || isLater(value, before))) largest.set(type, value)
  }
  const check = rowChecker(options, reject)

  /** Rows with an id are returned, because they may be renamed. */
  const putBatch = async (writer: StoreWriter, query: QueryMapping, batch: readonly Row[], line: number) => {
    const identified: IdentifiedRow[] = []
    for (const [i, row] of batch.entries()) {
      noteChanged(query, row)
      const checked = check(query.type, row)
      if ('keep' in checked) {
        if (checked.keep) await writer.keep(checked.keep)
        continue
      }
      const id = isTypeWithId(query.type) ? (row[idColumn] ?? undefined) : undefined
      if (id !== undefined) identified.push({ id: String(id), checked, line: line + i })
      else {
        const pending = writer.put(checked, line + i)
        if (pending) await pending
      }
    }
    return identified
  }

  return {
    complete,
    durations,
    largest,
    rejected,
    reject,
    count: () => count,
    /** `isWhole`: all rows, not only those that have changed. */
    async read(query: QueryMapping, isWhole: boolean): Promise<void> {
      const position = before?.positions[query.type]
      const after = isWhole || !position ? undefined : lowerBound(position, startedAt)
      const changed = after === undefined ? undefined : { column: query.changed!, after }
      const began = performance.now()
      let line = firstLine(query.type, mapping)
      let renames: ReturnType<typeof renamer> | undefined
      for await (const batch of rows({ sql: query.sql, changed })) {
        signal?.throwIfAborted()
        const writer = await begin()
        const identified = await putBatch(writer, query, batch, line)
        if (identified.length > 0 && isTypeWithId(query.type)) renames ??= renamer(query.type, writer)
        await renames?.put(identified)
        line += batch.length
        count += batch.length
        progress?.(count)
      }
      await renames?.finish()
      if (changed !== undefined) return
      complete.add(query.type)
      durations.set(query.type, performance.now() - began)
    },
  }
}

/** Returns the record of a row. Reports an invalid row and returns the identity of its record, if it has one. */
function rowChecker({ now, kinds, example }: ReaderOptions, reject: RowReader['reject']) {
  const shown = new Set<RecordType>()
  return (type: RecordType, row: Row): CheckedRecord | { keep: DeleteRecord | undefined } => {
    const record = recordOf(type, row)
    const outcome = withinLine(checkRecord(record, { now, kinds }))
    if ('checked' in outcome) {
      if (example && !shown.has(type)) example(outcome.checked.record)
      shown.add(type)
      return outcome.checked
    }
    reject(type, nameOf(type, record), outcome.reason)
    // An invalid row is no missing row: what was imported before stays.
    const identity = checkRecord(deletionOf(type, record), { now })
    const isIdentity = 'checked' in identity && identity.checked.record.type === 'delete'
    return { keep: isIdentity ? (identity.checked.record as DeleteRecord) : undefined }
  }
}

/** An export must be importable. Only records with several translations can be longer than a line may be. */
function withinLine(outcome: Outcome): Outcome {
  if (!('checked' in outcome) || outcome.checked.record.type !== 'creation') return outcome
  const { record } = outcome.checked
  if (Object.keys(record.translations).length < 2) return outcome
  return Buffer.byteLength(JSON.stringify(record)) > recordLimits.line ? { reason: tooLong } : outcome
}

/** Rows of different queries have different lines. */
const linesPerQuery = 2 ** 40
const firstLine = (type: RecordType, { queries }: Mapping) =>
  queries.findIndex(query => query.type === type) * linesPerQuery + 1

export function rowAt(line: number, { queries }: Mapping): [RecordType, string] {
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
