// Lists are stored in the order of their ids. Before all of them are built, they are numbered by name: a search for the
// beginning of a word reads the lists of all words with it, and these are then next to each other. Otherwise a search
// takes 1.5 times as long. Lists that are added later have larger ids.
import type { DatabaseSync } from 'node:sqlite'
import { lastListId } from './list-ids.ts'
import { withSerial } from './postings.ts'

/** Their blocks fill pages of their own. Small ids next to each other keep the memory that building them uses together. */
const frequentSize = 256

/** Counts the creations of each list and stores its size. Returns the sizes, by id. */
export function numberByName(db: DatabaseSync): Uint32Array {
  const sizes = countEntries(db)
  const newIds = new Uint32Array(sizes.length)
  const byName = db.prepare('SELECT id FROM list ORDER BY name')
  byName.setReturnArrays(true)
  let frequent = 0
  let others = sizes.filter(size => size > frequentSize).length
  for (const [id] of byName.iterate() as Iterable<unknown> as Iterable<[number]>) {
    newIds[id] = withSerial(id, sizes[id]! > frequentSize ? ++frequent : ++others)
  }
  db.function('new_id', id => newIds[id as number]!)
  db.function('new_ids', ids => replaced(ids as Uint8Array, newIds))
  db.function('size_of', id => sizes[id as number]!)
  // A table without indexes in between: changing each id in place takes five times as long.
  db.exec(`CREATE TEMP TABLE numbered (id INTEGER PRIMARY KEY, name TEXT, size INTEGER, reversed TEXT);
    INSERT INTO numbered SELECT new_id(id), name, size_of(id), reversed FROM list ORDER BY name;
    DELETE FROM list;
    INSERT INTO list (id, name, size, reversed) SELECT id, name, size, reversed FROM numbered;
    DROP TABLE numbered;
    UPDATE shown SET lists = new_ids(lists)`)
  const newSizes = new Uint32Array(lastListId(db) + 1)
  for (const [id, newId] of newIds.entries()) if (newId > 0) newSizes[newId] = sizes[id]!
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

function countEntries(db: DatabaseSync): Uint32Array {
  const sizes = new Uint32Array(lastListId(db) + 1)
  for (const lists of listsOfEach(db)) for (let i = 0; i < lists.length; i++) sizes[lists[i]!]!++
  return sizes
}

/** In place, because memory for a hundred thousand copies is not freed soon enough. */
function replaced(bytes: Uint8Array, newIds: Uint32Array): Uint8Array {
  const ids = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)
  for (let i = 0; i < ids.length; i++) ids[i] = newIds[ids[i]!]!
  return bytes
}
