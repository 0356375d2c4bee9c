// Rebuilds all lists from the table `shown`. For each sort order the creations are visited in that order and appended
// to their lists: every list comes out sorted, and its blocks are inserted in the order of their table.
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sorts } from '../../store.ts'
import { listsOfEach } from './number-by-name.ts'
import { blockFill, encodeBlock, hasList, listKey, positionKey } from './postings.ts'

/** How many list entries are held in memory at a time (8 bytes each); more take several passes over `shown`. */
const maxEntries = 9_000_000
/** Signals and the progress bar are handled after this many rows. */
const rowsPerTurn = 10_000

/** `sizes` are those of the lists, by id. */
export async function buildPostings(
  db: DatabaseSync,
  sizes: Uint32Array,
  progress: (share: number) => void,
): Promise<void> {
  db.exec('DELETE FROM posting')
  const creations = readKeys(db)
  const ranges = rangesOf(sizes)
  const insert = db.prepare('INSERT INTO posting VALUES (?, ?, ?)')
  let rows = 0
  for (const [i, range] of ranges.entries()) {
    const entries = readEntries(db, creations.numbers.length, range)
    const members = new Uint32Array(range.entries)
    for (const sort of sorts.keys()) {
      for (const { list, low, bytes } of blocksOf(creations, { entries, members, sizes, range, sort })) {
        insert.run(list, low, bytes)
        if (++rows % rowsPerTurn === 0) await yieldToEventLoop()
      }
      progress((i + (sort + 1) / sorts.length) / ranges.length)
    }
  }
}

/** All public creations, smallest number first, with their keys in each sort order. */
type Creations = { numbers: Uint32Array; keys: Float64Array[] }

function readKeys(db: DatabaseSync): Creations {
  const { count } = db.prepare('SELECT count(*) AS count FROM shown').get() as { count: number }
  const numbers = new Uint32Array(count)
  const keys = sorts.map(() => new Float64Array(count))
  const rows = db.prepare('SELECT n, k0, k1, k2, k3, k4 FROM shown ORDER BY n')
  rows.setReturnArrays(true)
  let at = 0
  for (const row of rows.iterate() as Iterable<unknown> as Iterable<number[]>) {
    numbers[at] = row[0]!
    for (let sort = 0; sort < keys.length; sort++) keys[sort]![at] = row[sort + 1]!
    at++
  }
  return { numbers, keys }
}

/** Lists from one id up to, not including, another. */
type Range = { from: number; to: number; entries: number }

function rangesOf(sizes: Uint32Array): Range[] {
  const ranges: Range[] = []
  let range: Range = { from: 0, to: 0, entries: 0 }
  for (const size of sizes) {
    if (range.entries > 0 && range.entries + size > maxEntries) {
      ranges.push(range)
      range = { from: range.to, to: range.to, entries: 0 }
    }
    range.to++
    range.entries += size
  }
  return [...ranges, range]
}

/** The lists of the creation at `i` are those from `starts[i]` to `starts[i + 1]`. */
type Entries = { starts: Uint32Array; lists: Uint32Array }

function readEntries(db: DatabaseSync, count: number, { from, to, entries }: Range): Entries {
  const starts = new Uint32Array(count + 1)
  const lists = new Uint32Array(entries)
  let at = 0
  let creation = 0
  for (const ids of listsOfEach(db)) {
    for (let i = 0; i < ids.length; i++) if (ids[i]! >= from && ids[i]! < to) lists[at++] = ids[i]!
    starts[++creation] = at
  }
  return { starts, lists }
}

type BlockRow = { list: number; low: Uint8Array; bytes: Uint8Array }

/** `members` is where the members of all lists of the range are collected. */
type BlockSource = { entries: Entries; members: Uint32Array; sizes: Uint32Array; range: Range; sort: number }

function* blocksOf({ numbers, keys }: Creations, source: BlockSource): Generator<BlockRow> {
  const { members, range, sort } = source
  const sortKeys = keys[sort]!
  const blockKeys = new Float64Array(blockFill)
  const blockNos = new Uint32Array(blockFill)
  const begins = collectMembers(ranked(sortKeys), source)
  for (let id = range.from; id < range.to; id++) {
    const from = begins[id - range.from]!
    // Ascending in the table, descending in the list: the last block first.
    for (let end = begins[id - range.from + 1]!; end > from; ) {
      const start = end - ((end - from) % blockFill || blockFill)
      for (let i = start; i < end; i++) {
        blockKeys[i - start] = sortKeys[members[i]!]!
        blockNos[i - start] = numbers[members[i]!]!
      }
      const last = end - start - 1
      yield {
        list: listKey(sort, id),
        low: positionKey(blockKeys[last]!, blockNos[last]!),
        bytes: encodeBlock(blockKeys, blockNos, 0, end - start),
      }
      end = start
    }
  }
}

/** Indexes of the creations, best first; of two with the same key the one with the larger number. */
const ranked = (keys: Float64Array): Uint32Array =>
  Uint32Array.from(keys.keys()).sort((a, b) => keys[b]! - keys[a]! || b - a)

/** The members of the list `from + i` are those from `begins[i]` to `begins[i + 1]`, in the order of `creations`. */
function collectMembers(creations: Uint32Array, { entries, members, sizes, range, sort }: BlockSource): Uint32Array {
  const { starts, lists } = entries
  const { from, to } = range
  const begins = new Uint32Array(to - from + 1)
  for (let i = 0; i < to - from; i++) begins[i + 1] = begins[i]! + (hasList(from + i, sort) ? sizes[from + i]! : 0)
  const ends = begins.slice(0, -1)
  for (const creation of creations) {
    const end = starts[creation + 1]!
    for (let i = starts[creation]!; i < end; i++) {
      const id = lists[i]!
      if (hasList(id, sort)) members[ends[id - from]!++] = creation
    }
  }
  return begins
}
