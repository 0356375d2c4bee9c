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

export function decodeNumbers(bytes: Buffer): Uint32Array {
  const copy = new Uint8Array(bytes) // a new buffer, so that it is aligned for Uint32Array
  return new Uint32Array(Buffer.from(copy.buffer).swap32().buffer)
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

/** All numbers of lists in ascending order, each once. */
export function union(lists: readonly Uint32Array[]): Uint32Array {
  if (lists.length === 0) return new Uint32Array()
  let round = [...lists].sort((a, b) => a.length - b.length)
  while (round.length > 1) {
    const merged: Uint32Array[] = []
    for (let i = 0; i < round.length; i += 2)
      merged.push(i + 1 < round.length ? merge(round[i]!, round[i + 1]!) : round[i]!)
    round = merged
  }
  return round[0]!
}

function merge(one: Uint32Array, other: Uint32Array): Uint32Array {
  const merged = new Uint32Array(one.length + other.length)
  let i = 0
  let j = 0
  let length = 0
  while (i < one.length && j < other.length) {
    const a = one[i]!
    const b = other[j]!
    merged[length++] = a < b ? a : b
    if (a <= b) i++
    if (b <= a) j++
  }
  while (i < one.length) merged[length++] = one[i++]!
  while (j < other.length) merged[length++] = other[j++]!
  return merged.subarray(0, length)
}

/** From this ratio of lengths on, the numbers of the longer list are skipped or searched for. */
const longer = 4
const muchLonger = 16

/** For each number, whether it is in any of the lists. */
export function foundIn(numbers: Uint32Array, lists: readonly Uint32Array[]): Uint8Array {
  const found = new Uint8Array(numbers.length)
  for (const list of lists) {
    const look =
      list.length > numbers.length * muchLonger ? lookUpEach : list.length > numbers.length * longer ? passBy : stepBoth
    look(numbers, list, found)
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

/** Those of the wanted creations. */
export function decodePairs(bytes: Buffer | null, isWanted = (_creationNo: number) => true): Pair[] {
  const pairs: Pair[] = []
  if (bytes === null) return pairs
  for (let at = 0; at < bytes.length; at += pairBytes) {
    const creationNo = bytes.readUInt32BE(at + 8)
    if (!isWanted(creationNo)) continue
    pairs.push({ sortKey: bytes.readInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4), creationNo })
  }
  return pairs
}
