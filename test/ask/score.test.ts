// The examination as a test: what was reached once must not be lost. The other sets are in test/external/ask.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { repeatsItself } from './examination.ts'
import { checkCitations, checkMinimums } from './minimums.ts'
import { shareCorrect } from './report.ts'
import { examine } from './score.ts'

const tested = ['questions', 'second', 'development'] as const
const minimumOfLanguage = 0.92
const maxFalseRefusals = 0.03

suite('the examination', async () => {
  const marks = await examine(tested)

  for (const set of tested)
    test(`minimum scores: ${set}`, () =>
      checkMinimums(
        set,
        marks.filter(one => one.set === set),
      ))

  test('in every language', () => {
    const languages = Map.groupBy(
      marks.filter(({ set }) => set !== 'development'),
      one => one.locale,
    )
    assert.equal(languages.size, 11)
    const low = [...languages].filter(([, some]) => shareCorrect(some) < minimumOfLanguage)
    assert.deepEqual(
      low.map(([locale]) => locale),
      [],
    )
  })

  test('hardly any question is taken for a request', () => {
    const asked = marks.filter(({ question }) => !['refuse', 'forbidden'].includes(question.category))
    const refused = asked.filter(({ response }) => response.metadata.intent === 'refusal')
    assert.ok(refused.length / asked.length <= maxFalseRefusals, refused.map(({ question }) => question.id).join())
  })

  test('every answer is cited from its first to its last letter', () => checkCitations(marks))
})

test('two nearly identical sentences are a repetition', () => {
  const repeats = (answer: string, locale = 'en') => repeatsItself({ answer }, locale)
  assert.equal(repeats('The limit is 120 reads per minute. The limit is 120 reads per minute.'), true)
  assert.equal(
    repeats('The read limit is 120 per minute and client. The read limit is 120 per client and minute!'),
    true,
  )
  assert.equal(repeats('The limit of reads is 120 per minute. Sixty questions are allowed in the same time.'), false)
  assert.equal(repeats('上限は毎分120回です。上限は毎分120回です。', 'ja'), true)
  assert.equal(repeats('One sentence.'), false)
})
