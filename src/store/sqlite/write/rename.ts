import type { DatabaseSync } from 'node:sqlite'
import { memoize } from '../../../util/memoize.ts'
import type { RenameDatabase } from '../../renaming/apply.ts'
import { putRecord, type RecordTables } from './record-tables.ts'

/** Renames change and delete records as an import does, but are counted as one change. */
export function renameDatabase(db: DatabaseSync, tables: RecordTables): RenameDatabase {
  const prepared = memoize((sql: string) => db.prepare(sql.replaceAll('$', '?')))
  return {
    rows: async <R extends object>(sql: string, values: readonly string[]) => prepared(sql).all(...values) as R[],
    put: async (records, line) => {
      for (const record of records) putRecord(tables, record, [], line)
    },
    remove: async records => {
      for (const record of records) tables.remove(record)
    },
  }
}
