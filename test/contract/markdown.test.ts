// The Markdown form of every page has everything that its HTML form has: texts and links.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test, { suite } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import { demoRecords } from '../../demo/demo.ts'
import { pages } from '../../src/routes/pages-table.ts'
import { neutralSite } from '../../src/site/site.ts'
import { pagesOf } from '../pages/navigating.ts'
import { type Running, start } from '../support/start-service.ts'
import { missingLinks, missingTexts } from './page-forms.ts'

const filled = await start(test, { records: [...demoRecords({ creations: 300 })] })
const small = await start(test, { records: [...demoRecords({ creations: 4 })] })
const empty = await start(test, { records: [] })
const packages = await start(test, { records: packageRecords(400), site: neutralSite })

/** Some packages of Debian as creations, with all their maintainers, in a neutral site. */
function packageRecords(creations: number): object[] {
  const file = new URL('../../bench/search/debian.ndjson.zst', import.meta.url)
  const lines = zstdDecompressSync(readFileSync(file)).toString().trim().split('\n')
  const records = lines.map(line => JSON.parse(line) as { type: string })
  const of = (...types: string[]) => records.filter(({ type }) => types.includes(type))
  return [...of('category', 'tag', 'creator'), ...of('creation').slice(0, creations)]
}

type Named = { handle: string; slug: string }

/** The requests for each page of the table, with every kind of selection. */
async function pathsOf({ api }: Running): Promise<Record<string, string[]>> {
  const read = async (path: string) => (await api(`/public/share/${path}`)).json().data
  const works: Named[] = (await read('community?sort=remixed&limit=2')).items
  const [tag] = (await read('tags?limit=1')).items.map(({ key }: { key: string }) => key)
  const people: Named[] = (await read('creators?limit=2')).items
  const each = (path: (item: Named) => string, items = works) => items.map(path)
  const selections = [
    '', '?kind=game&sort=liked', '?category=health', '?category=health&kind=tracker&featuredOnly=true', '?language=es',
    `?tag=${tag}`, `?tag=${tag},daily&sort=recent`, '?q=water', '?q=watre', '?q=water+zebra+lamp', '?q=nothingatall', '?q=mira',
    ...each(({ handle }) => `?creator=${handle}`), ...each(({ handle, slug }) => `?remixOf=${handle}/${slug}`),
  ] // biome-ignore format: by topic
  return {
    '/': ['/'],
    '/community': selections.map(query => `/community${query}`),
    '/tags': ['/tags', '/tags?q=wat'],
    '/categories': ['/categories'],
    '/creators': ['', '?sort=recent', '?q=ma', '?q=mraz'].map(query => `/creators${query}`),
    '/@:handle': each(({ handle }) => `/@${handle}`, [...works, ...people]).flatMap(path => [
      path,
      `${path}?sort=recent`,
    ]),
    '/@:handle/followers': each(({ handle }) => `/@${handle}/followers`, people),
    '/@:handle/following': each(({ handle }) => `/@${handle}/following`, people),
    '/@:handle/:slug': each(({ handle, slug }) => `/@${handle}/${slug}`),
    '/@:handle/:slug/remixes': each(({ handle, slug }) => `/@${handle}/${slug}/remixes`),
    others: ['/connect', '/status', '/docs', '/pages/about'],
  }
}

async function compare(service: Running, path: string): Promise<void> {
  const { get } = pagesOf(service)
  const [html, markdown] = [await get(path), await get(path, 'text/markdown')]
  assert.equal(markdown.status, html.status, path)
  if (html.status !== 200) return
  assert.match(markdown.headers['content-type']!, /^text\/markdown/, path)
  const forms = { html: html.text, markdown: markdown.text }
  assert.deepEqual({ path, links: missingLinks(forms, service.webUrl, path) }, { path, links: [] })
  assert.deepEqual({ path, texts: missingTexts(forms) }, { path, texts: [] })
}

suite('Markdown has all that HTML has', async () => {
  for (const [name, service] of Object.entries({ filled, small, empty, packages })) {
    const paths = await pathsOf(service)
    test(`on every page of the table (${name})`, () => {
      assert.deepEqual(
        pages.map(({ url }) => url).filter(url => paths[url] === undefined),
        [],
      )
    })
    for (const [url, requests] of Object.entries(paths)) {
      test(`${url} (${name})`, async () => {
        for (const path of requests) await compare(service, path)
      })
    }
  }

  test('with a limit it is the list only', async () => {
    const { get } = pagesOf(filled)
    const markdown = async (path: string) => (await get(path, 'text/markdown')).text
    assert.match(await markdown('/community?kind=game'), /^## Filters$/m)
    const listed = await markdown('/community?kind=game&limit=24')
    assert.doesNotMatch(listed, /## Filters|- Sort:|- Feeds:/)
    assert.match(listed, /^- \[/m)
    assert.doesNotMatch(await markdown('/creators?limit=24'), /- Sort:/)
  })
})
