import type { ChangeSet, ImportedDeletion, ImportedEntity, ImportedRename } from '../../change-set.ts'
import { applyRename, type RenameDatabase } from '../../renaming/apply.ts'
import type { ImportCounts } from '../../store.ts'
import { putRecords } from './put.ts'
import { removeRecords } from './remove.ts'
import type { WriteConnection } from './write-connection.ts'

export async function renameRecords(
  connection: WriteConnection,
  run: readonly ImportedRename[],
  changes: ChangeSet,
  counts: ImportCounts,
): Promise<void> {
  const db = renameDatabase(connection, changes)
  for (const { record, line } of run) counts[await applyRename(db, record, line, changes)]++
}

/** Renames change and delete records as an import does, but are counted as one change. */
export function renameDatabase(connection: WriteConnection, changes: ChangeSet): RenameDatabase {
  const uncounted: ImportCounts = { created: 0, updated: 0, deleted: 0, unchanged: 0 }
  return {
    rows: (text, values) => connection.run({ text, values: [...values] }),
    put: (records, line) =>
      putRecords(
        connection,
        records.map((record): ImportedEntity => ({ record, undated: [], line })),
        changes,
        uncounted,
      ),
    remove: records =>
      removeRecords(
        connection,
        records.map((record): ImportedDeletion => ({ record, undated: [], line: 0 })),
        changes,
        uncounted,
      ),
  }
}
