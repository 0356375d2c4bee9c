// The ui:// views take up the looks, the language and the room of their host, and let nobody else's script run.
import assert from 'node:assert/strict'
import test, { after, afterEach, beforeEach } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import { hostileRecords } from '../../support/hostile-community.ts'
import { smallCommunity, start } from '../../support/start-service.ts'
import { inOneProcess, launch } from './chromium.ts'
import { type Host, openHost, serveHost } from './views-host.ts'

const service = await start({ after }, { records: [...smallCommunity(), ...hostileRecords()] })
const browser = await launch({ after }, inOneProcess)
const hostUrl = await serveHost({ after })

let host: Host
beforeEach(async () => {
  host = await openHost(browser, hostUrl, service)
})
afterEach(async () => {
  const { complaints } = host
  await host.close()
  assert.deepEqual(complaints, [])
})

// What runs in the view knows these.
type Element = {
  dir: string
  lang: string
  scrollWidth: number
  getBoundingClientRect(): { height: number }
  contentWindow: { postMessage(data: unknown, target: string): void }
}
declare const document: {
  documentElement: Element
  body: Element
  querySelector(selector: string): Element
  querySelectorAll(selector: string): Element[]
}
declare const getComputedStyle: (element: Element) => Record<'backgroundColor' | 'colorScheme' | 'paddingTop', string>
declare const innerWidth: number
declare const window: object
declare const dispatchEvent: (event: object) => void
declare const MessageEvent: new (type: string, init: object) => object

type Bridge = { setHostContext(context: object): void }
const change = (context: object) =>
  host.page.evaluate(given => (globalThis as unknown as { bridge: Bridge }).bridge.setHostContext(given), context)

const feed = { name: 'get_community_feed', arguments: { category: 'play' } }
const background = () => getComputedStyle(document.documentElement).backgroundColor

test('theme and colours, at first and when they change', async () => {
  const view = await host.play(feed, { hostContext: { theme: 'dark' } })
  const dark = await view.evaluate(background)
  await change({ theme: 'light' })
  await view.waitForFunction(() => getComputedStyle(document.documentElement).colorScheme === 'light')
  assert.notEqual(await view.evaluate(background), dark)
  await change({ theme: 'light', styles: { variables: { '--color-background-primary': 'rgb(1, 2, 3)' } } })
  await view.waitForFunction(() => getComputedStyle(document.documentElement).backgroundColor === 'rgb(1, 2, 3)')
})

test('language, direction and numbers', async () => {
  const view = await host.play(
    { name: 'get_community_feed', arguments: { limit: 3 } },
    { hostContext: { locale: 'ar-EG' } },
  )
  await view.getByRole('button', { name: 'المزيد' }).click()
  assert.deepEqual(await view.evaluate(() => [document.documentElement.dir, document.documentElement.lang]), [
    'rtl',
    'ar',
  ])
  await view.waitForFunction(() => document.querySelectorAll('.card').length === 6)
  await change({ locale: 'fr-FR' })
  await view.getByRole('button', { name: 'Voir plus' }).waitFor()
  assert.equal(await view.evaluate(() => document.documentElement.dir), 'ltr')
  await view.locator('h3 button').first().click()
  await view.getByRole('button', { name: 'Retour' }).waitFor()
  assert.equal(host.calls.at(-1)!.arguments.locale, 'fr-FR')
  await change({ locale: '!!' })
  await view.getByRole('button', { name: 'Back' }).waitFor()
})

test('room: size, safe areas, full screen', async () => {
  const hostContext = {
    safeAreaInsets: { top: 40, right: 0, bottom: 0, left: 0 },
    availableDisplayModes: ['inline', 'fullscreen'],
  }
  const view = await host.play(feed, { hostContext })
  assert.equal(await view.evaluate(() => getComputedStyle(document.documentElement).paddingTop), '40px')
  const height = await view.evaluate(() => Math.ceil(document.documentElement.getBoundingClientRect().height))
  await host.page.waitForFunction(
    expected =>
      (globalThis as unknown as { heard: { sizes: { height: number }[] } }).heard.sizes.at(-1)?.height === expected,
    height,
  )
  await view.getByRole('button', { name: 'Full screen' }).click()
  await view.getByRole('button', { name: 'Full screen' }).waitFor({ state: 'detached' })
  assert.deepEqual((await host.heard()).modes, ['fullscreen'])
})

test('narrow hosts, and people who need assistance', async () => {
  await host.page.setViewportSize({ width: 320, height: 640 })
  for (const theme of ['light', 'dark']) {
    for (const call of [feed, { name: 'get_app_share', arguments: { handle: 'mira', slug: 'thing-0' } }]) {
      const view = await host.play(call, { hostContext: { theme } })
      assert.ok(await view.evaluate(() => document.documentElement.scrollWidth <= innerWidth), call.name)
      const { violations } = await new AxeBuilder({ page: host.page }).include('iframe').analyze()
      assert.deepEqual(
        violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target)]),
        [],
      )
    }
  }
})

const payloads = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<iframe srcdoc="<script>parent.alert(1)</script>">',
  '<style>*{display:none}</style>',
  '<a href="javascript:alert(1)">x</a>',
  'javascript:alert(1)',
  '#{alert(1)}',
  '{{constructor.constructor("alert(1)")()}}',
  '\u202e\u2066\u2067x',
  '\u0000\u0008\ufffe',
  '__proto__',
]
const wrappers: ((text: string) => string)[] = [
  text => text,
  text => `"'>${text}`,
  text => `</script>${text}`,
  text => `</style></textarea></title>${text}`,
  text => `<!--${text}-->`,
  text => `<![CDATA[${text}]]>`,
  text => `&lt;${text}&#x3e;`,
  text => text.repeat(40),
  text => ` \n\t${text}\n`,
  text => `${'\u0301'.repeat(60)}${text}`,
  text => `${'W'.repeat(400)}${text}`,
  text => text.toUpperCase(),
  text => `\u{1f469}\u200d${text}`,
  text => encodeURIComponent(text),
  text => `\ud800${text}`,
]
const strings = payloads.flatMap(payload => wrappers.map(wrap => wrap(payload)))

test('more than three hundred hostile strings, in every place of an answer', async () => {
  const { data } = (await service.api('/public/share/community?limit=2')).json()
  const [item] = data.items
  assert.ok(strings.length * 2 > 300)
  const items = strings.map(text => ({
    ...item,
    title: text,
    summary: text,
    url: text,
    creator: { ...item.creator, displayName: text, url: text },
  }))
  const pagination = { ...data.pagination, next_cursor: 'x' }
  for (const theme of ['light', 'dark']) {
    const structuredContent = { ...data, items, next_cursor: 'x', pagination }
    const view = await host.play(feed, { result: { content: [], structuredContent }, hostContext: { theme } })
    assert.equal(await view.locator('.card').count(), strings.length)
    assert.equal(await view.locator('main :is(script, img, iframe, a, style, svg, object)').count(), 0)
    assert.ok(await view.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
  }
  const { data: app } = (await service.api('/public/share/app/mira/thing-0')).json()
  for (const text of strings.slice(0, 30)) {
    const tags = [{ key: text, label: text }]
    const leaderboard = [{ rank: 1, handle: text, displayName: text, score: 1, unit: text }]
    const structuredContent = {
      ...app,
      title: text,
      description: text,
      instructions: text,
      tags,
      leaderboard,
      url: text,
    }
    const call = { name: 'get_app_share', arguments: { handle: 'mira', slug: 'thing-0' } }
    const view = await host.play(call, { result: { content: [], structuredContent } })
    assert.equal(await view.locator('main :is(script, img, iframe, a, style, svg, object)').count(), 0)
    assert.ok(await view.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
  }
})

test('messages from elsewhere are not heard', async () => {
  const view = await host.play(feed)
  await view.evaluate(() => {
    const message = { jsonrpc: '2.0', method: 'ui/notifications/tool-cancelled', params: {} }
    dispatchEvent(new MessageEvent('message', { data: message, source: window }))
  })
  await host.page.evaluate(() => {
    const inner = document.querySelector('iframe').contentWindow
    for (const data of [
      null,
      'x',
      { method: 'ping' },
      { jsonrpc: '2.0', method: 'constructor' },
      { jsonrpc: '2.0', id: 99, result: 1 },
    ]) {
      inner.postMessage(data, '*')
    }
  })
  assert.equal(await view.getByRole('alert').count(), 0)
  assert.equal(await view.locator('.card').count(), 10)
})
