// Writing all lists anew. For each sort order the creations are read in that order, and each list collects the ranks
// of its creations: so every list comes out sorted, and the blocks go to the table in the table's own order.
import type { DatabaseSync } from 'node:sqlite'
import { sorts } from '../store.ts'
import { blockFill, encodeBlock, isKept, listKey, positionKey } from './postings.ts'

/** How many list entries are collected at a time (4 bytes each); more lists than that take several readings. */
const entriesAtOnce = 48_000_000

export async function buildPostings(db: DatabaseSync, progress: (share: number) => void): Promise<void> {
  db.exec('DELETE FROM posting')
  const sizes = countEntries(db)
  setSizes(db, sizes)
  const spans = spansOf(sizes)
  let done = 0
  for (const sort of sorts.keys()) {
    for (const span of spans) {
      buildSpan(db, sort, span, sizes)
      progress(++done / (sorts.length * spans.length))
      await new Promise(resolve => setImmediate(resolve))
    }
  }
}

/** Lists from one id up to, not including, another. */
type Span = { from: number; to: number; entries: number }

function eachId(bytes: Uint8Array, use: (id: number) => void): void {
  for (let at = 0; at < bytes.length; at += 4) {
    use((bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0)
  }
}

type ListRow = [k: number, n: number, lists: Uint8Array]

function shownIn(db: DatabaseSync, order: string, k: string): Iterable<ListRow> {
  const rows = db.prepare(`SELECT ${k}, n, lists FROM shown ${order}`)
  rows.setReturnArrays(true)
  return rows.iterate() as unknown as Iterable<ListRow>
}

function countEntries(db: DatabaseSync): Uint32Array {
  const last = (db.prepare('SELECT coalesce(max(id), 0) AS id FROM list').get() as { id: number }).id
  const sizes = new Uint32Array(last + 1)
  const count = (id: number) => {
    sizes[id]!++
  }
  for (const [, , lists] of shownIn(db, '', '0')) eachId(lists, count)
  return sizes
}

function setSizes(db: DatabaseSync, sizes: Uint32Array): void {
  const set = db.prepare('UPDATE list SET size = ?1 WHERE id = ?2 AND size <> ?1')
  for (const { id } of db.prepare('SELECT id FROM list').all() as { id: number }[]) set.run(sizes[id]!, id)
}

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

function buildSpan(db: DatabaseSync, sort: number, { from, to, entries }: Span, sizes: Uint32Array): void {
  const starts = new Uint32Array(to - from + 1)
  for (let id = from; id < to; id++) starts[id - from + 1] = starts[id - from]! + (isKept(id, sort) ? sizes[id]! : 0)
  const ends = starts.slice(0, -1)
  const ranks = new Uint32Array(entries)
  const ks: number[] = []
  const ns: number[] = []
  const collect = (id: number) => {
    if (id >= from && id < to && isKept(id, sort)) ranks[ends[id - from]!++] = ks.length
  }
  for (const [k, n, lists] of shownIn(db, `ORDER BY k${sort} DESC, n DESC`, `k${sort}`)) {
    eachId(lists, collect)
    ks.push(k)
    ns.push(n)
  }
  const put = blockWriter(db, ks, ns)
  for (let id = from; id < to; id++) put(listKey(sort, id), ranks.subarray(starts[id - from]!, ends[id - from]!))
}

function blockWriter(db: DatabaseSync, ks: number[], ns: number[]): (list: number, ranks: Uint32Array) => void {
  const insert = db.prepare('INSERT INTO posting VALUES (?, ?, ?)')
  const blockKs: number[] = []
  const blockNs: number[] = []
  return (list, ranks) => {
    // The table runs upwards, a list downwards: its last block first.
    for (let start = Math.floor((ranks.length - 1) / blockFill) * blockFill; start >= 0; start -= blockFill) {
      const size = Math.min(blockFill, ranks.length - start)
      for (let i = 0; i < size; i++) {
        const rank = ranks[start + i]!
        blockKs[i] = ks[rank]!
        blockNs[i] = ns[rank]!
      }
      insert.run(list, positionKey(blockKs[size - 1]!, blockNs[size - 1]!), encodeBlock(blockKs, blockNs, 0, size))
    }
  }
}
