// What the ui:// views are made of. How they behave in a host is told by test/browser/views-*.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { serviceLocales } from '../src/operations/locale.ts'
import { viewResources } from '../src/surfaces/mcp/views.ts'

const source = (file: string): string => readFileSync(new URL(`../browser/views/${file}`, import.meta.url), 'utf8')

test('every language of the service has every word', () => {
  const text = source('words.js')
  const names = /names =\s+'([^']*)'/.exec(text)![1]!.split(' ')
  const spoken = [...text.matchAll(/^ {2}(\w+): '([^']*)',$/gm)].map(([, language = '', words]) => ({
    language,
    words: words!.split('|'),
  }))
  assert.deepEqual(spoken.map(({ language }) => language).sort(), [...serviceLocales].sort())
  for (const { language, words } of spoken) {
    assert.equal(words.length, names.length, language)
    assert.ok(words.every(word => word.trim() !== ''))
  }
  const used = ['bridge', 'elements', 'screens', 'trail'].flatMap(file =>
    [...source(`${file}.js`).matchAll(/word\('(\w+)'\)/g)].map(match => match[1]!),
  )
  assert.deepEqual(
    used.filter(name => !names.includes(name)),
    [],
  )
})

test('comments and indentation stay in the files, all else is sent', () => {
  for (const { text } of viewResources()) {
    assert.doesNotMatch(text, /^\s+\S|^\/\/|\/\*\*/m)
    for (const name of ['handlers', 'words', 'screens', 'trail'])
      assert.match(text, new RegExp(`^(?:const|let) ${name} = `, 'm'))
  }
})

test('they ask for names of host variables that the standard has', () => {
  const types = readFileSync(
    new URL('../node_modules/@modelcontextprotocol/ext-apps/dist/src/spec.types.d.ts', import.meta.url),
    'utf8',
  )
  const own = ['--safe-top', '--safe-right', '--safe-bottom', '--safe-left', '--hue']
  const css = source('view.css')
  const defined = [...css.matchAll(/(--[a-z-]+):/g)].map(match => match[1]!)
  const wanted = [...css.matchAll(/var\((--[a-z-]+)/g)].map(match => match[1]!)
  const unknown = wanted.filter(name => !defined.includes(name) && !own.includes(name) && !types.includes(`"${name}"`))
  assert.deepEqual(unknown, [])
})
