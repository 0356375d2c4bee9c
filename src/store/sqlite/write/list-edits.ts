import { sorts } from '../../store.ts'
import type { Edits } from '../lists/edit.ts'
import { hasList, listKey } from '../lists/postings.ts'
import type { Derived, ListEntry } from './derive-creation.ts'

/** Adds the differences between the lists of a creation before and after an import. */
export function collectEdits(edits: Edits, { n, before, after }: Derived): void {
  for (const sort of sorts.keys()) {
    const oldKey = before?.keys[sort]
    const newKey = after?.keys[sort]
    const oldLists = listsIn(before, sort)
    const newLists = listsIn(after, sort)
    const isSameKey = oldKey === newKey
    for (const id of oldLists) if (!isSameKey || !newLists.has(id)) edits.remove(listKey(sort, id), oldKey!, n)
    for (const id of newLists) if (!isSameKey || !oldLists.has(id)) edits.add(listKey(sort, id), newKey!, n)
  }
  for (const id of before?.lists ?? []) edits.resize(id, -1)
  for (const id of after?.lists ?? []) edits.resize(id, 1)
}

const listsIn = (entry: ListEntry | null, sort: number): Set<number> =>
  new Set(entry ? entry.lists.filter(id => hasList(id, sort)) : [])
