// search and fetch as research connectors use them, and the documentation server.
import assert from 'node:assert/strict'
import test, { after, suite } from 'node:test'
import { fixtureRecords } from '../support/contract-service.ts'
import { answerOf, docsPlace, mistakeOf, type Place, resultOf } from '../support/mcp-rpc.ts'
import { start } from '../support/start-service.ts'

const service = await start({ after }, { records: fixtureRecords() })
const product: Place = ['api', '/mcp']
const search = async (query: string): Promise<{ id: string; title: string; url: string }[]> =>
  (await answerOf(service, product, 'search', { query })).results
const fetch = (id: string) => answerOf(service, product, 'fetch', { id })

suite('search', () => {
  test('finds creations by their words, with addresses to cite', async () => {
    const [first] = await search('water log')
    assert.deepEqual(first, {
      id: 'creation:mira/water-log',
      title: 'Water Log',
      url: `${service.webUrl}/@mira/water-log`,
    })
  })

  test('finds documentation, and puts it first when no creation has all the words', async () => {
    const [first] = await search('what are the rate limits of this service?')
    assert.match(first!.id, /^doc:/)
    assert.ok(first!.url.startsWith(`${service.webUrl}/docs/`))
  })

  test('finds something for a question that no title has word for word', async () => {
    const found = await search('is there anything that helps with hydration trackers?')
    assert.ok(
      found.some(({ id }) => id === 'creation:mira/water-log'),
      JSON.stringify(found),
    )
  })

  test('gives each result once, and one text that is the JSON of all', async () => {
    const { content, structuredContent } = await resultOf(service, product, 'tools/call', {
      name: 'search',
      arguments: { query: 'water' },
    })
    assert.equal(content.length, 1)
    const ids = structuredContent.results.map(({ id }: { id: string }) => id)
    assert.equal(new Set(ids).size, ids.length)
    for (const result of structuredContent.results) assert.deepEqual(Object.keys(result), ['id', 'title', 'url'])
  })

  test('takes any words', async () => {
    for (const query of ['水', 'ß', '"quoted" -minus OR *', '😀', 'x'.repeat(2_000), '😀'.repeat(300)])
      await search(query)
  })
})

suite('fetch', () => {
  test('gives everything that search found', async () => {
    for (const query of ['water', 'limits', 'mira', 'game']) {
      for (const { id, title, url } of await search(query)) {
        const found = await fetch(id)
        assert.deepEqual(Object.keys(found), ['id', 'title', 'text', 'url', 'metadata'])
        assert.deepEqual([found.id, found.title, found.url], [id, title, url])
        assert.ok(found.text.includes(title))
        for (const value of Object.values(found.metadata)) assert.equal(typeof value, 'string')
      }
    }
  })

  test('a creation with its texts, its creator and its numbers', async () => {
    const { data } = (await service.api('/public/share/app/mira/water-log')).json()
    const { text, metadata } = await fetch('creation:mira/water-log')
    for (const part of [data.summary, data.description, data.instructions, data.creator.displayName])
      assert.ok(text.includes(part), part)
    assert.equal(metadata.likes, String(data.stats.likes))
    assert.equal(metadata.kind, data.kind)
  })

  test('a creator with what they made', async () => {
    const { text, url, metadata } = await fetch('creator:mira')
    assert.ok(text.includes('creation:mira/water-log'))
    assert.deepEqual([url, metadata.kind], [service.webUrl.replace('://', '://mira.'), 'creator'])
  })
})

suite('the documentation server', () => {
  test('finds sections, and pages by their slug', async () => {
    const { results } = await answerOf(service, docsPlace, 'search_docs', { query: 'rate limits' })
    assert.ok(results.length > 0)
    const [{ slug, title, url }] = results
    const page = await answerOf(service, docsPlace, 'get_doc', { slug })
    assert.deepEqual([page.slug, page.title], [slug, title])
    assert.ok(url.startsWith(page.url))
    assert.ok(page.markdown.startsWith(`# ${title}\n`))
  })

  test('each page is a resource with the same text', async () => {
    const { resources } = await resultOf(service, docsPlace, 'resources/list')
    assert.ok(resources.length >= 10)
    for (const { uri, name, mimeType, size } of resources) {
      const { contents } = await resultOf(service, docsPlace, 'resources/read', { uri })
      const { markdown } = await answerOf(service, docsPlace, 'get_doc', { slug: name })
      assert.deepEqual(contents, [{ uri, mimeType, text: markdown }])
      assert.deepEqual([mimeType, size], ['text/markdown', Buffer.byteLength(markdown)])
    }
  })

  test('mistakes name the pages there are', async () => {
    assert.match(await mistakeOf(service, docsPlace, 'get_doc', { slug: 'limit' }), /Did you mean limits\?.*Pages: /)
    assert.match(await mistakeOf(service, docsPlace, 'get_doc', {}), /slug must be one of .*limits/)
    assert.match(await mistakeOf(service, docsPlace, 'search_docs', { q: 'x' }), /takes query/)
    const { content } = await resultOf(service, docsPlace, 'tools/call', {
      name: 'search_docs',
      arguments: { query: 'zzzzqqqq' },
    })
    assert.match(content[1].text, /No page speaks of this\. Pages: /)
  })

  test('knows nothing of the community', async () => {
    const { templates = [], resources } = await resultOf(service, docsPlace, 'resources/list')
    assert.deepEqual(templates, [])
    assert.ok(resources.every(({ uri }: { uri: string }) => uri.startsWith('docs://vitrine/')))
  })
})
