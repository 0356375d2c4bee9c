// Every fact, in every language: it can be said, it is proved by a section that exists, and its questions find it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeAddresses } from '../../src/addresses.ts'
import { joinSentences } from '../../src/ask/answer/draft.ts'
import { filler } from '../../src/ask/answer/phraser.ts'
import { loadAskIndex } from '../../src/ask/ask-index.ts'
import { readConfig } from '../../src/config/config.ts'
import { knowledgeOf, tablesOf } from '../../src/discovery/self-description.ts'
import { serviceLocales } from '../../src/languages/languages.ts'
import { demoSite } from '../support/demo-site.ts'
import { isCited } from './examination.ts'

const subject = {
  ...readConfig({}),
  site: demoSite,
  addresses: makeAddresses('https://api.example.org', 'https://example.org'),
}
const knowledge = knowledgeOf(subject)
const { facts } = await loadAskIndex(tablesOf(subject), demoSite)
const known = facts.filter(({ absent }) => !absent)

test('every fact cites a section of the documentation, and its companion exists', () => {
  const ids = new Set(known.map(({ id }) => id))
  for (const { id, page, anchor, also } of known) {
    assert.ok(also === null || ids.has(also), `${id} goes with ${also}`)
    const found = knowledge.page(page)
    assert.ok(found, `${id}: there is no page ${page}`)
    assert.ok(anchor === '' || found.sections.some(section => section.anchor === anchor), `${id}: ${page}#${anchor}`)
  }
})

test('a sentence ends with one stop, also after a name that has its own', () => {
  const say = (who: string) => filler('en', { who, apps: 1200 }, 'a test')('{{apps}} are by {{who}}. So is this.')
  assert.equal(say('Ann S.'), '1,200 are by Ann S. So is this.')
  assert.equal(say('Ann'), '1,200 are by Ann. So is this.')
})

for (const locale of serviceLocales) {
  test(`every fact is available in ${locale}, with its values, the numbers of English, and fully cited`, () => {
    for (const { id, page, say } of known) {
      const text = say.get(locale)
      assert.ok(text, `${id} is not said in ${locale}`)
      assert.doesNotMatch(text, /\{\{|\}\}|undefined|NaN|`/, id)
      const { answer, citations } = joinSentences(
        [{ text, citation: 1 }],
        [{ url: `https://example.org/docs/${page}`, title: page, text: 'proof' }],
      )
      assert.ok(isCited({ answer, citations } as Parameters<typeof isCited>[0]), id)
      const [english, own] = [numbersIn(say.get('en')!), numbersIn(text)]
      for (const number of english) assert.ok(own.includes(number), `${id} does not say ${number} in ${locale}`)
      // Some languages write one page with a digit, and some names have one.
      for (const number of own) assert.ok(number.length === 1 || english.includes(number), `${id} says ${number}`)
    }
  })
}

/** Without what is written differently: thousands, and words for small numbers. */
function numbersIn(text: string): string[] {
  const plain = text.replaceAll(/(\d)[.,'’\u00a0\u202f](?=\d{3}(?!\d))/g, '$1').replaceAll(/(\d),(?=\d)/g, '$1.')
  return [...new Set(plain.match(/\d+(?:\.\d+)?/g) ?? [])].sort()
}
