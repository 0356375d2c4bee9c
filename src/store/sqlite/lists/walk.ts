// Iterators over lists in order: a list, union, intersection and difference.
import { fail } from '../../../errors.ts'
import { type BlockReader, blocksOf, type CachedBlocks } from './blocks.ts'
import { before, type PostingReader, readPair } from './postings.ts'

/** Positioned at a pair until `ended`. `seek` moves to the first pair that is not before the given one, never back. */
export type Walker = {
  sortKey: number
  creationNo: number
  ended: boolean
  next(): void
  seek(sortKey: number, creationNo: number): void
}

/** Start of a walk: the first pair that is not before it. */
export type Start = { sortKey: number; creationNo: number }

/** A budget of steps for a whole query, so that no search occupies its thread indefinitely. */
export type Budget = CachedBlocks & { steps: number }

function spend(budget: Budget): void {
  if (--budget.steps < 0) throw fail('timeout', 'This search takes too long; use rarer or fewer words.')
}

/** Decodes blocks lazily: most are left early. */
export function walkList(read: BlockReader, list: number, budget: Budget, start: Start): Walker {
  const walker = { sortKey: 0, creationNo: 0, ended: false, next, seek, bytes: noBytes, at: 0, view: noView }
  const blocks = blocksOf(read, list, budget)
  const open = (bytes: Uint8Array | undefined) => {
    walker.ended = bytes === undefined
    if (bytes === undefined) return
    walker.bytes = bytes
    walker.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    walker.at = 0
    readPair(walker)
  }
  function next() {
    spend(budget)
    if (walker.at < walker.bytes.length) readPair(walker)
    else open(blocks.next(walker.sortKey, walker.creationNo))
  }
  function seek(sortKey: number, creationNo: number) {
    if (walker.ended || !before(walker.sortKey, walker.creationNo, sortKey, creationNo)) return
    spend(budget)
    readUpTo(walker, sortKey, creationNo)
    while (before(walker.sortKey, walker.creationNo, sortKey, creationNo)) {
      open(blocks.seek(sortKey, creationNo))
      if (walker.ended) return
      readUpTo(walker, sortKey, creationNo)
    }
  }
  open(blocks.seek(start.sortKey, start.creationNo))
  if (!walker.ended) readUpTo(walker, start.sortKey, start.creationNo)
  return walker
}

/**
 * Moves to the first pair that is not before this one, or to the last of the block when all are before. This is the
 * hot loop where lists have little in common. Deltas of up to four bytes, nearly all, are decoded without a branch
 * per byte, as their lengths are unpredictable. Four bytes can always be read, since the number follows.
 */
function readUpTo(reader: PostingReader & { view: DataView }, sortKey: number, creationNo: number): void {
  const { view } = reader
  const end = view.byteLength
  let at = reader.at
  let reached = reader.sortKey
  while (at < end && (reached > sortKey || (reached === sortKey && view.getUint32(at - 4) > creationNo))) {
    const four = view.getInt32(at, true)
    const stops = ~four & 0x80808080
    if (stops === 0) {
      const { step, after } = longStep(view, at)
      reached -= step
      at = after + 4
      continue
    }
    const own = four & (stops ^ (stops - 1))
    reached -= (own & 0x7f) | ((own >>> 1) & 0x3f80) | ((own >>> 2) & 0x1fc000) | ((own >>> 3) & 0xfe00000)
    at += 5 + ((31 - Math.clz32(stops & -stops)) >>> 3)
  }
  reader.at = at
  reader.sortKey = reached
  reader.creationNo = view.getUint32(at - 4)
}

function longStep(view: DataView, start: number): { step: number; after: number } {
  let at = start
  let step = 0
  for (let scale = 1; ; scale *= 128) {
    const byte = view.getUint8(at++)
    step += (byte & 127) * scale
    if (byte < 128) return { step, after: at }
  }
}

const noBytes: Uint8Array = new Uint8Array(0)
const noView: DataView = new DataView(new ArrayBuffer(0))

export const emptyWalker: Walker = { sortKey: 0, creationNo: 0, ended: true, next: () => {}, seek: () => {} }

/** Pairs in memory, in the order of a list. */
export function walkPairs(pairs: readonly Start[], start: Start): Walker {
  let at = -1
  const walker: Walker = { sortKey: 0, creationNo: 0, ended: false, next, seek }
  function next() {
    const pair = pairs[++at]
    walker.ended = pair === undefined
    if (pair === undefined) return
    walker.sortKey = pair.sortKey
    walker.creationNo = pair.creationNo
  }
  function seek(sortKey: number, creationNo: number) {
    while (!walker.ended && before(walker.sortKey, walker.creationNo, sortKey, creationNo)) next()
  }
  next()
  seek(start.sortKey, start.creationNo)
  return walker
}

/** Pairs found by a walk, then the rest of that walk, which is at the last of them or has ended. */
export function continued(pairs: readonly Start[], rest: Walker, start: Start): Walker {
  const found = walkPairs(pairs, start)
  if (rest.ended) return found
  const walker: Walker = { sortKey: 0, creationNo: 0, ended: false, next, seek }
  const settle = () => {
    const { sortKey, creationNo, ended } = found.ended ? rest : found
    walker.sortKey = sortKey
    walker.creationNo = creationNo
    walker.ended = ended
  }
  function next() {
    if (found.ended) rest.next()
    else found.next()
    // The walk is still at the last pair found.
    if (found.ended && rest.sortKey === walker.sortKey && rest.creationNo === walker.creationNo) rest.next()
    settle()
  }
  function seek(sortKey: number, creationNo: number) {
    found.seek(sortKey, creationNo)
    if (found.ended) rest.seek(sortKey, creationNo)
    settle()
  }
  seek(start.sortKey, start.creationNo)
  return walker
}

/** A heap: the walker with the first pair is on top, and only walkers that lag behind are moved. */
export function union(walkers: Walker[]): Walker {
  const heap = walkers.filter(walker => !walker.ended)
  if (heap.length <= 1) return heap[0] ?? emptyWalker
  const result: Walker = { sortKey: 0, creationNo: 0, ended: false, next, seek }
  /** Removes the top if it has ended, and restores the heap at `from`. */
  const restore = (from: number) => {
    if (heap[from]!.ended) {
      const last = heap.pop()!
      if (from === heap.length) return
      heap[from] = last
    }
    const moved = heap[from]!
    let at = from
    for (let child = 2 * at + 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++
      if (!isBefore(heap[child]!, moved)) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = moved
  }
  const settle = () => {
    result.ended = heap.length === 0
    if (result.ended) return
    result.sortKey = heap[0]!.sortKey
    result.creationNo = heap[0]!.creationNo
  }
  function next() {
    while (heap.length > 0 && heap[0]!.sortKey === result.sortKey && heap[0]!.creationNo === result.creationNo) {
      heap[0]!.next()
      restore(0)
    }
    settle()
  }
  function seek(sortKey: number, creationNo: number) {
    while (heap.length > 0 && before(heap[0]!.sortKey, heap[0]!.creationNo, sortKey, creationNo)) {
      heap[0]!.seek(sortKey, creationNo)
      restore(0)
    }
    settle()
  }
  for (let at = (heap.length >> 1) - 1; at >= 0; at--) restore(at)
  settle()
  return result
}

const isBefore = (a: Walker, b: Walker): boolean => before(a.sortKey, a.creationNo, b.sortKey, b.creationNo)

export function intersection(walkers: Walker[]): Walker {
  if (walkers.length === 1) return walkers[0]!
  const [first, ...others] = walkers as [Walker, ...Walker[]]
  const result: Walker = { sortKey: 0, creationNo: 0, ended: false, next, seek }
  /** A walker that is past the first one after seeking to it. */
  const ahead = (): Walker | undefined => {
    for (const other of others) {
      other.seek(first.sortKey, first.creationNo)
      if (other.ended || other.sortKey !== first.sortKey || other.creationNo !== first.creationNo) return other
    }
    return undefined
  }
  const settle = () => {
    for (let other = first.ended ? first : ahead(); other !== undefined; other = first.ended ? first : ahead()) {
      if (other.ended) {
        result.ended = true
        return
      }
      first.seek(other.sortKey, other.creationNo)
    }
    result.sortKey = first.sortKey
    result.creationNo = first.creationNo
  }
  function next() {
    first.next()
    settle()
  }
  function seek(sortKey: number, creationNo: number) {
    first.seek(sortKey, creationNo)
    settle()
  }
  settle()
  return result
}

/** `base` without the pairs of `excluded`. */
export function difference(base: Walker, excluded: Walker): Walker {
  const result: Walker = { sortKey: 0, creationNo: 0, ended: false, next, seek }
  const settle = () => {
    for (; !base.ended; base.next()) {
      excluded.seek(base.sortKey, base.creationNo)
      if (excluded.ended || excluded.sortKey !== base.sortKey || excluded.creationNo !== base.creationNo) break
    }
    result.ended = base.ended
    result.sortKey = base.sortKey
    result.creationNo = base.creationNo
  }
  function next() {
    base.next()
    settle()
  }
  function seek(sortKey: number, creationNo: number) {
    base.seek(sortKey, creationNo)
    settle()
  }
  settle()
  return result
}
