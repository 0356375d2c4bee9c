// What opens a creation: the address of its record, else the template of the site pack, else nothing.
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { neutralSite, type Site } from '../../src/site/site.ts'
import { start } from '../support/start-service.ts'

let open: Site['open'] = neutralSite.open
let app: Site['app'] = null
const site: Site = {
  ...neutralSite,
  get open() {
    return open
  },
  get app() {
    return app
  },
}
const load = async (changed: Partial<Site['open']>) => {
  open = { ...neutralSite.open, ...changed }
  await service.reloadSite()
}

const creation = (slug: string, more: object = {}) => ({ type: 'creation', handle: 'mira', slug, title: slug, ...more })
const records = [
  { type: 'creator', handle: 'mira', displayName: 'Mira' },
  creation('plain-one'),
  creation('own-one', { openUrl: 'https://own.example/?a=1&b=2' }),
]

const service = await start({ after }, { records, site })
const { api, web } = service
const page = async (path: string) => (await web(path, { headers: { accept: 'text/html' } })).text
const opened = async (path: string) => {
  const { items } = (await api(path)).json().data as { items: { slug: string; openUrl: string | null }[] }
  return Object.fromEntries(items.map(({ slug, openUrl }) => [slug, openUrl]))
}
const lists = [
  '/public/share/community',
  '/public/share/community?q=one',
  '/public/share/community?sort=recent&creator=mira',
]
const buttonIn = (text: string) =>
  /<a class="button" href="([^"]*)"[^>]*>([^<]*)<i [^>]*><\/i><\/a>/s.exec(text)?.slice(1)

const own = 'https://own.example/?a=1&b=2'

test('without a template only creations with an address of their own have one', async () => {
  for (const path of lists) assert.deepEqual(await opened(path), { 'plain-one': null, 'own-one': own }, path)
  assert.equal((await api('/public/share/app/mira/plain-one')).json().data.openUrl, null)
  const plain = await page('/@mira/plain-one')
  assert.equal(buttonIn(plain), undefined)
  assert.doesNotMatch(plain, /class="panel qr"/)
  const text = await page('/@mira/own-one')
  assert.deepEqual(buttonIn(text), ['https://own.example/?a=1&amp;b=2', 'Open'])
  assert.match(text, /<section class="panel qr"><div role="img" aria-label="[^"]+"><svg [^>]*viewBox/)
})

test('a template fills in the others, in every list and after it is loaded again', async () => {
  await load({ url: 'https://toolshed.example/{handle}/{slug}?"x', label: { en: 'Get it', de: 'Holen' } })
  const filled = 'https://toolshed.example/mira/plain-one?"x'
  for (const path of lists) assert.deepEqual(await opened(path), { 'plain-one': filled, 'own-one': own }, path)
  const share = (await api('/public/share/app/mira/plain-one')).json().data
  assert.equal(share.openUrl, filled)
  const text = await page('/@mira/plain-one?locale=de')
  assert.deepEqual(buttonIn(text), ['https://toolshed.example/mira/plain-one?&quot;x', 'Holen'])
  assert.match(text, /class="panel qr"/)
  const { items } = (await web('/feed.json')).json() as { items: { url: string; external_url: string }[] }
  assert.ok(items.every(({ external_url }) => external_url.startsWith('https://')))
})

test('the QR code can be turned off, and the scheme may be that of an app', async () => {
  await load({ url: 'toolshed://open/{handle}/{slug}', qr: false })
  const text = await page('/@mira/plain-one')
  assert.deepEqual(buttonIn(text), ['toolshed://open/mira/plain-one', 'Open'])
  assert.doesNotMatch(text, /class="panel qr"/)
  assert.match((await web('/@mira/plain-one.md')).text, /- open: .*toolshed:\/\/open\/mira/)
})

test('the note of the pack says where creations run that have no address', async () => {
  await load({ note: { en: 'Runs in the app.', de: 'Läuft in der App.' } })
  assert.match(await page('/@mira/plain-one?locale=de'), /<p class="runs" dir="auto">Läuft in der App\.<\/p>/)
  assert.match((await web('/@mira/plain-one.md')).text, /- runs: Runs in the app\./)
  assert.doesNotMatch(await page('/@mira/own-one'), /class="runs"/)
})

test('the product is the main action of the header, of the home page and of creations without an address', async () => {
  const linkIn = (text: string, style: string) =>
    new RegExp(`<a class="${style}" href="([^"]*)"><bdi>([^<]*)</bdi></a>`).exec(text)?.slice(1)
  await load({})
  assert.match(await page('/@mira/plain-one'), /<a class="button" [^>]*data-share/)
  assert.doesNotMatch(await page('/'), /class="button get"/)
  app = { url: 'https://toolshed.example/app?a=1&b=2', label: null }
  await load({})
  const address = 'https://toolshed.example/app?a=1&amp;b=2'
  for (const path of ['/', '/@mira/plain-one']) {
    const text = await page(`${path}?locale=fr`)
    assert.deepEqual(linkIn(text, 'button get'), [address, 'Obtenir l’app'], path)
    assert.deepEqual(linkIn(text, 'button'), [address, 'Obtenir l’app'], path)
  }
  assert.match(await page('/@mira/plain-one'), /<a class="button quiet" [^>]*data-share/)
  const own = await page('/@mira/own-one')
  assert.deepEqual([linkIn(own, 'button'), buttonIn(own)?.[1]], [undefined, 'Open'])
  for (const path of ['/index.md', '/@mira/plain-one.md'])
    assert.match((await web(path)).text, /- \[Get the app\]\(<?https:\/\/toolshed\.example\/app\?a=1&b=2>?\)/, path)
  app = { url: '/docs/product', label: { en: 'Get Toolshed' } }
  await load({})
  const ownPage = await page('/?locale=de')
  assert.deepEqual(linkIn(ownPage, 'button get'), [`${service.webUrl}/docs/product?locale=de`, 'Get Toolshed'])
})
