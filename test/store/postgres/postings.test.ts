// Set operations on ascending lists of numbers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeRandom } from '../../../src/art/random.ts'
import { foundIn, union } from '../../../src/store/postgres/lists/postings.ts'

const random = makeRandom(1)
const listOf = (length: number) =>
  Uint32Array.from(new Set(Array.from({ length }, () => Math.floor(random() * Math.max(1000, 3 * length))))).sort()

for (const [length, ...others] of [
  [0, 10],
  [10, 0],
  [300, 300, 250],
  [300, 1, 2, 5, 15, 20, 900],
  [900, ...Array.from({ length: 40 }, (_, i) => i + 1)],
  [20_000, ...Array.from({ length: 60 }, (_, i) => 20 * i)],
  [3, 10, 40, 800],
] as const) {
  test(`of ${length} numbers, those in lists of ${others.join(', ')} are found`, () => {
    const numbers = listOf(length)
    const lists = others.map(listOf)
    const all = new Set(lists.flatMap(list => [...list]))
    assert.deepEqual(
      [...foundIn(numbers, lists)],
      [...numbers].map(n => Number(all.has(n))),
    )
    assert.deepEqual(
      [...union(lists)],
      [...all].sort((a, b) => a - b),
    )
  })
}
