import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { benchWords } from '../../../demo/words.ts'
import { assertShare, communityOf, idOf, wordsOf } from '../../support/demo-community.ts'

describe('a demo community', () => {
  for (const creations of [0, 1, 2, 29, 31, 349, 351, 40_000]) {
    test(`of ${creations} creations is complete`, () => {
      const { creation, creator, follow, score } = communityOf({ creations })
      assert.equal(creation.length, creations)
      const handles = new Set(creator.map(({ handle }) => handle))
      const ids = new Set(creation.map(idOf))
      assert.deepEqual([handles.size, ids.size], [creator.length, creations])
      for (const { handle, remixOf } of creation) {
        assert.ok(handles.has(handle) && (remixOf === null || ids.has(idOf(remixOf))))
      }
      for (const { follower, following } of follow) assert.ok(handles.has(follower) && handles.has(following))
      for (const entry of score) assert.ok(ids.has(idOf(entry)) && handles.has(entry.player))
    })
  }

  test('has the words that benchmarks search for as often as they say', () => {
    const { creation } = communityOf({ creations: 40_000 })
    const frequency = (word: string) => creation.filter(one => wordsOf(one).has(word)).length
    assertShare(frequency(benchWords.common), creation.length, 0.09, 0.115)
    assertShare(frequency(benchWords.onePercent), creation.length, 0.008, 0.013)
    assertShare(frequency(benchWords.rare), creation.length, 25 / 40_000, 80 / 40_000)
  })
})
