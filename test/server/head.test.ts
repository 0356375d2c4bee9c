import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headOf, pairsOf } from '../../src/server/response/head.ts'

test('a head as text and as pairs says the same', () => {
  const pairs = ['ETag', '"a:b"', 'Link', '<http://x/?a=1>; rel="next"', 'Vary', 'Accept', 'Link', '<y>; rel="z"']
  assert.deepEqual(pairsOf(headOf(pairs)), pairs)
  assert.deepEqual(pairsOf(''), [])
})

test('what cannot be a header is refused when the head is made', () => {
  assert.throws(() => headOf(['X-Bad', 'a\r\nSet-Cookie: b']))
  assert.throws(() => headOf(['Bad Name', 'a']))
})
