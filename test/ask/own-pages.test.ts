// A site pack with ten pages and no facts: questions of visitors are answered from the pages.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { makeAddresses } from '../../src/addresses.ts'
import { loadAskIndex } from '../../src/ask/ask-index.ts'
import { pageGroups } from '../../src/ask/retrieve/page-units.ts'
import { scoreTexts, textIndex } from '../../src/ask/retrieve/text-index.ts'
import { readConfig } from '../../src/config/config.ts'
import { tablesOf } from '../../src/discovery/self-description.ts'
import type { Page } from '../../src/knowledge/page.ts'
import { demoSite } from '../support/demo-site.ts'
import { start } from '../support/start-service.ts'
import { isCited, repeatsItself } from './examination.ts'
import { askOwnPages, ownPages, type PageMark } from './own-pages.ts'

const service = await start({ after }, ownPages())
const { asked, open } = await askOwnPages(service)
const missed = (marks: readonly PageMark[]) => marks.filter(({ isCorrect }) => !isCorrect).map(({ q }) => q)
const share = (marks: readonly PageMark[]) => 1 - missed(marks).length / marks.length

suite('pages without facts', () => {
  test('at least nine of ten questions are answered, eight of ten others declined', () => {
    assert.ok(asked.length >= 60)
    assert.ok(share(asked) >= 0.9, missed(asked).join('\n'))
    assert.ok(share(open) >= 0.8, missed(open).join('\n'))
  })

  test('every sentence is cited, none is repeated, and the confidence agrees', () => {
    for (const { q, response } of [...asked, ...open]) {
      assert.ok(isCited(response), q)
      assert.ok(!repeatsItself(response, 'en'), q)
      assert.equal(response.confidence >= 0.5, response.answered, q)
    }
  })

  test('passages that may help are quoted below an answer that declines', async () => {
    const declined = open.map(({ response: { results, metadata } }) => {
      const passages = results.filter(({ '@type': type }) => type === 'Quotation')
      for (const { name } of passages) assert.ok(!metadata.suggestions.some(text => text.includes(`“${name}”`)), name)
      return passages
    })
    assert.ok(declined.filter(passages => passages.length > 1).length >= 5)
    for (const passages of declined) {
      assert.equal(new Set(passages.map(({ url }) => url)).size, passages.length)
      for (const { url, description } of passages) {
        const { pathname, hash } = new URL(url)
        const page = (await service.web(pathname)).text
        assert.ok(hash === '' || page.includes(`id="${hash.slice(1)}"`), url)
        const missing = description.split(/[^\p{L}\p{N}]+/u).filter(word => !page.includes(word))
        assert.deepEqual(missing, [], url)
      }
    }
  })

  test('a row of a table is quoted with the headings of its columns', async () => {
    const reply = await service.web(`/ask?${new URLSearchParams({ query: 'How much is the frame welding course?' })}`)
    assert.match(reply.json().answer, /Frame welding – .*Price: 120 euros/)
  })
})

const addresses = makeAddresses('https://api.example.org', 'https://example.org')
const { understanding } = await loadAskIndex(tablesOf({ ...readConfig({}), site: demoSite, addresses }), demoSite)
const { terms } = await understanding.language('en')

/** The support of a text for a question, beside another text. */
function supportOf(text: string, question: string): number {
  const groups = [text, 'The boathouse is closed.'].map(one => ({
    title: '',
    heading: '',
    units: [{ text: one, labels: '' }],
  }))
  const index = textIndex(groups, terms)
  const found = scoreTexts(index, terms, { query: question, siteName: '' }).units.find(
    ({ group }) => group === index.groups[0],
  )
  return found?.support ?? 0
}

suite('support of a text', () => {
  test('a kind of something means it, but not another kind of it', () => {
    assert.ok(supportOf('Animals stay outside.', 'Where do dogs stay?') > 0.9)
    assert.ok(supportOf('Dogs stay outside.', 'Where do animals stay?') > 0.9)
    assert.ok(supportOf('Cats stay outside.', 'Where do dogs stay?') < 0.5)
  })

  test('a word that is on no page takes more than a word of another page', () => {
    const question = (word: string) => `Does the ${word} have lockers?`
    const [elsewhere, missing] = ['boathouse', 'planetarium'].map(word =>
      supportOf('There are lockers.', question(word)),
    )
    assert.ok(elsewhere! > missing! && missing! > 0)
  })
})

test('units of a page know the line before their list, and the bold words of their paragraph', () => {
  const text = '**By bus.** Line 6 stops here. It runs hourly.\n\nPlease bring:\n\n- a helmet\n- gloves'
  const [group] = pageGroups({ title: 'Visit', sections: [{ anchor: '', title: 'Visit', text }] } as unknown as Page)
  const units = group!.units.map(({ text, labels, lead }) => ({ text, labels: labels.trim(), lead }))
  assert.deepEqual(
    units.filter(({ text }) => /hourly|gloves/.test(text)),
    [
      { text: 'It runs hourly.', labels: 'By bus.', lead: undefined },
      { text: 'gloves', labels: 'Please bring:', lead: 3 },
    ],
  )
})
