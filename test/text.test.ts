import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { truncate } from '../src/text.ts'

test('short text stays as it is', () => {
  assert.equal(truncate('mira', 10), 'mira')
  assert.equal(truncate('😀😀', 2, '…'), '😀😀')
})

test('text is cut between code points, and the ellipsis counts', () => {
  assert.equal(truncate('😀'.repeat(64), 32), '😀'.repeat(32))
  assert.equal(truncate('abcdef', 3), 'abc')
  assert.equal(truncate('abcdef', 3, '…'), 'ab…')
})

test('the result is well-formed, never too long, and begins like the text', () => {
  const units = fc.string({ unit: 'binary', maxLength: 60 })
  const halves = fc
    .array(fc.constantFrom('\ud83d', '\ude00', 'a', '😀'), { maxLength: 40 })
    .map(parts => parts.join(''))
  fc.assert(
    fc.property(fc.oneof(units, halves), fc.integer({ min: 1, max: 50 }), (text, max) => {
      const result = truncate(text, max)
      assert.ok(result.isWellFormed())
      assert.ok([...result].length <= max)
      assert.equal(result, [...text].slice(0, max).join('').toWellFormed())
    }),
  )
})
