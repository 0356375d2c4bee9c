// What the ui:// views are made of. How they behave in a host is told by test/external/browser/views-*.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { madeViews } from '../../build/views.ts'
import { languages, serviceLocales } from '../../src/languages/languages.ts'
import { wordsOf } from '../../src/mcp/view-words.ts'

const source = (file: string): string => readFileSync(new URL(`../../browser/views/${file}`, import.meta.url), 'utf8')

const scripts = ['elements', 'screens', 'trail']

test('every language of the service has every word', () => {
  const viewWords: string[] = Object.values(languages.en.viewWords)
  const used = new Set(
    scripts.flatMap(file =>
      [...source(`${file}.js`).matchAll(/(?:word|text|around)\('([A-Z][^']*)'|[,?:] '(?:[▶♥⟲] )?([A-Z][\w ]*)'/g)].map(
        match => match[1] ?? match[2]!,
      ),
    ),
  )
  assert.deepEqual(
    [...used].filter(name => !viewWords.includes(name)),
    [],
  )
  for (const language of serviceLocales) {
    const words = wordsOf(language)
    assert.deepEqual(Object.keys(words), language === 'en' ? [] : viewWords)
    assert.ok(Object.values(words).every(word => word.trim() !== ''))
  }
})

test('what is sent was made from the files as they are', async () => {
  for (const [file, make] of Object.entries(madeViews))
    assert.equal(source(`../${file}`), await make(), `Run node build/views.ts: ${file} is old.`)
})
