// The documentation for people: topics, search, and pages in another language than the reader's.
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { nonRetryableStatuses, retryableStatuses } from '../../src/errors.ts'
import { languages, serviceLocales } from '../../src/languages/languages.ts'
import { operations } from '../../src/operations/index.ts'
import type { SitePage } from '../../src/site/site.ts'
import { demoSite } from '../support/demo-site.ts'
import { start } from '../support/start-service.ts'

const own = (slug: string, locale: string, menu: SitePage['menu'], title: string, markdown: string): SitePage => ({
  slug,
  locale,
  menu,
  title,
  summary: 'A page.',
  keywords: '',
  order: 25,
  markdown,
  updated: '2026-11-15',
  file: `pages/${locale}/${slug}.md`,
  line: 7,
})
const pages = [
  own('rules', 'en', 'docs', 'Rules', '## Pets\n\nDogs and **ferrets** are <welcome>.'),
  own('rules', 'de', 'docs', 'Regeln', '## Haustiere\n\nHunde und Frettchen sind willkommen.'),
  own('terms', 'en', 'footer', 'Terms', '## Use\n\nFerrets accept the terms.'),
  own('impressum', 'de', 'footer', 'Impressum', '## Wer\n\nWir sind es.'),
]
const footer = [{ label: { en: 'Privacy', ar: 'الخصوصية' }, url: 'https://example.org/privacy' }]
const site = { ...demoSite, footer, pages: [...demoSite.pages, ...pages] }
const { web, webUrl } = await start({ after }, { site })
const page = async (path: string): Promise<string> => (await web(path, { headers: { accept: 'text/html' } })).text

test('the index has every page under one topic, and so does the list beside every page', async () => {
  const index = await page('/docs')
  const linked = [...index.matchAll(/<h3><a href="([^"]+)">/g)].map(([, url]) => url!)
  assert.equal(new Set(linked).size, linked.length)
  for (const path of [
    'docs/start',
    'docs/community',
    'docs/rules',
    'docs/reference',
    'connect',
    'docs/mcp',
    'docs/changelog',
  ])
    assert.ok(linked.includes(`${webUrl}/${path}`), path)
  const topics = [...index.matchAll(/<h2 id="\w+">(.*?)<\/h2>/g)].map(([, title]) => title)
  assert.deepEqual(topics, ['Get started', 'About the site', 'Read API', 'AI agents', 'Service'])
  const beside = /<details class="pages">.*?<\/details>/s.exec(await page('/docs/errors'))![0]
  for (const url of linked) assert.ok(beside.includes(`href="${url}"`), url)
  assert.ok(beside.includes(`<a href="${webUrl}/docs/errors" aria-current="page">`))
  const markdown = (await web('/docs.md')).text
  for (const url of linked) assert.ok(markdown.includes(`<${url}.md>`), url)
  for (const title of topics) assert.ok(markdown.includes(`## ${title}\n`), title)
})

test('the list of pages comes before the page', async () => {
  const text = await page('/docs/errors')
  assert.ok(text.indexOf('<details class="pages">') < text.indexOf('<article class="doc"'))
})

test('the contents of a page list the reads below their section', async () => {
  const contents = /<details class="toc">.*?<\/details>/s.exec(await page('/docs/read-api'))![0]
  const reads = operations.map(({ name }) => `<li><a href="#${name}">${name}</a></li>`).join('')
  assert.ok(
    contents.includes(`<li><a href="#reads">Reads</a><ul>${reads}</ul></li><li><a href="#shapes">Shapes</a></li>`),
  )
})

test('the reference lists an operation once, with its aliases, and what is refused last', async () => {
  const text = await page('/docs/reference')
  const index = /<nav class="operations".*?<\/nav>/s.exec(text)![0]
  const rows = [...index.matchAll(/<li><a href="#(\w+)"><b>(\w+)<\/b><code>(.*?)<\/code>/g)]
  assert.equal(new Set(rows.map(([, , method, path]) => `${method} ${path}`)).size, rows.length)
  assert.match(
    index,
    /<code>\/ask<\/code><\/a>.*?Also at <code>\/api\/ask<\/code>, <code>\/nlweb\/ask<\/code>, <code>\/\{locale\}\/ask<\/code>/,
  )
  for (const [, id] of rows) assert.ok(text.includes(`<section class="operation" id="${id}">`), id!)
  assert.ok(text.includes('<code id="askServiceApiAlias">/api/ask</code>'))
  assert.doesNotMatch(text, /curl (?:-X POST )?&#39;\/|curl (?:-X POST )?'\//)
  const groups = [...index.matchAll(/<li><b>(.*?)<\/b><ul>/g)].map(([, name]) => name)
  assert.deepEqual(groups, [
    'community',
    'users',
    'apps',
    'Ask',
    'Ask jobs',
    'Batch reads',
    'MCP',
    'Status',
    'Not available',
  ])
  assert.match((await web('/docs/reference.md')).text, /\*\*GET\*\* `\/ask`, also at `\/api\/ask`/)
})

test('what connects an assistant begins with its button, and has something to copy', async () => {
  const text = await page('/connect')
  for (const [id, url] of [
    ['vs-code', 'vscode:mcp/install?'],
    ['cursor', 'cursor://'],
    ['claude', 'https://claude.ai/'],
    ['chatgpt', 'https://chatgpt.com/'],
  ] as const) {
    const recipe = text.slice(text.indexOf(`<section class="panel" id="${id}">`)).split('</section>', 1)[0]!
    const [button, code] = [recipe.indexOf(`href="${url}`), recipe.indexOf('<pre')]
    assert.ok(button > 0 && button < code, id)
  }
})

test('long paths in texts can be broken after a slash, and code blocks are unchanged', async () => {
  const text = await page('/docs/read-api')
  assert.ok(text.includes('<code class="long">/public/<wbr>share/<wbr>user/<wbr>{handle}/<wbr>followers</code>'))
  assert.ok(text.includes('<code>/public/share/tags</code>'))
  assert.ok(text.includes('<code>{&quot;code&quot;: 0, &quot;data&quot;: …}</code>'))
  for (const [block] of text.matchAll(/<pre.*?<\/pre>/gs)) assert.doesNotMatch(block, /<wbr>|class="long"/)
})

test('the table of status codes names those to retry', async () => {
  const markdown = (await web('/docs/errors.md')).text
  const rows = [...markdown.matchAll(/^\| (\d{3}) \| .* \| (.*) \|$/gm)].map(([, code, retry]) => ({ code, retry }))
  const codesWith = (isWanted: (retry: string) => boolean) =>
    rows.filter(({ retry }) => isWanted(retry!.trim())).map(({ code }) => Number(code))
  assert.deepEqual(
    codesWith(retry => retry !== '' && retry !== 'no'),
    retryableStatuses,
  )
  const refused = codesWith(retry => retry === 'no')
  for (const status of nonRetryableStatuses) assert.ok(refused.includes(status), String(status))
})

const hits = (text: string) =>
  [...text.matchAll(/<li lang="(\w+)" dir="\w+"><h2><a href="([^"]+)">(.*?)<\/a><\/h2><p>(.*?)<\/p>/g)].map(
    ([, locale, url, title, snippet]) => ({ locale, url, title, snippet }),
  )

test('search links to sections and marks the words', async () => {
  const text = await page('/docs?q=rate+limits')
  const [first] = hits(text)
  assert.equal(first!.url, `${webUrl}/docs/limits#rate-limits`)
  assert.match(first!.snippet!, /<mark>limits?<\/mark>/)
  assert.match(text, /<input id="docs-q" type="search" name="q" value="rate limits"/)
  assert.match(text, /<meta name="robots" content="noindex">/)
  const markdown = (await web('/docs.md?q=rate+limits')).text
  assert.ok(markdown.includes(`](<${webUrl}/docs/limits#rate-limits>)`))
})

test('search finds the pages of the site pack, each in the language of the reader', async () => {
  const english = hits(await page('/docs?q=ferrets'))
  assert.deepEqual(english.map(({ url, locale }) => [url, locale]).sort(), [
    [`${webUrl}/docs/rules#pets`, 'en'],
    [`${webUrl}/pages/terms#use`, 'en'],
  ])
  const pets = english.find(({ title }) => title === 'Rules: Pets')!
  assert.equal(pets.snippet, 'Dogs and <mark>ferrets</mark> are &lt;welcome&gt;.')
  const german = hits(await page('/docs?q=Frettchen&locale=de'))
  assert.deepEqual(german[0], {
    locale: 'de',
    url: `${webUrl}/docs/rules?locale=de#haustiere`,
    title: 'Regeln: Haustiere',
    snippet: 'Hunde und <mark>Frettchen</mark> sind willkommen.',
  })
  assert.deepEqual(hits(await page('/docs?q=Frettchen')), [])
})

test('search without results, without words, and with too many characters', async () => {
  assert.ok((await page('/docs?q=zqxjv&locale=ja')).includes(languages.ja.words.nothing))
  assert.match((await web('/docs.md?q=zqxjv')).text, /Nothing matches/)
  assert.match(await page('/docs?q=&locale='), /<h1>Documentation<\/h1>/)
  assert.match(await page('/docs?q=+++'), /<h1>Documentation<\/h1>/)
  assert.match(await page('/docs?q=%3Cb%3E'), /<bdi>&lt;b&gt;<\/bdi>/)
  assert.equal((await web(`/docs?q=${'x'.repeat(200)}`)).status, 200)
  assert.equal((await web(`/docs?q=${'x'.repeat(201)}`)).status, 422)
  assert.equal((await web('/docs?q=a&q=b')).status, 400)
})

test('a page in another language says so in that of the reader', async () => {
  for (const locale of serviceLocales) {
    const language = new Intl.DisplayNames(locale, { type: 'language' }).of('en')!
    const note = `<p class="notice only-in">${languages[locale].words.onlyIn.replace('{language}', language)} <a`
    for (const path of ['/docs', '/docs/errors', '/docs/reference', '/pages/terms']) {
      const text = await page(`${path}?locale=${locale}`)
      assert.equal(text.includes(note), locale !== 'en', `${path} ${locale}`)
      assert.match(text, /<article class="doc" lang="en" dir="ltr">/)
    }
  }
  assert.ok(!(await page('/docs/rules?locale=de')).includes('only-in'))
  assert.match(await page('/pages/impressum'), /only available in German\..*<article class="doc" lang="de" dir="ltr">/s)
})

test('the footer is for visitors; what programs read has a group of its own', async () => {
  for (const locale of serviceLocales) {
    const { words } = languages[locale]
    const text = /<footer>.*<\/footer>/s.exec(await page(`/?locale=${locale}`))![0]
    const [, community, about, developers] = text.split('<h2>') as [string, string, string, string]
    const at = locale === 'en' ? '' : `?locale=${locale}`
    for (const path of ['/community', '/feed.atom', '/rss.xml', '/feed.json'])
      assert.ok(community.includes(`href="${webUrl}${path}${at}"`), path)
    for (const path of ['/docs/community', '/status', '/pages/terms', '/pages/impressum'])
      assert.ok(about.includes(`href="${webUrl}${path}${at}"`), path)
    assert.ok(about.includes('href="https://example.org/privacy"'))
    assert.ok(developers.startsWith(`${words.forDevelopers}</h2>`))
    for (const path of ['/docs', '/docs/reference', '/connect'])
      assert.ok(developers.includes(`href="${webUrl}${path}${at}"`), path)
    const header = /<header class="bar">.*<\/header>/s.exec(await page(`/?locale=${locale}`))![0]
    assert.doesNotMatch(header, /href="[^"]*\/(?:docs|connect)/)
    for (const path of ['/openapi.json', '/llms.txt']) {
      assert.ok(developers.includes(`href="${webUrl}${path}"`), path)
      assert.ok(!about.includes(path) && !community.includes(path))
    }
    for (const other of serviceLocales) assert.ok(developers.includes(`hreflang="${other}"`), other)
  }
})
