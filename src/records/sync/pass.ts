// One run of sync: reads rows of the source in one snapshot and writes them, together with the position, in one transaction.
import type { ImportCounts, StoreWriter, WritableStore } from '../../store/store.ts'
import type { Removal } from '../../store/tracking/prune.ts'
import type { SyncState } from '../../store/tracking/sync-state.ts'
import type { RecordType } from '../../store/tracking/tables.ts'
import type { CommunityRecord } from '../records.ts'
import { rollBackQuietly } from '../transfer/import.ts'
import type { Mapping, QueryMapping } from './mapping.ts'
import { nextState } from './next-state.ts'
import { type RowProblem, type RowReader, rowAt, rowReader } from './row-reader.ts'
import type { ReadRows, Source } from './sources/source.ts'

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
  const reader = rowReader({ ...work, begin: lazy.get })
  for (const query of mapping.queries) {
    const isWhole = mustBeWhole(query, work)
    if (query.changed === undefined && !isWhole && work.skip?.has(query.type)) continue
    await reader.read(query, isWhole || query.changed === undefined)
  }
  const writer = await lazy.get()
  const retried = await retry(reader, writer, mapping)
  const complete = [...reader.complete]
  const removals = complete.length === 0 ? [] : await writer.prune({ scope: 'synced', types: complete, force })
  await reportRepeated(reader, writer, complete.filter(type => !retried.has(type))) // biome-ignore format: one line reads better
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
  const rejectedCount = reader.rejected.values().reduce((sum, count) => sum + count, 0)
  return { read: reader.count(), counts, rejected: rejectedCount, removals, durations: reader.durations }
}

/** Reads the queries again whose rejected rows may be valid now. */
async function retry(reader: RowReader, writer: StoreWriter, { queries }: Mapping): Promise<Set<RecordType>> {
  const retried = new Set<RecordType>()
  for (const type of await writer.typesToRetry()) {
    const query = queries.find(one => one.type === type)
    if (!query || reader.complete.has(type)) continue
    retried.add(type)
    await reader.read(query, true)
  }
  return retried
}

async function reportRepeated(reader: RowReader, writer: StoreWriter, types: readonly RecordType[]): Promise<void> {
  for (const { type, name, count } of await writer.repeated(types)) {
    reader.reject(type, name, `${count} rows are this ${type}; only one of them is imported`)
  }
}

/** Whether a query must be read as a whole. */
function mustBeWhole({ type, digest }: QueryMapping, { full, before }: Work): boolean {
  return full || before?.positions[type]?.query !== digest
}
