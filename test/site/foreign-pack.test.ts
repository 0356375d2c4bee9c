// A site pack of another operator: its pages, facts and texts are used everywhere.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { loadSite } from '../../src/site/read.ts'
import { start } from '../support/start-service.ts'

const site = loadSite('test/fixtures/site-pack')
const service = await start({ after }, { site })
const text = async (path: string, headers = {}): Promise<string> => {
  const { status, text: body } = await service.web(path, { headers })
  assert.equal(status, 200, path)
  return body
}
type Answer = { answer: string; answered: boolean; citations: { url: string }[]; metadata: { locale: string } }
const ask = async (query: string): Promise<Answer> =>
  (await service.web(`/ask?${new URLSearchParams({ query })}`, { headers: { accept: 'application/json' } })).json()

suite('pages', () => {
  test('are in the documentation: page, Markdown, index, llms.txt, sitemap, search and MCP', async () => {
    assert.match(await text('/docs/membership', { accept: 'text/html' }), /Membership costs 30 euros a year/)
    assert.match(await text('/docs/membership.md'), /# Membership/)
    assert.match(await text('/docs', { accept: 'text/html' }), /\/docs\/membership/)
    assert.match(await text('/llms.txt'), /\[Membership\]\(.*\/docs\/membership\.md\)/)
    assert.match(await text('/sitemaps/docs.xml'), /\/docs\/membership<.*\/pages\/about</s)
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_doc', arguments: { slug: 'membership' } },
    }
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const reply = await service.web('/mcp', { method: 'POST', headers, body: JSON.stringify(message) })
    assert.match(reply.text, /Students join for free/)
  })

  test('are shown in the requested language, else in English', async () => {
    const [german, french] = await Promise.all(
      ['de', 'fr'].map(locale =>
        service.web(`/docs/membership?locale=${locale}`, { headers: { accept: 'text/html' } }),
      ),
    )
    assert.match(german!.text, /<article class="doc" lang="de" dir="ltr">.*Die Mitgliedschaft kostet/s)
    assert.equal(german!.headers['content-language'], 'de')
    assert.match(french!.text, /<article class="doc" lang="en" dir="ltr">.*Membership costs/s)
    assert.match(await text('/docs/membership.md?locale=ja'), /会費は年間30ユーロです/)
  })

  test('with another menu are under /pages/ and in that menu, with values filled in', async () => {
    assert.match(await text('/pages/about', { accept: 'text/html' }), /At most unlimited reads a minute/)
    assert.match(
      await text('/?locale=de', { accept: 'text/html' }),
      /<a href="[^"]*\/pages\/about\?locale=de" dir="auto">Über uns</,
    )
    assert.equal((await service.web('/pages/nothing')).status, 404)
  })
})

test('tagline and intro replace the built-in texts', async () => {
  assert.match(await text('/', { accept: 'text/html' }), /<h1>Plugins for makers<\/h1>/)
  assert.match(await text('/?locale=ja', { accept: 'text/html' }), /作り手のためのプラグイン/)
  for (const path of ['/llms.txt', '/openapi.json', '/manifest.webmanifest', '/index.md', '/docs/community.md'])
    assert.match(await text(path), /Toolshed collects plugins for editors and studios/, path)
})

suite('ask', () => {
  for (const [query, answer, anchor] of [
    ['How much does membership cost?', /30 euros a year/, 'fee'],
    ['When do the members meet?', /first Tuesday/, 'meetings'],
    ['Was kostet die Mitgliedschaft?', /30 Euro im Jahr/, 'beitrag'],
    ['Wo treffen sich die Mitglieder?', /Hafenstraße/, 'treffen'],
    ['会費はいくらですか？', /年間30ユーロ/, '会費'],
    ['会員はどこに集まりますか？', /港通りの工房/, '集まり'],
  ] as const)
    test(`quotes a page: ${query}`, async () => {
      const found = await ask(query)
      assert.match(found.answer, answer)
      assert.equal(found.answered, true)
      assert.ok(decodeURIComponent(found.citations[0]!.url).endsWith(`#${anchor}`), found.citations[0]!.url)
    })

  test('answers from facts, and says what the site is', async () => {
    assert.match((await ask('Who runs this site?')).answer, /association Toolshed in Kiel/)
    assert.match((await ask('Wer betreibt diese Website?')).answer, /Verein Werkzeugschuppen/)
    const [english, german] = [await ask('Who runs this site?'), await ask('Wer betreibt diese Website?')]
    assert.match(english.citations[0]!.url, /\/pages\/about#who-runs-this$/)
    assert.match(german.citations[0]!.url, /\/pages\/about\?locale=de#wer-das-betreibt$/)
    assert.match((await ask('What is Toolshed?')).answer, /collects plugins/)
    assert.match((await ask('')).answer, /collects plugins/)
  })

  test('does not answer what no page says', async () => {
    for (const query of ['Do you offer gift vouchers?', 'Gibt es einen Parkplatz?', '駐車場はありますか？'])
      assert.equal((await ask(query)).answered, false, query)
  })
})
