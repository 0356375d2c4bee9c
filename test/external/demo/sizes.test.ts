import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { demoRecords } from '../../../demo/demo.ts'
import { benchWords } from '../../../demo/words.ts'
import { assertShare, type Community, communityOf, idOf, wordsOf } from '../../support/demo-community.ts'

describe('a larger demo community', () => {
  let large: Community
  before(() => {
    large = communityOf({ creations: 40_000 })
  })

  test('has the words that benches search for as often as they say', () => {
    const frequency = (word: string) => large.creation.filter(creation => wordsOf(creation).has(word)).length
    assertShare(frequency(benchWords.common), large.creation.length, 0.09, 0.115)
    assertShare(frequency(benchWords.onePercent), large.creation.length, 0.008, 0.013)
    const rare = frequency(benchWords.rare)
    assert.ok(rare >= 25 && rare <= 80, `${benchWords.rare} is in ${rare}`)
  })
})

describe('a demo community of any size', () => {
  for (const creations of [0, 1, 2, 29, 31, 349, 351, 1234]) {
    test(`of ${creations} creations is complete`, () => {
      const { creation, creator, follow, score } = communityOf({ creations })
      assert.equal(creation.length, creations)
      const handles = new Set(creator.map(({ handle }) => handle))
      const ids = new Set(creation.map(idOf))
      assert.equal(ids.size, creations)
      for (const { handle, remixOf } of creation) {
        assert.ok(handles.has(handle) && (remixOf === null || ids.has(idOf(remixOf))))
      }
      for (const { follower, following } of follow) assert.ok(handles.has(follower) && handles.has(following))
      for (const entry of score) assert.ok(ids.has(idOf(entry)) && handles.has(entry.player))
    })
  }

  test('needs no memory to speak of, however large', () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const used = () => {
      collect()
      return process.memoryUsage().heapUsed
    }
    let start = 0
    let most = 0
    let seen = 0
    for (const _ of demoRecords({ creations: 100_000 })) {
      seen++
      if (seen === 2000) start = used()
      if (seen % 40_000 === 0) most = Math.max(most, used())
    }
    assert.ok(seen > 300_000)
    assert.ok(most - start < 24 * 1024 * 1024, `grew by ${Math.round((most - start) / 1024 / 1024)} MiB`)
  })
})
