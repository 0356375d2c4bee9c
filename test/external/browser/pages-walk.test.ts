// Every page in a real Chromium: it shows itself without a word of complaint, fits the screen, and axe finds no fault.
import assert from 'node:assert/strict'
import test, { suite } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions } from 'playwright-core'
import { demoRecords } from '../../../demo/demo.ts'
import { start } from '../../support/start-service.ts'
import { desktop, launch, open, phone, type Watched } from './chromium.ts'

const service = await start(test, { records: [...demoRecords({ creations: 150 })] })
await service.prepare()
const { webUrl } = service
const browser = await launch(test)
const { data } = (await service.api('/public/share/community?limit=48&sort=remixed')).json()
const app = data.items.find(({ remixOf }: { remixOf: object | null }) => remixOf !== null) ?? data.items[0]

const paths: Record<string, string> = {
  landing: '/',
  community: '/community?q=a&kind=game',
  nothing: '/community?q=zqxjv',
  tags: '/tags',
  categories: '/categories',
  people: '/creators',
  'people who are searched for': '/creators?q=a&sort=recent',
  creator: `/@${app.handle}`,
  followers: `/@${app.handle}/followers`,
  following: `/@${app.handle}/following`,
  remixes: `/@${app.handle}/${app.slug}/remixes`,
  creation: `/@${app.handle}/${app.slug}`,
  card: `/embed/@${app.handle}/${app.slug}`,
  'card of a creator': `/embed/@${app.handle}`,
  ask: '/ask?query=How%20much%20does%20it%20cost',
  'ask without a question': '/ask',
  'ask with results': '/ask?query=What%20is%20trending%3F',
  docs: '/docs',
  'docs search': '/docs?q=rate+limit',
  'docs page': '/docs/errors',
  reference: '/docs/reference',
  connect: '/connect',
  status: '/status',
  missing: '/nowhere',
}

/** Chromium itself tells of every answer that is no success, even where the page is meant to be one. */
const expected = /the server responded with a status of 404/

const isWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'

/** Which rules axe looks for: all, contrast alone, or all others, where the colours were looked at elsewhere. */
type Rules = 'all' | 'contrast' | 'others'

async function judge({ page }: Watched, rules: Rules): Promise<void> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  if (rules === 'contrast') axe.withRules(['color-contrast'])
  if (rules === 'others') axe.disableRules(['color-contrast'])
  const { violations } = await axe.analyze()
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 150)).join(' | ')}`)
  assert.deepEqual(told, [])
}

async function walk({ page, complaints }: Watched, path: string): Promise<void> {
  await page.goto(webUrl + path)
  assert.notEqual(await page.locator('h1').first().innerText(), '')
  assert.equal(await page.evaluate(isWide), false, 'It is wider than the screen.')
  const told = complaints.splice(0).filter(text => !expected.test(text))
  assert.deepEqual(told, [])
}

function eachPage(
  name: string,
  options: BrowserContextOptions,
  visit: (watched: Watched, path: string) => Promise<void>,
) {
  suite(name, async () => {
    const watched = await open(browser, options)
    for (const [title, path] of Object.entries(paths)) test(title, () => visit(watched, path))
  })
}

eachPage('on a desk, light and dark', desktop, async (watched, path) => {
  await watched.page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
  await walk(watched, path)
  await judge(watched, 'all')
  // Without motion: in the middle of a transition from light to dark a colour is neither.
  await watched.page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await judge(watched, 'contrast')
})

eachPage('from right to left, on a phone', { ...phone, colorScheme: 'dark' }, async (watched, path) => {
  await walk(watched, `${path}${path.includes('?') ? '&' : '?'}locale=ar`)
  await judge(watched, 'others')
})

const smallest = { ...phone, viewport: { width: 320, height: 600 } }

eachPage('on the smallest phone', smallest, walk)
eachPage('on the smallest phone, without scripts', { ...smallest, javaScriptEnabled: false }, walk)
