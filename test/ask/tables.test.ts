// The flat tables in which ask keeps its words: they must know what a Map of strings would know.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeSpelling } from '../../src/ask/parse/spelling.ts'
import { makeTextTable } from '../../src/ask/retrieve/text-table.ts'
import { randomOf } from '../support/model/generator.ts'

const letters = [...'abcdefgh é水𐐨😀']

test('texts have numbers in the order in which they came, and numbers have their texts', () => {
  const random = randomOf(11)
  const table = makeTextTable()
  const numbers = new Map<string, number>()
  for (let i = 0; i < 20_000; i++) {
    const text = Array.from({ length: random.below(6) }, () => letters[random.below(letters.length)]).join('')
    const number = numbers.get(text) ?? numbers.size
    assert.equal(table.find(text), numbers.has(text) ? number : -1)
    assert.equal(table.add(text), number)
    numbers.set(text, number)
  }
  assert.equal(table.size(), numbers.size)
  for (const [text, number] of numbers) {
    assert.equal(table.find(text), number)
    assert.equal(table.text(number), text)
    assert.equal(table.find(`<${text}>`, 1, text.length + 1), number)
    for (let at = 0; at < text.length; at++) assert.equal(table.codeAt(number, at), text.charCodeAt(at))
  }
  assert.equal(table.find('nobody added this'), -1)
})

test('a misspelled word is the nearest one we know, and of two the one that was met more often', () => {
  const english = makeSpelling()
  for (const word of ['tracker', 'water', 'waiter', 'cat']) english.learn(word)
  for (const [wrong, right] of [
    ['tarcker', 'tracker'],
    ['trackr', 'tracker'],
    ['watr', 'water'],
    ['xyz', null],
    ['water', null],
    ['ct', null],
  ] as const)
    assert.equal(english.correct(wrong), right, wrong)
  const close = makeSpelling(english)
  for (const word of ['planet', 'planes', 'planes']) close.learn(word)
  assert.equal(close.correct('planer'), 'planes')
  close.learn('planet')
  close.learn('planet')
  assert.equal(close.correct('planex'), 'planet')
  assert.equal(close.correct('tracke'), 'tracker', 'what it does not know it looks for in the other')
  assert.deepEqual([close.knows('water'), close.knows('planet'), close.knows('planets')], [true, true, false])
})
