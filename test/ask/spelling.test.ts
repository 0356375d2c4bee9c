// Misspelled words of questions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countWords, makeSpelling } from '../../src/ask/parse/spelling.ts'

test('a misspelled word is the nearest one we know, and of two the one that was met more often', () => {
  const english = countWords(['tracker', 'water', 'waiter', 'cat'])
  const correct = makeSpelling(english)
  for (const [wrong, right] of [
    ['tarcker', 'tracker'],
    ['trackr', 'tracker'],
    ['watr', 'water'],
    ['xyz', null],
    ['water', null],
    ['ct', null],
  ] as const)
    assert.equal(correct(wrong), right, wrong)
  const words = ['planet', 'planes', 'planes']
  assert.equal(makeSpelling(countWords(words), english)('planer'), 'planes')
  const close = makeSpelling(countWords([...words, 'planet', 'planet']), english)
  assert.equal(close('planex'), 'planet')
  assert.equal(close('tracke'), 'tracker', 'what it does not know it looks for in the other')
})
