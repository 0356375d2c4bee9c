import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import { connect } from '../src/store/sqlite/connection.ts'
import { emptyEdits, listEditor } from '../src/store/sqlite/edit.ts'
import {
  before,
  blockCapacity,
  decodeBlock,
  encodeBlock,
  firstPosition,
  positionKey,
} from '../src/store/sqlite/postings.ts'
import {
  blockReader,
  difference,
  emptyWalker,
  intersection,
  union,
  type Walker,
  walkList,
} from '../src/store/sqlite/walk.ts'

const runs = { numRuns: 60, seed: 20260526 }
const unlimited = { steps: Number.POSITIVE_INFINITY }

const plain = { noNullPrototype: true }
type Pair = { k: number; n: number }
const extremeK = fc.oneof(fc.maxSafeNat(), fc.constantFrom(0, 127, 128, 2 ** 32 - 1, 2 ** 32, 2 ** 40, 2 ** 53 - 1))
const extremeN = fc.oneof(fc.nat(2 ** 32 - 1), fc.constantFrom(0, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1))
const extremePair: fc.Arbitrary<Pair> = fc.record({ k: extremeK, n: extremeN }, plain)
/** So few values that lists meet and ties abound. */
const closePair: fc.Arbitrary<Pair> = fc.record({ k: fc.nat(12), n: fc.nat(40) }, plain)

const inOrder = (a: Pair, b: Pair): number => b.k - a.k || b.n - a.n
const isSame = (a: Pair, b: Pair): boolean => a.k === b.k && a.n === b.n

/** The pairs as a list has them: largest first, each once. */
function sorted(pairs: readonly Pair[]): Pair[] {
  return [...pairs].sort(inOrder).filter((pair, index, all) => index === 0 || !isSame(pair, all[index - 1]!))
}

const db = connect(':memory:', 'write')
after(() => db.close())
const edit = listEditor(db)
const read = blockReader(db)
const blocksOf = db.prepare('SELECT lo, entries FROM posting WHERE list = ? ORDER BY lo DESC')
let lists = 0

function newList(pairs: readonly Pair[]): number {
  const list = ++lists
  const edits = emptyEdits()
  for (const { k, n } of sorted(pairs)) edits.add(list, k, n)
  edit(edits)
  return list
}

function walked(walker: Walker, most = Number.POSITIVE_INFINITY): Pair[] {
  const found: Pair[] = []
  for (; !walker.ended && found.length < most; walker.next()) found.push({ k: walker.k, n: walker.n })
  return found
}

const walkAll = (list: number) => walkList(read, list, unlimited, firstPosition)

describe('blocks', () => {
  test('what is written is read', () => {
    fc.assert(
      fc.property(fc.array(extremePair, { minLength: 1, maxLength: blockCapacity, size: 'max' }), pairs => {
        const list = sorted(pairs)
        const ks = list.map(({ k }) => k)
        const ns = list.map(({ n }) => n)
        assert.deepEqual(decodeBlock(encodeBlock(ks, ns, 0, ks.length)), { ks, ns })
        const middle = Math.floor(ks.length / 2)
        const expected = { ks: ks.slice(middle), ns: ns.slice(middle) }
        assert.deepEqual(decodeBlock(encodeBlock(ks, ns, middle, ks.length)), expected)
      }),
      runs,
    )
  })

  test('a full block of the widest pairs fits', () => {
    const ks = Array.from({ length: blockCapacity }, (_, i) =>
      Math.floor(((2 ** 53 - 1) / blockCapacity) * (blockCapacity - i)),
    )
    const ns = ks.map(() => 2 ** 32 - 1)
    assert.deepEqual(decodeBlock(encodeBlock(ks, ns, 0, ks.length)), { ks, ns })
  })

  test('keys sort as pairs do', () => {
    fc.assert(
      fc.property(extremePair, extremePair, (a, b) => {
        const bytes = Buffer.compare(positionKey(a.k, a.n), positionKey(b.k, b.n))
        assert.equal(bytes, Math.sign(a.k - b.k) || Math.sign(a.n - b.n))
        assert.equal(before(a.k, a.n, b.k, b.n), bytes > 0)
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
    selector: ({ add, pair }) => `${add} ${pair.k} ${pair.n}`,
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
    const { ks, ns } = decodeBlock(entries)
    assert.ok(ks.length > 0 && ks.length <= blockCapacity, `a block of ${ks.length}`)
    assert.equal(Buffer.compare(lo, positionKey(ks.at(-1)!, ns.at(-1)!)), 0)
    stored.push(...ks.map((k, i) => ({ k, n: ns[i]! })))
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
            for (const { add, pair } of steps) (add ? edits.add : edits.remove)(list, pair.k, pair.n)
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
      for (const { k, n } of pairs) (add ? edits.add : edits.remove)(list, k, n)
      edit(edits)
      expected = applied(
        expected,
        pairs.map(pair => ({ add, pair })),
      )
      expectSound(list, expected)
    }
    const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => ({ k: 7, n: from + i }))
    round(true, range(10_000, 11_000))
    for (let n = 9_999; n > 9_850; n--) round(true, [{ k: 7, n }])
    for (let n = 11_000; n < 11_150; n++) round(true, [{ k: 7, n }])
    round(true, range(20_000, 20_200))
    round(true, range(12_000, 12_200))
    round(false, range(9_000, 10_500))
    round(false, range(11_000, 30_000))
    round(false, range(0, 30_000))
    assert.equal(blocksOf.all(list).length, 0)
    assert.ok(walkAll(list).ended)
  })

  test('lists edited together do not touch each other', () => {
    const [one, two] = [newList([{ k: 1, n: 1 }]), newList([{ k: 1, n: 1 }])]
    const edits = emptyEdits()
    edits.remove(one, 1, 1)
    edits.add(two, 2, 2)
    edit(edits)
    expectSound(one, [])
    expectSound(two, [
      { k: 2, n: 2 },
      { k: 1, n: 1 },
    ])
  })
})

const someLists = fc.array(fc.array(closePair, { maxLength: 250, size: 'max' }), { minLength: 1, maxLength: 4 })

/** Steps of a walk: to the next, or to a place that is not behind. */
const moves = fc.array(fc.oneof(fc.constant('next' as const), closePair), { maxLength: 40, size: 'max' })

/** The walker stands where walking a plain array would stand, after every move. */
function expectWalk(walker: Walker, list: readonly Pair[], path: readonly ('next' | Pair)[]): void {
  let at = 0
  const expectPlace = () => {
    assert.equal(walker.ended, at >= list.length)
    if (!walker.ended) assert.deepEqual({ k: walker.k, n: walker.n }, list[at])
  }
  expectPlace()
  for (const move of path) {
    if (at >= list.length) return
    if (move === 'next') {
      walker.next()
      at++
    } else {
      walker.seek(move.k, move.n)
      while (at < list.length && before(list[at]!.k, list[at]!.n, move.k, move.n)) at++
    }
    expectPlace()
  }
}

const holds = (list: readonly Pair[], pair: Pair) => list.some(other => isSame(other, pair))

describe('walking lists', () => {
  test('a list, from any start', () => {
    fc.assert(
      fc.property(fc.array(closePair, { maxLength: 400, size: 'max' }), closePair, moves, (pairs, start, path) => {
        const list = newList(pairs)
        const expected = sorted(pairs)
        expectWalk(walkAll(list), expected, path)
        const rest = expected.filter(({ k, n }) => !before(k, n, start.k, start.n))
        expectWalk(walkList(read, list, unlimited, start), rest, path)
      }),
      runs,
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
    assert.ok(intersection([walkAll(newList([{ k: 1, n: 1 }])), emptyWalker]).ended)
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
    const list = newList(Array.from({ length: 500 }, (_, n) => ({ k: 1, n })))
    const walker = walkList(read, list, { steps: 100 }, firstPosition)
    assert.throws(() => walked(walker), { error: 'timeout' })
  })
})
