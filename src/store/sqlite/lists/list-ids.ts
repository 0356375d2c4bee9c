import type { DatabaseSync } from 'node:sqlite'
import { memoize } from '../../../util/memoize.ts'
import { reversedName } from '../../lists.ts'
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

/** The ids of all lists, for a rebuild, which writes the table at its end: a million creations have 650,000 lists. */
export type ListIds = Map<string, number>

export function readListIds(db: DatabaseSync): ListIds {
  const rows = db.prepare('SELECT name, id FROM list')
  rows.setReturnArrays(true)
  return new Map(rows.iterate() as Iterable<unknown> as Iterable<[string, number]>)
}

/** A list that does not exist yet gets the next id. */
export function numberedIn(ids: ListIds): (name: string) => number {
  let serial = 0
  for (const id of ids.values()) serial = Math.max(serial, serialOf(id))
  return name => {
    const id = ids.get(name) ?? listId(++serial, name)
    ids.set(name, id)
    return id
  }
}

const lastListId = (db: DatabaseSync): number =>
  (db.prepare('SELECT coalesce(max(id), 0) AS last FROM list').get() as { last: number }).last
