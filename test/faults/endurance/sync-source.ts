// The database that sync reads from: rows that change all the time.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type SyncSource = {
  /** The mapping. */
  file: string
  /** Changes a row, adds one, or removes one. */
  change(): void
  /** What the store must contain in the end. */
  titles(): Map<string, string>
}

const handle = 'synced'

export function syncSource(folder: string): SyncSource {
  const database = join(folder, 'source.db')
  const db = new DatabaseSync(database)
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE item (id INTEGER PRIMARY KEY, title TEXT, changed INTEGER)')
  const file = join(folder, 'sync.json')
  writeFileSync(file, JSON.stringify(mapping(database)))
  let changes = 0
  const put = db.prepare('INSERT OR REPLACE INTO item VALUES (?, ?, ?)')
  const remove = db.prepare('DELETE FROM item WHERE id = ?')
  for (let id = 0; id < 200; id++) put.run(id, `Item ${id}`, ++changes)
  return {
    file,
    change() {
      const id = changes % 300
      if (changes % 7 === 0) remove.run(id)
      else put.run(id, `Item ${id}, change ${changes}`, changes + 1)
      changes++
    },
    titles() {
      const rows = db.prepare('SELECT id, title FROM item').all() as { id: number; title: string }[]
      return new Map(rows.map(({ id, title }) => [`${handle}/item-${id}`, title]))
    },
  }
}

const mapping = (database: string) => ({
  source: `sqlite:${database}`,
  creator: { query: `SELECT '${handle}' AS handle, 'Synced' AS displayName` },
  creation: {
    query: `SELECT '${handle}' AS handle, 'item-' || id AS slug, title, changed FROM item`,
    changed: 'changed',
  },
  every: '2s',
  reconcile: '20s',
})
