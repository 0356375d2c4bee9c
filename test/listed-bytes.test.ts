import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bytesOfList } from '../src/http/listed-bytes.ts'

const around = { before: '{"items":[', after: '],"total":2}' }
const whole = '{"items":[{"a":"é"},{}],"total":2}'

test('a list comes out the same as texts, as bytes, and as bytes with too little or enough room around them', () => {
  const texts = ['{"a":"é"}', '{}'].map(text => Buffer.from(text).toString('latin1'))
  assert.equal(bytesOfList({ ...around, items: texts }).toString(), whole)
  const bytes = Buffer.from('{"a":"é"},{}')
  for (const [before, after] of [
    [0, 0],
    [64, 5],
    [5, 64],
    [64, 64],
  ] as const) {
    const buffer = new Uint8Array(before + bytes.length + after)
    buffer.set(bytes, before)
    const items = buffer.subarray(before, before + bytes.length)
    assert.equal(bytesOfList({ ...around, items }).toString(), whole, `${before} and ${after} bytes of room`)
    assert.deepEqual(Buffer.from(items), bytes, 'the list itself stays as it is')
  }
})

test('a list that is larger than a piece is one too', () => {
  const item = `"${'x'.repeat(50_000)}"`
  const items = Uint8Array.from(Buffer.from([item, item].join()))
  for (const list of [items, [item, item]]) {
    assert.equal(bytesOfList({ before: '[', items: list, after: ']' }).toString(), `[${item},${item}]`)
  }
})
