import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { demoCreations, demoRecords } from '../../demo/demo.ts'
import { languages } from '../../demo/languages.ts'
import { checkRecord } from '../../src/records/check-record.ts'
import type { CreationRecord } from '../../src/records/records.ts'
import { defaultKinds as kinds } from '../../src/site/site.ts'
import { assertShare, type Community, communityOf, fingerprint, idOf, isPublic } from '../support/demo-community.ts'

describe('the demo community', () => {
  let demo: Community
  let byId: Map<string, CreationRecord>
  before(() => {
    demo = communityOf({ creations: demoCreations })
    byId = new Map(demo.creation.map(creation => [idOf(creation), creation]))
  })

  test('is the same every time, and another with another seed', () => {
    const first = fingerprint({ creations: demoCreations })
    assert.equal(fingerprint({ creations: demoCreations }), first)
    assert.notEqual(fingerprint({ creations: demoCreations, seed: 77 }), first)
    assert.notEqual(fingerprint({ creations: demoCreations, now: Date.UTC(2027, 0, 1) }), first)
  })

  test('comes in canonical form: checking changes nothing, and nothing is refused', () => {
    for (const record of demoRecords({ creations: demoCreations })) {
      const outcome = checkRecord(record, { now: () => 0 })
      assert.ok('checked' in outcome, `${JSON.stringify(record)}: ${JSON.stringify(outcome)}`)
      assert.deepEqual(outcome.checked.undated, [])
      assert.equal(JSON.stringify(outcome.checked.record), JSON.stringify(record))
    }
  })

  test('refers only to what it has', () => {
    const handles = new Set(demo.creator.map(({ handle }) => handle))
    const slugs = new Set(demo.category.map(({ slug }) => slug))
    const keys = new Set(demo.tag.map(({ key }) => key))
    for (const creation of demo.creation) {
      assert.ok(handles.has(creation.handle))
      assert.ok(creation.category === null || slugs.has(creation.category))
      for (const tag of creation.tags) assert.ok(keys.has(tag), tag)
      assert.ok(creation.remixOf === null || byId.has(idOf(creation.remixOf)))
    }
    for (const { follower, following } of demo.follow) {
      assert.ok(handles.has(follower) && handles.has(following))
      assert.notEqual(follower, following)
    }
    for (const score of demo.score) assert.ok(byId.has(idOf(score)) && handles.has(score.player))
  })

  test('has all kinds and categories, and hidden, featured and minimal creations', () => {
    const has = (test: (creation: CreationRecord) => boolean) => demo.creation.some(test)
    for (const kind of kinds) assert.ok(has(creation => creation.kind === kind))
    for (const { slug } of demo.category) assert.ok(has(creation => creation.category === slug))
    for (const visibility of ['public', 'unlisted', 'private']) {
      assert.ok(has(creation => creation.visibility === visibility))
    }
    assert.ok(has(({ category }) => category === null))
    assert.ok(has(({ coverUrl }) => coverUrl === null))
    assert.ok(has(({ featured }) => featured) && !has(creation => creation.featured && !isPublic(creation)))
    assertShare(new Set(demo.creation.map(({ title }) => title)).size, demo.creation.length, 0.9, 1)
  })

  test('writes in every language, in its own script, and completes every text', () => {
    assert.deepEqual([...new Set(demo.creation.map(({ locale }) => locale))].sort(), [...languages].sort())
    const scripts: Record<string, RegExp> = {
      ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
      ko: /\p{Script=Hangul}/u,
      zh: /\p{Script=Han}/u,
      ar: /\p{Script=Arabic}/u,
      hi: /\p{Script=Devanagari}/u,
    }
    const check = (locale: string, text: string) => {
      assert.match(text, scripts[locale] ?? /\p{Script=Latin}/u, `${locale}: ${text}`)
      assert.doesNotMatch(text, /[{}]|undefined|null|\s{2,}[^\n]|lorem/i)
    }
    for (const { locale, title, summary, description, instructions, translations } of demo.creation) {
      for (const text of [summary, description]) check(locale, text)
      assert.doesNotMatch(title + instructions, /[{}]|undefined/)
      for (const [language, { title: translatedTitle, summary: translatedSummary }] of Object.entries(translations)) {
        assert.ok(translatedTitle && translatedSummary)
        check(language, translatedSummary)
      }
    }
    for (const { bio, displayName } of demo.creator) assert.doesNotMatch(bio + displayName, /[{}]|undefined/)
  })
})
