// The newest creations as feeds: Atom and JSON Feed.
import assert from 'node:assert/strict'
import test, { after, suite } from 'node:test'
import { hostileRecords } from '../support/hostile-community.ts'
import { start } from '../support/start-service.ts'

const service = await start({ after })
const { web, webUrl } = service

type Item = { id: string; url: string; title: string; date_published: string; tags: string[]; image: string }

/** Fails unless tags nest, attributes are quoted and every `&` begins an entity that XML knows. */
function assertWellFormed(xml: string): void {
  const open: string[] = []
  const body = xml.replace(/^<\?xml [^>]*\?>\n/, '')
  const pieces = body.matchAll(/<(\/?)([a-z]+)((?: [a-zA-Z:]+="[^"<]*")*)(\/?)>|([^<]+)/gy)
  let end = 0
  for (const [piece, closing, name, attributes, empty, text] of pieces) {
    end += piece.length
    for (const [entity] of `${attributes ?? ''}${text ?? ''}`.matchAll(/&[^;]*;?/g)) {
      assert.match(entity, /^&(?:amp|lt|gt|quot|#39);$/)
    }
    if (name === undefined) continue
    if (closing) assert.equal(open.pop(), name)
    else if (!empty) open.push(name)
  }
  assert.equal(end, body.length, `broken markup: ${body.slice(end, end + 80)}`)
  assert.deepEqual(open, [])
}

const texts = (xml: string, element: string): string[] =>
  [...xml.matchAll(new RegExp(`<${element}(?: [^>]*)?>([^<]*)</${element}>`, 'g'))].map(match => match[1]!)

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
      texts(text, 'id').slice(1),
      items.map(({ id }) => id),
    )
    assert.deepEqual(
      texts(text, 'published'),
      items.map(item => item.date_published),
    )
    const updated = texts(text, 'updated')
    assert.equal(updated[0], updated.slice(1).sort().at(-1))
  })

  test('are cacheable, take the filters of the feed and contain nothing private', async () => {
    for (const path of ['/feed.atom', '/feed.json']) {
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
    assert.equal(texts(text, 'updated').length, 1)
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
  const hostile = await start(t, { records: [...hostileRecords(), ...records] })
  for (const kind of ['', 'app', 'tracker', 'game', 'widget', 'experience']) {
    const { text } = await hostile.web(`/feed.atom${kind && `?kind=${kind}`}`)
    assertWellFormed(text)
    assert.doesNotMatch(text, /[\ufffe\uffff]/)
    const items = (await hostile.web(`/feed.json${kind && `?kind=${kind}`}`)).json().items as Item[]
    assert.equal(items.length, 30)
  }
})
