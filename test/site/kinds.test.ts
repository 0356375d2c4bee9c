// The kinds of a site pack on every surface, with both stores.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import test, { after, suite } from 'node:test'
import { serviceLocales } from '../../src/languages/languages.ts'
import { importRecords } from '../../src/records/transfer/import.ts'
import { kindIcons } from '../../src/site/icons.ts'
import { readSite } from '../../src/site/read.ts'
import type { Site } from '../../src/site/site.ts'
import { textIn } from '../../src/site/text.ts'
import { openWritableStore } from '../../src/store/open.ts'
import { mistakeOf, resultOf } from '../support/mcp-rpc.ts'
import { sharedCluster } from '../support/servers/postgres-cluster.ts'
import { type Running, start } from '../support/start-service.ts'
import { scratchFolder } from '../support/vitrine-process.ts'
import { communityOf, knitting, packOf, toolshed } from './foreign-packs.ts'

const siteOf = (content: object): Site => {
  const { site, problems } = readSite(packOf(content))
  assert.deepEqual(problems, [])
  return site
}
const knittingSite = siteOf(knitting)
const keys = ['pattern', 'yarn', 'needle-set']

const asked = async ({ web }: Running, query: string, locale?: string) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await web('/ask', { method: 'POST', headers, body: JSON.stringify({ query, locale }) })
  return answer.json() as { answered: boolean; answer: string; citations: { url: string }[] }
}

/** A creation of a kind that the pack no longer has. */
async function bringOld(place: string): Promise<void> {
  const store = await openWritableStore(place)
  const [creator, creation] = communityOf(['sewing-box'], 1)
  await importRecords([creator, { ...creation, slug: 'old' }], { store, now: Date.now, kinds: null })
  await store.close()
}

const cluster = await sharedCluster()
after(cluster.stop)

for (const name of ['SQLite', 'PostgreSQL']) {
  suite(`kinds of a site pack with ${name}`, async () => {
    const store = name === 'PostgreSQL' ? await cluster.newDatabase() : join(scratchFolder(), 'kinds.db')
    await bringOld(store)
    const service = await start({ after }, { site: knittingSite, records: communityOf(keys), config: { store } })
    const { api, web } = service

    test('the API filters by them, and lists them when a kind is unknown', async () => {
      for (const kind of keys) {
        const { items } = (await api(`/public/share/community?kind=${kind}`)).json().data
        assert.deepEqual(
          [items.length, new Set(items.map((item: { kind: string }) => item.kind))],
          [3, new Set([kind])],
        )
      }
      for (const kind of ['patern', 'game', 'Pattern']) {
        const { status, text } = await api(`/public/share/community?kind=${kind}`)
        assert.equal(status, 422)
        for (const key of keys) assert.ok(text.includes(key), text)
      }
      const { details } = (await api('/public/share/community?kind=patern')).json()
      assert.equal(details[0].field, 'kind')
      assert.match(details[0].reason, /Did you mean pattern\?/)
    })

    test('batch and MCP check them', async () => {
      const body = JSON.stringify({
        requests: [{ id: 'one', operation: 'get_community_feed', arguments: { kind: 'game' } }],
      })
      const batch = await web('/batch', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      assert.equal(batch.json().results[0].status, 422)
      assert.match(await mistakeOf(service, ['api', '/mcp'], 'get_community_feed', { kind: 'game' }), /pattern, yarn/)
    })

    test('a removed kind can be chosen while creations have it, after those of the pack', async () => {
      const { items } = (await api('/public/share/community?kind=sewing-box')).json().data
      assert.deepEqual(
        items.map(({ slug }: { slug: string }) => slug),
        ['old'],
      )
      for (const path of ['/', '/community?q=piece', '/community?kind=sewing-box']) {
        const { text } = await web(path)
        const shown = [...text.matchAll(/<a class="chip" href="[^"]*[?;]kind=([\w-]+)"/g)].map(([, kind]) => kind)
        assert.deepEqual([...new Set(shown)], [...keys, 'sewing-box'], path)
      }
      assert.match((await web('/')).text, /sewing boxs?[^<]*: 10 so far/)
    })

    test('a creation whose kind was removed is still shown, by the key', async () => {
      assert.equal((await api('/public/share/app/mira/old')).json().data.kind, 'sewing-box')
      const { status, text } = await web('/@mira/old')
      assert.equal(status, 200)
      assert.match(text, /Sewing box/)
      assert.match(text, /<p class="kind"><a href="[^"]*kind=sewing-box"><bdi>Sewing box</)
      assert.match((await web('/@mira/old.md')).text, /sewing-box/)
    })

    test('ask finds creations by the labels', async () => {
      const questions: [query: string, locale: string, kind: string][] = [
        ['show me new patterns', 'en', 'pattern'],
        ['newest yarns', 'en', 'yarn'],
        ['Zeig mir neue Anleitungen', 'de', 'pattern'],
        ['Welche Garne sind neu?', 'de', 'yarn'],
        ['Muéstrame los patrones más nuevos', 'es', 'pattern'],
        ['新しい編み図を見せて', 'ja', 'pattern'],
        ['最新的图解有哪些', 'zh', 'pattern'],
      ]
      for (const [query, locale, kind] of questions) {
        const { answered, citations } = await asked(service, query, locale)
        assert.ok(answered, query)
        assert.ok(
          citations.some(({ url }) => new URL(url).searchParams.get('kind') === kind),
          query,
        )
      }
    })
  })
}

suite('the published kinds', async () => {
  const service = await start({ after }, { site: knittingSite, records: communityOf(keys) })
  const { api, web } = service

  test('are in OpenAPI', async () => {
    const { components, paths } = (await web('/openapi.json')).json()
    assert.deepEqual(components.schemas.CreationKind.enum, keys)
    const { parameters } = paths['/public/share/community'].get
    const kind = parameters.find((parameter: { name: string }) => parameter.name === 'kind')
    assert.deepEqual(kind.schema, { $ref: '#/components/schemas/CreationKind' })
    assert.deepEqual(components.schemas.Creation.properties.kind, { $ref: '#/components/schemas/CreationKind' })
  })

  test('are in the tools of MCP and WebMCP, and in the description of batch', async () => {
    type Tools = { name: string; inputSchema: { properties: Record<string, { enum?: string[] }> } }[]
    const { tools } = (await resultOf(service, ['api', '/mcp'], 'tools/list')) as { tools: Tools }
    const pageTools = (await web('/assets/webmcp.json')).json().tools as Tools
    for (const list of [tools, pageTools]) {
      const feed = list.find(({ name }) => name === 'get_community_feed')!
      assert.deepEqual(feed.inputSchema.properties.kind!.enum, keys)
    }
    const { operations } = (await web('/batch')).json()
    assert.deepEqual(operations[0].input_schema.properties.kind.enum, keys)
  })

  test('are in the documentation of the API', async () => {
    const { text } = await web('/docs/read-api.md')
    assert.match(text, /\| `kind` \| `pattern`, `yarn`, `needle-set` \|/)
    assert.doesNotMatch(text, /tracker|widget/)
    assert.ok((await asked(service, 'Which values does kind have?')).answer.includes('needle-set'))
  })

  test('no built-in kind is on the pages', async () => {
    for (const path of ['/', '/community', '/@mira', '/@mira/piece-0']) {
      const { status, text } = await web(path)
      assert.equal(status, 200, path)
      assert.doesNotMatch(text, /kind=(?:app|tracker|game|widget|experience)\b/, path)
    }
  })

  test('pages use labels, plurals and headings in the language of the reader', async () => {
    const [{ label, plural }] = knittingSite.kinds as [Required<Site['kinds'][number]>]
    for (const locale of serviceLocales) {
      const explorer = (await web(`/community?kind=pattern&locale=${locale}`)).text
      assert.ok(explorer.includes(textIn(plural, locale)), locale)
      assert.ok(explorer.includes(textIn(label, locale)), locale)
      const titleText = /<title>(.*?)<\/title>/s.exec(explorer)![1]!
      assert.ok(titleText.includes(textIn(plural, locale)), `${locale} ${titleText}`)
    }
    assert.match((await web('/@mira/piece-0')).text, /<h2>How to knit it<\/h2>/)
    assert.match(
      (await web('/@mira/piece-0?locale=de')).text,
      /<h2>So wird gestrickt(?: <small>Englisch<\/small>)?<\/h2>/,
    )
    assert.match((await web('/@mira/piece-0.md')).text, /## How to knit it/)
    assert.match((await web('/feed.atom?kind=yarn')).text, /<title>[^<]*Yarns/)
  })

  test('icons come from the built-in ones, else from the label', async () => {
    const home = (await web('/')).text
    assert.match(home, /<svg class="i"[^>]*>.*?<\/svg><bdi>Patterns/s)
    assert.match(home, /<i class="i letter"[^>]*>N<\/i><bdi>Needles/)
  })

  test('creations without a cover have a drawing, the same on each page', async () => {
    const drawings = (text: string) => new Set(text.match(/\/art\/creation\/[^"]+\.svg/g))
    const [cover] = drawings((await web('/@mira/piece-0')).text)
    assert.ok(cover)
    assert.ok(drawings((await web('/community')).text).has(cover))
    const { status, headers } = await web(cover)
    assert.deepEqual([status, headers['content-type']], [200, 'image/svg+xml'])
    assert.equal((await web('/art/share/mira/piece-0.png')).status, 200)
    assert.equal((await api('/public/share/app/mira/piece-0')).json().data.coverUrl, null)
  })

  test('structured data does not call them software', async () => {
    const { text } = await web('/@mira/piece-0')
    const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)![1]!)
    assert.deepEqual([data['@type'], data.genre], ['CreativeWork', 'Pattern'])
  })
})

suite('counters, rails and sections of the home page', async () => {
  const site = siteOf(toolshed)
  const service = await start({ after }, { site, records: communityOf(['plugin', 'theme', 'game'], 12) })
  const { api, web } = service

  test('counters have the labels of the site; hidden ones are on no page', async () => {
    const pages = ['/', '/community', '/@mira', '/@mira/piece-0']
    for (const path of [...pages, '/index.md', '/community.md', '/@mira.md', '/@mira/piece-0.md']) {
      const { text } = await web(path)
      assert.match(text, /Installs|installs/, path)
      assert.doesNotMatch(text, /\b(?:plays|Plays|Views|views|Remixes|remixes|remixed)\b/, path)
    }
    assert.match((await web('/@mira/piece-0?locale=de')).text, /<dt>Installationen<\/dt>/)
    const { stats } = (await api('/public/share/app/mira/piece-2')).json().data
    assert.deepEqual(stats, { views: 98, plays: 48, likes: 18, remixes: 2 })
  })

  test('a counter with another label has the icon of the pack, or a neutral one', async t => {
    const icons = async (plays: object) => {
      const own = siteOf({ ...toolshed, stats: { plays } })
      const { web } = await start(t, { site: own, records: communityOf(['plugin'], 3) })
      const { text } = await web('/community')
      return /<span title="(?:Installs|Plays)">(.*?)<span class="away">/.exec(text)![1]!
    }
    assert.match(await icons({}), /i-play/)
    const [neutral, chosen] = [await icons({ label: 'Installs' }), await icons({ label: 'Installs', icon: 'plug' })]
    assert.ok(neutral.includes(kindIcons.chart) && chosen.includes(kindIcons.plug))
  })

  test('the explorer offers no sort by a hidden counter', async () => {
    const { text } = await web('/community')
    assert.match(text, /sort=popular[^>]*><span dir="auto">Most installs</)
    assert.doesNotMatch(text, /sort=remixed/)
    assert.equal((await api('/public/share/community?sort=remixed')).status, 200)
  })

  test('the home page has its sections and rails in order, without repeated and empty ones', async () => {
    const { text } = await web('/')
    const headings = [...text.matchAll(/<h[12] id="([a-z-]+)"|<section class="(hero)"/g)].map(
      match => match[1] ?? match[2],
    )
    // The others would repeat what the first rail shows; nothing is featured.
    assert.deepEqual(headings, ['categories', 'rail-liked', 'hero'])
    const { rails } = (await api('/public/share/community/landing')).json().data
    assert.equal(rails.length, 5)
  })

  test('ask names the kinds of the site', async () => {
    const { answer } = await asked(service, 'show me new plugins')
    assert.match(answer, /Plugin.*Piece 6/s)
  })

  test('ask uses the names of counters', async () => {
    const about = (await asked(service, 'What is @mira/piece-0?')).answer
    assert.match(about, /Installs: 50/)
    assert.doesNotMatch(about, /views|plays|remixes/i)
    assert.match((await asked(service, 'Was ist @mira/piece-0?', 'de')).answer, /Installationen: 50/)
    assert.match((await asked(service, 'most played plugins')).answer, /Piece 0.*Installs: 50/)
  })
})

test('a pack with an unknown icon is reported, with a suggestion', () => {
  const { problems } = readSite(packOf({ kinds: [{ key: 'plugin', icon: 'puzle' }] }))
  assert.equal(problems.length, 1)
  assert.match(problems[0]!.message, /puzzle/)
  assert.equal(problems[0]!.line, 1)
})
