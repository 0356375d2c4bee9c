// Text of both directions in a real browser: a text does not reorder what stands around it, and is shown in its own
// direction.
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Frame, Page } from 'playwright-core'
import { bidiRecords, leaks, people, withoutControls } from '../../support/bidi.ts'
import { start } from '../../support/start-service.ts'
import { inOneProcess, launch, open } from './chromium.ts'
import { openHost, serveHost } from './views-host.ts'

const plainRecords = JSON.parse(withoutControls(JSON.stringify(bidiRecords()))) as unknown[]
const hostile = await start({ after }, { records: bidiRecords() })
await hostile.prepare()
const plain = await start({ after }, { records: plainRecords })
const browser = await launch({ after }, inOneProcess)

const own = people.flatMap(handle => [
  `/@${handle}`,
  `/@${handle}/followers`,
  `/@${handle}/game`,
  `/@${handle}/game/remixes`,
])
const paths = ['/', '/community', '/community?category=category-4&tag=tag-5', '/tags', '/creators', ...own]

/** Each text with the left and right ends of its lines, in the order of the document. */
type Place = { text: string; at: number[] }
const placesOfTexts = `(() => {
  const places = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.textContent.trim() === '') continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const lines = Object.groupBy(range.getClientRects(), ({ top }) => Math.round(top))
    for (const parts of Object.values(lines)) {
      const left = Math.min(...parts.map(part => part.left))
      const right = Math.max(...parts.map(part => part.right))
      const text = node.textContent.replace(/[\\u202a-\\u202e\\u2066-\\u2069]/g, '')
      places.push({ text, at: [left, right] })
    }
  }
  return places
})()`

/** Within a pixel: parts of a text that are set separately are rounded separately. */
function assertSamePlaces(found: Place[], expected: Place[], path: string): void {
  assert.deepEqual(
    found.map(({ text }) => text),
    expected.map(({ text }) => text),
    path,
  )
  const moved = found
    .map(({ text, at }, i) => ({ text, at, expected: expected[i]!.at }))
    .filter(({ at, expected }) => at.some((place, i) => Math.abs(place - expected[i]!) > 1.5))
  assert.deepEqual(moved, [], path)
}

/** Texts with Arabic or Hebrew letters or controls, and whether something isolates them. */
const textsOfBothDirections = `(() => {
  const found = []
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    const text = node.textContent
    if (parent.matches('script, style') || !/[\\u0590-\\u06ff\\u202a-\\u202e\\u2066-\\u2069]/.test(text)) continue
    const isIsolated = parent.closest('bdi, [dir="auto"], #site-languages') !== null
    found.push({ text, isIsolated: isIsolated || /^[^\\u0590-\\u06ff]*\\u2068.*\\u2069[^\\u0590-\\u06ff]*$/s.test(text) })
  }
  return found
})()`

async function checkTexts(shown: Page | Frame, where: string): Promise<void> {
  const found = await shown.evaluate<{ text: string; isIsolated: boolean }[]>(textsOfBothDirections)
  for (const { text, isIsolated } of found) {
    assert.ok(isIsolated, `${where} does not isolate ${JSON.stringify(text)}`)
    assert.ok(!leaks(text), `${where} has ${JSON.stringify(text)}`)
  }
  assert.ok(found.length > 0, where)
}

test('pages are laid out as if the controls were not there, and isolate every text', async () => {
  const { page, close } = await open(browser)
  for (const path of paths) {
    await page.goto(plain.webUrl + path)
    const expected = await page.evaluate<Place[]>(placesOfTexts)
    await page.goto(hostile.webUrl + path)
    assertSamePlaces(await page.evaluate<Place[]>(placesOfTexts), expected, path)
    await checkTexts(page, path)
  }
  await close()
})

test('answers that come while the page is open isolate every text', async () => {
  const { page, close } = await open(browser)
  await page.goto(`${hostile.webUrl}/ask`)
  await page.locator('#query').fill('Which are the most played games?')
  await page.locator('#query').press('Enter')
  await page.locator('.answer .found').waitFor()
  // The answer itself quotes names in sentences.
  await page.evaluate(`document.querySelector('.said').remove()`)
  await checkTexts(page, '/ask')
  await close()
})

test('views isolate every text', async () => {
  const host = await openHost(browser, await serveHost({ after }), hostile)
  const calls = [
    { name: 'get_community_feed', arguments: { limit: 48 } },
    { name: 'get_community_landing', arguments: {} },
    { name: 'get_popular_tags', arguments: {} },
    { name: 'get_creator_followers', arguments: { handle: 'person-0' } },
    ...people.flatMap(handle => [
      { name: 'get_creator_profile', arguments: { handle } },
      { name: 'get_app_share', arguments: { handle, slug: 'game' } },
    ]),
  ]
  for (const call of calls) await checkTexts(await host.play(call), JSON.stringify(call))
  await host.close()
})

test('long texts start at the side of their own direction, texts of cards at the side of the page', async () => {
  const { page, close } = await open(browser)
  const styles = (selector: string) =>
    page.evaluate<string[]>(`[...new Set([...document.querySelectorAll('main :is(${selector})')]
      .filter(text => text.closest('[dir="auto"]') !== null)
      .map(text => {
        const { textAlign, marginLeft, marginRight, paddingLeft, paddingRight } = getComputedStyle(text)
        // The room for an ellipsis is outside of the text.
        const right = Number.parseFloat(marginRight) + Number.parseFloat(paddingRight)
        return [textAlign, marginLeft, paddingLeft, right].join(' ')
      }))]`)
  for (const [locale, side] of [['ar', 'right'], ['en', 'left']] as const) // biome-ignore format: one line reads better
    for (const path of [`/community?locale=${locale}`, `/community?locale=${locale}&view=list`]) {
      await page.goto(plain.webUrl + path)
      assert.deepEqual(await styles('.card .summary, .card h3 a'), [`${side} 0px 0px 0`], path)
    }
  await page.goto(`${plain.webUrl}/@person-0/game?locale=ar`)
  assert.deepEqual(await styles('.prose p'), ['start 0px 0px 0'])
  await close()
})
