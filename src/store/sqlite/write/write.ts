// One write transaction: records are written as they come, then `commit` updates everything that is derived from
// them (cards, lists, totals). Readers see the old data until it ends.
import type { DatabaseSync } from 'node:sqlite'
import { fail } from '../../../errors.ts'
import type { RenameRecord } from '../../../records/records.ts'
import { type ChangeSet, emptyChangeSet, inOrder } from '../../change-set.ts'
import { expectCurrentIndex } from '../../derived-version.ts'
import { applyRename, checkRenames } from '../../renaming/apply.ts'
import type { ImportCounts, StoreWriter, WriteOptions } from '../../store.ts'
import { isDemoIn, markDemo, unseal } from '../records.ts'
import { anyRecord, indexStateIn } from '../schema.ts'
import { isBusy } from '../write-ahead.ts'
import { derive } from './derive.ts'
import { putRecord, recordTables } from './record-tables.ts'
import { checkReferences } from './references.ts'
import { renameDatabase } from './rename.ts'
import { suspendIndexes } from './suspend-indexes.ts'
import { syncIds } from './sync-ids.ts'
import { updateFollows } from './totals.ts'
import { noTracker, trackerOf } from './track.ts'

export async function writerOf(db: DatabaseSync, { now, tracks, demo = false }: WriteOptions): Promise<StoreWriter> {
  beginWriting(db)
  const staysDemo = demo && (isDemoIn(db) || (db.prepare(anyRecord).get() as { found: number }).found === 0)
  try {
    expectCurrentIndex(indexStateIn(db))
    unseal(db)
    return await openWriter(db, now, { tracks, staysDemo })
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}

async function openWriter(
  db: DatabaseSync,
  now: () => number,
  { tracks, staysDemo }: { tracks: WriteOptions['tracks']; staysDemo: boolean },
): Promise<StoreWriter> {
  const indexes = suspendIndexes(db)
  const { haveRenames } = db.prepare('SELECT EXISTS (SELECT 1 FROM renamed) AS haveRenames').get() as {
    haveRenames: number
  }
  const changes = emptyChangeSet({ hadNoFollows: indexes.wereEmpty, haveRenames: haveRenames === 1 })
  const counts: ImportCounts = { created: 0, updated: 0, deleted: 0, unchanged: 0 }
  const tables = recordTables(db, changes)
  const renames = renameDatabase(db, tables)
  const rename = async (record: RenameRecord, line: number): Promise<void> => {
    counts[await applyRename(renames, record, line, changes)]++
  }
  const put: StoreWriter['put'] = ({ record, undated }, line) => {
    // Their records are looked up by index.
    if (record.type === 'delete' || record.type === 'rename') indexes.resume()
    if (record.type === 'rename') return rename(record, line)
    counts[putRecord(tables, record, undated, line)]++
  }
  const tracker = tracks === undefined ? noTracker : await trackerOf(db, tracks, put)
  let open = true
  const end = (how: 'COMMIT' | 'ROLLBACK') => {
    if (!open) return
    // A failed commit (full disk) may leave its transaction open or have rolled it back; either way it must end.
    if (how === 'COMMIT' || db.isTransaction) db.exec(how)
    open = false
  }
  return {
    put: (checked, line) => {
      if (!open) throw fail('internal_error', 'This import has ended.')
      const { record } = checked
      if (record.type !== 'delete' && record.type !== 'rename') tracker.note(record, line)
      return put(checked, line)
    },
    keep: record => tracker.note(record, 0),
    prune: async options => {
      indexes.resume()
      return tracker.prune(options)
    },
    repeated: types => tracker.repeated(types),
    typesToRetry: async () => tracker.typesToRetry(),
    syncIds: syncIds(db),
    commit: async ({ rejections, progress, sync }) => {
      try {
        const references = checkReferences(db, changes, tables)
        const rejected = inOrder([...changes.rejected, ...references, ...(await checkRenames(renames, changes))])
        counts.created -= rejected.length
        if (rejections === 'check' || (rejected.length > 0 && rejections === 'fail')) {
          end('ROLLBACK')
          return { committed: false, counts, rejected }
        }
        const changed = counts.created + counts.updated + counts.deleted > 0
        if (changed) {
          updateFollows(db, changes)
          // Not needed any more: hundreds of thousands take up memory that the lists need.
          changes.newFollows.clear()
          changes.changedScores.clear()
          indexes.resume()
          await derive(db, changes, progress ?? (() => {}))
          markDemo(db, staysDemo)
          raiseDataVersion(db, now())
        }
        if (sync) {
          indexes.resume()
          // Rejected records have left rows that `derive` removes.
          if (!changed) removeEmptied(db, changes)
          await tracker.commit(sync, rejected)
        }
        end(changed || sync ? 'COMMIT' : 'ROLLBACK')
        if (changed) checkpoint(db)
        // Readers in this process check once per turn of the event loop whether the data has changed.
        await new Promise(resolve => setImmediate(resolve))
        return { committed: true, counts, rejected }
      } catch (error) {
        end('ROLLBACK')
        throw error
      }
    },
    rollback: () => end('ROLLBACK'),
  }
}

function removeEmptied(db: DatabaseSync, { creations }: ChangeSet): void {
  const remove = db.prepare("DELETE FROM creation WHERE n = ? AND record = ''")
  for (const creationNo of creations.keys()) remove.run(creationNo)
}

export function raiseDataVersion(db: DatabaseSync, now: number): void {
  db.prepare("UPDATE meta SET value = MAX(value + 1, ?) WHERE key = 'data_version'").run(now)
}

/** Copies the write-ahead log into the database. If that fails (a full disk), the commit is still durable. */
export function checkpoint(db: DatabaseSync): void {
  try {
    db.exec('PRAGMA wal_checkpoint(PASSIVE)')
  } catch {
    // The next checkpoint does it.
  }
}

export function beginWriting(db: DatabaseSync): void {
  try {
    db.exec('BEGIN IMMEDIATE')
  } catch (error) {
    if (!isBusy(error)) throw error
    throw fail('conflict', 'Another import or reindex is running; try again when it has ended.', { cause: error })
  }
}
