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

  test('there are enough questions, in every language', () => {
    assert.ok(marks.length >= 300)
    assert.equal(new Set(marks.map(({ locale }) => locale)).size, 11)
  })

  test('overall', () => {
    assert.ok(shareCorrect(marks) >= floors.overall, `${shareCorrect(marks)}: ${missed(marks)}`)
  })

  for (const [locale, some] of Map.groupBy(marks, one => one.locale)) {
    test(`in ${locale}`, () =>
      assert.ok(shareCorrect(some) >= floors.language, `${shareCorrect(some)}: ${missed(some)}`))
  }

  test('what nobody can answer is not answered', () => {
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
