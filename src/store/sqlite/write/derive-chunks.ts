// Deriving many creations, some at a time: they are read, prepared (preparation.ts) and written.
import type { DatabaseSync } from 'node:sqlite'
import { type Edits, emptyEdits, listEditor } from '../lists/edit.ts'
import type { NewLists } from '../lists/list-numbers.ts'
import { isKept, listKey } from '../lists/postings.ts'
import { type Derived, derivedWriter, type Undone, undoneReader } from './derive-creation.ts'
import type { Preparation } from './preparation.ts'
import { figuresEach, type Prepared } from './prepare.ts'
import { totalsKeeper } from './totals.ts'

/** While the first of them are prepared, there is time for other things. */
const creationsAhead = 6000

type Chunk = { undone: Undone[]; prepared: Prepared }

/**
 * Some are read ahead of the one that is given out, so that preparing and writing can go on at once; `meanwhile` is
 * called when the first are on their way.
 */
export async function* preparedChunks(
  db: DatabaseSync,
  numbers: Float64Array,
  preparation: Preparation,
  size: number,
  meanwhile: () => void,
): AsyncGenerator<Chunk> {
  const read = undoneReader(db)
  const ahead: { undone: Undone[]; coming: Promise<Prepared> }[] = []
  let from = 0
  const readAhead = (most: number) => {
    for (; ahead.length < most && from < numbers.length; from += size) {
      const undone = Array.from(numbers.subarray(from, from + size), read)
      ahead.push({ undone, coming: preparation.prepare(undone.map(({ work }) => work)) })
    }
  }
  readAhead(creationsAhead / size)
  meanwhile()
  for (let next = ahead.shift(); next; next = ahead.shift()) {
    yield { undone: next.undone, prepared: await next.coming }
    readAhead(creationsAhead / size)
  }
}

/** What lists change by is either edited in them at once, or left for when all are written anew. */
export function chunkWriter(db: DatabaseSync, lists: 'edit' | 'rebuild') {
  const write = derivedWriter(db)
  const addList = db.prepare('INSERT INTO list (id, name) VALUES (?, ?)')
  const edit = listEditor(db)
  const newLists: NewLists = { ids: [], names: [] }
  const handles = new Set<string>()
  const totals = totalsKeeper()

  function writeLists(derived: readonly Derived[], { ids, names }: NewLists): void {
    if (lists === 'rebuild') {
      for (const id of ids) newLists.ids.push(id)
      for (const name of names) newLists.names.push(name)
      return
    }
    for (const [i, id] of ids.entries()) addList.run(id, names[i]!)
    const edits = emptyEdits()
    for (const one of derived) collectEdits(edits, one)
    edit(edits)
  }
  return {
    newLists,
    /** Of the creators of what was written; `totals` are of what was written and is shown. */
    handles,
    totals: totals.known,
    write({ undone, prepared }: Chunk): void {
      const derived = undone.map((one, i) => write(one, prepared, i))
      for (const [i, { handle }] of undone.entries()) {
        handles.add(handle)
        if (prepared.isShown[i]) totals.add(handle, prepared.figures, i * figuresEach)
      }
      writeLists(derived, prepared.newLists)
    },
  }
}

function collectEdits(edits: Edits, { n, before, after }: Derived): void {
  for (let sort = 0; sort < 5; sort++) {
    const oldKey = before?.keys[sort]
    const newKey = after?.keys[sort]
    const oldLists = listsIn(before, sort)
    const newLists = listsIn(after, sort)
    const moved = oldKey !== newKey
    const kept = moved ? undefined : new Set(newLists)
    const had = moved ? undefined : new Set(oldLists)
    for (const id of oldLists) if (!kept?.has(id)) edits.remove(listKey(sort, id), oldKey!, n)
    for (const id of newLists) if (!had?.has(id)) edits.add(listKey(sort, id), newKey!, n)
  }
  for (const id of before?.lists ?? []) edits.resize(id, -1)
  for (const id of after?.lists ?? []) edits.resize(id, 1)
}

const listsIn = (place: Derived['before'], sort: number): number[] =>
  place ? [...place.lists].filter(id => isKept(id, sort)) : []
