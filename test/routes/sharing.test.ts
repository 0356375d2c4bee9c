// What other sites show: cards in frames, oEmbed and badges.
import assert from 'node:assert/strict'
import test, { after, suite } from 'node:test'
import { languages } from '../../src/languages/languages.ts'
import { counters, neutralSite } from '../../src/site/site.ts'
import { nameIn } from '../../src/site/text.ts'
import { hostileRecords } from '../support/hostile-community.ts'
import { hostileStringRecords, hostileStrings, perCreator } from '../support/hostile-strings.ts'
import { start } from '../support/start-service.ts'
import { assertWellFormed, textsIn } from '../support/xml.ts'

const service = await start({ after })
const { web, webUrl } = service
const oembed = (url: string, more = '') => web(`/oembed?url=${encodeURIComponent(url)}${more}`)

const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'")

suite('cards in frames', () => {
  test('may be framed by every site, and no other page may', async () => {
    for (const path of ['/embed/@mira/thing-3', '/embed/@mira']) {
      const { status, headers, text } = await web(path, { headers: { accept: 'text/html' } })
      assert.deepEqual([status, headers['content-type']], [200, 'text/html; charset=utf-8'])
      const policy = String(headers['content-security-policy'])
      assert.match(policy, /frame-ancestors \*$/)
      assert.doesNotMatch(policy, /script-src|unsafe/)
      assert.equal(headers['x-frame-options'], undefined)
      assert.match(String(headers['cache-control']), /^public, max-age=\d/)
      assert.match(text, /<meta name="robots" content="noindex">/)
      assert.doesNotMatch(text, /<script|<link rel="stylesheet"| style=/)
      const links = [...text.matchAll(/<a [^>]*>/g)].map(([tag]) => tag)
      assert.ok(links.length >= 2)
      for (const link of links) assert.match(link, / target="_blank" rel="noopener"/)
    }
    for (const path of ['/', '/community', '/@mira', '/@mira/thing-3', '/docs', '/status', '/nowhere']) {
      const { headers } = await web(path, { headers: { accept: 'text/html' } })
      assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/, path)
    }
  })

  test('show title, creator, picture and counters, in the requested language', async () => {
    const { text, headers } = await web('/embed/@zed/thing-32?locale=fr')
    assert.equal(headers['content-language'], 'fr')
    for (const part of [
      '<html lang="fr"',
      'Chose 32',
      'Zed Sol',
      `${webUrl}/@zed/thing-32?locale=fr`,
      'class="picture"',
    ]) {
      assert.ok(text.includes(part), part)
    }
    assert.ok(text.includes(languages.fr.words.likes))
    const creator = (await web('/embed/@zed?locale=ar')).text
    assert.doesNotMatch(text, /<b>0</)
    assert.match(creator, /<html lang="ar" dir="rtl">/)
    for (const part of ['Zed Sol', languages.ar.words.creations]) assert.ok(creator.includes(part), part)
  })

  test('are only for what is public', async () => {
    for (const path of ['/embed/@mira/secret-plan', '/embed/@mira/nothing', '/embed/@nobody', '/embed/@mira/']) {
      assert.equal((await web(path)).status, 404, path)
    }
    assert.equal((await web('/embed/@nobody', { headers: { accept: 'application/json' } })).json().error, 'not_found')
    const gone = await web('/embed/@mira/nothing?locale=de', { headers: { accept: 'text/html' } })
    assert.deepEqual([gone.status, gone.headers['cache-control']], [404, 'no-store'])
    assert.match(String(gone.headers['content-security-policy']), /frame-ancestors \*$/)
    assert.ok(gone.text.includes(languages.de.words.errorMissing))
    assert.equal((await web('/embed/@mira?locale=!!')).status, 422)
    assert.equal((await service.api('/embed/@mira')).status, 404)
  })
})

suite('oEmbed', () => {
  test('pages of creations and creators link to their description', async () => {
    for (const [path, title] of [
      ['/@mira/thing-3?locale=fr', 'Thing 3'],
      ['/@mira', 'Mira Sol'],
    ] as const) {
      const { text } = await web(path, { headers: { accept: 'text/html' } })
      for (const [form, type] of [
        ['application/json+oembed', /^application\/json/],
        ['text/xml+oembed', /^text\/xml/],
      ] as const) {
        const href = text.match(new RegExp(`<link rel="alternate" type="${RegExp.escape(form)}" href="([^"]+)"`))![1]!
        const reply = await web(unescaped(href).slice(webUrl.length))
        assert.equal(reply.status, 200, href)
        assert.match(String(reply.headers['content-type']), type)
        assert.ok(reply.text.includes(title), reply.text)
      }
    }
  })

  test('describes a card with its frame, author, provider and thumbnail', async () => {
    const { headers, json } = await oembed(`${webUrl}/@mira/thing-3?locale=de`)
    const { html, ...facts } = json()
    assert.deepEqual(facts, {
      version: '1.0',
      type: 'rich',
      title: 'Thing 3',
      author_name: 'Mira Sol',
      author_url: `http://mira.${new URL(webUrl).host}`,
      provider_name: nameIn(service.site, 'de'),
      provider_url: `${webUrl}/`,
      cache_age: facts.cache_age,
      width: facts.width,
      height: facts.height,
      thumbnail_url: `${webUrl}/art/share/mira/thing-3.png?locale=de`,
      thumbnail_width: 1200,
      thumbnail_height: 630,
    })
    const source = unescaped(/<iframe src="([^"]+)"/.exec(html)![1]!)
    assert.equal((await web(source.slice(webUrl.length))).status, 200)
    assert.match(html, / sandbox="allow-popups allow-popups-to-escape-sandbox"/)
    const again = await web(`/oembed?url=${encodeURIComponent(`${webUrl}/@mira/thing-3?locale=de`)}`, {
      headers: { 'if-none-match': headers.etag! },
    })
    assert.equal(again.status, 304)
    assert.match(String(headers['cache-control']), /^public, max-age=\d/)
  })

  test('knows every address of a creation or creator', async () => {
    const { host } = new URL(webUrl)
    for (const url of [`${webUrl}/@Mira/Thing-3`, `${webUrl}/@mira/thing-3/`, `https://${host}/embed/@mira/thing-3`]) {
      assert.equal((await oembed(url)).json().title, 'Thing 3', url)
    }
    for (const url of [`${webUrl}/@mira`, `http://mira.${host}`, `http://mira.${host}/?locale=fr`]) {
      assert.equal((await oembed(url)).json().title, 'Mira Sol', url)
    }
  })

  test('is not wider or higher than allowed', async () => {
    const { width, height, html, thumbnail_url } = (
      await oembed(`${webUrl}/@mira`, '&maxwidth=300&maxheight=90')
    ).json()
    assert.deepEqual([width, height, thumbnail_url], [300, 90, undefined])
    assert.match(html, /width="300" height="90"/)
    const large = (await oembed(`${webUrl}/@mira`, '&maxwidth=5000&maxheight=5000')).json()
    const usual = (await oembed(`${webUrl}/@mira`)).json()
    assert.deepEqual(large, usual)
  })

  test('as XML has the same content', async () => {
    const { text, headers } = await oembed(`${webUrl}/@mira/thing-3`, '&format=xml')
    assert.match(String(headers['content-type']), /^text\/xml/)
    assertWellFormed(text)
    const facts = (await oembed(`${webUrl}/@mira/thing-3`, '&format=json')).json() as Record<string, unknown>
    for (const [name, value] of Object.entries(facts)) {
      assert.deepEqual(textsIn(text, name).map(unescaped), [String(value)], name)
    }
  })

  test('returns 404 for other addresses, 501 for other formats, 422 and 400 for wrong parameters', async () => {
    const own = `${webUrl}/@mira`
    const unknown = ['https://example.org/@mira', `${webUrl}/@nobody`, `${webUrl}/@mira/secret-plan`, `${webUrl}/docs`]
    for (const url of [...unknown, `${webUrl}/`, 'javascript:alert(1)', 'mailto:a@example.org']) {
      assert.equal((await oembed(url)).status, 404, url)
    }
    const { status, json } = await oembed(own, '&format=yaml')
    assert.deepEqual([status, json().retryable], [501, false])
    for (const wrong of ['maxwidth=', 'maxwidth=0', 'maxheight=-1', 'maxheight=1e3', 'maxwidth=wide']) {
      const reply = await oembed(own, `&${wrong}`)
      assert.deepEqual([reply.status, reply.json().details[0].field], [422, wrong.split('=')[0]], wrong)
    }
    for (const query of ['', '?url=', '?url=mira', '?url=/@mira']) {
      const reply = await web(`/oembed${query}`)
      assert.deepEqual([reply.status, reply.json().details[0].field], [422, 'url'], query)
    }
    assert.equal((await oembed(own, '&format=json&format=xml')).status, 400)
    assert.equal((await web('/oembed?url=%ff')).status, 400)
  })
})

suite('badges', () => {
  test('show a counter of the creation under the name of the site', async () => {
    const { status, headers, text } = await web('/badge/@mira/thing-3.svg')
    assert.deepEqual([status, headers['content-type']], [200, 'image/svg+xml'])
    assertWellFormed(text)
    assert.match(String(headers['cache-control']), /^public, max-age=\d/)
    assert.match(String(headers['content-security-policy']), /default-src 'none'/)
    const { stats } = (await service.api('/public/share/app/mira/thing-3')).json().data
    for (const counter of counters) {
      const texts = textsIn((await web(`/badge/@mira/thing-3.svg?counter=${counter}&locale=de`)).text, 'text')
      assert.ok(texts.includes(nameIn(service.site, 'de')))
      assert.ok(texts.includes(`${languages.de.words[counter]} ${stats[counter]}`), texts.join())
    }
  })

  test('only have counters that the site shows', async t => {
    assert.equal((await web('/badge/@mira/thing-3.svg?counter=followers')).status, 422)
    assert.equal((await web('/badge/@mira/thing-3.svg?counter=')).status, 422)
    const hidden = Object.fromEntries(counters.map(counter => [counter, { label: null, hidden: true }]))
    const site = { ...neutralSite, stats: { ...hidden, plays: { label: 'Downloads', hidden: false } } as never }
    const renaming = await start(t, { site })
    assert.match((await renaming.web('/badge/@mira/thing-3.svg')).text, />Downloads 15</)
    const { status, json } = await renaming.web('/badge/@mira/thing-3.svg?counter=likes')
    assert.deepEqual([status, json().message], [422, 'counter must be one of plays.'])
    assert.doesNotMatch((await renaming.web('/embed/@mira/thing-3')).text, /Likes/)
  })

  test('are only for what is public', async () => {
    for (const path of ['/badge/@mira/secret-plan.svg', '/badge/@mira/nothing.svg', '/badge/@mira/thing-3']) {
      assert.equal((await web(path)).status, 404, path)
    }
  })
})

test('cards and oEmbed count as pages, badges as reads', async t => {
  const limited = await start(t, { config: { limits: { read: 100, discovery: 50, mcp: 50 } } })
  const url = encodeURIComponent(`${limited.webUrl}/@mira`)
  for (const [path, policy] of Object.entries({
    '/embed/@mira': 'discovery',
    [`/oembed?url=${url}`]: 'discovery',
    '/@mira/rss.xml': 'discovery',
    '/badge/@mira/thing-3.svg': 'read',
  })) {
    const { status, headers } = await limited.web(path)
    assert.equal(status, 200, path)
    assert.match(String(headers.ratelimit), new RegExp(`^"${policy}";`), path)
  }
})

test('without pages there is nothing to show in frames', async t => {
  const { web: other } = await start(t, {
    site: { ...neutralSite, features: { ...neutralSite.features, pages: false } },
  })
  for (const path of ['/embed/@mira', '/oembed?url=x', '/badge/@mira/thing-3.svg']) {
    assert.equal((await other(path)).status, 404, path)
  }
})

/** Fails unless the markup has only these elements. */
function assertElements(markup: string, allowed: readonly string[]): void {
  for (const [tag, name] of markup.matchAll(/<\/?([^\s>]*)[^>]*>/g))
    assert.ok(allowed.includes(name!.toLowerCase()), tag)
}

const cardElements = 'html head meta title link style body main div p h1 a b bdi span img !doctype'.split(' ')

test(`${hostileStrings.length} hostile strings are text in cards, oEmbed and badges`, async t => {
  const hostile = await start(t, { records: [...hostileRecords(), ...hostileStringRecords()] })
  const claims = hostileRecords().flatMap(record => {
    const { type, handle, slug } = record as { type: string; handle: string; slug: string }
    return type === 'creation' ? [`@${handle}/${slug}`] : type === 'creator' ? [`@${handle}`] : []
  })
  const strings = hostileStrings.map((_, i) => `@h${Math.floor(i / perCreator)}/s${i}`)
  for (const name of [...claims, ...strings, '@h0', '@h1']) {
    const card = (await hostile.web(`/embed/${name}`)).text
    assertElements(card.replace(/<style>.*?<\/style>/s, ''), cardElements)
    assert.doesNotMatch(card.replace(/<style>.*?<\/style>/s, ''), /<[^>]* on\w+=/)
    const url = encodeURIComponent(`${hostile.webUrl}/${name}`)
    const { html } = (await hostile.web(`/oembed?url=${url}`)).json()
    assertElements(html, ['iframe'])
    assertWellFormed((await hostile.web(`/oembed?url=${url}&format=xml`)).text)
    if (name.includes('/')) assertWellFormed((await hostile.web(`/badge/${name}.svg`)).text)
  }
})
