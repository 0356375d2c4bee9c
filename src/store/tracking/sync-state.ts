// What sync keeps in the store, written in the transaction of the data: which records it has imported, what rejected
// records wait for, and its state (position, time, problems).
import type { RenameRecord } from '../../records/records.ts'
import type { TrackingDatabase } from './prune.ts'
import { columnNames, type RecordType, recordTypes, sameKey, sameTracked } from './tables.ts'

/** As the source database writes it. */
export type ChangedValue = string | number

/** Where the next run continues to read a query. */
export type SyncPosition = {
  /** A digest of the query: a changed query is read as a whole. */
  query: string
  /** The largest values of the `changed` column and when they were read (milliseconds since 1970), oldest first. */
  seen: { at: number; value: ChangedValue }[]
}

export type SyncState = {
  positions: Partial<Record<RecordType, SyncPosition>>
  /** When the last run began to read the source, and the last one that read everything (milliseconds since 1970). */
  syncedAt: number
  reconciledAt: number
  /** The interval of the running sync in milliseconds; null for a single run. */
  every: number | null
  /** Rows rejected in the last full comparison, or in a later run if those were more. */
  rejected: Partial<Record<RecordType, number>>
  /** Types whose missing records were not removed because they were too many. */
  refused: RecordType[]
}

/** `rejected`: the lines of records that refer to missing ones. `complete`: the types that were read as a whole. */
export type SyncCommit = { state: (rejected: readonly number[]) => SyncState; complete: readonly RecordType[] }

export type TypeWithId = 'creator' | 'creation'
/** A record with a stable id in the source; `slug` is empty for a creator. */
export type SyncId = { id: string; handle: string; slug: string }

export type SyncIds = {
  /** The stored entries with one of these ids or names. */
  find(type: TypeWithId, ids: readonly SyncId[]): Promise<SyncId[]>
  /** Replaces entries with the same id or name. */
  save(type: TypeWithId, ids: readonly SyncId[]): Promise<void>
  /** Before the record is renamed. */
  rename(record: RenameRecord): Promise<void>
}

type Run = Pick<TrackingDatabase, 'run'>

/** More rejected records than this wait for the next full comparison. */
const maxWaiting = 10_000

export const stateQuery = "SELECT value FROM sync_state WHERE name = 'state'"
export const parseState = (row: { value: string } | undefined): SyncState | null =>
  row ? (JSON.parse(row.value) as SyncState) : null

/** Before the commit, when rejected and deleted records have left their tables. */
export async function noteSynced(
  db: Run,
  { complete, haveRejected }: { complete: readonly RecordType[]; haveRejected: boolean },
): Promise<void> {
  await db.run(`DELETE FROM synced WHERE (${columnNames}) IN (SELECT ${columnNames} FROM gone)`)
  for (const type of recordTypes) {
    await db.run(`INSERT INTO synced (${columnNames})
      SELECT DISTINCT k.type, k.key1, k.key2, k.key3 FROM seen k WHERE k.type = '${type}'
      AND NOT EXISTS (SELECT 1 FROM synced o WHERE ${sameTracked('o', 'k')}) AND NOT ${isMissing(type, 'k')}`)
    if (!complete.includes(type)) continue
    // Removed by others, or together with a creator.
    await db.run(`DELETE FROM synced WHERE type = '${type}' AND ${isMissing(type, 'synced')}`)
    await db.run(`DELETE FROM sync_waiting WHERE type = '${type}'`)
    if (type !== 'creator' && type !== 'creation') continue
    await db.run(`DELETE FROM sync_id WHERE type = '${type}' AND ${isMissing(type, 'sync_id')}`)
  }
  if (haveRejected) await noteWaiting(db)
}

const isMissing = (type: RecordType, tracked: string) =>
  `NOT EXISTS (SELECT 1 FROM ${type} r WHERE ${sameKey(type, 'r', tracked)})`
const noCreator = (handle: string) => `NOT EXISTS (SELECT 1 FROM creator r WHERE r.handle = ${handle})`
const noCreation = (handle: string, slug: string) =>
  `NOT EXISTS (SELECT 1 FROM creation r WHERE r.handle = ${handle} AND r.slug = ${slug})`

/** Rejected records have been put, but what they refer to is not there. */
async function noteWaiting(db: Run): Promise<void> {
  const missing = [
    `SELECT k.type, k.key1 AS handle, '' AS slug FROM seen k WHERE k.type IN ('creation', 'follow') AND ${noCreator('k.key1')}`,
    `SELECT k.type, k.key2, '' FROM seen k WHERE k.type = 'follow' AND ${noCreator('k.key2')}`,
    `SELECT k.type, k.key1, k.key2 FROM seen k WHERE k.type = 'score' AND ${noCreation('k.key1', 'k.key2')}`,
  ]
  await db.run(`INSERT INTO sync_waiting (type, handle, slug)
    SELECT DISTINCT m.type, m.handle, m.slug FROM (${missing.join(' UNION ALL ')}) m
    WHERE NOT EXISTS (
      SELECT 1 FROM sync_waiting w WHERE w.type = m.type AND w.handle = m.handle AND w.slug = m.slug)
    LIMIT ${maxWaiting}`)
}

/** Types with rejected records whose references exist now. A creation that was just deleted does no harm: it is tried again. */
export async function typesToRetry(db: Run): Promise<RecordType[]> {
  const rows = await db.run<{ type: RecordType }>(`SELECT DISTINCT type FROM sync_waiting w
    WHERE (w.slug = '' AND NOT ${noCreator('w.handle')}) OR (w.slug <> '' AND NOT ${noCreation('w.handle', 'w.slug')})`)
  return rows.map(({ type }) => type)
}
