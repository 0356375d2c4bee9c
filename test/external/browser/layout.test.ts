// Where parts of pages stand in a real Chromium: beside each other, below each other, and on paper.
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { serviceLocales } from '../../../src/languages/languages.ts'
import { neutralSite } from '../../../src/site/site.ts'
import { start } from '../../support/start-service.ts'
import { desktop, launch, open, phone, visiting } from './chromium.ts'

const creation = (slug: string, more: object = {}) => ({
  type: 'creation',
  handle: 'mira',
  slug,
  title: `Title ${slug}`,
  summary: 'Count glasses.',
  publishedAt: '2026-01-05T00:00:00Z',
  ...more,
})

const description = 'See [the handbook](https://docs.example.org/water).'
const instructions = 'Tap a glass.'
const mira = { type: 'creator', handle: 'mira', displayName: 'Mira' }
const records = [
  mira,
  creation('drawn', { description, instructions, version: '1.0' }),
  creation('remix', { remixOf: { handle: 'mira', slug: 'drawn' } }),
  creation('again', { remixOf: { handle: 'mira', slug: 'remix' } }),
]
const service = await start({ after }, { records })
const browser = await launch({ after })
const visit = visiting(browser, service.webUrl)

const boxOf = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox())!

test('the parts of a creation are in two columns: title and texts, drawing and details', async () => {
  await visit('/@mira/drawn', async page => {
    const [drawing, intro, text, details] = [
      await boxOf(page, '.visual'),
      await boxOf(page, '.intro'),
      await boxOf(page, '.main'),
      await boxOf(page, 'aside'),
    ]
    assert.deepEqual([text.x, details.x], [intro.x, drawing.x])
    assert.ok(drawing.x > intro.x + intro.width && details.x >= text.x + text.width)
    // The drawing is as high as what is beside it.
    assert.ok(intro.y >= drawing.y && intro.y + intro.height <= drawing.y + drawing.height)
    assert.ok(Math.min(text.y, details.y) >= drawing.y + drawing.height)
  })
  await visit(
    '/@mira/drawn',
    async page => {
      const order = await Promise.all(['.top .cover', 'h1', '.main .prose', 'aside'].map(name => boxOf(page, name)))
      const tops = order.map(({ y }) => y)
      assert.deepEqual(
        tops,
        tops.toSorted((a, b) => a - b),
      )
    },
    phone,
  )
})

test('the contents of a document are beside its text on a wide screen, in both directions, and folded on a phone', async () => {
  for (const locale of ['en', 'ar'])
    await visit(`/docs/errors?locale=${locale}`, async page => {
      const [contents, article, list] = [
        await boxOf(page, '.toc'),
        await boxOf(page, 'article'),
        await boxOf(page, '.pages'),
      ]
      if (locale === 'en') assert.ok(contents.x >= article.x + article.width && list.x + list.width <= article.x)
      else assert.ok(contents.x + contents.width <= article.x && list.x >= article.x + article.width)
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
    })
  await visit(
    '/docs/errors',
    async page => {
      const link = page.locator('.toc a').first()
      assert.equal(await link.isVisible(), false)
      await page.locator('.toc summary').click()
      await link.click()
      assert.match(page.url(), /\/docs\/errors#/)
    },
    { ...phone, javaScriptEnabled: false },
  )
})

test('the family tree is beside the remixes on a wide screen and above them on a phone', async () => {
  const boxes = async (page: Page) => [await boxOf(page, '.family'), await boxOf(page, '.kin .grid')] as const
  await visit('/@mira/drawn/remixes', async page => {
    const [tree, list] = await boxes(page)
    assert.ok(tree.x + tree.width <= list.x)
  })
  const isAbove = async (page: Page) => {
    const [tree, list] = await boxes(page)
    assert.ok(tree.y + tree.height <= list.y)
  }
  // A few cards have room for their titles.
  for (const device of [desktop, phone])
    await visit('/@mira/drawn/remixes', async page => assert.ok((await boxOf(page, '.kin h3')).width > 150), device)
  // The columns of a list need the whole width.
  await visit('/@mira/drawn/remixes?view=list', isAbove)
  await visit('/@mira/drawn/remixes', isAbove, phone)
})

test('the menu of a phone has all entries in every language, beside a link to the product', async t => {
  const site = { ...neutralSite, app: { url: 'https://app.example.org', label: null } }
  const other = await start(t, { records, site })
  await visit(
    other.webUrl,
    async page => {
      for (const locale of serviceLocales) {
        await page.goto(`${other.webUrl}/status?locale=${locale}`)
        assert.equal(await page.locator('.get').isVisible(), true)
        const cut =
          "(() => { const menu = document.querySelector('.bar nav ul'); return menu.scrollWidth - menu.clientWidth })()"
        for (const width of [390, 360]) {
          await page.setViewportSize({ width, height: 800 })
          assert.equal(await page.evaluate<number>(cut), 0, `${locale}, ${width} px`)
        }
      }
    },
    phone,
  )
})

test('paper shows texts and the addresses of their links, but no navigation', async () => {
  await visit('/@mira/drawn', async page => {
    await page.emulateMedia({ media: 'print' })
    for (const selector of ['.bar nav', 'body > footer', '.actions'])
      assert.equal(await page.locator(selector).first().isVisible(), false, selector)
    assert.equal(await page.locator('h1').isVisible(), true)
    const address = "getComputedStyle(document.querySelector('.prose a'), '::after').content"
    assert.match(await page.evaluate<string>(address), /https:\/\/docs\.example\.org\/water/)
  })
})

test('an embedded card whose icon cannot be loaded shows only the drawing', async t => {
  const { webUrl } = await start(t, { records: [mira, creation('framed', { iconUrl: '/missing/icon.png' })] })
  // The browser reports that the icon is missing, so complaints are expected.
  const { page, close } = await open(browser, { viewport: { width: 480, height: 200 } })
  await page.goto(`${webUrl}/embed/@mira/framed`)
  const back = "getComputedStyle(document.querySelector('.icon')).backgroundColor"
  assert.equal(await page.evaluate(back), 'rgba(0, 0, 0, 0)')
  await close()
})
