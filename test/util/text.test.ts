import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { containBidi, encodeBidi, isolateBidi, truncate, wellFormedJson } from '../../src/util/text.ts'
import { arabic, english, hostileTexts, leaks, withoutControls } from '../support/bidi.ts'

test('short text stays as it is', () => {
  assert.equal(truncate('mira', 10), 'mira')
  assert.equal(truncate('😀😀', 2, '…'), '😀😀')
})

test('text is cut between code points, and the ellipsis counts', () => {
  assert.equal(truncate('😀'.repeat(64), 32), '😀'.repeat(32))
  assert.equal(truncate('abcdef', 3), 'abc')
  assert.equal(truncate('abcdef', 3, '…'), 'ab…')
  assert.equal(truncate('ab def', 4, '…'), 'ab…')
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

test('bidirectional controls: what is open is closed, what opened nothing is removed, overrides are isolated', () => {
  assert.equal(containBidi(`${english} ${arabic}\u200f`), `${english} ${arabic}\u200f`)
  assert.equal(containBidi('\u2067a\u2069 b'), '\u2067a\u2069 b')
  assert.equal(containBidi('a\u202eb'), '\u2068a\u202eb\u202c\u2069')
  assert.equal(containBidi('a\u2069\u202cb'), 'ab')
  assert.equal(containBidi('\u2066a\u202eb\u2069c\u202c'), '\u2066a\u202eb\u202c\u2069c')
  assert.equal(containBidi('a\u2067b\nc\u2069d'), 'a\u2067b\u2069\ncd')
  for (const text of hostileTexts) assert.ok(leaks(text) && !leaks(containBidi(text)), JSON.stringify(text))
})

test('bidirectional controls of any text have no effect outside it, and nothing else is changed', () => {
  const pieces = ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069', '\u2069']
  const text = fc
    .array(fc.constantFrom(...pieces, 'a', 'ب', ' ', '\n', '\u2029', '😀'), { maxLength: 40 })
    .map(parts => parts.join(''))
  fc.assert(
    fc.property(text, text, (one, other) => {
      const contained = containBidi(one)
      assert.ok(!leaks(contained))
      assert.equal(withoutControls(contained), withoutControls(one))
      assert.equal(containBidi(contained), contained)
      assert.ok(!leaks(contained + containBidi(other)))
      const line = isolateBidi(one.replace(/[\n\u2029]/g, ''))
      assert.equal(containBidi(line), line)
    }),
    { numRuns: 2_000 },
  )
})

test('a name in a sentence is isolated when its direction is another', () => {
  assert.equal(isolateBidi(english), english)
  assert.equal(isolateBidi(arabic), `\u2068${arabic}\u2069`)
  assert.equal(isolateBidi(english, 'rtl'), `\u2068${english}\u2069`)
  assert.equal(isolateBidi('كلمة أخرى', 'rtl'), 'كلمة أخرى')
  assert.equal(isolateBidi('\u202ea'), '\u2068\u202ea\u202c\u2069')
})

test('addresses have their bidirectional controls encoded', () => {
  assert.equal(encodeBidi('https://example.org/\u202e\u2069é'), 'https://example.org/%E2%80%AE%E2%81%A9é')
})

test('escapes of unpaired surrogates are replaced, in keys and values; everything else stays', () => {
  const read = (json: string) => JSON.parse(wellFormedJson(json))
  assert.deepEqual(read(String.raw`{"\ud83d":"a\uDE00b\ud83d\ude00","c":"\\ud83d \u0041"}`), {
    '\ufffd': 'a\ufffdb😀',
    c: '\\ud83d A',
  })
  fc.assert(
    fc.property(fc.json({ stringUnit: 'binary' }), json => {
      assert.deepEqual(read(json), JSON.parse(json))
    }),
  )
  fc.assert(
    fc.property(fc.array(fc.constantFrom('\ud83d', '\ude00', '\\', 'ud83d', '"', '😀', 'a')), parts => {
      const text = parts.join('')
      assert.equal(read(JSON.stringify(text)), text.toWellFormed())
    }),
  )
})
