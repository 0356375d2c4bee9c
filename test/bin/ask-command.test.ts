// vitrine ask: the same answers, on the command line.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import test from 'node:test'
import { answerText } from '../../bin/commands/ask.ts'
import type { AskResponse } from '../../src/ask/answer/answer.ts'
import { checkedAnswer } from '../support/ask-reader.ts'
import { fixtureRecords } from '../support/contract-service.ts'
import { saying, startFakeModel } from '../support/servers/fake-model.ts'
import { scratchFolder, vitrine } from '../support/vitrine-process.ts'
import { refused } from './refused.ts'

const store = { VITRINE_STORE: join(scratchFolder(), 'store.db'), VITRINE_SITE: 'demo' }
const lines = fixtureRecords().map(record => `${JSON.stringify(record)}\n`)
const filled = vitrine(['import', '-'], store, lines.join(''))
const question = 'Do unused credits expire?'

test('prints the whole answer as JSON where nobody looks, in the given language', async () => {
  await filled
  for (const [args, locale] of [
    [[], 'en'],
    [['--json', '--locale', 'es'], 'es'],
  ] as const) {
    const { code, stdout, stderr } = await vitrine(['ask', question, ...args], store)
    assert.deepEqual([code, stderr], [0, ''])
    const { query, answered, metadata, _meta } = checkedAnswer(JSON.parse(stdout))
    assert.deepEqual([query, answered, metadata.locale, _meta.answerer], [question, true, locale, 'builtin'])
  }
})

test('a mistake is reported in one line', async () => {
  await refused(['ask'], /^ask needs a question, in quotation marks\.$/, 2)
  await refused(['ask', 'a', 'b'], /does not know what to do with "b"/, 2)
  await refused(['ask', 'a', '--locale', '!!'], /--locale must be a BCP-47 tag/, 2)
  await refused(['ask', 'a', '--lcoale', 'es'], /Did you mean --locale\?/, 2)
  await filled
  const long = await vitrine(['ask', 'x'.repeat(2_001)], store)
  assert.deepEqual([long.code, long.stdout], [1, ''])
  assert.match(long.stderr, /query must have at most 2000 characters/)
  const nowhere = await vitrine(['ask', question], { VITRINE_STORE: '/nowhere/at/all.db' })
  assert.equal(nowhere.code, 1)
  assert.match(nowhere.stderr, /There is no store at/)
})

test('a language model that is set is asked here too', async t => {
  await filled
  const { url, state } = await startFakeModel(
    t,
    saying(({ data }) => data.draft),
  )
  const env = { ...store, VITRINE_LLM_URL: url, VITRINE_LLM_MODEL: 'small-1', VITRINE_LLM_KEY: 'k-secret' }
  const { stdout } = await vitrine(['ask', question], env)
  assert.equal(checkedAnswer(JSON.parse(stdout))._meta.answerer, 'small-1')
  assert.equal(state.asked[0]!.headers.authorization, 'Bearer k-secret')
  const config = await vitrine(['config'], env)
  assert.match(config.stdout, /VITRINE_LLM_KEY +\*+ /)
  assert.doesNotMatch(config.stdout, /k-secret/)
})

test('on a terminal sentences carry the numbers of their sources', () => {
  const cite = (url: string, start_index: number, end_index: number) => ({
    id: 1,
    url,
    title: '',
    cited_text: '',
    start_index,
    end_index,
  })
  const answer = {
    answer: 'One. Two. Three\u001b[2J.',
    answered: true,
    citations: [cite('https://a', 0, 4), cite('https://b', 5, 9), cite('https://a', 10, 20)],
    results: [],
    metadata: { locale: 'en', intent: 'fact', suggestions: ['And?'] },
  } as unknown as AskResponse
  assert.equal(answerText(answer), 'One. [1] Two. [2] Three?[2J. [1]\n\n[1] https://a\n[2] https://b\n')
  const unknown = { ...answer, answer: 'No idea.', answered: false, citations: [] }
  assert.equal(answerText(unknown), 'No idea.\n\n- And?\n')
  const quotation = { '@type': 'Quotation', url: 'https://c', name: 'Prices', description: 'Tea is free.' }
  const quoted = { ...unknown, results: [quotation] } as unknown as AskResponse
  assert.equal(answerText(quoted), 'No idea.\n\nPrices: Tea is free.\nhttps://c\n\n- And?\n')
})
