// A site pack with ten pages and no facts: questions of visitors are answered from the pages.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
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

  test('a row of a table is quoted with the headings of its columns', async () => {
    const reply = await service.web(`/ask?${new URLSearchParams({ query: 'How much is the frame welding course?' })}`)
    assert.match(reply.json().answer, /Frame welding: .*Price 120 euros/)
  })
})
