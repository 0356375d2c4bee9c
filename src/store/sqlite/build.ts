// Writing all lists anew. What each creation is listed in is read once; then, for each sort order, the creations are
// gone through in that order, and each list collects its own: so every list comes out sorted, and the blocks go to the
// table in the table's own order.
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { sorts } from '../store.ts'
import { blockFill, encodeBlock, isKept, listKey, positionKey } from './postings.ts'

/** How many list entries are held at a time (8 bytes each); more than that take several readings. */
const entriesAtOnce = 24_000_000

export async function buildPostings(db: DatabaseSync, progress: (share: number) => void): Promise<void> {
  db.exec('DELETE FROM posting')
  const shown = readShown(db)
  const sizes = countEntries(db)
  setSizes(db, sizes)
  const spans = spansOf(sizes)
  const write = blockWriter(db)
  let done = 0
  for (const span of spans) {
    const memberships = readMemberships(db, shown.ns.length, span)
    for (const sort of sorts.keys()) {
      collectLists(shown, memberships, sort, span, sizes, write)
      progress(++done / (sorts.length * spans.length))
      await new Promise(resolve => setImmediate(resolve))
    }
  }
  write.end()
}

/** All creations that readers see, smallest number first, with their keys in each sort order. */
type Shown = { ns: Uint32Array; keys: Float64Array[] }

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

function countEntries(db: DatabaseSync): Uint32Array {
  const last = (db.prepare('SELECT coalesce(max(id), 0) AS id FROM list').get() as { id: number }).id
  const sizes = new Uint32Array(last + 1)
  for (const lists of listsOfShown(db)) for (let i = 0; i < lists.length; i++) sizes[lists[i]!]!++
  return sizes
}

function setSizes(db: DatabaseSync, sizes: Uint32Array): void {
  const set = db.prepare('UPDATE list SET size = ?1 WHERE id = ?2 AND size <> ?1')
  for (const { id } of db.prepare('SELECT id FROM list').all() as { id: number }[]) set.run(sizes[id]!, id)
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

/** The lists of the creation at `i` are those from `starts[i]` to `starts[i + 1]`. */
type Memberships = { starts: Uint32Array; lists: Uint32Array }

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

/** Places of the creations in `keys`, best first; of two with the same key the one with the larger number. */
const ranked = (keys: Float64Array): Uint32Array =>
  Uint32Array.from(keys.keys()).sort((a, b) => keys[b]! - keys[a]! || b - a)

function collectLists(
  { ns, keys }: Shown,
  { starts, lists }: Memberships,
  sort: number,
  { from, to, entries }: Span,
  sizes: Uint32Array,
  write: BlockWriter,
): void {
  const begins = new Uint32Array(to - from + 1)
  for (let id = from; id < to; id++) begins[id - from + 1] = begins[id - from]! + (isKept(id, sort) ? sizes[id]! : 0)
  const ends = begins.slice(0, -1)
  const members = new Uint32Array(entries)
  for (const creation of ranked(keys[sort]!)) {
    for (let i = starts[creation]!; i < starts[creation + 1]!; i++) {
      const id = lists[i]!
      if (isKept(id, sort)) members[ends[id - from]!++] = creation
    }
  }
  for (let id = from; id < to; id++) {
    const own = members.subarray(begins[id - from]!, ends[id - from]!)
    if (own.length > 0) writeList(listKey(sort, id), own, keys[sort]!, ns, write)
  }
}

const blockKs: number[] = []
const blockNs: number[] = []

function writeList(list: number, members: Uint32Array, keys: Float64Array, ns: Uint32Array, write: BlockWriter): void {
  // The table runs upwards, a list downwards: its last block first.
  for (let start = Math.floor((members.length - 1) / blockFill) * blockFill; start >= 0; start -= blockFill) {
    const size = Math.min(blockFill, members.length - start)
    for (let i = 0; i < size; i++) {
      const creation = members[start + i]!
      blockKs[i] = keys[creation]!
      blockNs[i] = ns[creation]!
    }
    write.block(list, positionKey(blockKs[size - 1]!, blockNs[size - 1]!), encodeBlock(blockKs, blockNs, 0, size))
  }
}

type BlockWriter = ReturnType<typeof blockWriter>

/** Several rows in one statement take two thirds of the time of as many statements. */
const rowsAtOnce = 8

function blockWriter(db: DatabaseSync) {
  const insert = db.prepare('INSERT INTO posting VALUES (?, ?, ?)')
  const insertSeveral = db.prepare(`INSERT INTO posting VALUES ${Array(rowsAtOnce).fill('(?, ?, ?)').join()}`)
  let values: SQLInputValue[] = []
  return {
    block(list: number, lo: Uint8Array, entries: Uint8Array): void {
      values.push(list, lo, entries)
      if (values.length < rowsAtOnce * 3) return
      insertSeveral.run(...values)
      values = []
    },
    end(): void {
      for (let i = 0; i < values.length; i += 3) insert.run(values[i]!, values[i + 1]!, values[i + 2]!)
      values = []
    },
  }
}
