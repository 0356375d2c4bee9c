// Errors for people: in their language, and only for those who take pages.
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { languages, serviceLocales } from '../../src/languages/languages.ts'
import { breakableStore } from '../support/breakable-store.ts'
import { type Ask, type Reply, start } from '../support/start-service.ts'

const service = await start({ after })
const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const asPage = (path: string, headers: Record<string, string> = {}, more: Ask = {}): Promise<Reply> =>
  service.web(path, { ...more, headers: { Accept: browser, ...headers } })

const shown = (reply: Reply) => ({
  status: reply.status,
  heading: /<h1>(.*?)<\/h1>/.exec(reply.text)?.[1],
  html: /<html lang="([^"]*)" dir="([^"]*)"/.exec(reply.text)?.slice(1).join(' '),
  language: reply.headers['content-language'],
})

test('error pages use the language of the URL, otherwise of Accept-Language', async () => {
  for (const locale of serviceLocales) {
    const words = languages[locale].words
    const html = `${locale} ${locale === 'ar' ? 'rtl' : 'ltr'}`
    for (const reply of [
      await asPage(`/nowhere?locale=${locale}`),
      await asPage('/nowhere', { 'Accept-Language': `tlh, ${locale};q=0.8, *;q=0.1` }),
      await asPage(`/@nobody?locale=${locale}`, { 'Accept-Language': 'de, fr' }),
    ]) {
      assert.deepEqual(shown(reply), { status: 404, heading: words.errorMissing, html, language: locale })
      assert.match(String(reply.headers.vary), /Accept-Language/)
      if (locale !== 'en') assert.ok(reply.text.includes(`href="${service.webUrl}/?locale=${locale}"`))
    }
    const method = await asPage(`/community?locale=${locale}`, {}, { method: 'DELETE' })
    assert.deepEqual(shown(method), { status: 405, heading: words.errorBad, html, language: locale })
    const value = await asPage(`/community?sort=best&locale=${locale}`)
    assert.equal(shown(value).status, 422)
    if (locale !== 'en') assert.match(value.text, /<ul lang="en" dir="ltr"><li><code>sort<\/code>/)
    assert.equal(shown(await asPage(`/app/mine?locale=${locale}`)).heading, words.errorReserved)
  }
})

test('a missing page shows what is trending, in the language of the reader; other errors do not', async t => {
  const texts = { title: 'Water Log', summary: 'Count glasses.' }
  const creation = {
    type: 'creation',
    handle: 'mira',
    slug: 'water-log',
    kind: 'app',
    ...texts,
    translations: { de: { title: 'Wasserbuch' } },
    publishedAt: '2026-01-05T00:00:00Z',
  }
  const { open: openStore, breakDown } = breakableStore()
  const records = [{ type: 'creator', handle: 'mira', displayName: 'Mira' }, creation]
  const { web } = await start(t, { openStore, records })
  const get = async (path: string) => (await web(path, { headers: { Accept: browser } })).text
  assert.match(
    await get('/nowhere'),
    /<h2>Trending<\/h2><a class="see" href="[^"]*\/community">[\s\S]*<ul class="grid"><li class="card">[\s\S]*>Water Log<\/a>/,
  )
  assert.match(await get('/@nobody?locale=de'), />Wasserbuch<\/a>/)
  assert.doesNotMatch(await get('/community?sort=best'), /class="card"/)
  breakDown()
  const missing = await web('/nowhere?locale=fr', { headers: { Accept: browser } })
  assert.equal(missing.status, 404)
  assert.doesNotMatch(missing.text, /class="card"/)
})

test('too many, and a store that is away', async t => {
  const { open: openStore, breakDown } = breakableStore()
  const weak = await start(t, { openStore })
  const german = { headers: { Accept: browser, 'Accept-Language': 'de-AT' } }
  breakDown()
  const away = shown(await weak.web('/community', german))
  assert.deepEqual([away.status, away.heading], [503, languages.de.words.errorAway])
  const strict = await start(t, { config: { limits: { read: 1, discovery: 1, mcp: 1 } } })
  await strict.web('/nowhere', german)
  assert.deepEqual(shown(await strict.web('/nowhere', german)), {
    status: 429,
    heading: languages.de.words.errorMany,
    html: 'de ltr',
    language: 'de',
  })
})

test('only errors of the service show the id of the request', async t => {
  const { open: openStore, breakDown } = breakableStore()
  const weak = await start(t, { openStore })
  const get = (path: string) => weak.web(path, { headers: { Accept: browser } })
  for (const path of ['/nowhere', '/@nobody', '/community?sort=best', '/app/mine']) {
    const { text, headers } = await get(path)
    assert.ok(!text.includes(String(headers['x-request-id'])), path)
  }
  breakDown()
  const { status, text, headers } = await get('/community')
  assert.deepEqual([status, text.includes(String(headers['x-request-id']))], [503, true])
})

test('others get what they ask for, whatever their language', async () => {
  for (const accept of ['application/json', '*/*', 'application/problem+json', 'text/markdown']) {
    const reply = await service.web('/nowhere?locale=ar', { headers: { Accept: accept, 'Accept-Language': 'ar' } })
    assert.doesNotMatch(String(reply.headers['content-type']), /html/)
    assert.doesNotMatch(reply.text, /<html/)
  }
  for (const language of ['!!', 'x'.repeat(5000), 'en-US,en;q=0.5', ';;;', 'q=0']) {
    const reply = await asPage('/nowhere?locale=%00', { 'Accept-Language': language })
    assert.deepEqual([reply.status, reply.headers['content-language']], [404, 'en'])
  }
})
