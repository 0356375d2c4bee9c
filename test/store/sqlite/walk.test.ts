import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { before, firstPosition } from '../../../src/store/sqlite/lists/postings.ts'
import {
  difference,
  emptyWalker,
  intersection,
  union,
  type Walker,
  walkList,
  walkPairs,
} from '../../../src/store/sqlite/lists/walk.ts'
import { closePair, isSame, newList, type Pair, read, runs, sorted, unlimited, walkAll, walked } from './pairs.ts'

const someLists = fc.array(fc.array(closePair, { maxLength: 250, size: 'max' }), { minLength: 1, maxLength: 4 })

/** Steps of a walk: to the next, or to a place that is not behind. */
const moves = fc.array(fc.oneof(fc.constant('next' as const), closePair), { maxLength: 40, size: 'max' })

/** The walker stands where walking a plain array would stand, after every move. */
function expectWalk(walker: Walker, list: readonly Pair[], path: readonly ('next' | Pair)[]): void {
  let at = 0
  const expectPlace = () => {
    assert.equal(walker.ended, at >= list.length)
    if (!walker.ended) assert.deepEqual({ sortKey: walker.sortKey, creationNo: walker.creationNo }, list[at])
  }
  expectPlace()
  for (const move of path) {
    if (at >= list.length) return
    if (move === 'next') {
      walker.next()
      at++
    } else {
      walker.seek(move.sortKey, move.creationNo)
      while (at < list.length && before(list[at]!.sortKey, list[at]!.creationNo, move.sortKey, move.creationNo)) at++
    }
    expectPlace()
  }
}

const holds = (list: readonly Pair[], pair: Pair) => list.some(other => isSame(other, pair))

describe('walking lists', () => {
  test('pairs in memory, from any start', () => {
    fc.assert(
      fc.property(fc.array(closePair, { maxLength: 60 }), closePair, moves, (pairs, start, path) => {
        const list = sorted(pairs)
        const rest = list.filter(
          ({ sortKey, creationNo }) => !before(sortKey, creationNo, start.sortKey, start.creationNo),
        )
        expectWalk(walkPairs(list, start), rest, path)
      }),
      runs,
    )
  })

  test('a list, from any start', () => {
    fc.assert(
      fc.property(fc.array(closePair, { maxLength: 400, size: 'max' }), closePair, moves, (pairs, start, path) => {
        const list = newList(pairs)
        const expected = sorted(pairs)
        expectWalk(walkAll(list), expected, path)
        const rest = expected.filter(
          ({ sortKey, creationNo }) => !before(sortKey, creationNo, start.sortKey, start.creationNo),
        )
        expectWalk(walkList(read, list, unlimited, start), rest, path)
      }),
      runs,
    )
  })

  test('a list of many blocks, along and by jumps of any length', () => {
    const long = sorted(
      Array.from({ length: 12_000 }, (_, i) => ({ sortKey: (i % 7000) ** 3, creationNo: (i * 2_654_435_761) >>> 0 })),
    )
    const list = newList(long)
    // Along for a while, so that many blocks are fetched at once, then onwards over some of them.
    const stretch = fc.record({ along: fc.nat(2500), onwards: fc.nat(1500) })
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 8 }), stretches => {
        let at = 0
        const path = stretches.flatMap(({ along, onwards }) => {
          at = Math.min(at + along + onwards, long.length - 1)
          return [...Array.from({ length: along }, () => 'next' as const), long[at]!]
        })
        expectWalk(walkAll(list), long, path)
      }),
      { ...runs, numRuns: 20 },
    )
  })

  test('a union is in any of them', () => {
    fc.assert(
      fc.property(someLists, moves, (all, path) => {
        expectWalk(union(all.map(newList).map(walkAll)), sorted(all.flat()), path)
      }),
      runs,
    )
    assert.ok(union([]).ended)
  })

  test('an intersection is in all of them', () => {
    fc.assert(
      fc.property(someLists, moves, (all, path) => {
        const expected = sorted(all[0]!).filter(pair => all.every(list => holds(list, pair)))
        expectWalk(intersection(all.map(newList).map(walkAll)), expected, path)
      }),
      runs,
    )
    assert.ok(intersection([walkAll(newList([{ sortKey: 1, creationNo: 1 }])), emptyWalker]).ended)
  })

  test('a difference is in one and not in the other', () => {
    fc.assert(
      fc.property(
        fc.array(closePair, { maxLength: 250, size: 'max' }),
        fc.array(closePair, { maxLength: 250, size: 'max' }),
        moves,
        (a, b, path) => {
          const expected = sorted(a).filter(pair => !holds(b, pair))
          expectWalk(difference(walkAll(newList(a)), walkAll(newList(b))), expected, path)
        },
      ),
      runs,
    )
  })

  test('all of them within each other, as a search by relevance walks', () => {
    fc.assert(
      fc.property(someLists, someLists, moves, (some, others, path) => {
        const all = some.map(newList)
        const left = others.map(newList)
        const walker = difference(
          intersection([union(all.map(walkAll)), union([...all, ...left].map(walkAll))]),
          intersection(left.map(walkAll)),
        )
        const gone = others[0]!.filter(pair => others.every(list => holds(list, pair)))
        expectWalk(
          walker,
          sorted(some.flat()).filter(pair => !holds(gone, pair)),
          path,
        )
      }),
      runs,
    )
  })

  test('a walk that takes more steps than it may is stopped', () => {
    const list = newList(Array.from({ length: 500 }, (_, creationNo) => ({ sortKey: 1, creationNo })))
    const walker = walkList(read, list, { steps: 100, blocks: 0 }, firstPosition)
    assert.throws(() => walked(walker), { error: 'timeout' })
  })
})
