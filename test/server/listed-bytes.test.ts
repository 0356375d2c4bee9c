import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bytesOfList } from '../../src/server/response/listed-bytes.ts'

const around = { before: '{"items":[', after: '],"total":2}' }
const whole = '{"items":[{"a":"é"},{}],"total":2}'

test('a list comes out the same as texts, as bytes, and as bytes with too little or enough room around them', () => {
  const texts = ['{"a":"é"}', '{}'].map(text => Buffer.from(text).toString('latin1'))
  const asTexts = bytesOfList({ ...around, items: texts })
  assert.deepEqual([asTexts.bytes.toString(), asTexts.alone], [whole, false])
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
    const made = bytesOfList({ ...around, items })
    const isEnough = before === 64 && after === 64
    assert.deepEqual([made.bytes.toString(), made.alone], [whole, isEnough], `${before} and ${after} bytes of room`)
    assert.deepEqual(Buffer.from(items), bytes, 'the list itself stays as it is')
  }
})

test('a list that is larger than a piece is one too', () => {
  const item = `"${'x'.repeat(50_000)}"`
  const items = Uint8Array.from(Buffer.from([item, item].join()))
  for (const list of [items, [item, item]]) {
    const { bytes, alone } = bytesOfList({ before: '[', items: list, after: ']' })
    assert.deepEqual([bytes.toString(), alone], [`[${item},${item}]`, true])
  }
})
