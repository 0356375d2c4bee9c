import assert from 'node:assert/strict'
import test, { suite } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { makeAddresses } from '../../src/addresses.ts'
import { knowledgeOf } from '../../src/discovery/self-description.ts'
import { type SitemapSource, sitemapIndex, sitemapPieces } from '../../src/routes/sitemap.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { type Running, start } from '../support/start-service.ts'
import { until } from '../support/vitrine-process.ts'

const xml = 'application/xml; charset=utf-8'
const locations = (text: string): string[] => [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(match => match[1]!)

async function filesOf({ web, webUrl }: Running): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const url of locations((await web('/sitemap.xml')).text)) {
    const path = url.slice(webUrl.length)
    const reply = await web(path)
    assert.equal(reply.status, 200, path)
    assert.equal(reply.headers['content-type'], xml)
    assert.match(
      reply.text,
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9">\n(?:<url><loc>[^<]+<\/loc>(?:<lastmod>[^<]+<\/lastmod>)?<\/url>\n)*<\/urlset>\n$/,
    )
    files.set(path, reply.text)
  }
  return files
}

suite('through the front door', async () => {
  const service = await start(test)
  const { web, webUrl } = service

  test('an index of files, which hold every public page and nothing else', async () => {
    const index = await web('/sitemap.xml')
    assert.equal(index.headers['content-type'], xml)
    assert.match(index.text, /<sitemapindex [^>]+>\n<sitemap><loc>[^<]+\/sitemaps\/docs\.xml<\/loc><lastmod>/)
    const urls = [...(await filesOf(service)).values()].flatMap(locations)
    assert.deepEqual(urls, [...new Set(urls)])
    const creations = urls.filter(url => url.includes('/@'))
    assert.equal(creations.length, 40)
    for (const handle of ['mira', 'ann', 'zed'])
      assert.ok(urls.some(url => url.startsWith(`http://${handle}.localhost`)))
    assert.ok(urls.includes(`${webUrl}/docs/read-api`))
    for (const path of [
      '/',
      '/community',
      '/creators',
      '/tags',
      '/categories',
      '/ask',
      '/connect',
      '/status',
      '/docs',
      '/docs/reference',
    ]) {
      assert.ok(urls.includes(webUrl + path), path)
      const page = await web(path, { headers: { Accept: 'text/html' } })
      assert.equal(page.status, 200)
      assert.ok(page.text.includes(`<link rel="canonical" href="${webUrl}${path}">`), path)
    }
    for (const query of ['category=health', 'category=play', 'tag=hydration', 'tag=rare']) {
      const url = `${webUrl}/community?${query}`
      assert.ok(urls.includes(url), url)
      const page = await web(`/community?${query}`, { headers: { Accept: 'text/html' } })
      assert.ok(page.text.includes(`<link rel="canonical" href="${url}">`), url)
    }
    assert.ok(!urls.some(url => url.includes('secret-plan')))
    const { text } = await web('/sitemaps/creations-1-of-1.xml')
    assert.ok(text.includes(`<loc>${webUrl}/@mira/thing-0</loc><lastmod>2026-02-01T10:00:00Z</lastmod>`))
  })

  test('files support If-None-Match, HEAD and gzip', async () => {
    const path = '/sitemaps/creations-1-of-1.xml'
    const whole = await web(path)
    const etag = whole.headers.etag!
    assert.match(etag, /^W\/"/)
    const again = await web(path, { headers: { 'if-none-match': etag } })
    assert.equal(again.status, 304)
    assert.equal(again.headers.etag, etag)
    const head = await web(path, { method: 'HEAD' })
    assert.deepEqual([head.status, head.text, head.headers.etag], [200, '', etag])
    const small = await web(path, { headers: { 'accept-encoding': 'gzip' } })
    assert.equal(small.headers['content-encoding'], 'gzip')
    assert.notEqual(small.headers.etag, etag)
    assert.equal(gunzipSync(small.body).toString(), whole.text)
    assert.equal(whole.headers['access-control-allow-origin'], '*')
  })

  test('returns 404 for files that are not in the index', async () => {
    const planned = ['creations-2-of-1', 'creations-1-of-2', 'creations-0-of-1', 'creations']
    for (const file of [...planned, 'creators-after-', 'tags', 'creators-after-A']) {
      assert.equal((await web(`/sitemaps/${file}.xml`)).status, 404, file)
    }
  })

  test('deleted and hidden creations leave the sitemap', async () => {
    const path = '/sitemaps/creations-1-of-1.xml'
    const before = (await web(path)).headers.etag
    await service.bring([
      { type: 'delete', of: 'creation', handle: 'mira', slug: 'thing-0' },
      { type: 'creation', handle: 'mira', slug: 'thing-3', title: 'Thing 3', visibility: 'unlisted' },
    ])
    await until('the sitemap has noticed', async () => (await web(path)).headers.etag !== before)
    const { text } = await web(path)
    assert.equal(locations(text).length, 38)
    assert.ok(!text.includes('/@mira/thing-0<') && !text.includes('/@mira/thing-3<'))
  })
})

test('an empty community has a sitemap of the documentation', async t => {
  const service = await start(t, { records: [] })
  assert.deepEqual([...(await filesOf(service)).keys()], ['/sitemaps/docs.xml'])
})

test('returns 500 when the store fails', async t => {
  const broken: typeof openStore = async (path, options) => ({
    ...(await openStore(path, options)),
    listCreations: async () => {
      throw new Error('The disk is gone.')
    },
  })
  const { web } = await start(t, { openStore: broken })
  const reply = await web('/sitemaps/creations-1-of-1.xml')
  assert.equal(reply.status, 500)
  assert.equal(reply.json().error, 'internal_error')
})

suite('many files', async () => {
  const creators = Array.from({ length: 23 }, (_, i) => ({ type: 'creator', handle: `c${i}`, displayName: `C ${i}` }))
  const creations = Array.from({ length: 300 }, (_, i) => ({
    type: 'creation',
    handle: `c${i % 23}`,
    slug: `s${i}`,
    title: `S ${i}`,
    category: `area-${i % 13}`,
    tags: [`tag-${i % 29}`],
  }))
  const service = await start(test, { records: [...creators, ...creations] })
  const addresses = makeAddresses(service.apiUrl, service.webUrl)
  const store = await openStore(service.config.store, { addresses })
  test.after(() => store.close())
  const knowledge = knowledgeOf({ ...service.config, site: service.site, addresses })

  for (const sizes of [
    { maxPerFile: 100, plannedInFile: 40, pieceLength: 7 },
    { maxPerFile: 12, plannedInFile: 2, pieceLength: 5 },
    { maxPerFile: 23, plannedInFile: 2, pieceLength: 1 },
    { maxPerFile: 400, plannedInFile: 299, pieceLength: 400 },
  ]) {
    test(`of at most ${sizes.maxPerFile}, read ${sizes.pieceLength} at a time, hold every page once`, async () => {
      const source: SitemapSource = { store, addresses, knowledge, sizes }
      const files = locations(await sitemapIndex(source)).map(url => url.split('/').at(-1)!)
      const found: string[] = []
      const topics: string[] = []
      for await (const piece of await sitemapPieces('topics.xml', source)) topics.push(...locations(piece))
      assert.equal(new Set(topics).size, Math.min(sizes.maxPerFile, 13 + 29))
      assert.equal(topics.length, new Set(topics).size)
      assert.ok(files.includes('topics.xml'))
      for (const file of files.filter(name => !['docs.xml', 'topics.xml'].includes(name))) {
        const urls: string[] = []
        for await (const piece of await sitemapPieces(file, source)) urls.push(...locations(piece))
        assert.ok(urls.length <= sizes.maxPerFile, file)
        found.push(...urls)
      }
      const expected = [
        ...creations.map(({ handle, slug }) => addresses.creation(handle, slug)),
        ...creators.map(({ handle }) => addresses.creator(handle)),
      ]
      assert.deepEqual(found.sort(), expected.sort())
    })
  }
})
