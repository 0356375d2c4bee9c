import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { demoCreations } from '../../demo/demo.ts'
import { languages, otherLanguages } from '../../demo/languages.ts'
import { phrases } from '../../demo/phrases.ts'
import { topics } from '../../demo/topics.ts'
import { kinds } from '../../src/records/records.ts'
import { type Community, communityOf, countBy, descending } from '../support/demo-community.ts'

describe('the demo community', () => {
  let demo: Community
  before(() => {
    demo = communityOf({ creations: demoCreations })
  })

  test('writes in eleven languages', () => {
    const locales = countBy(demo.creation, ({ locale }) => locale)
    assert.deepEqual([...locales.keys()].sort(), [...languages].sort())
    for (const language of otherLanguages) assert.ok(locales.get(language)! >= 5, language)
    const english = demo.creation.filter(({ locale }) => locale === 'en')
    const translated = english.flatMap(({ translations }) => Object.keys(translations))
    assert.equal(new Set(translated).size, otherLanguages.length)
  })

  test('writes each language in its own script, and every text to the end', () => {
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

  test('labels shelves and the most used tags in every language', () => {
    const all = [...languages].sort()
    for (const { labels } of demo.category) assert.deepEqual(Object.keys(labels), all)
    for (const { labels } of demo.tag) assert.ok(labels.en)
    const used = descending(
      countBy(
        demo.creation.flatMap(({ tags }) => tags),
        tag => tag,
      ),
    )
    const labels = new Map(demo.tag.map(tag => [tag.key, tag.labels]))
    for (const [key] of used.slice(0, 40)) assert.deepEqual(Object.keys(labels.get(key)!), all, key)
  })
})

describe('the words of the demo community', () => {
  test('exist for every topic and kind in every language, place by place', () => {
    assert.equal(new Set(topics.map(({ key }) => key)).size, topics.length)
    for (const language of languages) {
      const names = topics.map(topic => topic.names[language])
      assert.ok(names.every(name => name.trim() === name && name !== ''))
      assert.equal(new Set(names).size, names.length, language)
      for (const kind of kinds) {
        assert.equal(phrases[language].forms[kind].length, phrases.en.forms[kind].length)
        assert.ok(phrases[language].descriptions[kind].length > 0 && phrases[language].instructions[kind])
      }
    }
  })
})
