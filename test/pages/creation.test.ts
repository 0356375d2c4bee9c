// The page of a creation, as HTML and as Markdown.
import assert from 'node:assert/strict'
import test, { suite } from 'node:test'
import { languages, serviceLocales } from '../../src/languages/languages.ts'
import { defaultKinds } from '../../src/site/site.ts'
import { resultOf } from '../support/mcp-rpc.ts'
import { start } from '../support/start-service.ts'

const creation = (slug: string, more: object = {}) => ({
  type: 'creation',
  handle: 'mira',
  slug,
  title: `The ${slug}`,
  publishedAt: '2026-03-01T10:00:00Z',
  ...more,
})

const details = {
  openUrl: 'https://water.example.org/open?id=1&x=2',
  links: [
    { label: 'Source <code>', url: 'https://code.example.org/water', rel: 'source' },
    { label: 'Handbook', url: 'https://docs.example.org/water', rel: 'docs' },
    { label: 'Forum', url: 'https://forum.example.org', rel: 'community' },
  ],
  license: 'MIT OR Apache-2.0',
  version: '2.1 \u202eevil',
  platforms: ['iOS', 'Android & Co'],
}

const service = await start(test, {
  records: [{ type: 'creator', handle: 'mira', displayName: 'Mira' }, creation('full', details), creation('plain')],
})
const { web } = service
const page = async (path: string) => (await web(path, { headers: { accept: 'text/html' } })).text

const thingOf = (text: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? '{}') as Record<string, unknown>

suite('details of a creation', () => {
  test('HTML shows links, license, version and platforms', async () => {
    const text = await page('/@mira/full')
    assert.ok(
      text.includes(
        '<a href="https://code.example.org/water" rel="ugc nofollow noopener" dir="auto">Source &lt;code&gt;</a>',
      ),
    )
    for (const value of ['MIT OR Apache-2.0', 'Android &amp; Co']) assert.ok(text.includes(value), value)
    assert.ok(text.includes('href="https://water.example.org/open?id=1&amp;x=2"'))
    assert.ok(!text.includes('\u202eevil</dd>'), 'the override must end within its element')
  })

  test('without them there is neither a panel nor a button', async () => {
    const text = await page('/@mira/plain')
    assert.doesNotMatch(text, /<dl class="details"|class="button" href/)
  })

  test('Markdown shows them, too', async () => {
    const { text } = await web('/@mira/full.md')
    for (const part of ['<https://code.example.org/water>) (source)', 'MIT OR Apache-2.0', '- open: <https://water']) {
      assert.ok(text.includes(part), part)
    }
    const plain = (await web('/@mira/plain.md')).text
    for (const part of ['## Links', 'license', '- open']) assert.ok(!plain.includes(part), part)
  })

  test('structured data has them as properties of schema.org', async () => {
    const thing = thingOf(await page('/@mira/full'))
    assert.deepEqual(thing.license, { '@type': 'CreativeWork', name: details.license })
    assert.deepEqual(thing.sameAs, ['https://code.example.org/water'])
    assert.deepEqual(thing.softwareHelp, { '@type': 'CreativeWork', url: 'https://docs.example.org/water' })
    assert.equal(thing.discussionUrl, 'https://forum.example.org')
    assert.equal(thing.operatingSystem, 'iOS, Android & Co')
    assert.match(String(thing.softwareVersion), /2\.1/)
    assert.deepEqual(thing.potentialAction, { '@type': 'UseAction', target: details.openUrl })
    const plain = thingOf(await page('/@mira/plain'))
    for (const name of ['license', 'sameAs', 'softwareVersion', 'operatingSystem', 'potentialAction']) {
      assert.ok(!(name in plain), name)
    }
  })

  test('feeds and the fetch tool lead to what opens it', async () => {
    const { items } = (await web('/feed.json')).json() as { items: { url: string; external_url?: string }[] }
    const external = Object.fromEntries(items.map(({ url, external_url }) => [url.split('/').at(-1), external_url]))
    assert.deepEqual(external, { full: details.openUrl, plain: undefined })
    const atom = (await web('/feed.atom')).text
    assert.equal(atom.split('<link rel="related" href="https://water.example.org/open?id=1&amp;x=2"/>').length, 2)
  })
})

suite('instructions', async () => {
  const kinds = await start(test, {
    records: [
      { type: 'creator', handle: 'mira', displayName: 'Mira' },
      ...defaultKinds.map(kind => creation(kind, { kind, instructions: 'Tap.' })),
    ],
  })

  test('have the same heading on the page and in the view of a host: only games are played', async () => {
    for (const locale of serviceLocales) {
      const uri = `ui://vitrine/words/${locale}`
      const { contents } = await resultOf(kinds, ['api', '/mcp'], 'resources/read', { uri })
      const words = JSON.parse(contents[0].text) as Record<string, string>
      const { howTo } = languages.en.viewWords
      for (const kind of defaultKinds) {
        const heading = words[`howTo.${kind}`] ?? words[howTo] ?? howTo
        const { text } = await kinds.web(`/@mira/${kind}?locale=${locale}`, { headers: { accept: 'text/html' } })
        assert.ok(text.includes(`<h2>${heading}</h2>`), `${locale} ${kind}: ${heading}`)
        assert.equal(heading === languages[locale].words.howTo, kind === 'game', `${locale} ${kind}`)
      }
    }
  })
})
