// A list of creations in one sort order, stored as blocks of (k, n) pairs, largest first. A block is keyed by its last
// (smallest) pair, so one index seek finds where any position falls, however long the list is.

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
export const serialOf = (id: number): number => Math.floor(id / 2 ** groupBits)
export const hasList = (id: number, sort: number): boolean => hasListInOrder[sort]![id & 3]!

const sortSpan = 2 ** 40
/** Sort-major, so that building one sort order touches one part of the table. */
export const listKey = (sort: number, id: number): number => sort * sortSpan + id

/** Small enough that a block stays on its b-tree page (a quarter of 4 KiB). */
export const blockCapacity = 128
export const blockFill = 104

type Block = { ks: number[]; ns: number[] }

/** Whether (k1, n1) is before (k2, n2) in a list. */
export const before = (k1: number, n1: number, k2: number, n2: number): boolean => k1 > k2 || (k1 === k2 && n1 > n2)

/** Byte order equals the order of (k, n): 7 bytes of k, 4 of n. */
export function positionKey(k: number, n: number): Uint8Array {
  const high = Math.floor(k / 2 ** 32)
  const low = k >>> 0
  const bytes = [high >>> 16, high >>> 8, high, low >>> 24, low >>> 16, low >>> 8, low, n >>> 24, n >>> 16, n >>> 8, n]
  return Uint8Array.from(bytes)
}

export const firstPosition = { k: Number.MAX_SAFE_INTEGER, n: 0xffffffff }

/** Upper bound: a delta has at most eight bytes. */
const pairBytes = 12
const scratch = new Uint8Array(blockCapacity * 2 * pairBytes)

export function encodeBlock(ks: ArrayLike<number>, ns: ArrayLike<number>, from: number, to: number): Uint8Array {
  let at = 0
  for (let i = from; i < to; i++) at = writePair(scratch, at, i === from ? ks[i]! : ks[i - 1]! - ks[i]!, ns[i]!)
  return scratch.slice(0, at)
}

/**
 * A pair: the decrease of k as a varint, then n as four bytes. The first delta is from 0 upwards. Returns the end
 * offset.
 */
function writePair(into: Uint8Array, start: number, down: number, n: number): number {
  let at = start
  let step = down
  for (; step >= 2 ** 31; step = Math.floor(step / 128)) into[at++] = (step % 128) | 128
  // Nearly every delta fits into 32 bits, where integer operations are several times faster.
  let rest = step | 0
  for (; rest >= 128; rest >>= 7) into[at++] = (rest & 127) | 128
  into[at++] = rest
  into[at++] = n >>> 24
  into[at++] = n >>> 16
  into[at++] = n >>> 8
  into[at++] = n
  return at
}

/** Read position in a block, and the last pair read. */
export type PostingReader = { bytes: Uint8Array; at: number; k: number; n: number }

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
  reader.k = reader.at === 0 ? step : reader.k - step
  reader.n = ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0
  reader.at = at + 4
}

export function decodeBlock(bytes: Uint8Array): Block {
  const ks: number[] = []
  const ns: number[] = []
  for (const reader: PostingReader = { bytes, at: 0, k: 0, n: 0 }; reader.at < bytes.length; ) {
    readPair(reader)
    ks.push(reader.k)
    ns.push(reader.n)
  }
  return { ks, ns }
}
