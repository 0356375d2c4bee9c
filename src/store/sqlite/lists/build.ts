// Writing all lists anew: what each creation is listed in is read, made into blocks (collect.ts), and written.
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { sorts } from '../../store.ts'
import type { Gathered } from '../write/gather-shown.ts'
import type { Preparation } from '../write/preparation.ts'
import type { Blocks, Memberships, Shown } from './collect.ts'
import type { NewLists } from './list-numbers.ts'
import { keyBytes } from './postings.ts'

/** How many list entries are held at a time (8 bytes each); more than that take several readings. */
export const entriesAtOnce = 24_000_000
/** So that there are always some to write, and never many that wait. */
const blocksAhead = 3

/** `newLists` are written here, because only now their sizes are known. What was `gathered` need not be read. */
export async function buildPostings(
  db: DatabaseSync,
  newLists: NewLists,
  preparation: Preparation,
  gathered: Gathered | undefined,
  progress: (share: number) => void,
): Promise<void> {
  db.exec('DELETE FROM posting')
  const shown = gathered?.shown ?? readShown(db)
  const sizes = gathered ? sizesOf([gathered.memberships.lists], db, newLists) : sizesOf(listsOfShown(db), db, newLists)
  const spans = spansOf(sizes)
  const write = blockWriter(db)
  for (const [i, span] of spans.entries()) {
    const memberships = gathered?.memberships ?? readMemberships(db, shown.ns.length, span)
    preparation.build({
      ...shown,
      ...memberships,
      from: span.from,
      to: span.to,
      sizes: sizes.slice(span.from, span.to),
    })
    const coming = Array.from({ length: blocksAhead }, preparation.blocks)
    // While the first blocks are made.
    if (i === 0) setSizes(db, sizes, newLists)
    for (let blocks = await coming.shift(); blocks; blocks = await coming.shift()) {
      coming.push(preparation.blocks())
      write(blocks)
      progress((i + blocks.share) / spans.length)
    }
    await Promise.all(coming)
  }
}

function readShown(db: DatabaseSync): Shown {
  const { count } = db.prepare('SELECT count(*) AS count FROM shown').get() as { count: number }
  const ns = new Uint32Array(count)
  const keys = sorts.map(() => new Float64Array(count))
  const rows = db.prepare('SELECT n, k0, k1, k2, k3, k4 FROM shown ORDER BY n')
  rows.setReturnArrays(true)
  let at = 0
  for (const row of rows.iterate() as Iterable<unknown> as Iterable<number[]>) {
    ns[at] = row[0]!
    for (let sort = 0; sort < keys.length; sort++) keys[sort]![at] = row[sort + 1]!
    at++
  }
  return { ns, keys }
}

function* listsOfShown(db: DatabaseSync): Generator<Uint32Array> {
  const rows = db.prepare('SELECT lists FROM shown ORDER BY n')
  rows.setReturnArrays(true)
  for (const [bytes] of rows.iterate() as Iterable<unknown> as Iterable<[Uint8Array]>) {
    yield new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)
  }
}

function sizesOf(entries: Iterable<Uint32Array>, db: DatabaseSync, newLists: NewLists): Uint32Array<ArrayBuffer> {
  const { last } = db.prepare('SELECT coalesce(max(id), 0) AS last FROM list').get() as { last: number }
  const sizes = new Uint32Array((newLists.ids.at(-1) ?? last) + 1)
  for (const lists of entries) for (let i = 0; i < lists.length; i++) sizes[lists[i]!]!++
  return sizes
}

function setSizes(db: DatabaseSync, sizes: Uint32Array, { ids, names }: NewLists): void {
  const set = db.prepare('UPDATE list SET size = ? WHERE id = ?')
  for (const { id, size } of db.prepare('SELECT id, size FROM list').all() as { id: number; size: number }[]) {
    if (sizes[id] !== size) set.run(sizes[id]!, id)
  }
  const add = db.prepare('INSERT INTO list VALUES (?, ?, ?)')
  for (const [i, id] of ids.entries()) add.run(id, names[i]!, sizes[id]!)
}

/** Lists from one id up to, not including, another. */
type Span = { from: number; to: number; entries: number }

function spansOf(sizes: Uint32Array): Span[] {
  const spans: Span[] = []
  let span: Span = { from: 0, to: 0, entries: 0 }
  for (const size of sizes) {
    if (span.entries > 0 && span.entries + size > entriesAtOnce) {
      spans.push(span)
      span = { from: span.to, to: span.to, entries: 0 }
    }
    span.to++
    span.entries += size
  }
  return [...spans, span]
}

function readMemberships(db: DatabaseSync, count: number, { from, to, entries }: Span): Memberships {
  const starts = new Uint32Array(count + 1)
  const lists = new Uint32Array(entries)
  let at = 0
  let creation = 0
  for (const ids of listsOfShown(db)) {
    for (let i = 0; i < ids.length; i++) if (ids[i]! >= from && ids[i]! < to) lists[at++] = ids[i]!
    starts[++creation] = at
  }
  return { starts, lists }
}

/** Several rows in one statement take two thirds of the time of as many statements. */
const rowsAtOnce = 16

function blockWriter(db: DatabaseSync): (blocks: Blocks) => void {
  const insert = db.prepare('INSERT INTO posting VALUES (?, ?, ?)')
  const insertSeveral = db.prepare(`INSERT INTO posting VALUES ${Array(rowsAtOnce).fill('(?, ?, ?)').join()}`)
  return ({ count, lists, los, ends, entries }) => {
    let values: SQLInputValue[] = []
    for (let row = 0, start = 0; row < count; start = ends[row++]!) {
      const lo = los.subarray(row * keyBytes, (row + 1) * keyBytes)
      values.push(lists[row]!, lo, entries.subarray(start, ends[row]!))
      if (values.length < rowsAtOnce * 3) continue
      insertSeveral.run(...values)
      values = []
    }
    for (let i = 0; i < values.length; i += 3) insert.run(values[i]!, values[i + 1]!, values[i + 2]!)
  }
}
