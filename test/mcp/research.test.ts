// search and fetch as research connectors use them, the documentation server, and the resources of the product server.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import test, { after, suite } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { madeViews } from '../../build/views.ts'
import { languages, serviceLocales } from '../../src/languages/languages.ts'
import { fixtureRecords } from '../support/contract-service.ts'
import {
  answerOf,
  call,
  docsPlace,
  errorOf,
  mistakeOf,
  type Place,
  productPlaces,
  resultOf,
  revisions,
  stateless,
} from '../support/mcp-rpc.ts'
import { start } from '../support/start-service.ts'

const service = await start({ after }, { records: fixtureRecords() })
const product: Place = ['api', '/mcp']
const search = async (query: string): Promise<{ id: string; title: string; url: string }[]> =>
  (await answerOf(service, product, 'search', { query })).results
const fetch = (id: string) => answerOf(service, product, 'fetch', { id })

suite('search', () => {
  test('finds creations by their words, documentation otherwise, each once', async () => {
    const found = await search('water log')
    const url = `${service.webUrl}/@mira/water-log`
    assert.deepEqual(found[0], { id: 'creation:mira/water-log', title: 'Water Log', url })
    assert.equal(new Set(found.map(({ id }) => id)).size, found.length)
    for (const result of found) assert.deepEqual(Object.keys(result), ['id', 'title', 'url'])
    const [first] = await search('what are the rate limits of this service?')
    assert.match(first!.id, /^doc:/)
    assert.ok(first!.url.startsWith(`${service.webUrl}/docs/`))
    const related = await search('is there anything that helps with hydration trackers?')
    assert.ok(related.some(({ id }) => id === 'creation:mira/water-log'))
  })

  test('finds creators, tags and categories; a creator with exactly this name comes first', async () => {
    const ids = async (query: string) => (await search(query)).map(({ id }) => id)
    assert.equal((await ids('MIRA'))[0], 'creator:mira')
    const [tag] = (await service.api('/public/share/tags')).json().data.items
    assert.ok((await ids(tag.label)).includes(`tag:${tag.key}`))
    const [category] = (await service.api('/public/share/community/landing')).json().data.categories
    assert.ok((await ids(category.label)).includes(`category:${category.slug}`))
    for (const id of [`tag:${tag.key}`, `category:${category.slug}`]) {
      const { text, url, metadata } = await fetch(id)
      assert.match(text, /creation:/)
      assert.equal(new URL(url).pathname, '/community')
      assert.ok(Number(metadata.creations) > 0)
    }
    for (const id of ['tag:no-such-tag', 'category:none'])
      assert.match(await mistakeOf(service, product, 'fetch', { id }), /nothing with the id/)
  })

  test('accepts any words', async () => {
    for (const query of ['水', 'ß', '"quoted" -minus OR *', '😀', 'x'.repeat(2_000), '😀'.repeat(300)])
      await search(query)
  })
})

suite('fetch', () => {
  test('gives everything that search found', async () => {
    for (const query of ['water', 'limits', 'mira', 'game', 'health', 'hydration']) {
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
    assert.match(content[1].text, /No page matches\. Pages: /)
  })
})

const read = async (uri: string) => (await resultOf(service, product, 'resources/read', { uri })).contents[0]

const views = ['community', 'tags', 'creator', 'app'].map(name => `ui://vitrine/${name}`)

suite('views', () => {
  test('are listed', async () => {
    const { resources } = await resultOf(service, product, 'resources/list')
    assert.deepEqual(
      resources.map(({ uri }: { uri: string }) => uri).filter((uri: string) => uri.startsWith('ui:')),
      views,
    )
  })

  for (const uri of views) {
    test(`${uri} is the same everywhere, small, and runs nothing but itself`, async () => {
      const contents = await read(uri)
      assert.deepEqual([contents.uri, contents.mimeType], [uri, 'text/html;profile=mcp-app'])
      for (const place of productPlaces) {
        for (const revision of revisions) {
          const result = await resultOf(service, place, 'resources/read', { uri }, revision)
          assert.deepEqual(result.contents, [contents])
        }
      }
      const { text, _meta } = contents
      assert.ok(Buffer.byteLength(text) < 9_000 && brotliCompressSync(text).length < 4_096)
      assert.deepEqual(_meta.ui.csp, { connectDomains: [], resourceDomains: [] })
      assert.doesNotMatch(text, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|DOMParser/)
      assert.doesNotMatch(text, /\b(fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|importScripts)\b/)
      assert.doesNotMatch(text, /\b(src|href)\s*=/)
      const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text)![1]!
      const digest = (part: string) => `'sha256-${createHash('sha256').update(part).digest('base64')}'`
      const script = /<script type="module">([\s\S]*?)<\/script>/.exec(text)![1]!
      const style = /<style>([\s\S]*?)<\/style>/.exec(text)![1]!
      const rules = ["default-src 'none'", `script-src ${digest(script)}`, `style-src ${digest(style)}`]
      assert.deepEqual(policy.split('; ').slice(0, 3), rules)
    })
  }

  test('were built from the current sources, with every word in every language', async () => {
    for (const [file, make] of Object.entries(madeViews)) {
      const source = readFileSync(new URL(`../../browser/${file}`, import.meta.url), 'utf8')
      assert.equal(source, await make(), `Run node build/views.ts: ${file} is old.`)
    }
    const viewWords: string[] = Object.values(languages.en.viewWords)
    for (const language of serviceLocales) {
      const words = JSON.parse((await read(`ui://vitrine/words/${language}`)).text) as Record<string, string>
      assert.deepEqual(Object.keys(words), [...(language === 'en' ? [] : viewWords), 'howTo.game'])
      assert.ok(Object.values(words).every(word => word.trim() !== ''))
    }
  })
})

suite('data by address', () => {
  test('templates are listed', async () => {
    const { resourceTemplates } = await resultOf(service, product, 'resources/templates/list')
    assert.deepEqual(
      resourceTemplates.map(({ uriTemplate, mimeType }: Record<string, string>) => [uriTemplate, mimeType]),
      [
        ['vitrine://creator/{handle}', 'application/json'],
        ['vitrine://app/{handle}/{slug}', 'application/json'],
        ['ui://vitrine/words/{language}', 'application/json'],
      ],
    )
  })

  test('they give what the operations give', async () => {
    for (const [uri, path] of [
      ['vitrine://creator/mira', '/public/share/user/mira'],
      ['vitrine://creator/MIRA', '/public/share/user/mira'],
      ['vitrine://app/mira/water-log', '/public/share/app/mira/water-log'],
      ['vitrine://app/mira/water%2Dlog', '/public/share/app/mira/water-log'],
    ] as const) {
      const contents = await read(uri)
      assert.deepEqual([contents.uri, contents.mimeType], [uri, 'application/json'])
      assert.deepEqual(JSON.parse(contents.text), (await service.api(path)).json().data)
    }
  })

  test('how long they may be kept', async () => {
    const ttl = async (uri: string) => (await resultOf(service, product, 'resources/read', { uri }, '2026-07-28')).ttlMs
    assert.equal(await ttl('ui://vitrine/app'), 300_000)
    assert.equal(await ttl('vitrine://creator/mira'), 5_000)
  })

  test('what does not exist', async () => {
    for (const uri of [
      'vitrine://creator/nobody',
      'vitrine://app/mira/nothing',
      'vitrine://app/mira',
      'vitrine://creator/%zz',
      'vitrine://creator/mira/more',
      `vitrine://creator/${'x'.repeat(100)}`,
      'ui://vitrine/',
      'ui://vitrine/words/tlh',
      'ui://vitrine/words/',
      'UI://vitrine/app',
      'file:///etc/passwd',
      '',
    ]) {
      const { status, code, data } = await errorOf(service, product, call('resources/read', { uri }))
      assert.deepEqual([status, code, data], [200, -32002, { uri }], uri)
      assert.equal((await errorOf(service, product, ...stateless('resources/read', { uri }))).code, -32602)
    }
  })
})
