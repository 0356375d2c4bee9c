import type { DatabaseSync } from 'node:sqlite'
import { reversedName } from '../../lists.ts'
import { memoize } from '../../memoize.ts'
import { listId, serialOf } from './postings.ts'

/** The id of a list by its name. A list that does not exist yet is created, with size 0. */
export function listIds(db: DatabaseSync): (name: string) => number {
  const find = db.prepare('SELECT id FROM list WHERE name = ?')
  const add = db.prepare('INSERT INTO list (id, name, reversed) VALUES (?, ?, ?)')
  let serial = serialOf(lastListId(db))
  return memoize(name => {
    const row = find.get(name) as { id: number } | undefined
    if (row) return row.id
    const id = listId(++serial, name)
    add.run(id, name, reversedName(name))
    return id
  })
}

export const lastListId = (db: DatabaseSync): number =>
  (db.prepare('SELECT coalesce(max(id), 0) AS last FROM list').get() as { last: number }).last
