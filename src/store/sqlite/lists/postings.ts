// A list of creations in one sort order, stored as blocks of pairs (sort key and number of the creation), largest
// first. A block is keyed by its last (smallest) pair, so one index seek finds where any position falls, however long
// the list is.

import { ordersOf } from '../../lists.ts'
import { type Sort, sorts } from '../../store.ts'

/** The last two bits of a list's id encode the orders in which it is kept. */
const orderGroups: readonly (readonly Sort[])[] = [sorts, ['trending'], ['trending', 'recent'], ['popular']]
const groupBits = 2
const hasListInOrder = sorts.map(sort => orderGroups.map(group => group.includes(sort)))

export const listId = (serial: number, name: string): number => {
  const orders = ordersOf(name).join()
  return serial * 2 ** groupBits + orderGroups.findIndex(group => group.join() === orders)
}
/** The id with another serial, of a list that is kept in the same orders. */
export const withSerial = (id: number, serial: number): number => serial * 2 ** groupBits + (id % 2 ** groupBits)
export const serialOf = (id: number): number => Math.floor(id / 2 ** groupBits)
/** All ids of this many lists are below. */
export const idLimit = (lists: number): number => (lists + 1) * 2 ** groupBits
export const hasList = (id: number, sort: number): boolean => hasListInOrder[sort]![id & 3]!

const sortSpan = 2 ** 40
/** Sort-major, so that building one sort order touches one part of the table. */
export const listKey = (sort: number, id: number): number => sort * sortSpan + id

/** Small enough that a block stays on its b-tree page (a quarter of 4 KiB). */
export const blockCapacity = 128
export const blockFill = 104

export type Block = { sortKeys: number[]; creationNos: number[] }

/** Whether the first pair is before the second in a list. */
export const before = (key1: number, no1: number, key2: number, no2: number): boolean =>
  key1 > key2 || (key1 === key2 && no1 > no2)

/** Byte order equals the order of pairs. */
export function positionKey(sortKey: number, creationNo: number): Uint8Array {
  const high = Math.floor(sortKey / 2 ** 32)
  const low = sortKey >>> 0
  // biome-ignore format: one line for each part of the pair
  return Uint8Array.of(
    high >>> 16, high >>> 8, high, low >>> 24, low >>> 16, low >>> 8, low,
    creationNo >>> 24, creationNo >>> 16, creationNo >>> 8, creationNo,
  )
}

export const firstPosition = { sortKey: Number.MAX_SAFE_INTEGER, creationNo: 0xffffffff }

/** Upper bound: a delta has at most eight bytes. */
const pairBytes = 12
const scratch = new Uint8Array(blockCapacity * 2 * pairBytes)

/** Returns a view that is valid until the next call; copying it would take 1 µs for each block. */
export function encodeBlock(
  sortKeys: ArrayLike<number>,
  creationNos: ArrayLike<number>,
  from: number,
  to: number,
): Uint8Array {
  let at = 0
  for (let i = from; i < to; i++)
    at = writePair(scratch, at, i === from ? sortKeys[i]! : sortKeys[i - 1]! - sortKeys[i]!, creationNos[i]!)
  return scratch.subarray(0, at)
}

/**
 * A pair: the decrease of the sort key as a varint, then the number as four bytes. The first delta is from 0 upwards.
 * Returns the end offset.
 */
function writePair(into: Uint8Array, start: number, down: number, creationNo: number): number {
  let at = start
  let step = down
  for (; step >= 2 ** 31; step = Math.floor(step / 128)) into[at++] = (step % 128) | 128
  // Nearly every delta fits into 32 bits, where integer operations are several times faster.
  let rest = step | 0
  for (; rest >= 128; rest >>= 7) into[at++] = (rest & 127) | 128
  into[at++] = rest
  into[at++] = creationNo >>> 24
  into[at++] = creationNo >>> 16
  into[at++] = creationNo >>> 8
  into[at++] = creationNo
  return at
}

/** Read position in a block, and the last pair read. */
export type PostingReader = { bytes: Uint8Array; at: number; sortKey: number; creationNo: number }

/** Reads the next pair; there must be one. */
export function readPair(reader: PostingReader): void {
  const { bytes } = reader
  let at = reader.at
  let byte = bytes[at++]!
  let step = byte & 127
  for (let scale = 128; byte >= 128; scale *= 128) {
    byte = bytes[at++]!
    step += (byte & 127) * scale
  }
  reader.sortKey = reader.at === 0 ? step : reader.sortKey - step
  reader.creationNo = ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0
  reader.at = at + 4
}

export function decodeBlock(bytes: Uint8Array): Block {
  const sortKeys: number[] = []
  const creationNos: number[] = []
  for (const reader: PostingReader = { bytes, at: 0, sortKey: 0, creationNo: 0 }; reader.at < bytes.length; ) {
    readPair(reader)
    sortKeys.push(reader.sortKey)
    creationNos.push(reader.creationNo)
  }
  return { sortKeys, creationNos }
}
