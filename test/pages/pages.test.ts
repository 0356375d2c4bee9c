// Pages over HTTP: their head, their languages, what they load, and how long that may be kept.
import assert from 'node:assert/strict'
import test, { suite } from 'node:test'
import type { Words } from '../../src/languages/language.ts'
import { languages, serviceLocales } from '../../src/languages/languages.ts'
import { neutralSite } from '../../src/site/site.ts'
import { smallCommunity, start } from '../support/start-service.ts'

const remix = (slug: string, of: string | null) => ({
  type: 'creation',
  handle: 'ann',
  slug,
  title: `Remix ${slug}`,
  remixOf: of === null ? { handle: 'mira', slug: 'thing-0' } : { handle: 'ann', slug: of },
  publishedAt: '2026-03-01T10:00:00Z',
})
const busy = Array.from({ length: 60 }, (_, i) => ({
  type: 'creation',
  handle: 'busy-bee',
  slug: `hive-${i}`,
  title: `Hive ${i}`,
  publishedAt: '2026-03-01T10:00:00Z',
}))
const records = [
  ...smallCommunity(),
  { type: 'creator', handle: 'busy-bee', displayName: 'Busy <Bee>' },
  ...busy,
  remix('first', null),
  remix('second', 'first'),
  remix('third', 'second'),
]
const service = await start(test, { records })
await service.prepare()
const { web, webUrl } = service
const page = async (path: string, headers: Record<string, string> = {}) =>
  web(path, { headers: { accept: 'text/html', ...headers } })

/** Every kind of page. */
const paths = [
  '/',
  '/community',
  '/tags',
  '/categories',
  '/creators',
  '/@mira',
  '/@mira/followers',
  '/@mira/following',
  '/@mira/thing-0',
  '/@mira/thing-0/remixes',
  '/ask',
  '/docs',
  '/docs/read-api',
  '/docs/reference',
  '/connect',
  '/status',
]

suite('search', () => {
  test('shows people, categories and tags that it names, above the creations', async () => {
    const body = async (path: string) => String((await page(path)).body)
    const named = await body('/community?q=bee')
    assert.match(named, /<h2>People<\/h2>.*Busy &lt;Bee&gt;.*<ul class="grid"/s)
    assert.ok(!(await body('/community?q=hive')).includes('<h2>People</h2>'))
    assert.ok(!(await body('/community')).includes('class="found"'))
    const second = /rel="next" href="([^"]+)"/.exec(named)![1]!.replaceAll('&amp;', '&')
    assert.ok(!(await body(second.slice(webUrl.length))).includes('class="found"'))
    const [{ key, label, url }] = (await service.api('/public/share/tags')).json().data.items
    const tagged = await body(`/community?q=${encodeURIComponent(key)}`)
    const sign = '<i aria-hidden="true">#</i>'
    assert.ok(tagged.includes(`<a class="chip" href="${url}">${sign}<span dir="auto">${label}</span></a>`), tagged)
    for (const locale of serviceLocales) {
      const { words } = languages[locale]
      assert.ok((await body(`/community?q=bee&locale=${locale}`)).includes(`<h2>${words.people}</h2>`), locale)
    }
    const markdown = await body('/community.md?q=bee')
    assert.match(markdown, /## People\n\n- \[Busy .*## Creations\n/s)
    assert.ok(!(await body('/community.md')).includes('## People'))
  })

  test('says which words were searched for when no creation contains all', async () => {
    const [corrected, partial, all] = await Promise.all(
      ['hvie', 'hive <b>zebra', 'hive'].map(async q =>
        String((await page(`/community?q=${encodeURIComponent(q)}`)).body),
      ),
    )
    // The heading has the words that were used, the note those that were not found.
    for (const text of [corrected!, partial!, all!]) assert.match(text, /<h1>Results for “hive”<\/h1>/)
    assert.match(corrected!, /instead of <b><bdi>hvie<\/bdi><\/b>\.</)
    assert.match(partial!, /instead of <b><bdi>hive &lt;b&gt;zebra<\/bdi><\/b>\.</)
    assert.doesNotMatch(all!, /class="searched"/)
    const markdown = String((await page('/community.md?q=hvie')).body)
    assert.match(markdown, /^Showing results for hive instead of hvie\.$/m)
  })
})

suite('languages', () => {
  test('every text is filled in, in every language', () => {
    const english = languages.en.words
    for (const locale of serviceLocales) {
      for (const [name, text] of Object.entries(languages[locale].words)) {
        const holes = (of: string) => [...of.matchAll(/\{\w+\}/g)].map(([hole]) => hole).sort()
        assert.notEqual(text.trim(), '', `${locale} ${name}`)
        assert.deepEqual(holes(text), holes(english[name as keyof Words]), `${locale} ${name}`)
      }
    }
  })

  test('pages and their links use the requested language', async () => {
    for (const path of paths) {
      const { status, text, headers } = await page(`${path}?locale=ar`)
      assert.equal(status, 200, path)
      assert.match(text, /<html lang="ar" dir="rtl">/, path)
      assert.equal(headers['content-language'], 'ar', path)
      assert.ok(text.includes(`href="${webUrl}/community?locale=ar"`), path)
      if (path === '/status') assert.ok(text.includes(languages.ar.words.whenItFails))
      if (path === '/connect') assert.ok(text.includes(languages.ar.words.connectTerminal))
    }
  })

  test('returns 422 for a malformed language, English for an empty or unknown one', async () => {
    for (const path of paths) {
      assert.equal((await page(`${path}?locale=!!`)).status, 422, path)
      assert.equal((await page(`${path}?locale=es&locale=fr`)).status, 400, path)
      assert.match((await page(`${path}?locale=`)).text, /<html lang="en"/, path)
      assert.match((await page(`${path}?locale=x-private`)).text, /<html lang="en"/, path)
    }
    const everything = 'q=&sort=&kind=&category=&tag=&featuredOnly=&cursor=&limit=&locale='
    assert.equal((await page(`/community?${everything}`)).status, 200)
    assert.equal((await service.web(`/community.md?${everything}`)).status, 200)
    assert.equal((await page('/community?sort=best')).status, 422)
    assert.match((await page('/?locale=fr-CA')).text, /<html lang="fr"/)
  })

  test('every page links to its other languages', async () => {
    const own = ['/@mira', '/@mira/followers', '/@mira/thing-0', '/@mira/thing-0/remixes']
    for (const path of ['/', '/community?kind=game', '/creators?sort=recent', ...own, '/connect']) {
      const { text } = await page(path)
      const found = new Map(
        [...text.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">/g)].map(([, locale, url]) => [
          locale!,
          url!.replaceAll('&amp;', '&'),
        ]),
      )
      assert.deepEqual([...found.keys()], [...serviceLocales, 'x-default'], path)
      const french = found.get('fr')!
      assert.equal(new URL(french).searchParams.get('locale'), 'fr')
      const { host, pathname, search } = new URL(french)
      const reply = await page(pathname + search, { host })
      assert.ok(reply.text.includes(`<link rel="canonical" href="${french.replaceAll('&', '&amp;')}">`), path)
    }
  })
})

suite('what pages load', () => {
  const loaded = (text: string): string[] =>
    [...text.matchAll(/<(?:link rel="stylesheet" href|script type="module" src)="([^"]+)"/g)].map(([, url]) => url!)

  test('is on the web host, named by its content, and may be kept for ever', async () => {
    const urls = new Set((await Promise.all(paths.map(path => page(path)))).flatMap(({ text }) => loaded(text)))
    assert.ok(urls.size >= 2)
    for (const url of urls) {
      assert.match(url, /\/assets\/\w+-\w{12}\.(?:css|js)$/)
      const reply = await web(url.slice(webUrl.length), { headers: { 'accept-encoding': 'br' } })
      assert.equal(reply.status, 200)
      assert.match(reply.headers['cache-control']!, /max-age=31536000, immutable/)
      // What fits into a packet is not made smaller.
      if (reply.headers['content-encoding'] !== 'br') assert.ok(reply.body.length < 1024, url)
    }
    const scripts = [...urls].filter(url => url.endsWith('.js')).map(url => web(url.slice(webUrl.length)))
    for (const { body } of await Promise.all(scripts)) assert.ok(body.length < 10_000, String(body.length))
  })

  test('is all that the policy allows', async () => {
    const { text, headers } = await page('/', { host: 'mira.localhost' })
    const policy = headers['content-security-policy'] as string
    const rules = ["default-src 'none'", `style-src ${webUrl}/assets/`, "base-uri 'none'", `form-action ${webUrl}`]
    for (const rule of rules) assert.ok(policy.includes(rule), rule)
    assert.doesNotMatch(policy, /unsafe/)
    assert.doesNotMatch(text, / (?:style|on\w+)="/)
    for (const url of loaded(text)) assert.ok(url.startsWith(`${webUrl}/assets/`))
  })
})

suite('what pages show', () => {
  test('a remix shows its origins in order', async () => {
    const { text } = await page('/@ann/third')
    const lineage = /<ol class="lineage">.*?<\/ol>/s.exec(text)![0]
    const titles = [...lineage.matchAll(/dir="auto">([^<]+)</g)].map(([, title]) => title!)
    assert.deepEqual(titles, ['Thing 0', 'Remix first', 'Remix second', 'Remix third'])
  })

  test('filters keep each other, and every choice has an address', async () => {
    const { text } = await page('/community?category=health&tag=hydration')
    assert.match(text, /<span role="status">\d+ creations</)
    const links = [...text.matchAll(/<a class="chip" href="([^"]+)"/g)].map(([, url]) => url!.replaceAll('&amp;', '&'))
    const liked = links.find(url => url.includes('sort=liked'))!
    assert.equal(new URL(liked).search, '?sort=liked&category=health&tag=hydration')
    for (const url of links) assert.equal((await page(url.slice(webUrl.length))).status, 200, url)
  })

  test('the links of tags, rails and categories show creations', async () => {
    const { data: landing } = (await service.api('/public/share/community/landing')).json()
    const { data: tags } = (await service.api('/public/share/tags')).json()
    const links: string[] = [
      ...landing.rails.map((rail: { moreUrl: string }) => rail.moreUrl),
      ...landing.categories.map((tile: { url: string }) => tile.url),
      ...tags.items.map((tag: { url: string }) => tag.url),
    ]
    assert.ok(links.length > 5)
    for (const link of links) {
      const { pathname, search } = new URL(link)
      const reply = await service.web(pathname + search, { headers: { accept: 'text/html' } })
      assert.equal(reply.status, 200, link)
      assert.match(String(reply.headers['content-type']), /^text\/html/)
      assert.match(reply.text, /<li class="card"/, link)
    }
  })
})

test('the API reference has every operation of openapi.json', async () => {
  const { text } = await page('/docs/reference')
  const { paths: described } = (await web('/openapi.json')).json() as { paths: Record<string, object> }
  for (const methods of Object.values(described)) {
    for (const { operationId } of Object.values(methods)) assert.ok(text.includes(`id="${operationId}"`), operationId)
  }
})

suite('ask', () => {
  test('a page for browsers, JSON for programs', async () => {
    assert.match((await page('/ask?query=hello')).headers['content-type']!, /^text\/html/)
    for (const accept of ['*/*', 'application/json', undefined]) {
      const headers: Record<string, string> = accept === undefined ? {} : { accept }
      assert.match((await web('/ask?query=hello', { headers })).headers['content-type']!, /^application\/json/)
    }
    const events = await page('/ask?query=hello&streaming=true')
    assert.match(events.headers['content-type']!, /^text\/event-stream/)
  })

  test('the page says what JSON says, with a number for each source', async () => {
    const path = '/ask?query=what%20does%20it%20cost'
    const { answer, citations } = (await web(path)).json()
    const { text } = await page(path)
    const said = /<p class="said"[^>]*>(.*?)<\/p>/s.exec(text)![1]!
    // A number and its unit stay on one line.
    assert.match(said, /20\u00a0USD/)
    const plain = said
      .replace(/<sup>.*?<\/sup>/g, '')
      .replaceAll('&#39;', "'")
      .replaceAll('\u00a0', ' ')
    assert.equal(plain, answer)
    assert.ok(citations.length > 0)
    // Sentences with the same source have the same number.
    const urls = [...new Set(citations.map(({ url }: { url: string }) => url))]
    for (const [i, url] of urls.entries()) {
      assert.ok(said.includes(`<a href="#source-${i + 1}">${i + 1}</a>`))
      assert.ok(text.includes(`<a href="${url}" id="source-${i + 1}"`))
    }
  })
})

test('a rail above a ranking does not have those that the ranking begins with', async t => {
  const works = busy.map((work, i) => ({
    ...work,
    publishedAt: `2026-03-01T10:${i}:00Z`.replace(/:(\d):/, ':0$1:'),
    featured: i < 5,
    stats: { remixes: i > 57 ? 9 : 1, likes: i > 57 ? 1 : 5 },
  }))
  const rails = ['recent', 'remixed', 'liked'] as const
  const people = [{ type: 'creator', handle: 'busy-bee', displayName: 'Bee' }]
  const own = await start(t, { records: [...people, ...works], site: { ...neutralSite, rails } })
  const home = (await own.web('/', { headers: { accept: 'text/html' } })).text
  const slugsOf = (id: string) =>
    [...new RegExp(`id="rail-${id}".*?</ul>`, 's').exec(home)![0].matchAll(/<h3><a href="[^"]*\/(hive-\d+)"/g)].map(
      ([, slug]) => slug!,
    )
  const leaders = slugsOf('remixed').slice(0, 4)
  assert.ok(leaders.includes('hive-59') && leaders.includes('hive-58'))
  const recent = slugsOf('recent')
  assert.ok(recent.length >= 6 && leaders.every(slug => !recent.includes(slug)), String(recent))
})
