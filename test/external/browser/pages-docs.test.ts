// The documentation in a real Chromium: the list of pages, search without scripts, code and its button, and reads that are tried.
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { start } from '../../support/start-service.ts'
import { desktop, launch, phone, visiting } from './chromium.ts'

const service = await start({ after })
const browser = await launch({ after })
const visit = visiting(browser, service.webUrl)
const smallPhone = { ...phone, viewport: { width: 320, height: 640 } }

test('on a phone the list of pages is above the page and opens with the keyboard, without scripts', async () => {
  await visit(
    '/docs/errors',
    async page => {
      const summary = page.locator('.pages summary')
      const link = page.locator('.pages a', { hasText: 'Pagination' })
      assert.equal(await link.isVisible(), false)
      const [top, heading] = [await summary.boundingBox(), await page.locator('h1').boundingBox()]
      assert.ok(top!.y + top!.height <= heading!.y)
      await summary.focus()
      await page.keyboard.press('Enter')
      await link.waitFor()
      await link.click()
      assert.match(page.url(), /\/docs\/pagination$/)
    },
    { ...smallPhone, javaScriptEnabled: false },
  )
})

test('on a desk the list of pages is open beside the page', async () => {
  for (const locale of ['en', 'ar'])
    await visit(`/docs/errors?locale=${locale}`, async page => {
      const link = page.locator('.pages a', { hasText: 'Pagination' })
      assert.equal(await page.locator('.pages summary').isVisible(), false)
      const [list, article] = [await link.boundingBox(), await page.locator('article').boundingBox()]
      assert.equal(list!.x > article!.x, locale === 'ar')
      await link.click()
      assert.match(page.url(), /\/docs\/pagination/)
    })
})

test('search without scripts leads to a section', async () => {
  await visit(
    '/docs?locale=de',
    async page => {
      await page.locator('#docs-q').fill('rate limits')
      await page.locator('#docs-q').press('Enter')
      await page.locator('.hits a').first().click()
      assert.match(page.url(), /\/docs\/limits\?locale=de#rate-limits$/)
    },
    { ...desktop, javaScriptEnabled: false },
  )
})

test('English text is aligned to the left on pages from right to left', async () => {
  await visit('/docs/errors?locale=ar', async page => {
    const alignment = (selector: string) =>
      page.evaluate(`(() => {
        const { direction, textAlign } = getComputedStyle(document.querySelector('${selector}'))
        return direction + ' ' + textAlign.replace('start', 'left')
      })()`)
    for (const selector of ['article h1', 'article p', 'article li', 'article .code'])
      assert.equal(await alignment(selector), 'ltr left', selector)
    assert.match(await page.locator('.only-in').innerText(), /الإنجليزية/)
  })
})

test('no button covers code', async () => {
  for (const options of [smallPhone, desktop])
    for (const path of ['/docs/errors', '/docs/batch', '/docs/mcp', '/connect'])
      await visit(
        path,
        async page => {
          await page.locator('.code .button').first().waitFor()
          const covered = await page.evaluate(`[...document.querySelectorAll('.code')].filter(frame => {
            const button = frame.querySelector('.button').getBoundingClientRect()
            const code = frame.querySelector('pre').getBoundingClientRect()
            return button.left < code.right && button.right > code.left && button.top < code.bottom && button.bottom > code.top
          }).length`)
          assert.equal(covered, 0, path)
        },
        options,
      )
})

test('on a phone code scrolls inside its block and keeps its lines', async () => {
  await visit(
    '/connect',
    async page => {
      const code = page.locator('#cursor pre')
      assert.equal(await page.evaluate(`getComputedStyle(document.querySelector('#cursor pre')).whiteSpace`), 'pre')
      assert.ok(await code.evaluate(pre => pre.scrollWidth > pre.clientWidth))
      await code.focus()
      const scrolled = page.evaluate(
        `new Promise(done => document.querySelector('#cursor pre').addEventListener('scroll', () => done()))`,
      )
      await page.keyboard.press('ArrowRight')
      await scrolled
    },
    smallPhone,
  )
})

test('a read is tried in the reference', async () => {
  const first = (await service.api('/public/share/community?limit=1')).json().data.items[0]
  await visit('/docs/reference', async page => {
    const form = page.locator('#getAppShare form')
    assert.equal(await form.isVisible(), false)
    await page.locator('#getAppShare summary', { hasText: 'Try it' }).click()
    await form.getByLabel('handle').fill(first.handle)
    await form.getByLabel('slug').fill(first.slug)
    await form.getByRole('button', { name: 'Send' }).click()
    await form
      .getByText(`"title": ${JSON.stringify(first.title)}`)
      .first()
      .waitFor()
    assert.equal(await form.locator('.url').innerText(), first.apiUrl)
  })
})
