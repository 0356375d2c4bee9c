// Tracks the records of one transaction in temporary tables; see store/tracking/.
import type { DeleteRecord } from '../../../records/records.ts'
import type { ImportedRecord } from '../../change-set.ts'
import type { Rejection, StoreWriter } from '../../store.ts'
import {
  countRecords,
  type PruneOptions,
  prune,
  type Removal,
  type Repeated,
  repeated,
  type TrackingDatabase,
} from '../../tracking/prune.ts'
import { noteSynced, type SyncCommit, typesToRetry } from '../../tracking/sync-state.ts'
import { keyOf, type RecordType, temporaryTables } from '../../tracking/tables.ts'
import { copyRow } from './copy.ts'
import type { WriteConnection } from './write-connection.ts'

export type Tracker = {
  /** The records of a batch, without deletions. */
  note(records: readonly ImportedRecord[]): Promise<void>
  keep(record: DeleteRecord): void
  prune(options: PruneOptions): Promise<Removal[]>
  repeated(types: readonly RecordType[]): Promise<Repeated[]>
  typesToRetry(): Promise<RecordType[]>
  commit(sync: SyncCommit, rejected: readonly Rejection[]): Promise<void>
}

/** `put` writes records without tracking them. */
export async function trackerOf(
  connection: WriteConnection,
  scope: PruneOptions['scope'],
  put: StoreWriter['put'],
  flush: () => Promise<void>,
): Promise<Tracker> {
  const { run, copy } = connection
  const tracking = trackingDatabase(connection, put)
  await run({ text: temporaryTables('text COLLATE "C"', ' ON COMMIT DROP') })
  // Later, the records of the transaction are among them.
  const before = scope === 'all' ? await countRecords(tracking, scope) : undefined
  const kept: string[] = []
  return {
    keep: record => void kept.push(copyRow([record.of, ...keyOf(record), 0])),
    note: async records => {
      const rows = records.flatMap(({ record, line }) =>
        record.type === 'delete' || record.type === 'rename' ? [] : [copyRow([record.type, ...keyOf(record), line])],
      )
      await copy('seen', [...rows, ...kept.splice(0)])
    },
    prune: async options => {
      await flush()
      const removals = await comparing(connection, async () =>
        prune(tracking, options, before ?? (await countRecords(tracking, scope))),
      )
      await flush()
      return removals
    },
    repeated: types => comparing(connection, () => repeated(tracking, types)),
    typesToRetry: async () => {
      await flush()
      return typesToRetry(tracking)
    },
    commit: async ({ state, complete }, rejected) => {
      await comparing(connection, () => noteSynced(tracking, { complete, haveRejected: rejected.length > 0 }))
      const text = `INSERT INTO sync_state VALUES ('state', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value`
      await run({ text, values: [JSON.stringify(state(rejected.map(({ line }) => line)))] })
    },
  }
}

const joins = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']

/** Whole tables are compared here: the planner may use any join, and knows the size of the temporary tables. */
async function comparing<T>({ run }: WriteConnection, work: () => Promise<T>): Promise<T> {
  const set = (value: string) => run({ text: joins.map(name => `SET LOCAL ${name} = ${value}`).join('; ') })
  await run({ text: 'ANALYZE seen' })
  await set('on')
  const result = await work()
  await set('off')
  return result
}

const rowsAtOnce = 1000
let cursors = 0

function trackingDatabase({ run }: WriteConnection, put: StoreWriter['put']): TrackingDatabase {
  return {
    run: text => run({ text }),
    async *iterate<R extends object>(sql: string) {
      const name = `tracked_${cursors++}`
      await run({ text: `DECLARE ${name} CURSOR FOR ${sql}` })
      for (;;) {
        const rows = await run<R>({ text: `FETCH ${rowsAtOnce} FROM ${name}` })
        yield* rows
        if (rows.length < rowsAtOnce) break
      }
      await run({ text: `CLOSE ${name}` })
    },
    put,
  }
}
