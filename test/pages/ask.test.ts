// The page for questions: suggestions first, then answers with cards and readable sources.
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { languages, serviceLocales } from '../../src/languages/languages.ts'
import { operations } from '../../src/operations/index.ts'
import { neutralSite } from '../../src/site/site.ts'
import { type Running, start } from '../support/start-service.ts'

const service = await start({ after })
await service.prepare()
const { web } = service
const page = async (query: string, locale = 'en'): Promise<string> => {
  const path = `/ask?query=${encodeURIComponent(query)}&locale=${locale}`
  return (await web(path, { headers: { accept: 'text/html' } })).text
}
const asked = async ({ web }: Running, query: string, locale = 'en') => {
  const body = JSON.stringify({ query, locale })
  return (await web('/ask', { method: 'POST', headers: { 'content-type': 'application/json' }, body })).json()
}

test('before a question there are suggestions and no answer', async () => {
  for (const locale of serviceLocales) {
    const text = await page('', locale)
    assert.doesNotMatch(text, /class="answer"/, locale)
    assert.match(text, /<section id="suggestions"[^>]*>.*class="chip".*<div id="answers"/s, locale)
  }
  assert.match(await page('How much does it cost?'), /class="answer".*<section id="suggestions"/s)
})

const trending: Record<string, string> = {
  en: 'What is trending right now?',
  de: 'Was ist gerade im Trend?',
  ja: 'いま話題の作品は？',
  ar: 'ما الرائج الآن؟',
}

test('creations are cards with images, and the answer does not name them again', async () => {
  for (const [locale, query] of Object.entries(trending)) {
    const { answer, results, metadata } = await asked(service, query, locale)
    const { start_index, end_index } = metadata.list
    const named = answer.slice(start_index, end_index)
    for (const { name } of results) assert.ok(named.includes(name), `${locale}: ${named}`)
    const text = await page(query, locale)
    const said = /<p class="said"[^>]*>(.*?)<\/p>/s.exec(text)![1]!
    const cards = [...text.matchAll(/<li><img src="([^"]+)"[^>]*><div><h4><a href="([^"]+)"/g)]
    assert.equal(cards.length, results.length)
    for (const { name } of results) assert.ok(!said.includes(name), said)
    assert.doesNotMatch(said, /[:：]\s*[.。।<]/u)
    // The list is the source: it is linked above the cards.
    assert.doesNotMatch(text, /<sup>|id="source-/)
    if (results.length >= 4) assert.match(text, /<h3>[^<]*<a class="see" href="[^"]*\/community\?/)
    const image = new URL(cards[0]![1]!)
    assert.equal((await web(image.pathname + image.search)).status, 200)
  }
})

test('an answer that only says what is listed is the heading of the list', async () => {
  const text = await page('creations by mira')
  const { answer, results } = await asked(service, 'creations by mira')
  assert.ok(results.length >= 4 && answer.includes(results[0].name), answer)
  const [, title] = /<div class="reply title"><p class="said"[^>]*>([^<]*)<\/p>/.exec(text)!
  assert.match(answer, new RegExp(`^${title}: .*\\.$`))
})

test('creations that are compared are the columns of a table', async () => {
  const text = await page('Thing 1 or Thing 2?')
  assert.match(text, /<div class="reply title"><p class="said"[^>]*>Thing 1\sand Thing 2<\/p>/)
  assert.doesNotMatch(text, /class="sources"/)
  const columns = [...text.matchAll(/<th scope="col">.*?<a [^>]*>([^<]*)</g)].map(([, name]) => name)
  assert.deepEqual(columns, ['Thing 1', 'Thing 2'])
  const rows = [...text.matchAll(/<tr><th scope="row">(.*?)<\/th><td>(.*?)<\/td><td>(.*?)<\/td>/g)]
  assert.deepEqual(rows.map(([, label]) => label).slice(0, 3), ['Creator', 'Category', 'Published'])
  assert.deepEqual(rows.find(([, label]) => label === 'Likes')!.slice(2), ['2', '<b>4</b>'])
  assert.match(await page('Which has more likes, Thing 1 or Thing 2?'), /<div class="reply">.*4 − 2 = 2/s)
})

test('an answer about a single creation has its picture and a link, and no card that repeats it', async () => {
  const { answer, results } = await asked(service, 'What is Thing 1?')
  assert.equal(results.length, 1)
  const { description, schema_object } = results[0]
  assert.ok(answer.includes(description.replace(/\.$/, '')) && answer.includes(schema_object.author.name), answer)
  const text = await page('What is Thing 1?')
  const link = `<p class="details"><a class="button quiet" href="${RegExp.escape(results[0].url)}">`
  assert.match(
    text,
    new RegExp(
      `<div class="reply about"><img [^>]+><div><h3 class="name"><a [^>]+>Thing 1</a></h3><p class="said".*${link}`,
      's',
    ),
  )
  assert.doesNotMatch(text, /class="(found|sources)"/)
})

test('a creator is a card, too', async () => {
  const { results } = await asked(service, 'Who is @mira?')
  assert.equal(results[0]['@type'], 'Person')
  const text = await page('Who is @mira?')
  assert.match(text, new RegExp(`<li><img class="avatar" [^>]+><div><h4><a href="${RegExp.escape(results[0].url)}"`))
  const sources = [...text.matchAll(/id="source-(\d+)"/g)].map(([, number]) => number)
  assert.deepEqual(sources, ['1'], 'each source once')
  const cited = new Set([...text.matchAll(/<sup><a href="#source-(\d+)">/g)].map(([, number]) => number))
  assert.deepEqual([...cited], sources)
})

test('sources have titles for people', async () => {
  const names = operations.map(({ name }) => name)
  for (const query of [...Object.values(trending), 'Who is @mira?', 'Most used tags', 'How many games are there?']) {
    const { citations } = await asked(service, query)
    assert.ok(citations.length > 0, query)
    for (const { title } of citations) assert.ok(title !== '' && !names.some(name => title.includes(name)), title)
  }
})

test('sources are pages in the language of the reader, not responses of the API', async () => {
  const links = (text: string) =>
    [...text.matchAll(/<a href="([^"]+)" id="source-/g)].map(([, url]) => url!.replaceAll('&amp;', '&'))
  const sources = links(await page('Welche Schlagwörter sind am beliebtesten?', 'de'))
  assert.equal(new URL(sources[0]!).searchParams.get('locale'), 'de')
  for (const url of sources) assert.doesNotMatch(url, /\/public\//)
  const [docs] = links(await page('Wie viele Anfragen darf ich pro Minute senden?', 'de'))
  assert.match(docs!, /\/docs\/limits\?locale=de#/)
})

test('a question without an answer has no source, but a link that searches for its words', async () => {
  const query = 'Why is the sky blue?'
  const { answered, metadata } = await asked(service, query)
  assert.equal(answered, false)
  assert.equal(metadata.search, 'sky blue')
  for (const locale of serviceLocales) {
    const text = await page(query, locale)
    assert.doesNotMatch(text, /id="source-|<sup>/, locale)
    const at = locale === 'en' ? '' : `&amp;locale=${locale}`
    const url = `${service.webUrl}/community?q=sky%20blue${at}`
    assert.ok(text.includes(`<a class="see" href="${url}">`), locale)
    assert.ok(text.includes(`name="query" value="${query}"`), locale)
  }
})

test('a site pack suggests its pages', async t => {
  const about = { summary: 'A page.', keywords: '', order: 1, updated: '2026-11-15', file: 'pages/x.md', line: 7 }
  const markdown = '## When\n\nEvery Thursday.'
  const own = { ...about, slug: 'meetings', locale: 'en', menu: 'nav' as const, title: 'Meetings', markdown }
  const { web } = await start(t, { site: { ...neutralSite, pages: [own] } })
  const { text } = await web('/ask', { headers: { accept: 'text/html' } })
  assert.match(text, /<section id="suggestions"[^>]*>.*?<a class="chip"[^>]*>Meetings<\/a>/s)
  const { text: german } = await web('/pages/meetings?locale=de', { headers: { accept: 'text/html' } })
  const menu = /<nav aria-label.*?<\/nav>/s.exec(german)![0]
  assert.match(menu, /aria-current="page">Meetings</)
})

test('the words of results are in the language of the answer', async () => {
  const { citations } = await asked(service, 'Welche Schlagwörter werden am meisten verwendet?', 'de')
  const { tags } = languages.de.words
  assert.deepEqual([citations[0].title, citations[1].title], [tags, `${tags} (API)`])
})

test('without documentation, answers cite addresses that exist', async t => {
  const features = { ...neutralSite.features, docs: false }
  const off = await start(t, { site: { ...neutralSite, features } })
  for (const query of [
    '',
    'How many requests per minute?',
    'Delete my app',
    'Why is the sky blue?',
    'What is a remix?',
  ]) {
    const { citations, results, answer } = await asked(off, query)
    assert.ok(citations.length > 0, query)
    assert.doesNotMatch(answer, /\/docs\b|\/changelog/)
    for (const { url } of [...citations, ...results]) {
      assert.doesNotMatch(url, /\/docs\//)
      const { host, pathname, search } = new URL(url)
      const reply = await (host === new URL(off.webUrl).host ? off.web : off.api)(pathname + search)
      assert.equal(reply.status, 200, url)
    }
  }
  const { answer } = await asked(off, 'Where is the documentation?')
  assert.doesNotMatch(answer, /\/docs\b/)
})
