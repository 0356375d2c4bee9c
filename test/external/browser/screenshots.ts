// Pictures of every page, to be looked at: light and dark, on a phone and on a desk, and from right to left; and of what
// pages look like when something is missing, long or on its way. They go to docs/screenshots. Names on the command line
// make it only those; FULL=1 takes the whole page, and WHERE names another folder.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { demoRecords } from '../../../demo/demo.ts'
import { start } from '../../support/start-service.ts'
import { launch, open, phone } from './chromium.ts'

const folder = process.env.WHERE ?? fileURLToPath(new URL('../../../docs/screenshots/', import.meta.url))
const stops: (() => Promise<void>)[] = []
const scope = { after: (stop: () => Promise<void>) => void stops.push(stop) }

/** The machine that takes the pictures may have no fonts for these. */
const rareLetters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Devanagari}]/u

const demo = [...demoRecords({ creations: 2000 })].map(record =>
  record.type === 'creator' && rareLetters.test(record.displayName)
    ? { ...record, displayName: record.handle }
    : record,
)
const unbroken = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
const longHandle = 'a-handle-that-is-as-long-as-handles-may-become'
const publishedAt = '2026-09-01T10:00:00Z'
const rare = [
  { type: 'creator', handle: 'newcomer', displayName: 'Nia Newcomer' },
  { type: 'creator', handle: longHandle, displayName: unbroken.slice(0, 60), bio: `${unbroken} ${unbroken}` },
  { type: 'creation', handle: longHandle, slug: 'bare', title: 'Bare', kind: 'widget', publishedAt },
  {
    type: 'creation',
    handle: longHandle,
    slug: 'long',
    title: unbroken,
    summary: `${unbroken} ${unbroken}`,
    description: `${unbroken} and everything else there is to say about it. `.repeat(4),
    kind: 'game',
    tags: ['unbroken'],
    remixOf: { handle: longHandle, slug: 'bare' },
    publishedAt,
  },
  { type: 'tag', key: 'unbroken', labels: { en: unbroken } },
  { type: 'score', handle: longHandle, slug: 'long', player: longHandle, score: 123456789, unit: 'points' },
]

const service = await start(scope, { records: [...demo, ...rare] })
await service.prepare()
const { data } = (await service.api('/public/share/community?limit=48&kind=game&sort=remixed')).json()
type Item = { handle: string; slug: string; remixOf: object | null; creator: { displayName: string } }
const items = (data.items as Item[]).filter(({ handle, creator }) => creator.displayName !== handle)
const app = items.find(({ remixOf }) => remixOf !== null)!
const original = items.find(({ remixOf }) => remixOf === null)!

const pages: Record<string, string> = {
  landing: '/',
  explorer: '/community?kind=game',
  search: '/community?q=water',
  nothing: '/community?q=zqxjv',
  tags: '/tags',
  creator: `/@${original.handle}`,
  app: `/@${original.handle}/${original.slug}`,
  remix: `/@${app.handle}/${app.slug}?open=app`,
  ask: '/ask?query=How%20much%20does%20it%20cost%3F',
  welcome: '/ask',
  docs: '/docs',
  doc: '/docs/read-api',
  reference: '/docs/reference',
  connect: '/connect',
  status: '/status',
  missing: '/nowhere',
}

/** What is seen more rarely, and what was done before it is seen. */
const states: Record<string, { path: string; act?: (page: Page) => Promise<void> }> = {
  filters: { path: '/community?kind=tracker&category=health&tag=hydration&featuredOnly=true' },
  newcomer: { path: '/@newcomer' },
  bare: { path: `/@${longHandle}/bare` },
  long: { path: `/@${longHandle}/long` },
  'long-creator': { path: `/@${longHandle}` },
  'long-found': { path: `/community?q=${unbroken.slice(0, 20)}` },
  refused: { path: '/community?sort=upwards&limit=1000' },
  languages: { path: '/tags', act: page => page.locator('[popovertarget=site-languages]').click() },
  focus: {
    path: '/community',
    act: async page => {
      for (let i = 0; i < 12; i++) await page.keyboard.press('Tab')
    },
  },
  asking: {
    path: '/ask',
    act: async page => {
      await page.route('**/ask', () => {})
      await page.locator('#query').fill('What is trending right now?')
      await page.locator('#query').press('Enter')
    },
  },
  answered: {
    path: '/ask?locale=de',
    act: async page => {
      await page.locator('#query').fill('Was ist gerade im Trend?')
      await page.locator('#query').press('Enter')
      await page.locator('.answer .found').waitFor()
    },
  },
}

const desktop = { viewport: { width: 1200, height: 800 } }
const forms = {
  'desktop-light': { ...desktop, colorScheme: 'light' },
  'desktop-dark': { ...desktop, colorScheme: 'dark' },
  'phone-light': { ...phone, colorScheme: 'light' },
  'phone-dark': { ...phone, colorScheme: 'dark' },
  'smallest-light': { ...phone, viewport: { width: 320, height: 700 }, colorScheme: 'light' },
} as const
type Form = keyof typeof forms
const usual: readonly Form[] = ['desktop-light', 'desktop-dark', 'phone-light', 'phone-dark']

await mkdir(folder, { recursive: true })
const browser = await launch(scope)
const wanted = process.argv.slice(2)

async function take(name: string, form: Form, path: string, act?: (page: Page) => Promise<void>): Promise<void> {
  const { page, complaints, close } = await open(browser, forms[form])
  await page.goto(service.webUrl + path, { waitUntil: 'networkidle' })
  await act?.(page)
  await page.screenshot({ path: join(folder, `${name}-${form}.png`) })
  if (process.env.FULL) await takeWhole(page, join(folder, `${name}-${form}-full.png`))
  if (complaints.length > 0) console.log(name, form, complaints)
  await close()
}

/** On a screen as high as the page: what comes when it is scrolled to is there as well. */
async function takeWhole(page: Page, path: string): Promise<void> {
  const height = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.setViewportSize({ width: page.viewportSize()!.width, height: Math.min(height, 8000) })
  await page.waitForTimeout(500)
  await page.screenshot({ path, fullPage: true })
}

const isWanted = ([name]: [string, unknown]) => wanted.length === 0 || wanted.includes(name)

for (const [name, path] of Object.entries(pages).filter(isWanted)) {
  for (const form of usual) await take(name, form, path)
  await take(`${name}-ar`, 'desktop-light', `${path}${path.includes('?') ? '&' : '?'}locale=ar`)
}
for (const [name, { path, act }] of Object.entries(states).filter(isWanted))
  for (const form of ['desktop-dark', 'smallest-light'] as const) await take(name, form, path, act)
for (const stop of stops.reverse()) await stop()
