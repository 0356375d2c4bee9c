// Cards and lists: the view is kept by all links of the explorer, and is not part of what search engines index.
import assert from 'node:assert/strict'
import test from 'node:test'
import { languages, serviceLocales } from '../../src/languages/languages.ts'
import { smallCommunity, start } from '../support/start-service.ts'

const { web, webUrl } = await start(test, { records: smallCommunity() })
const page = async (path: string) => web(path, { headers: { accept: 'text/html' } })
const unescaped = (text: string) => text.replaceAll('&amp;', '&')
const hrefs = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, url]) => new URL(unescaped(url!)))

test('filters, sorts, paging, languages and the search keep the view', async () => {
  const { text } = await page('/community?view=list&category=health&tag=hydration&limit=3')
  assert.ok(text.includes('<ul class="grid list">'))
  const filters = text.slice(text.indexOf('id="filters"'), text.indexOf('class="view-switch"'))
  const links = [
    ...hrefs(filters, /class="chip(?: plain)?" href="([^"]+)"/g),
    ...hrefs(text, /rel="next" href="([^"]+)"/g),
    ...hrefs(text.slice(text.indexOf('id="site-languages"')), /href="([^"]+)" lang=/g),
  ]
  assert.ok(links.length > 15)
  for (const url of links) assert.equal(url.searchParams.get('view'), 'list', url.href)
  assert.ok(text.includes('<input type="hidden" name="view" value="list">'))
  const next = hrefs(text, /rel="next" href="([^"]+)"/g)[0]!
  assert.ok((await page(next.pathname + next.search)).text.includes('<ul class="grid list">'))
})

test('the switch leads to the same list in the other view', async () => {
  for (const locale of serviceLocales) {
    const { text } = await page(`/community?category=health&sort=liked&locale=${locale}`)
    const { cards, list, view } = languages[locale].words
    const nav = new RegExp(`<nav class="view-switch" aria-label="${view}">.*?</nav>`, 's').exec(text)![0]
    const [first, second] = hrefs(nav, /href="([^"]+)"/g)
    assert.equal(first!.searchParams.get('view'), null)
    assert.equal(second!.searchParams.get('view'), 'list')
    for (const url of [first!, second!]) assert.equal(url.searchParams.get('category'), 'health')
    assert.ok(nav.includes(`title="${cards}" aria-current="true"`) && nav.includes(`title="${list}"`), nav)
    assert.ok((await page(second!.pathname + second!.search)).text.includes(`title="${list}" aria-current="true"`))
  }
})

test('both views have one canonical address, the same feeds and the same Markdown', async () => {
  const { text } = await page('/community?view=list&kind=game')
  assert.ok(text.includes(`<link rel="canonical" href="${webUrl}/community?kind=game">`))
  const head = text.slice(0, text.indexOf('</head>'))
  assert.doesNotMatch(head, /view=list/)
  const markdown = await web('/community?view=list&kind=game', { headers: { accept: 'text/markdown' } })
  assert.equal(markdown.text, (await web('/community.md?kind=game')).text)
})

test('the pages of creators and of remixes have both views, too', async t => {
  const of = { remixOf: { handle: 'mira', slug: 'one' } }
  const creation = (slug: string, more: object = {}) => ({
    type: 'creation',
    handle: 'mira',
    slug,
    title: slug,
    ...more,
  })
  const remixes = Array.from({ length: 30 }, (_, i) => creation(`remix-${i}`, of))
  const service = await start(t, {
    records: [{ type: 'creator', handle: 'mira', displayName: 'M' }, creation('one'), ...remixes],
  })
  for (const path of ['/@mira', '/@mira/one/remixes']) {
    const { text } = await service.web(`${path}?view=list`, { headers: { accept: 'text/html' } })
    assert.ok(text.includes('<ul class="grid list">') && text.includes('class="view-switch"'), path)
    assert.equal(hrefs(text, /rel="next" href="([^"]+)"/g)[0]!.searchParams.get('view'), 'list')
    const languageLinks = hrefs(text.slice(text.indexOf('id="site-languages"')), /href="([^"]+)" lang=/g)
    for (const url of languageLinks) assert.equal(url.searchParams.get('view'), 'list', url.href)
    assert.doesNotMatch(text.slice(0, text.indexOf('</head>')), /view=list/)
    assert.ok((await service.web(path, { headers: { accept: 'text/html' } })).text.includes('<ul class="grid">'))
  }
})

test('an unknown view is an error, an empty one is none', async () => {
  const { status, text } = await web('/community?view=tiles', { headers: { accept: 'application/json' } })
  assert.equal(status, 422)
  assert.match(text, /view must be one of cards, list/)
  assert.equal((await page('/community?view=')).status, 200)
  assert.equal((await page('/community?view=cards')).status, 200)
  assert.equal((await page('/community?view=list&view=list')).status, 400)
})

test('the titles of columns are links to the orders that the explorer offers', async () => {
  const titlesOf = (text: string) => /<div class="column-titles">(.*?)<\/div>/s.exec(text)![1]!
  const { text } = await page('/community?view=list&category=health&sort=recent')
  const titles = titlesOf(text)
  const [plays] = hrefs(titles, /<a href="([^"]+)" title="Most played">Plays</g)
  assert.equal(plays!.search, '?sort=popular&category=health&view=list')
  assert.match(titles, /<a href="[^"]+" title="Newest" aria-current="true">Published</)
  assert.match(titles, /<span aria-hidden="true">Title</)
})

test('a short list has no column of zeros, and no category that is called like the kind', async t => {
  const creation = (slug: string, more: object) => ({ type: 'creation', handle: 'ann', slug, title: slug, ...more })
  const service = await start(t, {
    records: [
      { type: 'category', slug: 'games', labels: { en: 'Games' } },
      { type: 'creator', handle: 'ann', displayName: 'Ann' },
      creation('one', { kind: 'game', category: 'games', stats: { plays: 2 } }),
      creation('two', { kind: 'app', category: 'games' }),
    ],
  })
  const { text } = await service.web('/community?view=list', { headers: { accept: 'text/html' } })
  assert.match(text, />Plays<\/span><span aria-hidden="true">Published</)
  const kinds = [...text.matchAll(/<p class="kind">(.*?)<\/p>/g)].map(([, kind]) =>
    kind!.replace(/<[^>]+>/g, ' ').trim(),
  )
  assert.deepEqual(kinds.map(kind => kind.split(/ +/)).toSorted(), [['App', 'Games'], ['Game']])
})
