// Texts of members in Markdown pages: they stay texts, and are escaped only where it is needed.
import assert from 'node:assert/strict'
import test from 'node:test'
import { micromark } from 'micromark'
import { md } from '../../src/pages/layout/markdown-text.ts'

test('versions, numbers and signs are not escaped', () => {
  for (const text of ['1.8', '2.0.1-rc.1', '10)x', '-5 °C', '+1', '=1', 'a - b', '3.'.repeat(2)])
    assert.equal(md`${text}`.text, text)
  assert.equal(md`- version: ${'1.8'}`.text, '- version: 1.8')
})

test('no text becomes a block', () => {
  const texts = [
    '1. x',
    '1) x',
    '1.',
    '- x',
    '+ x',
    '* x',
    '-',
    '--',
    '---',
    '- - -',
    '=',
    '===',
    '# x',
    '> x',
    '***',
    '```',
  ]
  for (const text of texts)
    for (const line of [md`${text}`.text, md`before\n${text}`.text, md`${text} after`.text])
      assert.match(micromark(line), /^<p>[^<]*<\/p>$/, JSON.stringify(line))
})
