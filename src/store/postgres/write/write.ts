// One write transaction: records go into their tables a batch at a time, then `commit` brings everything that is derived
// from them (cards, lists, totals) up to date. Until it ends, readers see the old data.
import pg from 'pg'
import { fail } from '../../../errors.ts'
import type { CheckedRecord, CommunityRecord, DeleteRecord, KeptRecord } from '../../../records/records.ts'
import { expectCurrentIndex, type IndexState, indexStateOf } from '../../derived-version.ts'
import type { ImportCounts, StoreWriter } from '../../store.ts'
import { endWithin, failingAsStore, longConnection, type Run } from '../connections.ts'
import { derivedVersionColumn } from '../schema.ts'
import { beginWith } from '../settings.ts'
import { channel } from '../watch-primary.ts'
import { emptyTouched, type Touched } from './change-set.ts'
import { type CopyTo, copyRows } from './copy.ts'
import { derive } from './derive.ts'
import { putRecords } from './put.ts'
import { checkReferences } from './references.ts'
import { removeRecords } from './remove.ts'

const batchSize = 2000
const lockMs = 10_000

/**
 * A server that has lost its client must not go on for it. Batches are looked up by index, whatever the planner makes of
 * tables that were empty a moment ago.
 */
const settings = {
  lock_timeout: String(lockMs),
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '1h',
  client_connection_check_interval: '1s',
  maintenance_work_mem: '256MB',
  jit: 'off',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
}

/** The connection of a transaction that writes. */
export type Writing = { run: Run; copy: CopyTo; client: pg.Client }

export async function beginWriting(url: string, now: () => number): Promise<StoreWriter> {
  const writing = await connectToWrite(url)
  try {
    await lockOutOthers(writing)
    expectCurrentIndex(await indexStateIn(writing.run))
    const [row] = await writing.run<{ found: boolean }>({ text: 'SELECT EXISTS (SELECT 1 FROM follow) AS found' })
    return writerOf(writing, now, emptyTouched(!row!.found))
  } catch (error) {
    await endWithin(writing.client.end())
    throw error
  }
}

export async function connectToWrite(url: string): Promise<Writing> {
  const client = await longConnection(url)
  return {
    client,
    run: async statement => (await client.query(statement)).rows,
    copy: (into, rows, options) => copyRows(client, into, rows, options),
  }
}

export async function indexStateIn(run: Run): Promise<IndexState> {
  const [row] = await run<{ found: number | null }>({ text: `SELECT ${derivedVersionColumn} AS found` })
  return indexStateOf(row!.found)
}

const lockNotAvailable = '55P03'

/** Begins a transaction that no other writer can begin. */
export async function lockOutOthers({ client }: Writing): Promise<void> {
  try {
    await client.query(beginWith(settings))
    await client.query("SELECT number FROM meta WHERE key = 'data_version' FOR UPDATE")
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== lockNotAvailable) throw error
    throw fail('conflict', 'Another import or reindex is running; try again when it has ended.', { cause: error })
  }
}

export type Put = { record: CommunityRecord; undated: CheckedRecord['undated']; line: number }
export type Kept = Put & { record: KeptRecord }
export type Deleted = Put & { record: DeleteRecord }

function writerOf(writing: Writing, now: () => number, touched: Touched): StoreWriter {
  const counts: ImportCounts = { created: 0, updated: 0, deleted: 0, unchanged: 0 }
  let waiting: Put[] = []
  let flushing: Promise<void> = Promise.resolve()
  let open = true
  const end = async (how: 'COMMIT' | 'ROLLBACK') => {
    if (!open) return
    open = false
    try {
      await writing.client.query(how)
    } finally {
      await endWithin(writing.client.end())
    }
  }
  /** Waits for the batch before; this one is written while the next comes in. */
  const flush = (): Promise<void> => {
    const records = waiting
    const before = flushing
    waiting = []
    flushing = before.then(() => apply(writing, records, touched, counts))
    flushing.catch(() => {}) // whoever flushes next is told
    return before
  }
  return {
    put: ({ record, undated }, line) => {
      if (!open) throw fail('internal_error', 'This import has ended.')
      waiting.push({ record, undated, line })
      if (waiting.length >= batchSize) return failingAsStore(flush)
    },
    commit: ({ rejections, progress }) =>
      failingAsStore(async () => {
        try {
          await flush()
          await flushing
          const rejected = await checkReferences(writing, touched)
          counts.created -= rejected.length
          if (rejections === 'check' || (rejected.length > 0 && rejections === 'fail')) {
            await end('ROLLBACK')
            return { committed: false, counts, rejected }
          }
          const changed = counts.created + counts.updated + counts.deleted > 0
          if (changed) {
            const publish = await derive(writing, touched, progress ?? (() => {}))
            await tellEveryone(writing, now())
            await publish()
          }
          await end(changed ? 'COMMIT' : 'ROLLBACK')
          return { committed: true, counts, rejected }
        } catch (error) {
          await end('ROLLBACK').catch(() => {})
          throw error
        }
      }),
    rollback: async () => {
      await flushing.catch(() => {})
      await end('ROLLBACK').catch(() => {})
    },
  }
}

export async function tellEveryone({ run }: Writing, now: number): Promise<void> {
  const text = "UPDATE meta SET number = greatest(number + 1, $1) WHERE key = 'data_version'"
  await run({ text, values: [Math.floor(now)] })
  await run({ text: `SELECT pg_notify('${channel}', '')` })
}

/** In order, but for what comes to the same in any order: deletions of one kind in a row, and records in a row. */
async function apply(writing: Writing, records: readonly Put[], touched: Touched, counts: ImportCounts): Promise<void> {
  const kindOf = ({ record }: Put) => (record.type === 'delete' ? record.of : 'kept')
  for (let from = 0; from < records.length; ) {
    const kind = kindOf(records[from]!)
    let to = from + 1
    while (to < records.length && kindOf(records[to]!) === kind) to++
    const run = records.slice(from, to)
    if (kind === 'kept') await putRecords(writing, run as Kept[], touched, counts)
    else await removeRecords(writing, run as Deleted[], touched, counts)
    from = to
  }
}
