// The examination as a test: what was reached once must not be lost.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { start } from '../support/start-service.ts'
import { examine, examined, shareCorrect } from './score.ts'

const floors = { overall: 0.97, language: 0.92, unknown: 0.97, falseRefusals: 0.03 }

suite('the examination', async () => {
  const marks = await examine(await start({ after }, examined()))
  const missed = (some: typeof marks) =>
    some
      .filter(({ mark }) => mark !== 'correct')
      .map(({ question }) => question.id)
      .join()

  test('overall', () => {
    assert.ok(shareCorrect(marks) >= floors.overall, `${shareCorrect(marks)}: ${missed(marks)}`)
  })

  test('in every language', () => {
    const languages = Map.groupBy(marks, one => one.locale)
    assert.deepEqual([marks.length >= 300, languages.size], [true, 11])
    for (const [locale, some] of languages) {
      assert.ok(shareCorrect(some) >= floors.language, `${locale} ${shareCorrect(some)}: ${missed(some)}`)
    }
  })

  test('questions without an answer are not answered', () => {
    const unknown = marks.filter(({ question }) => !question.expect.answered)
    assert.ok(unknown.length >= marks.length / 6)
    assert.ok(shareCorrect(unknown) >= floors.unknown, `${shareCorrect(unknown)}: ${missed(unknown)}`)
  })

  test('hardly any question is taken for a request', () => {
    const asked = marks.filter(({ question }) => question.category !== 'refuse')
    const refused = asked.filter(({ response }) => response.metadata.intent === 'refusal')
    assert.ok(refused.length / asked.length <= floors.falseRefusals, missed(refused))
  })

  test('every answer is cited from its first to its last letter', () => {
    assert.deepEqual(
      marks.filter(({ cited }) => !cited).map(({ question }) => question.id),
      [],
    )
  })
})
