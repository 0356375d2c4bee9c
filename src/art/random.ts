// Chance that can be repeated: the same state gives the same numbers, on every machine.

/** Gives numbers in [0, 1). */
export type Random = () => number

/** mulberry32: small, fast, and even enough for pictures and invented communities. */
export function makeRandom(state: number): Random {
  let a = state | 0
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** The finishing step of murmur3: neighbouring numbers come out far apart. */
export function scramble(value: number): number {
  let h = value | 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

export function hashText(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return scramble(h)
}

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)]!
}

export function between(random: Random, low: number, high: number): number {
  return low + random() * (high - low)
}

/** A whole number from 0 up to, not including, `count`. */
export function below(random: Random, count: number): number {
  return Math.floor(random() * count)
}
