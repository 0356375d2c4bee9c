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
  records: [
    { type: 'creator', handle: 'mira', displayName: 'Mira' },
    creation('full', details),
    creation('plain'),
    creation('described', { description: 'A text.' }),
  ],
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
    assert.ok(!text.includes('\u202eevil</bdi>'), 'the override must end within its element')
  })

  test('HTML shows when it was changed, unless on the day of publication', async t => {
    const dates = { publishedAt: '2026-01-05T08:00:00Z', updatedAt: '2026-02-01T08:00:00Z' }
    const records = [
      { type: 'creator', handle: 'mira', displayName: 'Mira' },
      creation('changed', dates),
      creation('same', { ...dates, updatedAt: '2026-01-05T20:00:00Z' }),
    ]
    const { web } = await start(t, { records })
    const facts = async (path: string) =>
      /<dl class="details">.*?<\/dl>|<p class="since">.*?<\/p>/s.exec(
        (await web(path, { headers: { accept: 'text/html' } })).text,
      )?.[0]
    assert.match((await facts('/@mira/changed'))!, /Updated<\/dt><dd><time datetime="2026-02-01[^>]+>Feb 1, 2026</)
    const same = (await facts('/@mira/same'))!
    assert.match(
      same,
      /^<p class="since">Published <time datetime="2026-01-05[^>]+>Jan 5, 2026<\/time> · English<\/p>$/,
    )
    assert.doesNotMatch(same, /Updated/)
  })

  test('the language of the texts is named, also at their headings if the page is in another', async () => {
    assert.match(await page('/@mira/plain'), /<\/time> · English<\/p>/)
    assert.match(await page('/@mira/full'), /<dt>Language<\/dt><dd>English</)
    assert.match(await page('/@mira/full?locale=ar'), /<dd>الإنجليزية</)
    assert.match(
      await page('/@mira/described?locale=ar'),
      /<h2>نبذة <small>الإنجليزية<\/small><\/h2><div class="prose" lang="en"/,
    )
    assert.match(await page('/@mira/described'), /<h2>About<\/h2>/)
    assert.match((await web('/@mira/plain.md')).text, /\n- language: English\n/)
  })

  test('without them there are only the date and the language, in a line, and the main action is to get the product', async () => {
    const text = await page('/@mira/plain')
    const names = [...text.matchAll(/<dt>([^<]*)<\/dt>/g)].map(([, name]) => name)
    assert.deepEqual(names, [])
    assert.match(text, /<p class="since">Published <time/)
    const buttons = (text: string) => [...text.matchAll(/<a class="button( quiet)?" href="[^"]*"( data-share)?/g)]
    assert.deepEqual(
      buttons(text).map(([, quiet, share]) => [quiet, share]),
      [
        [undefined, undefined],
        [' quiet', ' data-share'],
      ],
    )
    assert.deepEqual(
      buttons(await page('/@mira/full')).map(([, quiet, share]) => [quiet, share]),
      [
        [undefined, undefined],
        [' quiet', ' data-share'],
      ],
    )
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
    assert.deepEqual(external, { full: details.openUrl, plain: undefined, described: undefined })
    const atom = (await web('/feed.atom')).text
    assert.equal(atom.split('<link rel="related" href="https://water.example.org/open?id=1&amp;x=2"/>').length, 2)
  })
})

test('details are beside the texts, one tag is beside the kind, and the summary is not repeated', async t => {
  const summary = 'Tap a glass.'
  const { web } = await start(t, {
    records: [
      { type: 'creator', handle: 'mira', displayName: 'Mira' },
      creation('one', { version: '1.0', tags: ['water'], summary, description: `${summary}\n\nEach *time*.` }),
      creation('same', { summary, description: 'Tap a glass' }),
    ],
  })
  const { text } = await web('/@mira/one', { headers: { accept: 'text/html' } })
  assert.match(
    text,
    /<aside[^>]*><section class="panel"><h2>Details<\/h2><dl class="details"><div><dt>Version<\/dt><dd><bdi>1\.0</,
  )
  assert.match(text, /<p class="kind">.*tag=water/)
  assert.ok(!text.includes('class="chips small"'))
  assert.match(text, /<h2>About<\/h2><div class="prose"[^>]*><p>Each <em>time/)
  const same = (await web('/@mira/same', { headers: { accept: 'text/html' } })).text
  assert.ok(!same.includes('<h2>About</h2>'))
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
        assert.match(
          text,
          new RegExp(`<h2>${RegExp.escape(heading)}(?: <small>[^<]+</small>)?</h2>`),
          `${locale} ${kind}: ${heading}`,
        )
        assert.equal(heading === languages[locale].words.howTo, kind === 'game', `${locale} ${kind}`)
      }
    }
  })
})

suite('other creations', async () => {
  const tagged = { tags: ['water'], category: 'health' }
  const by = (handle: string, slug: string, more: object = {}) => ({
    ...creation(slug, { ...tagged, ...more }),
    handle,
  })
  const original = { remixOf: { handle: 'mira', slug: 'one' } }
  const related = await start(test, {
    records: [
      ...['mira', 'ann', 'zed'].map(handle => ({ type: 'creator', handle, displayName: handle })),
      by('mira', 'one', { screenshots: ['/shots/1.png', 'https://img.example/2.png'] }),
      by('mira', 'two'),
      by('mira', 'own-remix', { ...original, coverUrl: '/cover.png', screenshots: ['/shots/1.png'] }),
      by('ann', 'remix', original),
      by('ann', 'remix-of-remix', { remixOf: { handle: 'ann', slug: 'remix' } }),
      ...Array.from({ length: 20 }, (_, i) => by('zed', `similar-${i}`)),
    ],
  })

  /** Headings with the creations below each. */
  const listsOf = (text: string): [heading: string, slugs: string[]][] =>
    text
      .split(/<h2>/)
      .slice(1)
      .map(part => [
        part.split('<', 1)[0]!.trim(),
        [...part.matchAll(/<h3><a href="[^"]*\/([\w-]+)"/g)].map(([, slug]) => slug!),
      ])

  test('are remixes, similar ones and those of the creator; none is listed twice', async () => {
    const { text } = await related.web('/@mira/one', { headers: { accept: 'text/html' } })
    const lists = new Map(listsOf(text))
    assert.deepEqual(new Set(lists.get('Remixes')), new Set(['own-remix', 'remix']))
    assert.equal(lists.get('Similar creations')!.length, 12)
    assert.deepEqual(lists.get('More from mira'), ['two'])
    const all = [...lists.values()].flat()
    assert.equal(new Set(all).size, all.length)
    assert.ok(!all.includes('one'))
    const markdown = (await related.web('/@mira/one.md')).text
    for (const slug of all) assert.ok(markdown.includes(`/${slug}>) by `), slug)
    assert.equal([...markdown.matchAll(/>\) by /g)].length, all.length)
  })

  test('Markdown has screenshots and the whole remix chain', async () => {
    const { webUrl } = related
    const markdown = (await related.web('/@mira/one.md')).text
    assert.ok(markdown.includes(`(<${webUrl}/shots/1.png>)\n- [Screenshot 2](<https://img.example/2.png>)`), markdown)
    const remix = (await related.web('/@ann/remix-of-remix.md')).text
    const chain = `[The remix](<${webUrl}/@ann/remix>) (@ann), a remix of [The one](<${webUrl}/@mira/one>) (@mira)`
    assert.ok(remix.includes(`- remix of: ${chain}\n`), remix)
  })

  test('screenshots are links with a name, and only their pages load the script', async () => {
    const page = async (path: string) => (await related.web(path, { headers: { accept: 'text/html' } })).text
    const text = await page('/@mira/one')
    assert.match(
      text,
      /<a href="https:\/\/img\.example\/2\.png" rel="[^"]*"><img [^>]*alt="Screenshot 2 of 2: The one"/,
    )
    assert.match(text, /\/assets\/gallery-\w+\.js/)
    // In place of a cover if there is none, else below the texts.
    assert.match(text, /<header class="top"><div class="intro">[\s\S]*<section class="gallery stage">[\s\S]*<\/header>/)
    assert.match(
      await page('/@mira/own-remix'),
      /<header class="top"><div class="visual">[\s\S]*<section class="gallery band">/,
    )
    assert.doesNotMatch(await page('/@mira/two'), /gallery|<dialog/)
  })
})
