// Reproducible pseudo-random numbers: the same state gives the same sequence on every machine.

/** Returns numbers in [0, 1). */
export type Random = () => number

/** mulberry32: small, fast, and uniform enough for drawings and demo data. */
export function makeRandom(state: number): Random {
  let a = state | 0
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** The finaliser of murmur3: neighbouring inputs give unrelated outputs. */
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

/** An integer from 0 to `count` - 1. */
export function below(random: Random, count: number): number {
  return Math.floor(random() * count)
}
