// The page of a creation in a real Chromium: screenshots in a dialog, long texts, and cards in frames.
import assert from 'node:assert/strict'
import test, { suite } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { start } from '../../support/start-service.ts'
import { until } from '../../support/vitrine-process.ts'
import { desktop, launch, phone, visiting } from './chromium.ts'

const screenshot = (i: number) => `/art/screenshot/tracker-health-3f9a2c-${i}.svg`
const creation = (slug: string, more: object) => ({
  type: 'creation',
  handle: 'mira',
  slug,
  title: 'Water Log',
  summary: 'Tap a glass each time you drink.',
  ...more,
})
const paragraph = 'A **bold** text with a [link](https://site.example).\n\n'

const service = await start(test, {
  records: [
    { type: 'creator', handle: 'mira', displayName: 'Mira Sol' },
    creation('three', { screenshots: [1, 2, 3].map(screenshot) }),
    creation('broken', { screenshots: ['/missing/1.png', screenshot(1)] }),
    creation('all-broken', { screenshots: ['/missing/1.png'] }),
    creation('long', { description: paragraph.repeat(180), screenshots: [screenshot(1)] }),
    creation('bare', { summary: '' }),
  ],
})
const browser = await launch(test)
const visit = visiting(browser, service.webUrl)
const smallest = { ...phone, viewport: { width: 320, height: 600 } }
const zoomed = { viewport: { width: 640, height: 400 } }

const shots = (page: Page) => page.locator('.shots a')
const caption = (page: Page) => page.locator('.lightbox figcaption').innerText()
const isOpen = (page: Page) => page.locator('.lightbox').isVisible()
/** The number of the screenshot that has the focus, from 1 on; 0 if none has. */
const focused = (page: Page) =>
  page.evaluate<number>("[...document.querySelectorAll('.shots a')].indexOf(document.activeElement) + 1")
/** The dialog reports that it is closed a moment after it is. */
const focusReturns = (page: Page, number: number) =>
  until(`the focus is on screenshot ${number}`, async () => (await focused(page)) === number)

async function isFaultless(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 150)).join(' | ')}`),
    [],
  )
}

suite('screenshots', () => {
  test('are shown with the keyboard alone, and the focus returns to the one that was shown last', async () => {
    await visit('/@mira/three', async page => {
      await shots(page).first().focus()
      await page.keyboard.press('Enter')
      assert.equal(await caption(page), 'Screenshot 1 of 3: Water Log')
      await page.keyboard.press('ArrowRight')
      assert.equal(await caption(page), 'Screenshot 2 of 3: Water Log')
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('ArrowLeft')
      assert.equal(await caption(page), 'Screenshot 3 of 3: Water Log')
      await until('the picture is loaded', () =>
        page.evaluate<boolean>("document.querySelector('.lightbox img').naturalWidth > 0"),
      )
      // The focus stays in the dialog.
      for (let i = 0; i < 5; i++) {
        await page.keyboard.press('Tab')
        const within =
          "document.activeElement === document.body || document.activeElement.closest('.lightbox') !== null"
        assert.ok(await page.evaluate<boolean>(within))
      }
      await isFaultless(page)
      await page.keyboard.press('Escape')
      assert.equal(await isOpen(page), false)
      await focusReturns(page, 3)
    })
  })

  test('are shown with a mouse, and closed by a click beside them', async () => {
    await visit('/@mira/three', async page => {
      await shots(page).nth(1).click()
      await page.getByRole('button', { name: 'Next' }).click()
      assert.equal(await caption(page), 'Screenshot 3 of 3: Water Log')
      await page.getByRole('button', { name: 'Previous' }).click()
      assert.equal(await caption(page), 'Screenshot 2 of 3: Water Log')
      await page.locator('.lightbox img').click()
      assert.equal(await isOpen(page), true)
      await page.mouse.click(200, 20)
      assert.equal(await isOpen(page), false)
      await shots(page).first().click()
      await page.getByRole('button', { name: 'Close' }).click()
      await focusReturns(page, 1)
    })
  })

  test('follow the direction of the page, and fit small screens', async () => {
    for (const options of [smallest, zoomed, phone]) {
      await visit(
        '/@mira/three?locale=ar',
        async page => {
          await shots(page).first().focus()
          await page.keyboard.press('Enter')
          const before = await caption(page)
          await page.keyboard.press('ArrowLeft')
          assert.notEqual(await caption(page), before)
          const fits = `(() => { const { left, right, top, bottom } = document.querySelector('.lightbox img').getBoundingClientRect(); return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight })()`
          await until('the picture fits', () => page.evaluate<boolean>(fits))
          await page.keyboard.press('Escape')
          await focusReturns(page, 2)
        },
        options,
      )
    }
  })

  test('are links to the images without scripts', async () => {
    await visit(
      '/@mira/three',
      async page => {
        assert.equal(await isOpen(page), false)
        await shots(page).nth(2).click()
        assert.equal(page.url(), service.webUrl + screenshot(3))
      },
      { ...desktop, javaScriptEnabled: false },
    )
  })

  test('that cannot be loaded are left out', async () => {
    const page = await (await browser.newContext(desktop)).newPage()
    await page.goto(`${service.webUrl}/@mira/broken`)
    await until('one is left', async () => (await shots(page).count()) === 1)
    await shots(page).first().click()
    assert.equal(await page.getByRole('button', { name: 'Next' }).count(), 0)
    await page.goto(`${service.webUrl}/@mira/all-broken`)
    await until(
      'the heading is gone',
      async () => (await page.getByText('Screenshots').count()) === 0 || !(await page.locator('.gallery').isVisible()),
    )
    const [intro, top] = await Promise.all(
      ['.intro', '.top'].map(async part => (await page.locator(part).boundingBox())!),
    )
    assert.deepEqual([intro!.x, intro!.width], [top!.x, top!.width])
    await page.context().close()
  })
})

suite('a long text', () => {
  const height = (page: Page) => page.evaluate<number>("document.querySelector('.folded').offsetHeight")

  test('is folded, with and without scripts', async () => {
    for (const javaScriptEnabled of [true, false]) {
      await visit(
        '/@mira/long',
        async page => {
          const before = await height(page)
          assert.ok(before < 600, String(before))
          await page.getByText('Show more').click()
          assert.ok((await height(page)) > 3000)
          await page.getByText('Show less').click()
          assert.equal(await height(page), before)
        },
        { ...desktop, javaScriptEnabled },
      )
    }
  })

  test('is unfolded while one of its links has the focus', async () => {
    await visit('/@mira/long', async page => {
      await page.locator('.folded summary').focus()
      await page.keyboard.press('Tab')
      assert.ok((await height(page)) > 3000)
      await isFaultless(page)
    })
  })
})

test('a creation without texts has its actions beside the cover', async () => {
  await visit('/@mira/bare', async page => {
    const [cover, actions] = await Promise.all(
      ['.top .cover', '.actions'].map(async part => (await page.locator(part).boundingBox())!),
    )
    assert.ok(actions!.x + actions!.width <= cover!.x)
    assert.ok(actions!.y < cover!.y + cover!.height)
    await isFaultless(page)
  })
})

test('on a phone, large numbers are in one row', async t => {
  const stats = { plays: 1_106_158, likes: 426_612, views: 9_198_612, remixes: 44_920 }
  const counted = await start(t, {
    records: [{ type: 'creator', handle: 'mira', displayName: 'Mira Sol' }, creation('counted', { stats })],
  })
  for (const locale of ['en', 'ar', 'es', 'fr'])
    await visiting(browser, counted.webUrl)(
      `/@mira/counted?locale=${locale}`,
      async page => {
        const boxes = await Promise.all(
          (await page.locator('.facts dd').all()).map(async number => (await number.boundingBox())!),
        )
        assert.equal(boxes.length, 4)
        assert.equal(new Set(boxes.map(({ y }) => Math.round(y))).size, 1, locale)
        assert.equal(new Set(boxes.map(({ height }) => Math.round(height))).size, 1, locale)
      },
      phone,
    )
})

test('in a high frame, a card is in the middle and its picture keeps its shape', async () => {
  await visit(
    '/embed/@mira/three',
    async page => {
      const [card, picture] = await Promise.all(
        ['.card', '.picture'].map(async part => (await page.locator(part).boundingBox())!),
      )
      assert.ok(Math.abs(picture!.width / picture!.height - 1.5) < 0.05)
      assert.ok(Math.abs(card!.y - (900 - card!.y - card!.height)) < 1 && card!.y > 50)
      await isFaultless(page)
    },
    { viewport: { width: 360, height: 900 } },
  )
})
