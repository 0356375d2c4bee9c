// Brings cards, lists and totals up to date with the records that an import touched.
import type { DatabaseSync } from 'node:sqlite'
import { filterList } from '../lists.ts'
import { buildPostings } from './build.ts'
import { type Derived, deriver } from './derive-creation.ts'
import { type Edits, emptyEdits, listEditor } from './edit.ts'
import { firstPosition, isKept, listKey } from './postings.ts'
import { updateCreatorTotals, updateFollows } from './totals.ts'
import type { Touched } from './touched.ts'
import { blockReader, walkList } from './walk.ts'

/** Above this share of all creations, writing all lists anew is cheaper than editing them. */
const rebuildShare = 0.2
const rebuildAtLeast = 1000
const chunk = 2000

export type Progress = (done: number, of: number) => void

export async function derive(db: DatabaseSync, touched: Touched, progress: Progress): Promise<void> {
  const total = (db.prepare('SELECT count(*) AS n FROM creation').get() as { n: number }).n
  const numbers = touched.creations.size === total ? inOrder(touched.creations.keys()) : affected(db, touched)
  const rebuild = numbers.length >= rebuildAtLeast && numbers.length > total * rebuildShare
  const steps = numbers.length * (rebuild ? 2 : 1)
  const creation = deriver(db)
  const handles = new Set(touched.creators)
  const edit = listEditor(db)
  for (let from = 0; from < numbers.length; from += chunk) {
    const edits = emptyEdits()
    for (const n of numbers.slice(from, from + chunk)) {
      const derived = creation(n)
      handles.add(derived.handle)
      if (!rebuild) collectEdits(edits, n, derived)
    }
    if (!rebuild) edit(edits)
    progress(from, steps)
    await breathe()
  }
  if (rebuild) await buildPostings(db, share => progress(numbers.length * (1 + share), steps))
  updateFollows(db, touched)
  updateCreatorTotals(db, handles)
  if (touched.labels) listLabelLocales(db)
  progress(steps, steps)
}

function listLabelLocales(db: DatabaseSync): void {
  db.exec(`DELETE FROM label_locale;
    INSERT INTO label_locale SELECT each.key FROM category, json_each(category.record, '$.labels') AS each
    UNION SELECT each.key FROM tag, json_each(tag.record, '$.labels') AS each`)
}

/** Lets signals and the progress bar through. */
const breathe = () => new Promise(resolve => setImmediate(resolve))

/** That of the tables. */
const inOrder = (numbers: Iterable<number>): Float64Array => Float64Array.from(numbers).sort()

/** The touched creations and those that show something of what was touched, in the order of the tables. */
function affected(db: DatabaseSync, touched: Touched): Float64Array {
  const numbers = new Set(touched.creations.keys())
  const ids = (rows: unknown[]) => (rows as { n: number }[]).map(row => row.n)
  const byHandle = db.prepare('SELECT n FROM creation WHERE handle = ?')
  for (const handle of touched.creators) for (const n of ids(byHandle.all(handle))) numbers.add(n)
  for (const key of touched.tags) for (const n of taggedWith(db, key)) numbers.add(n)
  const children = db.prepare(
    "SELECT child.n FROM creation JOIN creation child ON child.parent = creation.handle || '/' || creation.slug WHERE creation.n = ?",
  )
  for (const n of [...numbers]) for (const child of ids(children.all(n))) numbers.add(child)
  return inOrder(numbers)
}

function* taggedWith(db: DatabaseSync, key: string): Generator<number> {
  const list = db.prepare('SELECT id FROM list WHERE name = ?').get(filterList({ tag: key })) as
    | { id: number }
    | undefined
  if (!list) return
  const unlimited = { steps: Number.POSITIVE_INFINITY }
  const walker = walkList(blockReader(db), listKey(0, list.id), unlimited, firstPosition)
  for (; !walker.ended; walker.next()) yield walker.n
}

function collectEdits(edits: Edits, n: number, { before, after }: Derived): void {
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
