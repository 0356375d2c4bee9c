// Tracks the records of one transaction in temporary tables; see store/tracking/.
import type { DatabaseSync } from 'node:sqlite'
import { fail } from '../../../errors.ts'
import type { DeleteRecord, EntityRecord } from '../../../records/records.ts'
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

type Tracker = {
  note(record: EntityRecord | DeleteRecord, line: number): void
  prune(options: PruneOptions): Promise<Removal[]>
  repeated(types: readonly RecordType[]): Promise<Repeated[]>
  typesToRetry(): Promise<RecordType[]>
  commit(sync: SyncCommit, rejected: readonly Rejection[]): Promise<void>
}

const untracked = () => {
  throw fail('internal_error', 'This transaction does not track records.')
}

export const noTracker: Tracker = {
  note: () => {},
  prune: async () => untracked(),
  repeated: async () => untracked(),
  typesToRetry: async () => untracked(),
  commit: async () => untracked(),
}

/** Of the temporary tables; the default is half a megabyte. */
const cacheKiB = 16_384

export async function trackerOf(
  db: DatabaseSync,
  scope: PruneOptions['scope'],
  put: StoreWriter['put'],
): Promise<Tracker> {
  // Tables of an earlier transaction of this connection.
  for (const name of ['seen', 'gone', 'kept']) db.exec(`DROP TABLE IF EXISTS temp.${name}`)
  db.exec(temporaryTables('TEXT'))
  db.exec(`PRAGMA temp.cache_size = -${cacheKiB}`)
  const tracking = trackingDatabase(db, put)
  // Later, the records of the transaction are among them.
  const before = scope === 'all' ? await countRecords(tracking, scope) : undefined
  const insert = db.prepare('INSERT INTO seen VALUES (?, ?, ?, ?, ?)')
  return {
    note: (record, line) => {
      insert.run(record.type === 'delete' ? record.of : record.type, ...keyOf(record), line)
    },
    prune: async options => prune(tracking, options, before ?? (await countRecords(tracking, scope))),
    repeated: types => repeated(tracking, types),
    typesToRetry: () => typesToRetry(tracking),
    commit: async ({ state, complete }, rejected) => {
      await noteSynced(tracking, { complete, haveRejected: rejected.length > 0 })
      db.prepare("INSERT OR REPLACE INTO sync_state VALUES ('state', ?)").run(
        JSON.stringify(state(rejected.map(({ line }) => line))),
      )
    },
  }
}

function trackingDatabase(db: DatabaseSync, put: StoreWriter['put']): TrackingDatabase {
  return {
    run: async <R extends object>(sql: string) => db.prepare(sql).all() as R[],
    async *iterate<R extends object>(sql: string) {
      yield* db.prepare(sql).iterate() as Iterable<R>
    },
    put,
  }
}
