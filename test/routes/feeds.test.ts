// The newest creations as feeds: Atom, RSS and JSON Feed.
import assert from 'node:assert/strict'
import test, { after, suite } from 'node:test'
import { hostileRecords } from '../support/hostile-community.ts'
import { hostileStringRecords } from '../support/hostile-strings.ts'
import { start } from '../support/start-service.ts'
import { assertWellFormed, textsIn } from '../support/xml.ts'

const service = await start({ after })
const { web, webUrl } = service

type Item = { id: string; url: string; title: string; date_published: string; tags: string[]; image: string }

const combined = ['tag=rare,hydration&kind=game', 'creator=mira&tag=hydration', 'language=en&category=health']

suite('feeds', () => {
  test('the newest creations, newest first, with what readers show', async () => {
    const { status, headers, json } = await web('/feed.json')
    assert.deepEqual([status, headers['content-type']], [200, 'application/feed+json; charset=utf-8'])
    const feed = json() as { version: string; feed_url: string; items: Item[] }
    assert.equal(feed.version, 'https://jsonfeed.org/version/1.1')
    assert.equal(feed.feed_url, `${webUrl}/feed.json`)
    const newest = (await web('/public/share/community?sort=recent&limit=30')).json().data.items as Item[]
    assert.deepEqual(
      feed.items.map(({ url }) => url),
      newest.map(({ url }) => url),
    )
    assert.equal(new Set(feed.items.map(({ id }) => id)).size, feed.items.length)
    assert.match(feed.items[0]!.image, /^http:\/\/localhost:\d+\/art\/share\/[a-z]+\/thing-\d+\.png$/)
  })

  test('Atom has the same entries', async () => {
    const { status, headers, text } = await web('/feed.atom')
    assert.deepEqual([status, headers['content-type']], [200, 'application/atom+xml; charset=utf-8'])
    assertWellFormed(text)
    const items = (await web('/feed.json')).json().items as Item[]
    assert.deepEqual(
      textsIn(text, 'id').slice(1),
      items.map(({ id }) => id),
    )
    assert.deepEqual(
      textsIn(text, 'published'),
      items.map(item => item.date_published),
    )
    const updated = textsIn(text, 'updated')
    assert.equal(updated[0], updated.slice(1).sort().at(-1))
  })

  test('RSS has the same items', async () => {
    const { status, headers, text } = await web('/rss.xml')
    assert.deepEqual([status, headers['content-type']], [200, 'application/rss+xml; charset=utf-8'])
    assertWellFormed(text)
    const items = (await web('/feed.json')).json().items as Item[]
    assert.deepEqual(
      textsIn(text, 'guid'),
      items.map(({ id }) => id),
    )
    assert.deepEqual(
      textsIn(text, 'pubDate').map(date => Date.parse(date)),
      items.map(item => Date.parse(item.date_published)),
    )
    assert.ok(text.includes(`<atom:link rel="self" type="application/rss+xml" href="${webUrl}/rss.xml"/>`))
  })

  test('of a creator have the creations of that creator', async () => {
    const { data } = (await web('/public/share/community?sort=recent&limit=30&creator=mira')).json()
    const urls = data.items.map(({ url }: Item) => url)
    const atom = await web('/@mira/feed.atom')
    const rss = await web('/@Mira/rss.xml?locale=fr')
    const json = (await web('/@mira/feed.json')).json() as { title: string; home_page_url: string; items: Item[] }
    assert.deepEqual(textsIn(atom.text, 'id').slice(1), urls)
    assert.deepEqual(textsIn(rss.text, 'guid'), urls)
    assert.deepEqual(
      json.items.map(({ id }) => id),
      urls,
    )
    assert.match(json.title, /Mira Sol/)
    assert.equal(json.home_page_url, `http://mira.${new URL(webUrl).host}`)
    assert.ok(rss.text.includes(`href="${webUrl}/@mira/rss.xml?locale=fr"`))
    for (const { text, headers } of [atom, rss]) {
      assertWellFormed(text)
      assert.match(headers['cache-control']!, /^public, max-age=\d+/)
      assert.doesNotMatch(text, /secret/i)
    }
    for (const path of ['/@nobody/feed.atom', '/@nobody/rss.xml', '/@nobody/feed.json']) {
      assert.equal((await web(path)).status, 404, path)
    }
    assert.equal((await web('/@mira/rss.xml?locale=!!')).status, 422)
  })

  test('are linked from the page with the same creations', async () => {
    for (const [path, feed] of [
      ['/', ''],
      ['/@mira', '/@mira'],
    ] as const) {
      const { text } = await web(path, { headers: { accept: 'text/html' } })
      for (const form of ['/feed.atom', '/rss.xml', '/feed.json']) {
        const { headers } = await web(feed + form)
        const type = headers['content-type']!.split(';')[0]
        assert.ok(text.includes(`<link rel="alternate" type="${type}" href="${webUrl}${feed}${form}">`), form)
      }
    }
    for (const query of ['kind=game', 'tag=rare', 'q=thing', 'sort=liked&category=health']) {
      const { text } = await web(`/community?${query}&locale=fr`, { headers: { accept: 'text/html' } })
      const filters = query.replace('sort=liked&', '')
      for (const form of ['/feed.atom', '/rss.xml', '/feed.json']) {
        const href = `href="${webUrl}${form}?${filters}&amp;locale=fr"`
        assert.equal(text.split(href).length, 3, `${query}: a link in the head and one that is visible`)
        assert.equal((await web(`${form}?${filters}&locale=fr`)).status, 200)
      }
    }
    const { text } = await web('/@mira?locale=de', { headers: { accept: 'text/html' } })
    assert.ok(text.includes(`<a href="${webUrl}/@mira/rss.xml?locale=de">`))
  })

  test('are cacheable, take the filters of the feed and contain nothing private', async () => {
    for (const path of ['/feed.atom', '/rss.xml', '/feed.json']) {
      const { headers, text: whole } = await web(path)
      const again = await web(path, { headers: { 'if-none-match': headers.etag! } })
      assert.deepEqual([again.status, again.text], [304, ''])
      assert.match(headers['cache-control']!, /^public, max-age=\d+/)
      assert.equal((await web(path, { method: 'HEAD' })).headers['content-type'], headers['content-type'])
      assert.doesNotMatch(whole, /secret/i)
      for (const query of [
        'category=health',
        'tag=rare',
        'kind=game',
        'featuredOnly=true',
        'q=thing+12',
        ...combined,
      ]) {
        const { data } = (await web(`/public/share/community?sort=recent&limit=30&${query}`)).json()
        const { text } = await web(`${path}?${query}`)
        assert.ok(data.items.length > 0 && data.items.every(({ url }: Item) => text.includes(url)), query)
        assert.notEqual(text, whole)
      }
      assert.equal((await web(`${path}?kind=spoon`)).status, 422)
      assert.equal((await web(`${path}?locale=fr`)).headers['content-language'], 'fr')
    }
    const { text } = await web('/feed.atom?category=none')
    assertWellFormed(text)
    assert.equal(textsIn(text, 'updated').length, 1)
    assert.deepEqual((await web('/feed.json?category=none')).json().items, [])
  })
})

test('hostile texts stay texts', async t => {
  const strange = ['\ufffe\uffff', ']]>', '<![CDATA[', '&lt;&bogus;', '"\'><entry>', '<!-- -->', '\u{1f600}\u202e']
  const records = strange.map((title, i) => ({
    type: 'creation',
    handle: 'mallory',
    slug: `strange-${i}`,
    title: `x${title}`,
    summary: title,
    publishedAt: '2026-11-15T00:00:00Z',
  }))
  const hostile = await start(t, { records: [...hostileRecords(), ...hostileStringRecords(), ...records] })
  for (const kind of ['', 'app', 'tracker', 'game', 'widget', 'experience']) {
    const { text } = await hostile.web(`/feed.atom${kind && `?kind=${kind}`}`)
    assertWellFormed(text)
    const rss = (await hostile.web(`/rss.xml${kind && `?kind=${kind}`}`)).text
    assertWellFormed(rss)
    // Readers show descriptions as HTML.
    for (const description of textsIn(rss, 'description')) assert.doesNotMatch(description, /&lt;/)
    const items = (await hostile.web(`/feed.json${kind && `?kind=${kind}`}`)).json().items as Item[]
    assert.equal(items.length, 30)
  }
  for (const handle of ['mallory', 'h0', 'h1', 'h2', 'h3', 'h4', 'h5']) {
    for (const form of ['rss.xml', 'feed.atom']) assertWellFormed((await hostile.web(`/@${handle}/${form}`)).text)
  }
})
