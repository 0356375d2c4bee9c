import { renameSynced } from '../../tracking/rename-synced.ts'
import type { SyncId, SyncIds } from '../../tracking/sync-state.ts'
import { failingAsStore } from '../connections.ts'
import { columns, type WriteConnection } from './write-connection.ts'

const input = 'unnest($2::text[], $3::text[], $4::text[]) input(id, handle, slug)'
const stored = 'SELECT s.id, s.key1 AS handle, s.key2 AS slug'

export function syncIds({ run }: WriteConnection): SyncIds {
  const withRows = (text: string, type: string, ids: readonly SyncId[]) =>
    failingAsStore(() => run<SyncId>({ text, values: [type, ...columns(ids, ['id', 'handle', 'slug'])] }))
  return {
    find: (type, ids) =>
      withRows(
        `${stored} FROM ${input} JOIN sync_id s ON s.type = $1 AND s.id = input.id
         UNION ${stored} FROM ${input} JOIN sync_id s ON s.type = $1 AND s.key1 = input.handle AND s.key2 = input.slug`,
        type,
        ids,
      ),
    save: async (type, ids) => {
      if (ids.length === 0) return
      const remove = `DELETE FROM sync_id s USING ${input}
        WHERE s.type = $1 AND (s.id = input.id OR (s.key1 = input.handle AND s.key2 = input.slug))`
      await withRows(remove, type, ids)
      await withRows(`INSERT INTO sync_id SELECT DISTINCT ON (id) $1, id, handle, slug FROM ${input}`, type, ids)
    },
    rename: record => failingAsStore(() => renameSynced((text, values) => run({ text, values: [...values] }), record)),
  }
}
