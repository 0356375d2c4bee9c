// Resources of the product server: the views, and data by address.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import test, { after, suite } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { serviceLocales } from '../../src/languages/languages.ts'
import { fixtureRecords } from '../support/contract-service.ts'
import { errorOf, type Place, productPlaces, resultOf, revisions, stateless } from '../support/mcp-rpc.ts'
import { start } from '../support/start-service.ts'

const service = await start({ after }, { records: fixtureRecords() })
const product: Place = ['api', '/mcp']
const read = async (uri: string) => (await resultOf(service, product, 'resources/read', { uri })).contents[0]

const views = ['community', 'tags', 'creator', 'app'].map(name => `ui://vitrine/${name}`)

suite('views', () => {
  test('are listed', async () => {
    const { resources } = await resultOf(service, product, 'resources/list')
    assert.deepEqual(
      resources.map(({ uri }: { uri: string }) => uri),
      views,
    )
  })

  for (const uri of views) {
    test(`${uri} is the same everywhere`, async () => {
      const contents = await read(uri)
      assert.deepEqual([contents.uri, contents.mimeType], [uri, 'text/html;profile=mcp-app'])
      for (const place of productPlaces) {
        for (const revision of revisions) {
          const result = await resultOf(service, place, 'resources/read', { uri }, revision)
          assert.deepEqual(result.contents, [contents])
        }
      }
    })

    test(`${uri} is small, asks no network, and lets nothing but itself run`, async () => {
      const { text, _meta } = await read(uri)
      assert.ok(Buffer.byteLength(text) < 9_000 && brotliCompressSync(text).length < 4_096)
      assert.deepEqual(_meta.ui.csp, { connectDomains: [], resourceDomains: [] })
      assert.ok(!/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|DOMParser/.test(text))
      assert.ok(!/\b(fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|importScripts)\b/.test(text))
      assert.ok(!/\b(src|href)\s*=/.test(text))
      const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text)![1]!
      const digest = (part: string) => `'sha256-${createHash('sha256').update(part).digest('base64')}'`
      const script = /<script type="module">([\s\S]*?)<\/script>/.exec(text)![1]!
      const style = /<style>([\s\S]*?)<\/style>/.exec(text)![1]!
      assert.deepEqual(policy.split('; ').slice(0, 3), [
        "default-src 'none'",
        `script-src ${digest(script)}`,
        `style-src ${digest(style)}`,
      ])
    })
  }
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

  test('the words of the views, in every language', async () => {
    for (const language of serviceLocales) {
      const words = JSON.parse((await read(`ui://vitrine/words/${language}`)).text)
      assert.equal(words.Back === undefined, language === 'en')
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
      const { status, code, data } = await errorOf(service, product, {
        jsonrpc: '2.0',
        id: 1,
        method: 'resources/read',
        params: { uri },
      })
      assert.deepEqual([status, code, data], [200, -32002, { uri }], uri)
      assert.equal((await errorOf(service, product, ...stateless('resources/read', { uri }))).code, -32602)
    }
  })
})
