// Chance by number: what is drawn for creation 4711 does not depend on what was drawn before it, so any record can be
// computed on its own and the community never has to be held in memory.
import { makeRandom, type Random, scramble } from '../src/art/random.ts'

/** Each question about a record draws from a stream of its own. */
const streams = {
  person: 1,
  joining: 2,
  profile: 3,
  publishing: 4,
  visibility: 5,
  remix: 6,
  plan: 7,
  title: 8,
  texts: 9,
  tags: 10,
  stats: 11,
  media: 12,
  follows: 13,
  scores: 14,
  groups: 15,
  locale: 16,
} as const

export function randomFor(seed: number, stream: keyof typeof streams, index: number): Random {
  return makeRandom(hashFor(seed, stream, index))
}

export function hashFor(seed: number, stream: keyof typeof streams, index: number): number {
  return scramble(scramble(seed ^ Math.imul(streams[stream], 0x9e3779b1)) ^ Math.imul(index + 1, 0x85ebca77))
}

/** Gives ranks from 0 up to, not including, `count`, the n-th about 1/n as often as the first. */
export function zipfRank(random: Random, count: number): number {
  return Math.floor((count + 1) ** random()) - 1
}

/** A chooser over weighted items. */
export function chooser<T>(items: readonly T[], weight: (item: T, rank: number) => number): (random: Random) => T {
  const steps: number[] = []
  let sum = 0
  items.forEach((item, rank) => {
    sum += weight(item, rank)
    steps.push(sum)
  })
  return random => {
    const at = random() * sum
    let low = 0
    let high = steps.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (steps[middle]! > at) high = middle
      else low = middle + 1
    }
    return items[low]!
  }
}

/** 1 or more; large values are rare and may be very large (Pareto). The smaller `alpha`, the longer the tail. */
export function longTail(random: Random, alpha: number): number {
  return (1 - random()) ** (-1 / alpha)
}
