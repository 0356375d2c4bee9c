// The blocks of one list, in order, several at a time where many are read: fetching a block costs more than decoding
// it.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { before, firstPosition, type PostingReader, positionKey, readPair } from './postings.ts'

/** Consecutive blocks; the character at `i` is the length of block `i`. */
type Run = { bytes: Uint8Array; lengths: string }
type RunRow = [bytes: Uint8Array, lengths: string | null]

/** Reads blocks of a list from the one with the first pair after this; `inclusive`: the first that is not before. */
export type BlockReader = {
  (list: number, sortKey: number, creationNo: number, inclusive: boolean): Uint8Array | undefined
  run(list: number, sortKey: number, creationNo: number, inclusive: boolean, limit: number): Run | undefined
}

export function readBlocks(db: DatabaseSync): BlockReader {
  const prepare = (sql: (comparison: string) => string): ((inclusive: boolean) => StatementSync) => {
    const [at, past] = ['<=', '<'].map(comparison => db.prepare(sql(comparison))) as [StatementSync, StatementSync]
    for (const statement of [at, past]) statement.setReturnArrays(true)
    return inclusive => (inclusive ? at : past)
  }
  const from = (comparison: string) => `FROM posting WHERE list = ? AND lo ${comparison} ? ORDER BY lo DESC LIMIT`
  const one = prepare(comparison => `SELECT entries ${from(comparison)} 1`)
  // One row per block would cost as much as fetching each alone; group_concat gets the rows in order.
  const several = prepare(
    comparison =>
      `SELECT CAST(group_concat(entries, '') AS BLOB), group_concat(char(length(entries)), '')
       FROM (SELECT entries ${from(comparison)} +?)`,
  )
  const read = (list: number, sortKey: number, creationNo: number, inclusive: boolean) =>
    (one(inclusive).get(list, positionKey(sortKey, creationNo)) as unknown as [Uint8Array] | undefined)?.[0]
  return Object.assign(read, {
    run(list: number, sortKey: number, creationNo: number, inclusive: boolean, limit: number): Run | undefined {
      const row = several(inclusive).get(list, positionKey(sortKey, creationNo), limit) as unknown as RunRow
      return row[1] === null ? undefined : { bytes: row[0], lengths: row[1] }
    },
  })
}

/** Reads the first block of a list once: several walks of a search start in the same lists. */
export function readingOnce(read: BlockReader): BlockReader {
  const first = new Map<number, Uint8Array | undefined>()
  const readOnce: (...from: Parameters<BlockReader>) => Uint8Array | undefined = (list, sortKey, ...rest) => {
    if (sortKey !== firstPosition.sortKey) return read(list, sortKey, ...rest)
    if (first.has(list)) return first.get(list)
    const bytes = read(list, sortKey, ...rest)
    first.set(list, bytes)
    return bytes
  }
  return Object.assign(readOnce, { run: read.run })
}

const nothing: Run = { bytes: new Uint8Array(0), lengths: '' }

/** Iterates over the blocks of a list, forwards only. */
type Blocks = {
  /** The block after this pair, the last of the previous block. */
  next(sortKey: number, creationNo: number): Uint8Array | undefined
  /** Skips blocks whose pairs are all before this one. The returned block may be one of these: then call again. */
  seek(sortKey: number, creationNo: number): Uint8Array | undefined
}

/** About 50 kB. */
const longestRun = 64
const growth = 4
/** A long run is cheaper than single blocks when at least this share of it is used. */
const minUsedShare = 1 / 3
/** Single blocks first, as most walks end in the first; and for a while after a run that was hardly used. */
const singleReads = { atFirst: 2, afterWaste: 12 }

/** Limit for all lists of one walk, about 3 MB; beyond that blocks are read one by one. */
const maxCachedBlocks = 4096
/** Blocks in memory for all lists of a walk. */
export type CachedBlocks = { blocks: number }

export function blocksOf(read: BlockReader, list: number, cached: CachedBlocks): Blocks {
  let run = nothing
  /** The last block returned from the run, where it ends, and how many of the run were returned. */
  let current = 0
  let end = 0
  let returned = 0
  /** How many blocks the next fetch reads. */
  let runLength = 1
  let singles: number = singleReads.atFirst

  const chooseRunLength = () => {
    if (runLength > 1 && returned < run.lengths.length * minUsedShare) {
      runLength /= growth
      if (runLength === 1) singles = singleReads.afterWaste
    } else if (runLength > 1 || --singles < 0) runLength = Math.min(runLength * growth, longestRun)
    cached.blocks -= run.lengths.length
    if (cached.blocks + runLength > maxCachedBlocks) runLength = 1
    run = nothing
  }
  const take = (at: number, start: number): Uint8Array => {
    current = at
    returned++
    end = start + run.lengths.charCodeAt(at)
    return run.bytes.subarray(start, end)
  }
  const fetch = (sortKey: number, creationNo: number, inclusive: boolean): Uint8Array | undefined => {
    chooseRunLength()
    if (runLength === 1) return read(list, sortKey, creationNo, inclusive)
    const found = read.run(list, sortKey, creationNo, inclusive, runLength)
    if (found === undefined) return undefined
    run = found
    cached.blocks += run.lengths.length
    returned = 0
    return take(0, 0)
  }
  const hasMore = () => runLength > 1 && current + 1 < run.lengths.length
  return {
    next: (sortKey, creationNo) => (hasMore() ? take(current + 1, end) : fetch(sortKey, creationNo, false)),
    seek(sortKey, creationNo) {
      if (!hasMore()) return fetch(sortKey, creationNo, true)
      let at = current + 1
      let start = end
      for (; at + 1 < run.lengths.length; at++) {
        const after = start + run.lengths.charCodeAt(at)
        if (!startsBefore(run.bytes, after, sortKey, creationNo)) break
        start = after
      }
      return take(at, start)
    },
  }
}

const head: PostingReader = { bytes: new Uint8Array(0), at: 0, sortKey: 0, creationNo: 0 }

function startsBefore(bytes: Uint8Array, start: number, sortKey: number, creationNo: number): boolean {
  head.bytes = bytes.subarray(start, start + 12)
  head.at = 0
  readPair(head)
  return before(head.sortKey, head.creationNo, sortKey, creationNo)
}
