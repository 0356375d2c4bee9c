// Random numbers that depend only on the seed, the purpose and the number of the record, so that each record can be
// computed on its own.
import { makeRandom, type Random, scramble } from '../src/art/random.ts'

/** Each purpose has its own stream of random numbers. */
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

/** A rank from 0 to `count` - 1 (Zipf): the n-th is chosen about 1/n as often as the first. */
export function zipfRank(random: Random, count: number): number {
  return Math.floor((count + 1) ** random()) - 1
}

export function weightedChooser<T>(
  items: readonly T[],
  weight: (item: T, rank: number) => number,
): (random: Random) => T {
  const cumulativeWeights: number[] = []
  let sum = 0
  items.forEach((item, rank) => {
    sum += weight(item, rank)
    cumulativeWeights.push(sum)
  })
  return random => {
    const at = random() * sum
    let low = 0
    let high = cumulativeWeights.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (cumulativeWeights[middle]! > at) high = middle
      else low = middle + 1
    }
    return items[low]!
  }
}

/** 1 or more; large values are rare and may be very large (Pareto). The smaller `alpha`, the longer the tail. */
export function longTail(random: Random, alpha: number): number {
  return (1 - random()) ** (-1 / alpha)
}
