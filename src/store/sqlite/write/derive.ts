// Updates cards, lists and totals after an import.
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ChangeSet } from '../../change-set.ts'
import { filterLists } from '../../filters.ts'
import { sorts } from '../../store.ts'
import { readBlocks } from '../lists/blocks.ts'
import { buildPostings } from '../lists/build.ts'
import { type Edits, emptyEdits, listEditor } from '../lists/edit.ts'
import { type ListIds, listIds, numberedIn, readListIds } from '../lists/list-ids.ts'
import { numberByName } from '../lists/number-by-name.ts'
import { firstPosition, hasList, listKey } from '../lists/postings.ts'
import { walkList } from '../lists/walk.ts'
import { updateCreators } from './creators.ts'
import { creationDeriver, type Derived, type ListEntry } from './derive-creation.ts'
import { dropIndexes } from './suspend-indexes.ts'
import { updateCreatorTotals } from './totals.ts'

/** Above this share of all creations, rebuilding all lists is cheaper than editing them. */
const rebuildShare = 0.2
const rebuildAtLeast = 1000
/** A list is edited once for all creations of a chunk. Signals and the progress bar are handled between two chunks. */
const chunkSize = 2000

type Progress = (done: number, of: number) => void

export async function derive(db: DatabaseSync, changes: ChangeSet, progress: Progress): Promise<void> {
  const { total } = db.prepare('SELECT count(*) AS total FROM creation').get() as { total: number }
  const numbers = changes.creations.size === total ? inOrder(changes.creations.keys()) : affected(db, changes)
  const isRebuild = numbers.length >= rebuildAtLeast && numbers.length > total * rebuildShare
  const steps = numbers.length * (isRebuild ? 2 : 1)
  const resumeIndexes = isRebuild ? dropIndexes(db, ['list']) : () => {}
  const ids: ListIds = isRebuild ? readListIds(db) : new Map()
  const deriveCreation = creationDeriver(db, isRebuild ? numberedIn(ids) : listIds(db))
  const editLists = listEditor(db)
  const handles = new Set(changes.creators)
  for (let from = 0; from < numbers.length; from += chunkSize) {
    const edits = emptyEdits()
    for (const creationNo of numbers.subarray(from, from + chunkSize)) {
      const derived = deriveCreation(creationNo)
      handles.add(derived.handle)
      if (!isRebuild) collectEdits(edits, derived)
    }
    editLists(edits)
    progress(from, steps)
    await yieldToEventLoop()
  }
  if (isRebuild) {
    const sizes = numberByName(db, ids)
    resumeIndexes()
    await buildPostings(db, sizes, share => progress(numbers.length * (1 + share), steps))
  }
  updateCreatorTotals(db, handles)
  updateCreators(db, changes.creators)
  if (changes.haveLabelsChanged) listLabelLocales(db)
  progress(steps, steps)
}

/** Adds the differences between the lists of a creation before and after an import. */
function collectEdits(edits: Edits, { creationNo, before, after }: Derived): void {
  for (const sort of sorts.keys()) {
    const oldKey = before?.keys[sort]
    const newKey = after?.keys[sort]
    const oldLists = listsIn(before, sort)
    const newLists = listsIn(after, sort)
    const isSameKey = oldKey === newKey
    for (const id of oldLists) if (!isSameKey || !newLists.has(id)) edits.remove(listKey(sort, id), oldKey!, creationNo)
    for (const id of newLists) if (!isSameKey || !oldLists.has(id)) edits.add(listKey(sort, id), newKey!, creationNo)
  }
  for (const id of before?.lists ?? []) edits.resize(id, -1)
  for (const id of after?.lists ?? []) edits.resize(id, 1)
}

const listsIn = (entry: ListEntry | null, sort: number): Set<number> =>
  new Set(entry ? entry.lists.filter(id => hasList(id, sort)) : [])

function listLabelLocales(db: DatabaseSync): void {
  db.exec(`DELETE FROM label_locale;
    INSERT INTO label_locale SELECT each.key FROM category, json_each(category.record, '$.labels') AS each
    UNION SELECT each.key FROM tag, json_each(tag.record, '$.labels') AS each`)
}

/** The order of the tables. */
const inOrder = (numbers: Iterable<number>): Float64Array => Float64Array.from(numbers).sort()

/** The changed creations and those that show something of what changed, in the order of the tables. */
function affected(db: DatabaseSync, changes: ChangeSet): Float64Array {
  const numbers = new Set(changes.creations.keys())
  const ids = (rows: unknown[]) => (rows as { n: number }[]).map(row => row.n)
  const byHandle = db.prepare('SELECT n FROM creation WHERE handle = ?')
  for (const handle of changes.creators) for (const creationNo of ids(byHandle.all(handle))) numbers.add(creationNo)
  for (const key of changes.tags) for (const creationNo of taggedWith(db, key)) numbers.add(creationNo)
  const children = db.prepare(
    "SELECT child.n FROM creation JOIN creation child ON child.parent = creation.handle || '/' || creation.slug WHERE creation.n = ?",
  )
  for (const creationNo of [...numbers]) for (const child of ids(children.all(creationNo))) numbers.add(child)
  return inOrder(numbers)
}

function* taggedWith(db: DatabaseSync, key: string): Generator<number> {
  const list = db.prepare('SELECT id FROM list WHERE name = ?').get(filterLists({ tag: key })[0]!) as
    | { id: number }
    | undefined
  if (!list) return
  const unlimited = { steps: Number.POSITIVE_INFINITY, blocks: 0 }
  const walker = walkList(readBlocks(db), listKey(0, list.id), unlimited, firstPosition)
  for (; !walker.ended; walker.next()) yield walker.creationNo
}
