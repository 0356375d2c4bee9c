// The cache of filter lists: only what was read, only for its data version, and within its size limit.
import assert from 'node:assert/strict'
import test from 'node:test'
import { makeListCache } from '../../../src/store/postgres/lists/list-cache.ts'
import { partCount } from '../../../src/store/postgres/lists/postings.ts'

const all = { from: 0, to: partCount }

test('what was read is found again, also in smaller pieces; what was not is not', () => {
  const cache = makeListCache()
  cache.add('k game', 7, new Map([[1, Uint32Array.of(10, 11)]]), { from: 0, to: 2 })
  assert.deepEqual(cache.find('k game', 7, { from: 0, to: 2 }), Uint32Array.of(10, 11))
  assert.deepEqual(cache.find('k game', 7, { from: 0, to: 1 }), new Uint32Array())
  assert.equal(cache.find('k game', 7, { from: 0, to: 3 }), null)
  assert.equal(cache.find('k app', 7, { from: 0, to: 1 }), null)
  assert.equal(cache.has('k game', 7), false)
  cache.add('k game', 7, new Map([[5, Uint32Array.of(50)]]), { from: 2, to: partCount })
  assert.deepEqual(cache.find('k game', 7, all), Uint32Array.of(10, 11, 50))
  assert.equal(cache.has('k game', 7), true)
})

test('another version of the data has other lists', () => {
  const cache = makeListCache()
  cache.add('k game', 7, new Map([[0, Uint32Array.of(1)]]), all)
  assert.equal(cache.find('k game', 8, all), null)
  assert.equal(cache.has('k game', 8), false)
  cache.add('k game', 8, new Map([[0, Uint32Array.of(1, 2)]]), { from: 0, to: 1 })
  assert.deepEqual(cache.find('k game', 8, { from: 0, to: 1 }), Uint32Array.of(1, 2))
  assert.equal(cache.find('k game', 8, all), null)
  assert.equal(cache.find('k game', 7, { from: 0, to: 1 }), null)
})

test('past sixteen megabytes what was not asked for is forgotten', () => {
  const cache = makeListCache()
  const megabyte = () => new Map([[0, new Uint32Array(2 ** 18)]])
  for (let i = 0; i < 40; i++) {
    cache.add(`k ${i}`, 7, megabyte(), all)
    assert.ok(cache.find('k 0', 7, all))
  }
  const names = Array.from({ length: 40 }, (_, i) => `k ${i}`).filter(name => cache.has(name, 7))
  assert.deepEqual(names, ['k 0', ...Array.from({ length: 14 }, (_, i) => `k ${26 + i}`)])
  cache.add('k huge', 7, new Map([[0, new Uint32Array(2 ** 23)]]), all)
  assert.equal(cache.has('k huge', 7), false)
})
