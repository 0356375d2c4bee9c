import type { DatabaseSync } from 'node:sqlite'
import { lazily } from '../../../util/lazily.ts'
import { renameSynced } from '../../tracking/rename-synced.ts'
import type { SyncId, SyncIds } from '../../tracking/sync-state.ts'

/** The statements are prepared only for a sync that uses ids. */
export function syncIds(db: DatabaseSync): SyncIds {
  const columns = 'SELECT id, key1 AS handle, key2 AS slug FROM sync_id WHERE type = ?'
  const statements = lazily(() => ({
    byId: db.prepare(`${columns} AND id = ?`),
    byName: db.prepare(`${columns} AND key1 = ? AND key2 = ?`),
    removeName: db.prepare('DELETE FROM sync_id WHERE type = ? AND key1 = ? AND key2 = ? AND id <> ?'),
    put: db.prepare('INSERT OR REPLACE INTO sync_id VALUES (?, ?, ?, ?)'),
  }))
  return {
    find: async (type, ids) =>
      ids.flatMap(({ id, handle, slug }) => [
        ...(statements().byId.all(type, id) as SyncId[]),
        ...(statements().byName.all(type, handle, slug) as SyncId[]),
      ]),
    save: async (type, ids) => {
      for (const { id, handle, slug } of ids) {
        statements().removeName.run(type, handle, slug, id)
        statements().put.run(type, id, handle, slug)
      }
    },
    rename: record => renameSynced(async (sql, values) => db.prepare(sql.replaceAll('$', '?')).all(...values), record),
  }
}
