// Iterators over lists in order: a list, union, intersection and difference.
import { fail } from '../../../errors.ts'
import { type BlockReader, blocksOf, type Held } from './blocks.ts'
import { before, type PostingReader, readPair } from './postings.ts'

/** Positioned at (k, n) until `ended`. `seek` moves to the first pair that is not before (k, n), never back. */
export type Walker = { k: number; n: number; ended: boolean; next(): void; seek(k: number, n: number): void }

/** Start of a walk: the first pair that is not before it. */
export type Start = { k: number; n: number }

/** A budget of steps for a whole query, so that no search occupies its thread indefinitely. */
export type Budget = Held & { steps: number }

function spend(budget: Budget): void {
  if (--budget.steps < 0) throw fail('timeout', 'This search takes too long; use rarer or fewer words.')
}

/** Decodes blocks lazily: most are left early. */
export function walkList(read: BlockReader, list: number, budget: Budget, start: Start): Walker {
  const walker = { k: 0, n: 0, ended: false, next, seek, bytes: noBytes, at: 0, view: noView }
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
    else open(blocks.next(walker.k, walker.n))
  }
  function seek(k: number, n: number) {
    if (walker.ended || !before(walker.k, walker.n, k, n)) return
    spend(budget)
    readUpTo(walker, k, n)
    while (before(walker.k, walker.n, k, n)) {
      open(blocks.seek(k, n))
      if (walker.ended) return
      readUpTo(walker, k, n)
    }
  }
  open(blocks.seek(start.k, start.n))
  if (!walker.ended) readUpTo(walker, start.k, start.n)
  return walker
}

/**
 * Moves to the first pair that is not before (k, n), or to the last of the block when all are before. This is the
 * hot loop where lists have little in common. Deltas of up to four bytes, nearly all, are decoded without a branch
 * per byte, as their lengths are unpredictable. Four bytes can always be read, since the number follows.
 */
function readUpTo(reader: PostingReader & { view: DataView }, k: number, n: number): void {
  const { view } = reader
  const end = view.byteLength
  let at = reader.at
  let reached = reader.k
  while (at < end && (reached > k || (reached === k && view.getUint32(at - 4) > n))) {
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
  reader.k = reached
  reader.n = view.getUint32(at - 4)
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

export const emptyWalker: Walker = { k: 0, n: 0, ended: true, next: () => {}, seek: () => {} }

/** Pairs in memory, in the order of a list. */
export function walkPairs(pairs: readonly Start[], start: Start): Walker {
  let at = -1
  const walker: Walker = { k: 0, n: 0, ended: false, next, seek }
  function next() {
    const pair = pairs[++at]
    walker.ended = pair === undefined
    if (pair === undefined) return
    walker.k = pair.k
    walker.n = pair.n
  }
  function seek(k: number, n: number) {
    while (!walker.ended && before(walker.k, walker.n, k, n)) next()
  }
  next()
  seek(start.k, start.n)
  return walker
}

/** Pairs found by a walk, then the rest of that walk, which is at the last of them or has ended. */
export function continued(pairs: readonly Start[], rest: Walker, start: Start): Walker {
  const found = walkPairs(pairs, start)
  if (rest.ended) return found
  const walker: Walker = { k: 0, n: 0, ended: false, next, seek }
  const settle = () => {
    const { k, n, ended } = found.ended ? rest : found
    walker.k = k
    walker.n = n
    walker.ended = ended
  }
  function next() {
    if (found.ended) rest.next()
    else found.next()
    // The walk is still at the last pair found.
    if (found.ended && rest.k === walker.k && rest.n === walker.n) rest.next()
    settle()
  }
  function seek(k: number, n: number) {
    found.seek(k, n)
    if (found.ended) rest.seek(k, n)
    settle()
  }
  seek(start.k, start.n)
  return walker
}

/** A heap: the walker with the first pair is on top, and only walkers that lag behind are moved. */
export function union(walkers: Walker[]): Walker {
  const heap = walkers.filter(walker => !walker.ended)
  if (heap.length <= 1) return heap[0] ?? emptyWalker
  const result: Walker = { k: 0, n: 0, ended: false, next, seek }
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
    result.k = heap[0]!.k
    result.n = heap[0]!.n
  }
  function next() {
    while (heap.length > 0 && heap[0]!.k === result.k && heap[0]!.n === result.n) {
      heap[0]!.next()
      restore(0)
    }
    settle()
  }
  function seek(k: number, n: number) {
    while (heap.length > 0 && before(heap[0]!.k, heap[0]!.n, k, n)) {
      heap[0]!.seek(k, n)
      restore(0)
    }
    settle()
  }
  for (let at = (heap.length >> 1) - 1; at >= 0; at--) restore(at)
  settle()
  return result
}

const isBefore = (a: Walker, b: Walker): boolean => before(a.k, a.n, b.k, b.n)

export function intersection(walkers: Walker[]): Walker {
  if (walkers.length === 1) return walkers[0]!
  const [first, ...others] = walkers as [Walker, ...Walker[]]
  const result: Walker = { k: 0, n: 0, ended: false, next, seek }
  /** A walker that is past the first one after seeking to it. */
  const ahead = (): Walker | undefined => {
    for (const other of others) {
      other.seek(first.k, first.n)
      if (other.ended || other.k !== first.k || other.n !== first.n) return other
    }
    return undefined
  }
  const settle = () => {
    for (let other = first.ended ? first : ahead(); other !== undefined; other = first.ended ? first : ahead()) {
      if (other.ended) {
        result.ended = true
        return
      }
      first.seek(other.k, other.n)
    }
    result.k = first.k
    result.n = first.n
  }
  function next() {
    first.next()
    settle()
  }
  function seek(k: number, n: number) {
    first.seek(k, n)
    settle()
  }
  settle()
  return result
}

/** `kept` without the pairs of `left`. */
export function difference(kept: Walker, left: Walker): Walker {
  const result: Walker = { k: 0, n: 0, ended: false, next, seek }
  const settle = () => {
    for (; !kept.ended; kept.next()) {
      left.seek(kept.k, kept.n)
      if (left.ended || left.k !== kept.k || left.n !== kept.n) break
    }
    result.ended = kept.ended
    result.k = kept.k
    result.n = kept.n
  }
  function next() {
    kept.next()
    settle()
  }
  function seek(k: number, n: number) {
    kept.seek(k, n)
    settle()
  }
  settle()
  return result
}
