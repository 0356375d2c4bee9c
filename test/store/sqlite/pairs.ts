// Random pairs of sort key and creation number, and lists of them in a separate database.
import fc from 'fast-check'
import { connect } from '../../../src/store/sqlite/connection.ts'
import { readBlocks } from '../../../src/store/sqlite/lists/blocks.ts'
import { emptyEdits, listEditor } from '../../../src/store/sqlite/lists/edit.ts'
import { firstPosition } from '../../../src/store/sqlite/lists/postings.ts'
import { type Walker, walkList } from '../../../src/store/sqlite/lists/walk.ts'

export const runs = { numRuns: 60, seed: 20260526 }
export const unlimited = { steps: Number.POSITIVE_INFINITY, blocks: Number.NEGATIVE_INFINITY }

const plain = { noNullPrototype: true }
export type Pair = { sortKey: number; creationNo: number }
const extremeKey = fc.oneof(fc.maxSafeNat(), fc.constantFrom(0, 127, 128, 2 ** 32 - 1, 2 ** 32, 2 ** 40, 2 ** 53 - 1))
const extremeNo = fc.oneof(fc.nat(2 ** 32 - 1), fc.constantFrom(0, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1))
export const extremePair: fc.Arbitrary<Pair> = fc.record({ sortKey: extremeKey, creationNo: extremeNo }, plain)
/** So few values that lists meet and ties abound. */
export const closePair: fc.Arbitrary<Pair> = fc.record({ sortKey: fc.nat(12), creationNo: fc.nat(40) }, plain)

const inOrder = (a: Pair, b: Pair): number => b.sortKey - a.sortKey || b.creationNo - a.creationNo
export const isSame = (a: Pair, b: Pair): boolean => a.sortKey === b.sortKey && a.creationNo === b.creationNo

/** The pairs as a list has them: largest first, each once. */
export function sorted(pairs: readonly Pair[]): Pair[] {
  return [...pairs].sort(inOrder).filter((pair, index, all) => index === 0 || !isSame(pair, all[index - 1]!))
}

export const db = connect(':memory:', 'write')
export const edit = listEditor(db)
export const read = readBlocks(db)
let lists = 0

export function newList(pairs: readonly Pair[]): number {
  const list = ++lists
  const edits = emptyEdits()
  for (const { sortKey, creationNo } of sorted(pairs)) edits.add(list, sortKey, creationNo)
  edit(edits)
  return list
}

export function walked(walker: Walker): Pair[] {
  const found: Pair[] = []
  for (; !walker.ended; walker.next()) found.push({ sortKey: walker.sortKey, creationNo: walker.creationNo })
  return found
}

export const walkAll = (list: number) => walkList(read, list, unlimited, firstPosition)
