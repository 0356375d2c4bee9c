// String interning: maps short texts to consecutive numbers and back. The data is in typed arrays, which the garbage
// collector does not traverse and which are loaded from the cache file without parsing.

export type TextTable = {
  size(): number
  /** Returns the number of the text (or of the part from `from` to `to`) and adds it if it is new. Numbers start at 0. */
  add(text: string, from?: number, to?: number): number
  /** -1 when it was never added. */
  find(text: string, from?: number, to?: number): number
  text(number: number): string
  /** The UTF-16 code unit at an index of a text. */
  codeAt(number: number, index: number): number
  data(): TextTableData
}

export type TextTableData = {
  size: number
  codes: Uint16Array<ArrayBuffer>
  starts: Uint32Array<ArrayBuffer>
  buckets: Uint32Array<ArrayBuffer>
}

export function makeTextTable(saved?: TextTableData): TextTable {
  let size = saved?.size ?? 0
  let codes = saved?.codes ?? new Uint16Array(256)
  /** Offset of each text in `codes`, and the end of the last. */
  let starts = saved?.starts ?? new Uint32Array(32)
  /** Hash table with open addressing; its length is a power of two. A bucket holds a number + 1, or 0 when it is empty. */
  let buckets = saved?.buckets ?? new Uint32Array(64)

  const hasText = (number: number, text: string, from: number, to: number): boolean => {
    const start = starts[number]!
    if (starts[number + 1]! - start !== to - from) return false
    for (let i = from; i < to; i++) if (codes[start + i - from] !== text.charCodeAt(i)) return false
    return true
  }
  /** The bucket of the text, or the empty one where it belongs. */
  const bucketOf = (text: string, from: number, to: number): number => {
    const mask = buckets.length - 1
    let bucket = hashOf(text, from, to) & mask
    while (buckets[bucket] !== 0 && !hasText(buckets[bucket]! - 1, text, from, to)) bucket = (bucket + 1) & mask
    return bucket
  }
  const rehash = () => {
    buckets = new Uint32Array(buckets.length * 2)
    const mask = buckets.length - 1
    for (let number = 0; number < size; number++) {
      let bucket = hashOfCodes(codes, starts[number]!, starts[number + 1]!) & mask
      while (buckets[bucket] !== 0) bucket = (bucket + 1) & mask
      buckets[bucket] = number + 1
    }
  }
  const append = (text: string, from: number, to: number): number => {
    const start = starts[size]!
    const end = start + to - from
    while (end > codes.length) codes = doubled(codes)
    if (size + 2 > starts.length) starts = doubled(starts)
    for (let i = from; i < to; i++) codes[start + i - from] = text.charCodeAt(i)
    starts[size + 1] = end
    return size++
  }

  return {
    size: () => size,
    add(text, from = 0, to = text.length) {
      const bucket = bucketOf(text, from, to)
      if (buckets[bucket] !== 0) return buckets[bucket]! - 1
      const number = append(text, from, to)
      buckets[bucket] = number + 1
      if (size * 2 > buckets.length) rehash()
      return number
    },
    find: (text, from = 0, to = text.length) => buckets[bucketOf(text, from, to)]! - 1,
    codeAt: (number, index) => codes[starts[number]! + index]!,
    text: number => String.fromCharCode(...codes.subarray(starts[number], starts[number + 1])),
    data: () => ({ size, codes, starts, buckets }),
  }
}

// FNV-1a over UTF-16 code units.
const fnvOffsetBasis = 0x811c9dc5
const fnvPrime = 0x01000193
const fnvStep = (hash: number, code: number): number => Math.imul(hash ^ code, fnvPrime)

function hashOf(text: string, from: number, to: number): number {
  let hash = fnvOffsetBasis
  for (let i = from; i < to; i++) hash = fnvStep(hash, text.charCodeAt(i))
  return foldHighBits(hash)
}

function hashOfCodes(codes: Uint16Array, from: number, to: number): number {
  let hash = fnvOffsetBasis
  for (let i = from; i < to; i++) hash = fnvStep(hash, codes[i]!)
  return foldHighBits(hash)
}

/** Only the low bits select a bucket. */
const foldHighBits = (hash: number): number => hash ^ (hash >>> 15)

function doubled<T extends Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(from: T): T {
  const to = new (from.constructor as new (length: number) => T)(from.length * 2)
  to.set(from)
  return to
}
