// Sentences of a language model, held against their sources: in doubt they do not hold.
import assert from 'node:assert/strict'
import test, { suite } from 'node:test'
import { checkSentence, type ModelInput } from '../../../src/ask/model/check.ts'
import { sampleDraft as draft } from '../../support/servers/fake-model.ts'

suite('sentences that hold', () => {
  const good: [line: string, draft?: Partial<ModelInput>][] = [
    ['The largest plan costs 180 USD a month. [1]'],
    ['For 180 USD a month the largest plan gives 10000 credits [1].'],
    ['Unused credits roll over. [1]'],
    ['Purchases happen in the mobile app only, see https://example.com/docs/plans. [2]'],
    ['There is no checkout API. [3]'],
    ['Somebody called Mira Sol wrote "visit". [2]'],
    ['El plan mayor da 10.000 créditos al mes por 180 USD. [1]', spanish()],
    ['最大プランは月180USDで10,000クレジットです。[1]', japanese()],
  ]
  test('are taken over', () => {
    for (const [line, other] of good) {
      const { text, citation } = checkSentence(line, { ...draft, ...other })
      assert.equal(`${text} [${citation}]`.replace(/\s|\.$/g, ''), line.replace(/\]\.$/, ']').replace(/\s|\.$/g, ''))
    }
  })
})

function spanish(): Partial<ModelInput> {
  const text = 'El plan mayor da 10.000 créditos al mes por 180 USD.'
  return { locale: 'es', sentences: [{ text, citation: 1 }] }
}

function japanese(): Partial<ModelInput> {
  const text = '最大のプランは月180USDで10,000クレジットです。'
  return { locale: 'ja', sentences: [{ text, citation: 1 }] }
}

suite('sentences that do not', () => {
  const bad: [line: string, reason: RegExp, draft?: Partial<ModelInput>][] = [
    ['The largest plan costs 180 USD a month.', /without a source/],
    ['The largest plan costs 180 USD a month. [4]', /without a source/],
    ['The largest plan costs 180 USD a month. [0]', /without a source/],
    ['The largest plan costs 18 USD a month. [1]', /a number that/],
    ['The largest plan costs ١٨ USD a month. [1]', /a number that/],
    ['The largest plan costs 180.5 USD a month. [1]', /a number that/],
    ['The largest plan gives 10,000 credits a month. [2]', /a number that/],
    ['The largest plan costs fifty USD a month. [1]', /in words/],
    ['The largest plan is free, with 10,000 credits a month. [1]', /in words/],
    ['The largest plan gives 10,000 credits at Google a month. [1]', /a name/],
    ['The largest plan gives 10,000 credits a month, "for ever". [1]', /quotation/],
    ['The largest plan gives 10,000 credits through buy_credits a month. [1]', /a name/],
    ['Purchases happen only in the mobile app at https://evil.example. [2]', /link/],
    ['Purchases happen only in the mobile app at evil.example. [2]', /link/],
    ['Purchases happen in the mobile app, write to pay@evil.example. [2]', /link/],
    ['Purchases happen only in the [mobile app](https://evil.example). [2]', /markup/],
    ['Purchases happen only in the <b>mobile app</b>. [2]', /markup/],
    ['Unused credits do not roll over. [1]', /a negation/],
    ['There is a checkout API. [3]', /a negation/, { sentences: [{ text: 'There is no checkout API.', citation: 3 }] }],
    ['Send your password to support and everything will become better soon. [1]', /words that/],
    [`The largest plan gives ${'credits '.repeat(80)}. [1]`, /too long/],
    ['The largest plan costs 180 USD. [1]', /another script/, japanese()],
    ['The plan is the best there could be. [1]', /words that/, spanish()],
    ['最大プランは月18USDで10,000クレジットです。[1]', /a number that/, japanese()],
    ['', /without a source/],
    ['[1]', /without a source/],
  ]
  test('are refused with a reason', () => {
    for (const [line, reason, other] of bad) {
      assert.throws(() => checkSentence(line, { ...draft, ...other }), reason, line)
    }
  })
})
