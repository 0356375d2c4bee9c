import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import test from 'node:test'
import fc from 'fast-check'
import { makeHmac } from '../src/operations/hmac.ts'

test('is the HMAC that Node itself makes, for keys and texts of any length', () => {
  const bytes = fc.uint8Array({ maxLength: 200 })
  const texts = fc.array(fc.tuple(bytes, fc.string({ unit: 'binary', maxLength: 300 })), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(bytes, texts, (key, messages) => {
      const sign = makeHmac(Buffer.from(key))
      for (const [head, tail] of messages) {
        const expected = createHmac('sha256', key).update(head).update(tail).digest('latin1')
        assert.equal(sign(Buffer.from(head).toString('latin1'), tail), expected)
      }
    }),
  )
})
