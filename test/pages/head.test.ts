// The head of pages: what link previews and search engines read.
import assert from 'node:assert/strict'
import test, { suite } from 'node:test'
import { languages, serviceLocales } from '../../src/languages/languages.ts'
import { nameIn } from '../../src/site/text.ts'
import { start } from '../support/start-service.ts'

const service = await start(test)
const { web, webUrl } = service
const page = async (path: string) => (await web(path, { headers: { accept: 'text/html' } })).text

/** Every kind of page, with the types of its structured data. */
const types: Record<string, readonly string[]> = {
  '/': ['WebSite'],
  '/community': ['CollectionPage'],
  '/community?kind=game': ['CollectionPage'],
  '/community?category=health': ['CollectionPage', 'BreadcrumbList'],
  '/community?tag=rare': ['CollectionPage', 'BreadcrumbList'],
  '/tags': ['CollectionPage'],
  '/ask': [],
  '/status': [],
  '/connect': ['TechArticle'],
  '/docs': ['TechArticle', 'BreadcrumbList'],
  '/docs/read-api': ['TechArticle', 'BreadcrumbList'],
  '/docs/reference': ['TechArticle', 'BreadcrumbList'],
  '/creators': ['CollectionPage', 'BreadcrumbList'],
  '/@mira/followers': ['CollectionPage', 'BreadcrumbList'],
  '/@mira/following': ['CollectionPage', 'BreadcrumbList'],
  '/@mira/thing-0/remixes': ['CollectionPage', 'BreadcrumbList'],
  '/@mira': ['ProfilePage', 'BreadcrumbList'],
  '/@mira/thing-0': ['SoftwareApplication', 'BreadcrumbList'],
  '/@mira/thing-27': ['VideoGame', 'BreadcrumbList'],
}

const unescaped = (text: string): string => text.replaceAll('&amp;', '&').replaceAll('&#39;', "'")

/** All values of a property in `<meta>` elements. */
const metas = (text: string, property: string): string[] =>
  [...text.matchAll(new RegExp(`<meta (?:property|name)="${property}" content="([^"]*)">`, 'g'))].map(([, value]) =>
    unescaped(value!),
  )

type Thing = Record<string, unknown> & { '@type': string }

const thingsIn = (text: string): Thing[] =>
  [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json]) => JSON.parse(json!))

suite('link previews', () => {
  test('every page has a picture of 1200 by 630 with a text, and a large card', async () => {
    const pictures = new Set<string>()
    for (const path of [...Object.keys(types), '/nowhere']) {
      const text = await page(path)
      const [url = ''] = metas(text, 'og:image')
      assert.deepEqual(metas(text, 'og:image:width'), ['1200'], path)
      assert.deepEqual(metas(text, 'og:image:height'), ['630'], path)
      assert.deepEqual(metas(text, 'og:image:type'), ['image/png'], path)
      assert.notEqual(metas(text, 'og:image:alt')[0], '', path)
      assert.deepEqual(metas(text, 'twitter:card'), ['summary_large_image'], path)
      assert.deepEqual(metas(text, 'twitter:image'), [url], path)
      assert.deepEqual(metas(text, 'og:site_name'), [nameIn(service.site)], path)
      assert.equal(metas(text, 'og:type').length, 1, path)
      pictures.add(url)
    }
    assert.ok(pictures.size > 2)
    for (const url of pictures) {
      const { status, headers, body } = await web(url.slice(webUrl.length))
      assert.deepEqual([status, headers['content-type']], [200, 'image/png'], url)
      assert.deepEqual([body.readUInt32BE(16), body.readUInt32BE(20)], [1200, 630], url)
    }
  })

  test('a category has a picture in the language of the page', async () => {
    const pictureOf = async (path: string) => metas(await page(path), 'og:image')[0]!.slice(webUrl.length)
    const path = await pictureOf('/community?category=HEALTH')
    assert.equal(path, '/art/share/site/category/health.png')
    const french = await web(await pictureOf('/community?category=health&locale=fr'))
    const english = await web(path)
    assert.deepEqual([french.status, english.status], [200, 200])
    assert.notDeepEqual(french.body, english.body)
    assert.equal((await web('/art/share/site/category/nothing.png')).status, 404)
    assert.equal((await web('/art/share/site/category/health.png?locale=!!')).status, 422)
    assert.equal(await pictureOf('/community?category=nothing'), '/art/site/share.png')
  })

  test('the picture of the site is in the language of the page', async () => {
    const [url = ''] = metas(await page('/community?locale=fr'), 'og:image')
    const [french, english] = [await web(url.slice(webUrl.length)), await web('/art/site/share.png')]
    assert.deepEqual([french.status, english.status], [200, 200])
    assert.notDeepEqual(french.body, english.body)
    assert.match(String(english.headers['cache-control']), /^public, max-age=\d/)
    assert.equal((await web('/art/site/share.png?locale=!!')).status, 422)
  })

  test('languages have a territory, and translated pages name the others', async () => {
    for (const locale of serviceLocales) {
      const text = await page(`/?locale=${locale}`)
      const own = metas(text, 'og:locale')
      const others = metas(text, 'og:locale:alternate')
      assert.equal(own.length, 1)
      for (const one of [...own, ...others]) assert.match(one, /^[a-z]{2}_[A-Z]{2}$/)
      assert.ok(own[0]!.startsWith(`${locale}_`))
      assert.equal(new Set([...own, ...others]).size, serviceLocales.length)
    }
    const known = metas(await page('/'), 'og:locale:alternate')
    for (const locale of ['pt_BR', 'de_DE', 'ja_JP', 'zh_CN']) assert.ok(known.includes(locale), locale)
    assert.deepEqual(metas(await page('/docs/reference'), 'og:locale:alternate'), [])
  })
})

suite('structured data', () => {
  test('has the types of the page', async () => {
    for (const [path, expected] of Object.entries(types)) {
      const things = thingsIn(await page(path))
      assert.deepEqual(
        things.map(thing => thing['@type']),
        expected,
        path,
      )
      for (const thing of things) assert.equal(thing['@context'], 'https://schema.org')
    }
  })

  test('leads from the home page to this one, by pages that exist', async () => {
    for (const path of Object.keys(types).filter(path => types[path]!.includes('BreadcrumbList'))) {
      for (const query of ['', '?locale=de']) {
        const list = thingsIn(await page(path + (path.includes('?') ? query.replace('?', '&') : query))).find(
          thing => thing['@type'] === 'BreadcrumbList',
        )!
        const items = list.itemListElement as { '@type': string; position: number; name: string; item: string }[]
        assert.deepEqual(
          items.map(({ position }) => position),
          items.map((_, i) => i + 1),
        )
        assert.equal(items[0]!.item, `${webUrl}/${query}`)
        for (const { item, name } of items) {
          const { host, pathname, search } = new URL(item)
          const reply = await web(pathname + search, { headers: { accept: 'text/html', host } })
          assert.equal(reply.status, 200, item)
          assert.ok(reply.text.includes(name), `${item} has ${name}`)
        }
      }
    }
    const german = thingsIn(await page('/@mira/thing-0?locale=de'))[1]!.itemListElement as { name: string }[]
    assert.ok(german.some(({ name }) => name === languages.de.words.explore))
  })

  test('the search of the site finds creations', async () => {
    const { potentialAction } = thingsIn(await page('/'))[0] as Thing & {
      potentialAction: { target: { urlTemplate: string }; 'query-input': string }
    }
    const [, name = ''] = /^required name=(\w+)$/.exec(potentialAction['query-input'])!
    const url = potentialAction.target.urlTemplate.replace(`{${name}}`, 'thing%2012')
    assert.match(await page(url.slice(webUrl.length)), /Thing 12/)
  })
})

test('a creation without texts has no empty columns, and one share action', async t => {
  const creation = { type: 'creation', handle: 'ann', slug: 'bare', title: 'Bare', publishedAt: '2026-03-01T10:00:00Z' }
  const bare = await start(t, { records: [{ type: 'creator', handle: 'ann', displayName: 'Ann' }, creation] })
  const { text } = await bare.web('/@ann/bare', { headers: { accept: 'text/html' } })
  assert.doesNotMatch(text, /class="main"/)
  assert.doesNotMatch(text, /class="columns"/)
  assert.match(text, /<p class="since">Published <time datetime="2026-03-01[^>]*>Mar 1, 2026<\/time> · English<\/p>/)
  const [share = '', ...others] = [...text.matchAll(/<a [^>]*data-share="[^>]*>/g)].map(([tag]) => tag)
  assert.deepEqual(others, [])
  assert.ok(share.includes(`href="${bare.webUrl}/@ann/bare"`))
  const code = /<input id="embed-card" readonly value="([^"]*)"/.exec(text)![1]!
  assert.ok(unescaped(code).includes(`${bare.webUrl}/embed/@ann/bare`))
  assert.match(text, /<details class="embed">/)
})
