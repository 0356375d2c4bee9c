// What a site calls creations.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { languages, serviceLocales } from '../../src/languages/languages.ts'
import { readSite } from '../../src/site/read.ts'
import { start } from '../support/start-service.ts'
import { communityOf, packOf, toolshed } from './foreign-packs.ts'

const noun = { label: { en: 'Extension', de: 'Erweiterung' }, plural: { en: 'Extensions', de: 'Erweiterungen' } }

async function pagesOf(t: TestContext, more: object, n: number): Promise<(path: string) => Promise<string>> {
  const { site, problems } = readSite(packOf({ ...toolshed, ...more }))
  assert.deepEqual(problems, [])
  const { web } = await start(t, { site, records: communityOf(['plugin'], n) })
  return async path => (await web(path, { headers: { accept: 'text/html' } })).text
}

/** What the page says, without its tags. */
const saidIn = (text: string): string =>
  text.slice(text.indexOf('<main'), text.indexOf('<footer')).replace(/<[^>]+>/g, ' ')

test('pages use the noun of the site, in the forms that a language needs', async t => {
  for (const n of [1, 3, 14]) {
    const pageOf = await pagesOf(t, { noun, home: ['intro', 'spotlight', 'rails', 'categories'] }, n)
    assert.match(await pageOf('/community'), new RegExp(`<span role="status">${n} extensions?<`))
    assert.match(await pageOf('/community'), /placeholder="Search extensions, tags and people"/)
    assert.match(
      await pageOf('/community?locale=de'),
      new RegExp(`>${n} Erweiterung(?:en)?<.*"Erweiterungen, Sch`, 's'),
    )
    assert.match(await pageOf('/community.md'), new RegExp(`${n} extensions? of the Toolshed community`))
    if (n < 14) assert.match(await pageOf('/'), /<h2 id="all">Extensions</)
    for (const path of ['/', '/community?category=winter', '/creators', '/tags', '/categories', '/nowhere'])
      assert.doesNotMatch(saidIn(await pageOf(path)), /\bcreations?\b/i, path)
  }
})

test('no page says "creation" in any language if the site has another noun', async t => {
  const pageOf = await pagesOf(t, { noun }, 14)
  for (const locale of serviceLocales) {
    const { one, many } = languages[locale].noun
    // Hindi calls the maker by a word that begins with the noun.
    const builtIn = new RegExp(`(?:${many}|${one})(?!कार)`, 'iu')
    for (const path of ['/', '/community', '/creators', '/tags', '/@mira/piece-1', '/@mira/piece-1/remixes']) {
      const said = saidIn(await pageOf(`${path}?locale=${locale}`))
      assert.doesNotMatch(said, builtIn, `${locale} ${path}`)
    }
  }
})

test('without one, the name of the only kind is used', async t => {
  const kinds = [{ key: 'plugin', label: 'Plugin', plural: 'Plugins' }]
  assert.match(await (await pagesOf(t, { kinds }, 14))('/community'), /<span role="status">14 plugins</)
  assert.match(await (await pagesOf(t, {}, 14))('/community'), /<span role="status">14 creations</)
})
