// vitrine ask: the same answers, on the command line.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import test from 'node:test'
import { worded } from '../../bin/commands/ask.ts'
import type { AskResponse } from '../../src/ask/answer/answer.ts'
import { checkedAnswer } from '../support/ask-reader.ts'
import { fixtureRecords } from '../support/contract-service.ts'
import { saying, startFakeModel } from '../support/servers/fake-model.ts'
import { scratchFolder, vitrine } from '../support/vitrine-process.ts'

const store = { VITRINE_STORE: join(scratchFolder(), 'store.db') }
const lines = fixtureRecords().map(record => `${JSON.stringify(record)}\n`)
const filled = vitrine(['import', '-'], store, lines.join(''))
const question = 'Do unused credits expire?'

test('prints the whole answer as JSON where nobody looks', async () => {
  await filled
  for (const more of [[], ['--json']]) {
    const { code, stdout, stderr } = await vitrine(['ask', question, ...more], store)
    assert.deepEqual([code, stderr], [0, ''])
    const answer = checkedAnswer(JSON.parse(stdout))
    assert.deepEqual([answer.query, answer.answered, answer._meta.answerer], [question, true, 'builtin'])
  }
})

test('takes the language, or finds it out', async () => {
  await filled
  const { stdout } = await vitrine(['ask', question, '--locale', 'es'], store)
  assert.equal(checkedAnswer(JSON.parse(stdout)).metadata.locale, 'es')
})

test('a mistake is told in one line', async () => {
  await filled
  const cases: [args: string[], code: number, told: RegExp][] = [
    [[], 2, /^vitrine: ask needs a question, in quotation marks\.\n$/],
    [['a', 'b'], 2, /does not know what to do with "b"/],
    [['a', '--locale', '!!'], 2, /--locale must be a BCP-47 tag/],
    [['a', '--lcoale', 'es'], 2, /Did you mean --locale\?/],
    [['x'.repeat(2_001)], 1, /query must have at most 2000 characters/],
  ]
  for (const [args, expected, told] of cases) {
    const { code, stdout, stderr } = await vitrine(['ask', ...args], store)
    assert.deepEqual([code, stdout], [expected, ''])
    assert.match(stderr, told)
  }
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
    metadata: { locale: 'en', intent: 'fact', suggestions: ['And?'] },
  } as unknown as AskResponse
  assert.equal(worded(answer), 'One. [1] Two. [2] Three?[2J. [1]\n\n[1] https://a\n[2] https://b\n')
  const unknown = { ...answer, answer: 'No idea.', answered: false, citations: [] }
  assert.equal(worded(unknown), 'No idea.\n\n- And?\n')
})
