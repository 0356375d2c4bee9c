// Posting lists: the numbers of the creations in a list, ascending, four bytes each. Long lists are stored in parts
// by the first bits of the numbers; these are hashes, so every part is a random sample of the list.

const partBits = 6
export const partCount = 2 ** partBits
/** Numbers have 32 bits. */
const partShift = 32 - partBits
/** The part of a list that is stored as a whole. */
export const whole = -1
/** Lists that get as long as this are stored in parts. */
export const splitFrom = 2048

export const partOf = (creationNo: number): number => creationNo >>> partShift

/** The smallest number that can be in this part. */
export const startOfPart = (part: number): number => part * 2 ** partShift

/** Uses the memory of the bytes, unless it is not aligned. */
export function decodeNumbers(bytes: Buffer): Uint32Array {
  const isAligned = bytes.byteOffset % Uint32Array.BYTES_PER_ELEMENT === 0
  const { buffer, byteOffset, length } = (isAligned ? bytes : Buffer.from(new Uint8Array(bytes).buffer)).swap32()
  return new Uint32Array(buffer, byteOffset, length / Uint32Array.BYTES_PER_ELEMENT)
}

function encodeNumbers(numbers: Uint32Array): Buffer {
  return Buffer.from(numbers.slice().buffer).swap32()
}

/** As a bytea literal. */
export const bytesText = (numbers: Uint32Array): string => `\\x${encodeNumbers(numbers).toString('hex')}`

/** The index of the first number that is not below this one. */
export function lowerBound(numbers: Uint32Array, creationNo: number, from = 0): number {
  let low = from
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (numbers[middle]! < creationNo) low = middle + 1
    else high = middle
  }
  return low
}

/** All numbers of lists in ascending order, each once. The two shortest are merged until one is left. */
export function union(lists: readonly Uint32Array[]): Uint32Array {
  if (lists.length === 0) return new Uint32Array()
  const given = [...lists].sort((a, b) => a.length - b.length)
  const merged: Uint32Array[] = []
  let i = 0
  let j = 0
  const shortest = () =>
    j === merged.length || (i < given.length && given[i]!.length <= merged[j]!.length) ? given[i++]! : merged[j++]!
  while (merged.length < lists.length - 1) merged.push(merge(shortest(), shortest()))
  return shortest()
}

/** Branchless where both have numbers left, as `stepBoth`. */
function merge(one: Uint32Array, other: Uint32Array): Uint32Array {
  const merged = new Uint32Array(one.length + other.length)
  let i = 0
  let j = 0
  let length = 0
  while (i < one.length && j < other.length) {
    const a = one[i]!
    const b = other[j]!
    merged[length++] = Math.min(a, b)
    i += Number(a <= b)
    j += Number(b <= a)
  }
  merged.set(one.subarray(i), length)
  merged.set(other.subarray(j), length + one.length - i)
  return merged.subarray(0, length + one.length - i + other.length - j)
}

/** From this ratio of lengths on, the numbers of the longer list are skipped, or the others are searched for in it. */
const longer = 4
const muchLonger = 16

/** For each number, whether it is in any of the lists. */
export function foundIn(numbers: Uint32Array, lists: readonly Uint32Array[]): Uint8Array {
  const found = new Uint8Array(numbers.length)
  const sum = lists.reduce((total, { length }) => total + length, 0)
  let indexOf: ((creationNo: number) => number) | undefined
  for (const list of lists) {
    if (list.length > numbers.length * muchLonger) lookUpEach(numbers, list, found)
    else if (numbers.length > list.length * muchLonger) {
      indexOf ??= indexIn(numbers, sum)
      findEach(list, indexOf, found)
    } else if (list.length > numbers.length * longer) passBy(numbers, list, found)
    else stepBoth(numbers, list, found)
  }
  return found
}

function lookUpEach(numbers: Uint32Array, list: Uint32Array, found: Uint8Array): void {
  let at = 0
  for (let i = 0; i < numbers.length; i++) {
    at = lowerBound(list, numbers[i]!, at)
    if (list[at] === numbers[i]) found[i] = 1
  }
}

/** A word has many short lists: those of the words that begin with it. */
function findEach(list: Uint32Array, indexOf: (creationNo: number) => number, found: Uint8Array): void {
  for (const creationNo of list) {
    const at = indexOf(creationNo)
    if (at >= 0) found[at] = 1
  }
}

/** Bits of the filter for each number, and at most. */
const bitsPerNumber = 16
const maxFilterBits = 2 ** 22

/**
 * The index of a number among these, or -1. If many are looked up (`lookups`), most of those that are missing are recognised
 * by their last bits.
 */
export function indexIn(numbers: Uint32Array, lookups: number): (creationNo: number) => number {
  const indexOf = (creationNo: number) => {
    const at = lowerBound(numbers, creationNo)
    return numbers[at] === creationNo ? at : -1
  }
  if (lookups < numbers.length || numbers.length * bitsPerNumber > maxFilterBits) return indexOf
  const size = 2 ** Math.ceil(Math.log2(Math.max(8, numbers.length * bitsPerNumber)))
  const bits = new Uint8Array(size / 8)
  for (const n of numbers) bits[(n & (size - 1)) >> 3]! |= 1 << (n & 7)
  return n => ((bits[(n & (size - 1)) >> 3]! >> (n & 7)) & 1 ? indexOf(n) : -1)
}

function passBy(numbers: Uint32Array, list: Uint32Array, found: Uint8Array): void {
  let at = 0
  for (let i = 0; i < numbers.length && at < list.length; i++) {
    const creationNo = numbers[i]!
    while (at < list.length && list[at]! < creationNo) at++
    if (list[at] === creationNo) found[i] = 1
  }
}

/** Branchless: which of two numbers is larger is unpredictable, and mispredictions cost half of the time. */
function stepBoth(numbers: Uint32Array, list: Uint32Array, found: Uint8Array): void {
  let i = 0
  let at = 0
  while (i < numbers.length && at < list.length) {
    const a = numbers[i]!
    const b = list[at]!
    found[i]! |= Number(a === b)
    i += Number(a <= b)
    at += Number(b <= a)
  }
}

/** The numbers with this mark. */
export function marked(numbers: Uint32Array, marks: Uint8Array, mark: 0 | 1): Uint32Array {
  const selected = new Uint32Array(numbers.length)
  let length = 0
  for (let i = 0; i < numbers.length; i++) if (marks[i] === mark) selected[length++] = numbers[i]!
  return selected.subarray(0, length)
}

/** Concatenates ascending pieces. */
export function joined(pieces: readonly Uint32Array[]): Uint32Array {
  if (pieces.length === 1) return pieces[0]!
  const all = new Uint32Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

/** As bytes in one value, thousands of pairs cost a tenth of separate rows. */
export type Pair = { sortKey: number; creationNo: number }

/** Of rows with `k` and `n`, in their order. */
export const pairsText = "string_agg(int8send(k) || substring(int8send(n) FROM 5), ''::bytea)"

export const pairBytes = 12

export function decodePairs(bytes: Buffer | null): Pair[] {
  return bytes === null ? [] : [...pairsIn(bytes, () => true)]
}

/** Those of the wanted creations. */
export function* pairsIn(bytes: Buffer, isWanted: (creationNo: number) => boolean): Generator<Pair> {
  for (let at = 0; at < bytes.length; at += pairBytes) {
    const creationNo = bytes.readUInt32BE(at + 8)
    if (!isWanted(creationNo)) continue
    yield { sortKey: bytes.readInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4), creationNo }
  }
}
