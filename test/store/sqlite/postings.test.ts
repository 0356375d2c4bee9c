import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { emptyEdits } from '../../../src/store/sqlite/lists/edit.ts'
import {
  before,
  blockCapacity,
  decodeBlock,
  encodeBlock,
  positionKey,
} from '../../../src/store/sqlite/lists/postings.ts'
import { closePair, db, edit, extremePair, isSame, newList, type Pair, runs, sorted, walkAll, walked } from './pairs.ts'

const blocksOf = db.prepare('SELECT lo, entries FROM posting WHERE list = ? ORDER BY lo DESC')

describe('blocks', () => {
  test('what is written is read', () => {
    fc.assert(
      fc.property(fc.array(extremePair, { minLength: 1, maxLength: blockCapacity, size: 'max' }), pairs => {
        const list = sorted(pairs)
        const sortKeys = list.map(({ sortKey }) => sortKey)
        const creationNos = list.map(({ creationNo }) => creationNo)
        assert.deepEqual(decodeBlock(encodeBlock(sortKeys, creationNos, 0, sortKeys.length)), { sortKeys, creationNos })
        const middle = Math.floor(sortKeys.length / 2)
        const expected = { sortKeys: sortKeys.slice(middle), creationNos: creationNos.slice(middle) }
        assert.deepEqual(decodeBlock(encodeBlock(sortKeys, creationNos, middle, sortKeys.length)), expected)
      }),
      runs,
    )
  })

  test('a full block of the widest pairs fits', () => {
    const sortKeys = Array.from({ length: blockCapacity }, (_, i) =>
      Math.floor(((2 ** 53 - 1) / blockCapacity) * (blockCapacity - i)),
    )
    const creationNos = sortKeys.map(() => 2 ** 32 - 1)
    assert.deepEqual(decodeBlock(encodeBlock(sortKeys, creationNos, 0, sortKeys.length)), { sortKeys, creationNos })
  })

  test('keys sort as pairs do', () => {
    fc.assert(
      fc.property(extremePair, extremePair, (a, b) => {
        const bytes = Buffer.compare(positionKey(a.sortKey, a.creationNo), positionKey(b.sortKey, b.creationNo))
        assert.equal(bytes, Math.sign(a.sortKey - b.sortKey) || Math.sign(a.creationNo - b.creationNo))
        assert.equal(before(a.sortKey, a.creationNo, b.sortKey, b.creationNo), bytes > 0)
      }),
      { ...runs, numRuns: 1000 },
    )
  })
})

type Step = { add: boolean; pair: Pair }
/** One round: a pair is added once and removed once at most. */
const stepsOf = (pair: fc.Arbitrary<Pair>, most: number) =>
  fc.uniqueArray(fc.record({ add: fc.boolean(), pair }), {
    minLength: 1,
    maxLength: most,
    size: 'max',
    selector: ({ add, pair }) => `${add} ${pair.sortKey} ${pair.creationNo}`,
  })

/** In one round of edits a pair is removed before it is added, whatever the order they came in. */
function applied(list: readonly Pair[], steps: readonly Step[]): Pair[] {
  const removed = steps.filter(({ add }) => !add).map(({ pair }) => pair)
  const added = steps.filter(({ add }) => add).map(({ pair }) => pair)
  return sorted([...list.filter(pair => !removed.some(gone => isSame(gone, pair))), ...added])
}

/** Sound: blocks keyed by their last pair, none empty, none too big, each wholly before the next. */
function expectSound(list: number, expected: readonly Pair[]): void {
  const blocks = blocksOf.all(list) as { lo: Uint8Array; entries: Uint8Array }[]
  const stored: Pair[] = []
  for (const { lo, entries } of blocks) {
    const { sortKeys, creationNos } = decodeBlock(entries)
    assert.ok(sortKeys.length > 0 && sortKeys.length <= blockCapacity, `a block of ${sortKeys.length}`)
    assert.equal(Buffer.compare(lo, positionKey(sortKeys.at(-1)!, creationNos.at(-1)!)), 0)
    stored.push(...sortKeys.map((sortKey, i) => ({ sortKey, creationNo: creationNos[i]! })))
  }
  assert.deepEqual(stored, expected)
}

describe('editing lists', () => {
  for (const [name, pair] of [
    ['close', closePair],
    ['extreme', extremePair],
  ] as const) {
    test(`rounds of edits give what a plain array gives, ${name} pairs`, () => {
      fc.assert(
        fc.property(fc.array(stepsOf(pair, 300), { minLength: 1, maxLength: 5 }), rounds => {
          const list = newList([])
          let expected: Pair[] = []
          for (const steps of rounds) {
            const edits = emptyEdits()
            for (const { add, pair } of steps) (add ? edits.add : edits.remove)(list, pair.sortKey, pair.creationNo)
            edit(edits)
            expected = applied(expected, steps)
            expectSound(list, expected)
            assert.deepEqual(walked(walkAll(list)), expected)
          }
        }),
        { ...runs, numRuns: 60 },
      )
    })
  }

  test('blocks split as a list grows, anywhere, and vanish as it shrinks', () => {
    const list = newList([])
    let expected: Pair[] = []
    const round = (add: boolean, pairs: Pair[]) => {
      const edits = emptyEdits()
      for (const { sortKey, creationNo } of pairs) (add ? edits.add : edits.remove)(list, sortKey, creationNo)
      edit(edits)
      expected = applied(
        expected,
        pairs.map(pair => ({ add, pair })),
      )
      expectSound(list, expected)
    }
    const range = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => ({ sortKey: 7, creationNo: from + i }))
    round(true, range(10_000, 11_000))
    for (let creationNo = 9_999; creationNo > 9_850; creationNo--) round(true, [{ sortKey: 7, creationNo }])
    for (let creationNo = 11_000; creationNo < 11_150; creationNo++) round(true, [{ sortKey: 7, creationNo }])
    round(true, range(20_000, 20_200))
    round(true, range(12_000, 12_200))
    round(false, range(9_000, 10_500))
    round(false, range(11_000, 30_000))
    round(false, range(0, 30_000))
    assert.equal(blocksOf.all(list).length, 0)
    assert.ok(walkAll(list).ended)
  })

  test('lists edited together do not touch each other', () => {
    const [one, two] = [newList([{ sortKey: 1, creationNo: 1 }]), newList([{ sortKey: 1, creationNo: 1 }])]
    const edits = emptyEdits()
    edits.remove(one, 1, 1)
    edits.add(two, 2, 2)
    edit(edits)
    expectSound(one, [])
    expectSound(two, [
      { sortKey: 2, creationNo: 2 },
      { sortKey: 1, creationNo: 1 },
    ])
  })
})
