// Brings cards, lists and totals up to date with the records that an import touched.
import type { DatabaseSync } from 'node:sqlite'
import type { Touched } from '../../change-set.ts'
import { filterList } from '../../lists.ts'
import { buildPostings } from '../lists/build.ts'
import { firstPosition, listKey } from '../lists/postings.ts'
import { blockReader, walkList } from '../lists/walk.ts'
import { chunkWriter, preparedChunks } from './derive-chunks.ts'
import { shownGatherer } from './gather-shown.ts'
import type { PreparationSource } from './preparation.ts'
import { updateCreatorTotals } from './totals.ts'

/** Above this share of all creations, writing all lists anew is cheaper than editing them. */
const rebuildShare = 0.2
const rebuildAtLeast = 1000
/** Lists are edited once for many creations; where they are written anew, small pieces keep two threads going. */
const chunkSize = { edit: 2000, rebuild: 500 }

export type Progress = (done: number, of: number) => void

/** `meanwhile` is what can be done to the database while another thread prepares what comes of creations. */
export async function derive(
  db: DatabaseSync,
  touched: Touched,
  preparations: PreparationSource,
  meanwhile: () => void,
  progress: Progress,
): Promise<void> {
  const total = (db.prepare('SELECT count(*) AS n FROM creation').get() as { n: number }).n
  const isAll = touched.creations.size === total
  const numbers = isAll ? inOrder(touched.creations.keys()) : affected(db, touched)
  const lists = numbers.length >= rebuildAtLeast && numbers.length > total * rebuildShare ? 'rebuild' : 'edit'
  const steps = numbers.length * (lists === 'rebuild' ? 2 : 1)
  const preparation = preparations.take(numbers.length)
  const writer = chunkWriter(db, lists)
  const gatherer = isAll && lists === 'rebuild' ? shownGatherer() : undefined
  let done = 0
  for await (const chunk of preparedChunks(db, numbers, preparation, chunkSize[lists], meanwhile)) {
    writer.write(chunk)
    gatherer?.add(chunk.undone, chunk.prepared)
    done += chunk.undone.length
    progress(done, steps)
    await breathe()
  }
  if (lists === 'rebuild') {
    const built = (share: number) => progress(numbers.length * (1 + share), steps)
    await buildPostings(db, writer.newLists, preparation, gatherer?.take(), built)
  }
  updateCreatorTotals(db, writer.handles.union(touched.creators), isAll ? writer.totals : undefined)
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
  const unlimited = { steps: Number.POSITIVE_INFINITY, blocks: 0 }
  const walker = walkList(blockReader(db), listKey(0, list.id), unlimited, firstPosition)
  for (; !walker.ended; walker.next()) yield walker.n
}
