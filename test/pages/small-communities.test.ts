// Communities of no, one, two and three creations: nothing is repeated, and nothing is offered that leads nowhere.
import assert from 'node:assert/strict'
import test, { suite } from 'node:test'
import { languages, serviceLocales } from '../../src/languages/languages.ts'
import { loadSite } from '../../src/site/read.ts'
import { neutralSite } from '../../src/site/site.ts'
import { start } from '../support/start-service.ts'

const creation = (i: number, more: object = {}) => ({
  type: 'creation',
  handle: 'mira',
  slug: `thing-${i}`,
  title: `Thing ${i}`,
  kind: ['tracker', 'game', 'app'][i % 3],
  category: ['health', 'play', 'food'][i % 3],
  tags: ['water'],
  publishedAt: `2026-03-0${i + 1}T10:00:00Z`,
  ...more,
})
const community = (size: number, more: object = {}) => [
  { type: 'creator', handle: 'mira', displayName: 'Mira' },
  ...Array.from({ length: size }, (_, i) => creation(i, more)),
]

const slugsIn = (text: string): string[] =>
  [...text.matchAll(/<h3><a href="[^"]*\/([\w-]+)"/g)].map(([, slug]) => slug!)
const isOnce = (text: string) => assert.equal(new Set(slugsIn(text)).size, slugsIn(text).length, String(slugsIn(text)))

for (const size of [0, 1, 2, 3]) {
  suite(`a community of ${size}`, async () => {
    const { web } = await start(test, { records: community(size) })
    const page = async (path: string) => {
      const { status, text } = await web(path, { headers: { accept: 'text/html' } })
      assert.equal(status, 200, path)
      return text
    }

    test('shows each creation once on the home page, without rails of zeros', async () => {
      const text = await page('/')
      isOnce(text)
      assert.equal(slugsIn(text).length, size)
      assert.doesNotMatch(text, /id="rail-/)
      assert.ok(!text.includes('id="categories"'))
      assert.equal(text.includes('Nothing published yet.'), size === 0)
      const chips = [...text.matchAll(/<a class="chip" href="[^"]*kind=(\w+)"/g)].map(([, kind]) => kind)
      assert.equal(chips.length, size < 2 ? 0 : size)
      const markdown = (await web('/index.md')).text
      for (let i = 0; i < 3; i++) assert.equal(markdown.split(`/thing-${i}>`).length - 1, i < size ? 1 : 0)
    })

    test('offers no useless choices in the explorer', async () => {
      const text = await page('/community')
      assert.deepEqual(new Set(slugsIn(text)).size, size)
      assert.doesNotMatch(text, /[?;]sort=|[?;]kind=|class="view-switch"/)
      assert.doesNotMatch(text, /<small>0<\/small>/)
    })

    if (size > 0)
      test('shows each other creation once on the page of a creation', async () => {
        const text = await page('/@mira/thing-0')
        isOnce(text)
        assert.equal(slugsIn(text).length, size - 1)
      })
  })
}

test('a site without an introduction says what the community consists of, in every language', async t => {
  const { web } = await start(t, { records: community(3), site: neutralSite })
  for (const locale of serviceLocales) {
    const { text } = await web(`/?locale=${locale}`, { headers: { accept: 'text/html' } })
    const lead = /<p class="lead">(.*?)<\/p>/s.exec(text)?.[1] ?? ''
    assert.match(lead, /[3٣३]/, locale)
    for (const kind of ['apps', 'trackers', 'games'] as const) {
      assert.ok(lead.toLowerCase().includes(languages[locale].words[kind].toLowerCase()), `${locale}: ${lead}`)
    }
  }
  assert.match(
    (await web('/index.md')).text,
    /Apps, trackers and games that people made and published here: 3 so far\./,
  )
})

test('the home page has the pages of the site pack that are in its menus', async t => {
  const { web } = await start(t, { records: [], site: loadSite('examples/sites/knitting') })
  const german = (await web('/?locale=de', { headers: { accept: 'text/html' } })).text
  assert.match(german, /<h3><a href="[^"]*\/pages\/meetings\?locale=de" dir="auto">Treffen<i [^>]*><\/i><\/a><\/h3>/)
  const link = /\[Meetings\]\(<([^>]*\/pages\/meetings\.md)>\)/.exec((await web('/index.md')).text)?.[1]
  assert.equal((await web(new URL(link!).pathname)).status, 200)
})

test('a counter that counted something has its rail', async t => {
  // Those that are featured are in the spotlight.
  const records = [...community(3), creation(3, { featured: true }), creation(4, { stats: { likes: 2 } })]
  const { web } = await start(t, { records })
  const home = (await web('/', { headers: { accept: 'text/html' } })).text
  isOnce(home)
  assert.equal(slugsIn(home).length, 5)
})

test('a list that is long enough has sorts, kinds and views, but no sort by what was never counted', async t => {
  const many = Array.from({ length: 12 }, (_, i) =>
    creation(i, { publishedAt: '2026-03-01T10:00:00Z', stats: { likes: i } }),
  )
  const { web } = await start(t, { records: [...community(0), ...many] })
  const { text } = await web('/community', { headers: { accept: 'text/html' } })
  for (const part of ['sort=liked', 'sort=recent', 'kind=game', 'class="view-switch"']) assert.ok(text.includes(part))
  assert.ok(!text.includes('sort=remixed'))
})

const many = (statsOf: (i: number) => object, more: object = {}) => [
  ...community(0),
  ...Array.from({ length: 80 }, (_, i) =>
    creation(i, { publishedAt: '2026-03-01T10:00:00Z', stats: statsOf(i), ...more }),
  ),
]
const railsIn = (text: string): Record<string, string[]> =>
  Object.fromEntries(
    [...text.matchAll(/id="rail-(\w+)".*?<ul class="rail">(.*?)<\/ul>/gs)].map(([, id, rail]) => [id!, slugsIn(rail!)]),
  )

test('a rail shows what its title says, unless the rails above show nearly the same', async t => {
  const stats = (i: number) => ({ likes: (i * 7) % 41, remixes: (i * 11) % 37, plays: i, views: i })
  const { api, web } = await start(t, { records: many(stats) })
  const { text } = await web('/', { headers: { accept: 'text/html' } })
  const shown = railsIn(text)
  const { rails } = (await api('/public/share/community/landing')).json().data as {
    rails: { id: string; items: { slug: string }[] }[]
  }
  const expected = Object.fromEntries(rails.map(({ id, items }) => [id, items.map(({ slug }) => slug)]))
  assert.deepEqual(Object.keys(shown), ['recent', 'remixed', 'liked'])
  for (const [id, slugs] of Object.entries(shown)) assert.deepEqual(slugs, expected[id], id)
  // Nothing is featured, so what is trending is in the spotlight.
  assert.match(text, /<h2 id="spotlight">Trending now<\/h2><a class="see"/)
  const markdown = (await web('/index.md')).text
  assert.match(markdown, /## Trending now\n[\s\S]*## Most liked\n/)
  const alike = await start(t, { records: many(i => ({ likes: i, remixes: i, plays: i })) })
  const same = railsIn((await alike.web('/', { headers: { accept: 'text/html' } })).text)
  assert.ok(!('liked' in same) || !('remixed' in same))
})

test('what is new is not what is above it already; a generated picture is not enlarged', async t => {
  const day = (i: number) => `2026-03-${String(10 + (i % 19))}T10:00:00Z`
  const records = Array.from({ length: 40 }, (_, i) =>
    creation(i, { publishedAt: day(i), stats: { plays: i % 19, remixes: i, views: i } }),
  )
  const home = async (all: object[]) => {
    const { web } = await start(t, { records: [...community(0), ...all] })
    return (await web('/', { headers: { accept: 'text/html' } })).text
  }
  const text = await home(records)
  const spotlight = slugsIn(/id="spotlight".*?<\/ul>/s.exec(text)![0])
  const { recent } = railsIn(text)
  assert.equal(spotlight.length, 5)
  assert.ok(recent!.length > 4 && recent!.every(slug => !spotlight.includes(slug)))
  assert.match(text, /<ul class="mosaic even">/)
  const covered = records.map(record => ({ ...record, coverUrl: 'https://img.example.org/cover.png' }))
  assert.match(await home(covered), /<ul class="mosaic">/)
})

test('without any activity nothing is called trending', async t => {
  const { web } = await start(t, { records: many(() => ({})) })
  const { text } = await web('/', { headers: { accept: 'text/html' } })
  assert.doesNotMatch(text, /Trending now/)
  assert.match(text, /<h2 id="spotlight">Fresh from the community<\/h2>/)
  const featured = await start(t, { records: many(() => ({}), { featured: true }) })
  const page = (await featured.web('/', { headers: { accept: 'text/html' } })).text
  assert.ok(!('trending' in railsIn(page)))
  assert.match(page, /<h2 id="spotlight">In the spotlight<\/h2>/)
})

test('a category or a tag of one creation has neither search nor filters, but others of the community', async t => {
  const { web } = await start(t, { records: community(3, { stats: { likes: 1 } }) })
  const pageAt = async (path: string) => (await web(path, { headers: { accept: 'text/html' } })).text
  const page = await pageAt('/community?category=health')
  assert.match(page, /<form class="search" role="search" hidden/)
  assert.match(page, /<div id="filters"><\/div>/)
  assert.match(page, /<div id="after"><section><div class="heading"><h2>More on /)
  isOnce(page)
  assert.equal(slugsIn(page).length, 3)
  assert.match(
    (await web('/community.md?category=health')).text,
    /\n## More on [^\n]*\n\n(?:- \[Thing \d\][^\n]*\n){2}/,
  )
  const tag = await pageAt('/community?tag=water')
  assert.match(tag, /<span class="emblem" aria-hidden="true">#<\/span>/)
  assert.doesNotMatch(tag, /<h2>More on/)
  assert.doesNotMatch(await pageAt('/community?category=health&kind=tracker'), /role="search" hidden/)
})
