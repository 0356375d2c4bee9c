// Pages of a site pack that name no menu are linked for visitors.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import { loadSite } from '../../src/site/read.ts'
import { start } from '../support/start-service.ts'

test('pages without a menu are linked on the home page and in the footer', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-pack-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const locale of ['en', 'de']) mkdirSync(join(folder, 'pages', locale), { recursive: true })
  const write = (name: string, head: string) =>
    writeFileSync(join(folder, 'pages', name), `---\n${head}\n---\n\nText.\n`)
  writeFileSync(join(folder, 'site.json'), '{ "name": "Pottery" }')
  write('en/visiting.md', 'title: Visiting\norder: 1')
  write('de/visiting.md', 'title: Besuch\norder: 1')
  write('en/about.md', 'title: About us')
  write('en/internal.md', 'title: Internal\nmenu: docs')
  const site = loadSite(folder)
  const { web, webUrl } = await start(t, { site })
  const home = async (locale: string) => (await web(`/?locale=${locale}`, { headers: { accept: 'text/html' } })).text
  const linksIn = (text: string) => [...text.matchAll(/href="[^"]*\/docs\/(about|visiting|internal)\b[^>]*>([^<]*)</g)]
  const english = linksIn(await home('en')).map(([, , title]) => title)
  assert.deepEqual(english, ['About us', 'Visiting', 'About us', 'Visiting'])
  const german = linksIn(await home('de')).map(([, , title]) => title)
  assert.deepEqual(german, ['About us', 'Besuch', 'About us', 'Besuch'])
  assert.match((await web('/index.md')).text, new RegExp(`## Pages\n\n- \\[About us\\]\\(<?${webUrl}/docs/about\\.md`))
  const withoutDocs = await start(t, { site: { ...site, features: { ...site.features, docs: false } } })
  assert.deepEqual(linksIn((await withoutDocs.web('/', { headers: { accept: 'text/html' } })).text), [])
})
