// Images that cannot be loaded, and texts that are too long for cards and tiles.
import assert from 'node:assert/strict'
import test from 'node:test'
import { start } from '../../support/start-service.ts'
import { until } from '../../support/vitrine-process.ts'
import { launch, open, phone } from './chromium.ts'

const long = 'Interdisciplinary agricultural telecommunication engineering'
const records = [
  { type: 'category', slug: 'long', labels: { en: long } },
  { type: 'category', slug: 'word', labels: { en: 'Donaudampfschifffahrtsgesellschaftskapitaenswesen' } },
  { type: 'category', slug: 'games', labels: { en: 'Games' } },
  { type: 'creator', handle: 'mira', displayName: 'Mira Sol', avatarUrl: '/missing/face.png' },
  ...Array.from({ length: 24 }, (_, i) => ({
    type: 'creation',
    handle: 'mira',
    slug: `thing-${i}`,
    title: 'Water Log',
    summary: 'Tap a glass each time you drink.',
    category: i === 2 ? 'tools' : ['long', 'word', 'games'][i % 3],
    featured: i % 2 === 0,
    coverUrl: i % 4 === 0 ? '/missing/cover.png' : null,
    iconUrl: i % 4 === 1 ? '/missing/icon.png' : null,
  })),
]

const service = await start(test, { records })
const browser = await launch(test)

for (const path of ['/', '/community', '/@mira', '/@mira/thing-0', '/@mira/thing-1']) {
  test(`${path} replaces images that cannot be loaded, without moving anything`, async () => {
    const { page, close } = await open(browser)
    await page.goto(service.webUrl + path)
    const boxes = () => page.locator('.card h3').evaluateAll(all => all.map(one => one.getBoundingClientRect().y))
    const before = await boxes()
    // Text, because it runs in the page, whose globals this program does not have.
    await page.evaluate("for (const image of document.images) image.loading = 'eager'")
    const loaded = '[...document.images].every(image => image.complete && image.naturalWidth > 0)'
    await until('all images are loaded', () => page.evaluate<boolean>(loaded))
    assert.equal(await page.locator('img[src*="missing"]').count(), 0)
    assert.deepEqual(await boxes(), before)
    await close()
  })
}

for (const [name, options] of Object.entries({ desktop: undefined, phone })) {
  test(`long categories on a ${name} keep titles in line and counts in one line`, async () => {
    const { page, close } = await open(browser, options)
    await page.goto(`${service.webUrl}/community`)
    const offsets = await page
      .locator('.card')
      .evaluateAll(cards =>
        cards.map(card =>
          Math.round(card.querySelector('h3')!.getBoundingClientRect().y - card.getBoundingClientRect().y),
        ),
      )
    assert.equal(new Set(offsets).size, 1, String(offsets))
    await page.goto(`${service.webUrl}/`)
    const heights = await page
      .locator('.tiles small')
      .evaluateAll(counts => counts.map(count => count.getClientRects().length))
    assert.deepEqual(new Set(heights), new Set([1]))
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
    await close()
  })
}
