import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withOwnMemory } from '../../src/util/own-memory.ts'

test('a slice of a larger buffer is copied; a buffer with its own memory is not', () => {
  const slice = Buffer.from('three')
  assert.ok(slice.buffer.byteLength > slice.length, 'small buffers share memory')
  const copy = withOwnMemory(slice)
  assert.equal(copy.buffer.byteLength, slice.length)
  assert.deepEqual(copy, slice)
  assert.equal(withOwnMemory(copy), copy)
})
