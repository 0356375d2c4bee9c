// A service with a site pack: what pages show, and what happens when the pack changes.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startService } from '../../../src/app.ts'
import { readSite } from '../../../src/site/read.ts'
import { neutralSite } from '../../../src/site/site.ts'
import { start } from '../../support/start-service.ts'
import { packFolder, testWatch } from './watch-suite.ts'

const page = { headers: { accept: 'text/html' } }

function siteOf(folder: string) {
  const { site, problems } = readSite(folder)
  assert.deepEqual(problems, [])
  return site
}

test('pages have the name, logo, colours, font, style sheet, links and scripts of the pack', async t => {
  const folder = packFolder(
    t,
    {
      name: { en: 'Toolshed', de: 'Schuppen' },
      logo: 'logo.svg',
      icon: 'icon.svg',
      font: 'own.woff2',
      css: 'own.css',
      colors: { accent: '#0b6b53', paper: { light: '#fffef8', dark: '#101512' } },
      nav: [{ label: { en: 'Forum', de: 'Forum (de)' }, url: 'https://forum.example/' }],
      footer: [{ label: 'Imprint', url: '/tags' }],
      head: {
        scripts: [{ src: 'https://stats.example/s.js', attributes: { 'data-domain': 'a"b' } }],
        origins: ['https://in.example'],
      },
    },
    {
      'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>',
      'icon.svg':
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#0b6b53"/></svg>',
      'own.woff2': 'not really a font',
      'own.css': '.hero{border:3px solid}',
    },
  )
  const site = siteOf(folder)
  const { web, webUrl } = await start(t, { site })
  const home = await web('/', page)
  assert.match(home.text, /<title>Toolshed<\/title>/)
  assert.ok(home.text.includes(`<img src="${webUrl}${site.logo!.path}"`))
  assert.ok(home.text.includes('<a href="https://forum.example/" dir="auto">Forum</a>'))
  assert.ok(home.text.includes(`<a href="${webUrl}/tags" dir="auto">Imprint</a>`))
  assert.ok(home.text.includes('<script src="https://stats.example/s.js" defer data-domain="a&quot;b"></script>'))
  assert.match(home.text, /theme-color" content="#fffef8" media="\(prefers-color-scheme: light\)"/)
  const policy = String(home.headers['content-security-policy'])
  assert.match(policy, /script-src [^;]* https:\/\/stats\.example https:\/\/in\.example;/)
  assert.match(policy, /connect-src [^;]* https:\/\/in\.example;/)
  assert.match(policy, /font-src /)
  const german = await web('/?locale=de', page)
  assert.match(german.text, /<title>Schuppen<\/title>/)
  assert.ok(german.text.includes('>Forum (de)</a>'))
  const sheet = await web(/href="[^"]*(\/assets\/site-[^"]+\.css)"/.exec(home.text)![1]!)
  assert.match(sheet.text, /--accent:light-dark\(#0b6b53,#[0-9a-f]{6}\)/)
  assert.match(sheet.text, /@font-face\{font-family:site/)
  assert.ok(sheet.text.endsWith('.hero{border:3px solid}'))
  for (const file of [site.logo!, site.font!]) {
    const served = await web(file.path)
    assert.deepEqual([served.status, served.headers['content-type']], [200, file.type])
    assert.match(String(served.headers['cache-control']), /immutable/)
    assert.deepEqual(served.body, file.bytes)
  }
  assert.equal((await web('/art/site/icon.svg')).text, site.icon!.bytes.toString())
  assert.equal((await web('/art/site/icon-192.png')).headers['content-type'], 'image/png')
  const manifest = (await web('/manifest.webmanifest')).json()
  assert.deepEqual([manifest.name, manifest.background_color], ['Toolshed', '#fffef8'])
})

test('agents get the name of the site, and share images its colours', async t => {
  const pack = siteOf(packFolder(t, { name: { en: 'Tool Shed', de: 'Schuppen' }, colors: { accent: '#0b6b53' } }))
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
  const images: Buffer[] = []
  for (const [site, name, title] of [
    [pack, 'tool-shed', 'Tool Shed'],
    [neutralSite, 'vitrine', 'Community'],
  ] as const) {
    const { api, web } = await start(t, { site })
    const { serverInfo } = (await api('/mcp', { method: 'POST', headers, body })).json().result
    assert.deepEqual([serverInfo.name, serverInfo.title], [name, title])
    const docs = (await web('/mcp', { method: 'POST', headers, body })).json().result.serverInfo
    assert.equal(docs.name, `${name}-docs`)
    assert.equal((await web('/openapi.json')).json().info.license, undefined)
    images.push((await web('/art/share/mira/water-log.png')).body)
  }
  assert.notDeepEqual(images[0], images[1])
})

test('titles fit the site, and nothing is offered that is not there', async t => {
  const stats = { likes: { label: { en: 'Stars', de: 'Sterne' } } }
  const site = siteOf(packFolder(t, { name: 'Tool Shed', stats, home: ['intro', 'rails'], rails: ['liked', 'recent'] }))
  const creation = (slug: string, more: object) => ({ type: 'creation', handle: 'ann', slug, title: slug, ...more })
  const records = [
    { type: 'creator', handle: 'ann', displayName: 'Ann' },
    creation('one', {
      kind: 'app',
      stats: { views: 1, plays: 1, likes: 9, remixes: 0 },
      publishedAt: '2026-01-02T00:00:00Z',
    }),
    creation('two', {
      kind: 'app',
      stats: { views: 9, plays: 9, likes: 1, remixes: 2 },
      publishedAt: '2026-01-03T00:00:00Z',
    }),
    // Short lists have neither rails nor filters.
    ...Array.from({ length: 10 }, (_, i) =>
      creation(`more-${i}`, { kind: 'app', stats: { views: 5, plays: 5, likes: i + 1, remixes: 0 } }),
    ),
  ]
  const { web, bring } = await start(t, { site, records })
  const home = async (locale: string) => (await web(`/?locale=${locale}`, page)).text
  assert.match(await home('en'), /<h2 id="rail-liked">Most stars<\/h2>/)
  assert.match(await home('de'), /<h2 id="rail-liked">Meiste Sterne<\/h2>/)
  assert.match((await web('/index.md')).text, /^## Most stars$/m)
  const explorer = (await web('/community', page)).text
  assert.doesNotMatch(explorer, /<h1>Community|featuredOnly=true/)
  assert.match(explorer, /<title>Explore · Tool Shed<\/title>/)
  assert.match((await web('/community?sort=liked', { headers: { accept: 'text/markdown' } })).text, /most stars first/)
  await bring([creation('two', { kind: 'app', featured: true })])
  while (!(await web('/community', page)).text.includes('featuredOnly=true')) await sleep(50)
})

test('a changed pack is used after a reload; one with problems is not', async t => {
  const folder = packFolder(t, { name: 'Before' })
  const own = await start(t)
  const service = await startService({ ...own.config, sitePack: folder }, { drainMs: 0 })
  t.after(() => service.close())
  const title = async () => /<title>([^<]*)/.exec(await (await fetch(`${service.webUrl}/`, page)).text())?.[1]
  const openapi = async () =>
    ((await (await fetch(`${service.webUrl}/openapi.json`)).json()) as { info: { title: string } }).info.title
  assert.deepEqual([await title(), await openapi()], ['Before', 'Before public read API'])
  writeFileSync(join(folder, 'site.json'), '{ "name": "After" }')
  await service.reloadSite()
  assert.deepEqual([await title(), await openapi()], ['After', 'After public read API'])
  writeFileSync(join(folder, 'site.json'), '{ "nme": "Broken" }')
  await assert.rejects(service.reloadSite(), /site\.json:1:3: nme is not a known key/)
  assert.equal(await title(), 'After')
  writeFileSync(join(folder, 'site.json'), '{ "name": "Again" }')
  await Promise.all([service.reloadSite(), service.reloadSite()])
  assert.equal(await title(), 'Again')
})

test('requests during reloads are all answered', async t => {
  const folder = packFolder(t, { name: 'Busy' })
  const own = await start(t)
  const service = await startService({ ...own.config, sitePack: folder }, { drainMs: 0 })
  t.after(() => service.close())
  let isReloading = true
  const read = async () => {
    const statuses = new Set<number>()
    while (isReloading) statuses.add((await fetch(`${service.apiUrl}/public/share/community`)).status)
    return [...statuses]
  }
  const readers = [read(), read(), read()]
  for (let i = 0; i < 3; i++) await service.reloadSite()
  isReloading = false
  for (const statuses of await Promise.all(readers)) assert.deepEqual(statuses, [200])
})

testWatch(['--watch'])
