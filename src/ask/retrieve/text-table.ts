// Short texts by number and numbers by text, in flat arrays: the garbage collector does not traverse them, and they are
// read from the cache file without work for each text.

export type TextTable = {
  size(): number
  /** The number of the text, or of this part of it. A new one has the next number; the first is 0. */
  add(text: string, from?: number, to?: number): number
  /** -1 when it was never added. */
  find(text: string, from?: number, to?: number): number
  text(number: number): string
  /** One UTF-16 unit of it. */
  codeAt(number: number, at: number): number
  data(): TextTableData
}

export type TextTableData = {
  size: number
  codes: Uint16Array<ArrayBuffer>
  starts: Uint32Array<ArrayBuffer>
  places: Uint32Array<ArrayBuffer>
}

export function makeTextTable(saved?: TextTableData): TextTable {
  let size = saved?.size ?? 0
  let codes = saved?.codes ?? new Uint16Array(256)
  /** Offset of each text in `codes`, and the end of the last. */
  let starts = saved?.starts ?? new Uint32Array(32)
  /** Open-addressing hash table of numbers, counted from 1. */
  let places = saved?.places ?? new Uint32Array(64)

  const isAt = (number: number, text: string, from: number, to: number): boolean => {
    const start = starts[number]!
    if (starts[number + 1]! - start !== to - from) return false
    for (let i = from; i < to; i++) if (codes[start + i - from] !== text.charCodeAt(i)) return false
    return true
  }
  const placeOf = (text: string, from: number, to: number): number => {
    const last = places.length - 1
    let place = hashOf(text, from, to) & last
    while (places[place] !== 0 && !isAt(places[place]! - 1, text, from, to)) place = (place + 1) & last
    return place
  }
  const spread = () => {
    places = new Uint32Array(places.length * 2)
    const last = places.length - 1
    for (let number = 0; number < size; number++) {
      let place = hashOfCodes(codes, starts[number]!, starts[number + 1]!) & last
      while (places[place] !== 0) place = (place + 1) & last
      places[place] = number + 1
    }
  }
  const append = (text: string, from: number, to: number) => {
    const start = starts[size]!
    const end = start + to - from
    while (end > codes.length) codes = twice(codes)
    if (size + 2 > starts.length) starts = twice(starts)
    for (let i = from; i < to; i++) codes[start + i - from] = text.charCodeAt(i)
    starts[++size] = end
  }

  return {
    size: () => size,
    add(text, from = 0, to = text.length) {
      const place = placeOf(text, from, to)
      if (places[place] !== 0) return places[place]! - 1
      append(text, from, to)
      places[place] = size
      if (size * 2 > places.length) spread()
      return size - 1
    },
    find: (text, from = 0, to = text.length) => places[placeOf(text, from, to)]! - 1,
    codeAt: (number, at) => codes[starts[number]! + at]!,
    text: number => String.fromCharCode(...codes.subarray(starts[number], starts[number + 1])),
    data: () => ({ size, codes, starts, places }),
  }
}

// FNV-1a, by UTF-16 units.
const seed = 0x811c9dc5
const mix = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193)

function hashOf(text: string, from: number, to: number): number {
  let hash = seed
  for (let i = from; i < to; i++) hash = mix(hash, text.charCodeAt(i))
  return settled(hash)
}

function hashOfCodes(codes: Uint16Array, from: number, to: number): number {
  let hash = seed
  for (let i = from; i < to; i++) hash = mix(hash, codes[i]!)
  return settled(hash)
}

/** Mixes the high bits into the low bits, which are the only ones used. */
const settled = (hash: number): number => hash ^ (hash >>> 15)

function twice<T extends Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(from: T): T {
  const to = new (from.constructor as new (length: number) => T)(from.length * 2)
  to.set(from)
  return to
}
