// A search for the beginning of a word needs many lists, most of them with a few creations. To open each costs more than
// to read it, so the small ones are read together. Otherwise a search takes 1.2 times as long.
import type { DatabaseSync } from 'node:sqlite'
import type { FoundList } from './list-page.ts'
import { before, decodeBlock, listKey } from './postings.ts'
import type { Start } from './walk.ts'

const maxSize = 16
/** For all small lists of a word. The others are opened, because most of what they contain is not needed. */
const maxPairs = 4000
/** Fewer lists are opened as quickly. */
const minLists = 4

/** The ids of lists that are read together, and of the others. */
export type DividedLists = { small: readonly number[]; others: readonly number[] }

export function divided(lists: readonly FoundList[]): DividedLists {
  const small: number[] = []
  const others: number[] = []
  let pairs = 0
  for (const { id, size } of lists) {
    const isSmall = size <= maxSize && pairs + size <= maxPairs
    if (isSmall) pairs += size
    ;(isSmall ? small : others).push(id)
  }
  return small.length < minLists ? { small: [], others: lists.map(({ id }) => id) } : { small, others }
}

/** All pairs of some lists in one sort order, each once. */
export type SmallListReader = (ids: readonly number[], sort: number) => Start[]

export function readSmallLists(db: DatabaseSync): SmallListReader {
  const blocks = db.prepare(
    `SELECT CAST(group_concat(entries, '') AS BLOB), group_concat(char(length(entries)), '')
     FROM json_each(?) CROSS JOIN posting ON list = value`,
  )
  blocks.setReturnArrays(true)
  return (ids, sort) => {
    const keys = JSON.stringify(ids.map(id => listKey(sort, id)))
    const [bytes, lengths] = blocks.get(keys) as unknown as [Uint8Array, string | null]
    return inOrder(pairsIn(bytes, lengths ?? ''))
  }
}

/** For one search, which needs the same lists for several walks. */
export function readingSmallOnce(read: SmallListReader): SmallListReader {
  const bySort = new Map<number, Map<readonly number[], Start[]>>()
  return (ids, sort) => {
    const known = bySort.get(sort) ?? new Map<readonly number[], Start[]>()
    bySort.set(sort, known)
    const pairs = known.get(ids) ?? read(ids, sort)
    known.set(ids, pairs)
    return pairs
  }
}

function pairsIn(bytes: Uint8Array, lengths: string): Start[] {
  const pairs: Start[] = []
  for (let i = 0, at = 0; i < lengths.length; i++) {
    const { sortKeys, creationNos } = decodeBlock(bytes.subarray(at, at + lengths.charCodeAt(i)))
    for (const [j, sortKey] of sortKeys.entries()) pairs.push({ sortKey, creationNo: creationNos[j]! })
    at += lengths.charCodeAt(i)
  }
  return pairs
}

const inOrder = (pairs: Start[]): Start[] =>
  pairs
    .sort((a, b) => b.sortKey - a.sortKey || b.creationNo - a.creationNo)
    .filter(
      (pair, i) => i === 0 || before(pairs[i - 1]!.sortKey, pairs[i - 1]!.creationNo, pair.sortKey, pair.creationNo),
    )
