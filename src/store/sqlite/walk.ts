// Walking lists in order: one list, the union of several, their intersection, and one without another.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { fail } from '../../errors.ts'
import { before, positionKey, type Reading, readPair } from './postings.ts'

/** Stands at (k, n) until `ended`. `seek` goes on to the first pair that is not before (k, n); never back. */
export type Walker = { k: number; n: number; ended: boolean; next(): void; seek(k: number, n: number): void }

/** Where walking begins: the first pair that is not before it. */
export type Start = { k: number; n: number }

export type BlockReader = (list: number, k: number, n: number, inclusive: boolean) => Uint8Array | undefined

export function blockReader(db: DatabaseSync): BlockReader {
  const prepare = (comparison: string): StatementSync => {
    const statement = db.prepare(
      `SELECT entries FROM posting WHERE list = ? AND lo ${comparison} ? ORDER BY lo DESC LIMIT 1`,
    )
    statement.setReturnArrays(true)
    return statement
  }
  const at = prepare('<=')
  const past = prepare('<')
  return (list, k, n, inclusive) =>
    ((inclusive ? at : past).get(list, positionKey(k, n)) as unknown as [Uint8Array] | undefined)?.[0]
}

/** So that no search holds its thread for ever, whatever the words: a budget of steps, shared by a whole query. */
export type Budget = { steps: number }

export function spend(budget: Budget): void {
  if (--budget.steps < 0) throw fail('timeout', 'This search takes too long; use rarer or fewer words.')
}

/** Reads blocks pair by pair, as far as it goes: most blocks are left early. */
export function walkList(read: BlockReader, list: number, budget: Budget, start: Start): Walker {
  const walker: Walker & Reading = { k: 0, n: 0, ended: false, next, seek, bytes: noBytes, at: 0 }
  const load = (k: number, n: number, inclusive: boolean) => {
    const bytes = read(list, k, n, inclusive)
    walker.ended = bytes === undefined
    if (bytes === undefined) return
    walker.bytes = bytes
    walker.at = 0
    readPair(walker)
  }
  function next() {
    spend(budget)
    if (walker.at < walker.bytes.length) readPair(walker)
    else load(walker.k, walker.n, false)
  }
  function seek(k: number, n: number) {
    if (walker.ended || !before(walker.k, walker.n, k, n)) return
    spend(budget)
    readUpTo(k, n)
    if (!before(walker.k, walker.n, k, n)) return
    load(k, n, true)
    if (!walker.ended) readUpTo(k, n)
  }
  /** Stays at the last pair of the block when all are before. */
  function readUpTo(k: number, n: number) {
    while (before(walker.k, walker.n, k, n) && walker.at < walker.bytes.length) readPair(walker)
  }
  load(start.k, start.n, true)
  if (!walker.ended) readUpTo(start.k, start.n)
  return walker
}

const noBytes = new Uint8Array(0)

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

/** A heap: the walker that is furthest ahead in the order stands first, and only those that lag behind are moved. */
export function union(walkers: Walker[]): Walker {
  const heap = walkers.filter(walker => !walker.ended)
  if (heap.length <= 1) return heap[0] ?? emptyWalker
  const result: Walker = { k: 0, n: 0, ended: false, next, seek }
  /** Takes the first out if it has ended, and puts the one at `from` where it belongs. */
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
  /** One that stands further on than the first, when it has been asked to come there. */
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

/** `kept` without what also stands in `left`. */
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
