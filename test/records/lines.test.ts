import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { recordLimits } from '../../src/records/limits.ts'
import { lineSplitter } from '../../src/records/transfer/lines.ts'

describe('splitting bytes into lines', () => {
  const split = (bytes: Buffer, sizes: number[]) => {
    const splitter = lineSplitter()
    const found = []
    for (let start = 0, i = 0; start < bytes.length; i++) {
      const end = start + sizes[i % sizes.length]!
      found.push(...splitter.take(bytes.subarray(start, end)))
      start = end
    }
    return [...found, ...splitter.end()]
  }

  test('does not depend on how the bytes come', () => {
    const part = fc.constantFrom('{"a":1}', 'é漢👍', '\n', '\r\n', ' ', '\r', '\ufeff', 'x'.repeat(90_000), '\n\n')
    const sizes = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), sizes, (parts, cut) => {
        const bytes = Buffer.from(parts.join(''))
        const whole = split(bytes, [Math.max(1, bytes.length)])
        assert.deepEqual(split(bytes, cut), whole)
        const texts = parts
          .join('')
          .replace(/^\ufeff/, '')
          .split('\n')
        const expected = texts.map(text => text.replace(/\r$/, '')).filter(text => text.trim() !== '')
        const told = whole.map(line => ('text' in line ? line.text : line.problem))
        assert.deepEqual(
          told,
          expected.map(text =>
            Buffer.byteLength(text) > recordLimits.line ? `the line is longer than ${recordLimits.line} bytes` : text,
          ),
        )
      }),
      { numRuns: 200, seed: 20260526 },
    )
  })

  test('numbers lines as an editor does and keeps the bounds', () => {
    const text = `\n\r\nthird\n${'x'.repeat(recordLimits.line)}\r\n${'x'.repeat(recordLimits.line + 1)}\nlast`
    const found = split(Buffer.from(text), [1_000])
    assert.deepEqual(
      found.map(line => [line.number, 'text' in line ? line.text.length : line.problem]),
      [
        [3, 5],
        [4, recordLimits.line],
        [5, `the line is longer than ${recordLimits.line} bytes`],
        [6, 4],
      ],
    )
  })
})
