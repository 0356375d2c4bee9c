// Lists are stored in the order of their ids. Before all of them are built, they are numbered by name: a search for the
// beginning of a word reads the lists of all words with it, and these are then next to each other. Otherwise a search
// takes 1.5 times as long. Lists that are added later have larger ids.
import type { DatabaseSync } from 'node:sqlite'
import { reversedName } from '../../lists.ts'
import type { ListIds } from './list-ids.ts'
import { idLimit, withSerial } from './postings.ts'

/** Their blocks fill pages of their own. Small ids next to each other keep the memory that building them uses together. */
const frequentSize = 256

/** Numbers the lists that are in use and writes them with their sizes. Returns the sizes, by id. */
export function numberByName(db: DatabaseSync, ids: ListIds): Uint32Array {
  const sizes = countEntries(db, ids)
  const newIds = new Uint32Array(sizes.length)
  const newSizes = new Uint32Array(idLimit(sizes.filter(size => size > 0).length))
  let frequent = 0
  let others = sizes.filter(size => size > frequentSize).length
  db.exec('DELETE FROM list')
  const add = db.prepare('INSERT INTO list (id, name, size, reversed) VALUES (?, ?, ?, ?)')
  for (const name of [...ids.keys()].sort()) {
    const id = ids.get(name)!
    const size = sizes[id]!
    if (size === 0) continue
    const newId = withSerial(id, size > frequentSize ? ++frequent : ++others)
    newIds[id] = newId
    newSizes[newId] = size
    add.run(newId, name, size, reversedName(name))
  }
  db.function('new_ids', bytes => replaced(bytes as Uint8Array, newIds))
  db.exec('UPDATE shown SET lists = new_ids(lists)')
  return newSizes
}

/** The lists of each creation, in the order of `shown`. */
export function* listsOfEach(db: DatabaseSync): Generator<Uint32Array> {
  const rows = db.prepare('SELECT lists FROM shown ORDER BY n')
  rows.setReturnArrays(true)
  for (const [bytes] of rows.iterate() as Iterable<unknown> as Iterable<[Uint8Array]>) {
    yield new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)
  }
}

function countEntries(db: DatabaseSync, ids: ListIds): Uint32Array {
  let last = 0
  for (const id of ids.values()) last = Math.max(last, id)
  const sizes = new Uint32Array(last + 1)
  for (const lists of listsOfEach(db)) for (let i = 0; i < lists.length; i++) sizes[lists[i]!]!++
  return sizes
}

/** In place, because memory for a hundred thousand copies is not freed soon enough. */
function replaced(bytes: Uint8Array, newIds: Uint32Array): Uint8Array {
  const ids = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)
  for (let i = 0; i < ids.length; i++) ids[i] = newIds[ids[i]!]!
  return bytes
}
