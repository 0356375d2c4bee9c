// Walking lists in order: one list, the union of several, their intersection, and one without another.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { fail } from '../../errors.ts'
import { before, decodeBlock, positionKey } from './postings.ts'

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

export function walkList(read: BlockReader, list: number, budget: Budget, start: Start): Walker {
  let ks: number[] = []
  let ns: number[] = []
  let index = 0
  const walker: Walker = { k: 0, n: 0, ended: false, next, seek }
  const load = (k: number, n: number, inclusive: boolean) => {
    const bytes = read(list, k, n, inclusive)
    index = 0
    if (bytes === undefined) {
      walker.ended = true
      return
    }
    ;({ ks, ns } = decodeBlock(bytes))
  }
  const settle = () => {
    walker.k = ks[index]!
    walker.n = ns[index]!
  }
  function next() {
    spend(budget)
    if (++index >= ks.length) load(walker.k, walker.n, false)
    if (!walker.ended) settle()
  }
  function seek(k: number, n: number) {
    if (walker.ended || !before(walker.k, walker.n, k, n)) return
    spend(budget)
    const last = ks.length - 1
    if (before(ks[last]!, ns[last]!, k, n)) load(k, n, true)
    if (walker.ended) return
    while (before(ks[index]!, ns[index]!, k, n)) index++
    settle()
  }
  load(start.k, start.n, true)
  if (!walker.ended) {
    while (before(ks[index]!, ns[index]!, start.k, start.n)) index++
    settle()
  }
  return walker
}

export const emptyWalker: Walker = { k: 0, n: 0, ended: true, next: () => {}, seek: () => {} }

export function union(walkers: Walker[]): Walker {
  let live = walkers.filter(walker => !walker.ended)
  if (live.length <= 1) return live[0] ?? emptyWalker
  const result: Walker = { k: 0, n: 0, ended: false, next, seek }
  const settle = () => {
    let top: Walker | undefined
    let anyEnded = false
    for (const walker of live) {
      if (walker.ended) anyEnded = true
      else if (top === undefined || before(walker.k, walker.n, top.k, top.n)) top = walker
    }
    if (anyEnded) live = live.filter(walker => !walker.ended)
    result.ended = top === undefined
    if (top) {
      result.k = top.k
      result.n = top.n
    }
  }
  function next() {
    const { k, n } = result
    for (const walker of live) if (walker.k === k && walker.n === n) walker.next()
    settle()
  }
  function seek(k: number, n: number) {
    for (const walker of live) walker.seek(k, n)
    settle()
  }
  settle()
  return result
}

export function intersection(walkers: Walker[]): Walker {
  if (walkers.length === 1) return walkers[0]!
  const first = walkers[0]!
  const result: Walker = { k: 0, n: 0, ended: false, next, seek }
  const settle = () => {
    for (let agreed = 1, i = 1; !walkers.some(walker => walker.ended); i = (i + 1) % walkers.length) {
      const walker = walkers[i]!
      const leader = walkers[(i + walkers.length - 1) % walkers.length]!
      walker.seek(leader.k, leader.n)
      agreed = walker.k === leader.k && walker.n === leader.n ? agreed + 1 : 1
      if (agreed >= walkers.length && !walker.ended) {
        result.k = walker.k
        result.n = walker.n
        return
      }
    }
    result.ended = true
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
