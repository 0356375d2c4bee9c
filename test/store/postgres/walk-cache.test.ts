// The cache of the beginnings of lists: only what is missing is read, and nothing of another version of the data is used.
import assert from 'node:assert/strict'
import test from 'node:test'
import { decodePairs, pairBytes } from '../../../src/store/postgres/lists/postings.ts'
import { lengthOf, makeWalkCache, type ReadPairs } from '../../../src/store/postgres/lists/walk-cache.ts'

/** A list of creations with falling sort keys, and what was read of it. */
function listOf(length: number) {
  const pairs = Array.from({ length }, (_, i) => ({ sortKey: 1000 - i, creationNo: i + 1 }))
  const list = { version: 7, reads: [] as [after: number, count: number][], fails: false }
  const read: ReadPairs = async (after, count) => {
    list.reads.push([after?.creationNo ?? 0, count])
    if (list.fails) throw new Error('The store is away.')
    const start = after === undefined ? 0 : pairs.findIndex(({ creationNo }) => creationNo === after.creationNo) + 1
    const bytes = pairs.slice(start, start + count).map(({ sortKey, creationNo }) => {
      const one = Buffer.alloc(pairBytes)
      one.writeUInt32BE(sortKey, 4)
      one.writeUInt32BE(creationNo, 8)
      return one
    })
    return { version: list.version, pairs: Buffer.concat(bytes) }
  }
  return { list, read, pairs }
}

test('only what is missing is read, and nothing beyond the end', async () => {
  const cache = makeWalkCache()
  const { list, read, pairs } = listOf(10)
  const first = await cache.beginning('k0 all', 7, 4, read)
  assert.deepEqual(decodePairs(first.pairs), pairs.slice(0, 4))
  assert.equal(await cache.beginning('k0 all', 7, 3, read), first)
  const longer = await cache.beginning('k0 all', 7, 7, read)
  assert.deepEqual(decodePairs(longer.pairs), pairs.slice(0, 7))
  const all = await cache.beginning('k0 all', 7, 20, read)
  assert.deepEqual([decodePairs(all.pairs), all.isWhole], [pairs, true])
  assert.equal(await cache.beginning('k0 all', 7, 100, read), all)
  assert.deepEqual(list.reads, [
    [0, 4],
    [4, 3],
    [7, 13],
  ])
  assert.equal(lengthOf(await cache.cached('k1 all', 7)), 0)
})

test('searches at the same time read once', async () => {
  const cache = makeWalkCache()
  const { list, read } = listOf(10)
  const walks = await Promise.all([1, 2, 3].map(() => cache.beginning('k0 all', 7, 5, read)))
  assert.deepEqual(walks.map(lengthOf), [5, 5, 5])
  assert.equal(list.reads.length, 1)
})

test('another version of the data is read anew, and two versions are not mixed', async () => {
  const cache = makeWalkCache()
  const { list, read, pairs } = listOf(10)
  await cache.beginning('k0 all', 7, 4, read)
  assert.equal(lengthOf(await cache.cached('k0 all', 8)), 0)
  list.version = 8
  list.reads = []
  const mixed = await cache.beginning('k0 all', 7, 6, read)
  assert.deepEqual([decodePairs(mixed.pairs), mixed.version], [pairs.slice(0, 6), 8])
  assert.deepEqual(list.reads, [
    [4, 2],
    [0, 6],
  ])
  assert.equal(lengthOf(await cache.cached('k0 all', 7)), 0)
  assert.equal(await cache.cached('k0 all', 8), mixed)
})

test('a failed read is reported to all that wait for it, and tried again by the next search', async () => {
  const cache = makeWalkCache()
  const { list, read } = listOf(10)
  list.fails = true
  const searches = [1, 2, 3].map(() => cache.beginning('k0 all', 7, 4, read))
  assert.equal(lengthOf(await cache.cached('k0 all', 7)), 0)
  for (const search of searches) await assert.rejects(search, /The store is away/)
  assert.equal(list.reads.length, 1)
  list.fails = false
  assert.equal(lengthOf(await cache.beginning('k0 all', 7, 4, read)), 4)
})
