// What people do on the pages, in a real Chromium.
import assert from 'node:assert/strict'
import test, { after, suite } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { demoRecords } from '../../../demo/demo.ts'
import { start } from '../../support/start-service.ts'
import { desktop, launch, open, phone, visiting } from './chromium.ts'

const service = await start({ after }, { records: [...demoRecords({ creations: 150 })] })
await service.prepare()
const { webUrl } = service
const browser = await launch({ after })
const noScripts = { ...desktop, javaScriptEnabled: false }

const visit = visiting(browser, webUrl)

/** Looked at from outside: the policy of pages lets nothing be evaluated within. */
async function until(page: Page, expression: string): Promise<void> {
  const giveUp = Date.now() + 20_000
  while (!(await page.evaluate(expression))) {
    if (Date.now() > giveUp) assert.fail(`It never comes true: ${expression}`)
    await sleep(20)
  }
}

const cards = (page: Page) => page.locator('#results .card:not(.waiting)')
const titles = (page: Page) => cards(page).locator('h3').allInnerTexts()
const total = async (query: string): Promise<number> =>
  (await service.api(`/public/share/community?limit=1&${query}`)).json().data.total

const counted = (page: Page, count: number) => page.getByRole('status').filter({ hasText: `${count} creations` })

const first = (await service.api('/public/share/community?limit=1')).json().data.items[0]

test('search as you type, with an address that can be shared', async () => {
  await visit('/community', async page => {
    await page.locator('#q').pressSequentially('water', { delay: 10 })
    await page.waitForURL('**/community?q=water')
    await counted(page, await total('q=water')).waitFor()
    assert.equal(await page.evaluate('document.activeElement.id'), 'q')
    const found = await titles(page)
    await page.reload()
    assert.deepEqual(await titles(page), found)
    await page.locator('#q').fill('zqxjv')
    await page.getByText('Nothing matches').waitFor()
  })
})

test('search without scripts keeps the filters', async () => {
  await visit(
    '/community?kind=game&locale=fr',
    async page => {
      await page.locator('#q').fill('a')
      await page.locator('#q').press('Enter')
      const asked = new URL(page.url()).searchParams
      assert.deepEqual([asked.get('q'), asked.get('kind'), asked.get('locale')], ['a', 'game', 'fr'])
      assert.ok((await cards(page).count()) > 0)
      await page.goto(`${webUrl}/community?limit=5`)
      const before = await titles(page)
      await page.locator('a[rel=next]').click()
      assert.notDeepEqual(await titles(page), before)
    },
    noScripts,
  )
})

test('filters and sorts change the list in place, and back undoes them', async () => {
  await visit('/community', async page => {
    const before = await titles(page)
    await page.locator('#filters').getByRole('link', { name: 'Game' }).click()
    await page.waitForURL('**/community?kind=game')
    await counted(page, await total('kind=game')).waitFor()
    assert.equal(await page.locator('.chip[aria-current]', { hasText: 'Game' }).count(), 1)
    await page.locator('.sorts summary').click()
    await page.locator('#filters').getByRole('link', { name: 'Most liked' }).click()
    await page.waitForURL('**/community?sort=liked&kind=game')
    await page.goBack()
    await page.goBack()
    await page.waitForURL('**/community')
    await counted(page, await total('')).waitFor()
    assert.deepEqual((await titles(page)).slice(0, before.length), before)
  })
})

test('tags are added one by one, and each can be removed', async () => {
  await visit('/community?tag=hydration', async page => {
    const filters = page.locator('#filters')
    await filters.locator('summary', { hasText: 'Tags' }).click()
    await filters.locator('details[open]').getByRole('link', { name: 'Wellbeing', exact: true }).click()
    await page.waitForURL('**/community?tag=hydration%2Cwellbeing')
    await counted(page, await total('tag=hydration,wellbeing')).waitFor()
    const active = filters.getByRole('navigation', { name: 'Active filters' })
    await active.getByRole('link', { name: 'Remove filter: Hydration' }).click()
    await page.waitForURL('**/community?tag=wellbeing')
    await counted(page, await total('tag=wellbeing')).waitFor()
    assert.equal(await page.evaluate("document.activeElement?.closest('#filters') !== null"), true)
    await filters.locator('summary', { hasText: 'Tags' }).click()
    await filters.getByRole('link', { name: 'All tags' }).click()
    await page.waitForURL('**/tags')
  })
})

test('the list goes on as it is scrolled, and is still there after coming back', async () => {
  await visit('/community?sort=recent', async page => {
    const count = await cards(page).count()
    await page.locator('.next').scrollIntoViewIfNeeded()
    await until(page, `document.querySelectorAll('#results .card:not(.waiting)').length >= ${count * 2}`)
    const all = await titles(page)
    const links = await page.evaluate<string[]>(
      "[...document.querySelectorAll('#results h3 a')].map(link => link.href)",
    )
    assert.equal(new Set(links).size, all.length)
    const chosen = cards(page)
      .nth(count + 5)
      .locator('h3 a')
    await chosen.scrollIntoViewIfNeeded()
    const y = await page.evaluate<number>('scrollY')
    await chosen.click()
    await page.locator('article.creation').waitFor()
    await page.goBack()
    await until(page, `document.querySelectorAll('#results .card:not(.waiting)').length >= ${count * 2}`)
    assert.deepEqual((await titles(page)).slice(0, all.length), all)
    await until(page, `Math.abs(scrollY - ${y}) < 200`)
    // What was restored is still known when the page is built once more.
    await page.reload()
    await until(page, `Math.abs(scrollY - ${y}) < 200`)
  })
})

test('a list that is slow to come does not end up in another', async () => {
  await visit('/community', async page => {
    const { promise: held, resolve: go } = Promise.withResolvers<void>()
    await page.route('**/community?*cursor*', route => held.then(() => route.continue()))
    await page.locator('.next').scrollIntoViewIfNeeded()
    await page.locator('.card.waiting').first().waitFor()
    await page.locator('#filters').getByRole('link', { name: 'Game' }).click()
    await page.waitForURL('**/community?kind=game')
    await counted(page, await total('kind=game')).waitFor()
    const games = await titles(page)
    go()
    await page.unrouteAll({ behavior: 'wait' })
    assert.deepEqual((await titles(page)).slice(0, games.length), games)
    assert.ok((await page.locator('.next').count()) <= 1)
  })
})

test('a list that cannot go on says so', async () => {
  await visit('/community', async page => {
    await page.route('**/community?*cursor*', route => route.abort())
    await page.locator('.next').scrollIntoViewIfNeeded()
    await page.getByRole('alert').waitFor()
    await page.unrouteAll()
    const count = await cards(page).count()
    await page.locator('.next a').click()
    await until(page, `document.querySelectorAll('#results .card:not(.waiting)').length > ${count}`)
  }).catch(error => assert.match(String(error), /ERR_FAILED/)) // Chromium tells of the request that was cut.
})

test('the language is switched, and stays', async () => {
  for (const options of [desktop, noScripts]) {
    await visit(
      '/community?kind=game',
      async page => {
        await page.locator('[popovertarget=site-languages]').click()
        await page.locator('#site-languages').getByRole('link', { name: 'Deutsch' }).click()
        assert.equal(await page.locator('html').getAttribute('lang'), 'de')
        assert.equal(new URL(page.url()).searchParams.get('kind'), 'game')
        await cards(page).first().locator('h3 a').click()
        assert.equal(await page.locator('html').getAttribute('lang'), 'de')
        await page.locator('.maker a').click()
        assert.equal(await page.locator('html').getAttribute('lang'), 'de')
        assert.match(new URL(page.url()).hostname, /\.localhost$/)
      },
      options,
    )
  }
})

test('light and dark: the system decides until the reader does', async () => {
  const paper = 'getComputedStyle(document.body).backgroundColor'
  await visit(
    '/',
    async page => {
      const dark = await page.evaluate(paper)
      await page.locator('[data-theme-switch]').click()
      const light = await page.evaluate(paper)
      assert.notEqual(light, dark)
      await page.goto(`${webUrl}/tags`)
      assert.equal(await page.evaluate(paper), light)
      await page.locator('[data-theme-switch]').click()
      assert.equal(await page.evaluate(paper), dark)
    },
    { ...phone, colorScheme: 'dark' },
  )
})

test("a creator's own address", async () => {
  await visit(first.creator.url, async page => {
    assert.equal(await page.locator('h1').innerText(), first.creator.displayName)
    const image = page.locator('.card img').first()
    await image.scrollIntoViewIfNeeded()
    await until(page, '[...document.images].some(image => image.naturalWidth > 100)')
    await page.locator('.bar').getByRole('link', { name: 'Explore' }).click()
    assert.equal(page.url(), `${webUrl}/community`)
  })
})

suite('sharing a creation', () => {
  const permissions = ['clipboard-read', 'clipboard-write']

  test('copies the address and says so, and shows code to embed', async () => {
    await visit(
      first.url,
      async page => {
        await page.locator('[data-share]').click()
        await page.getByRole('button', { name: 'Link copied' }).waitFor()
        assert.equal(await page.evaluate('navigator.clipboard.readText()'), first.url)
        await page.getByText('Embed', { exact: true }).click()
        await page.locator('[data-copy=embed-card]').click()
        await page.getByRole('button', { name: 'Copied', exact: true }).waitFor()
        assert.match(String(await page.evaluate('navigator.clipboard.readText()')), /^<iframe src="[^"]+\/embed\/@/)
        // The demo product has no address at which a creation could be opened.
        const open = page.locator('.actions a:not([data-share])')
        assert.deepEqual(await open.allTextContents(), ['Get the app'])
      },
      { ...desktop, permissions },
    )
  })

  test('uses what the system has for it', async () => {
    const { page, complaints, close } = await open(browser)
    await page.addInitScript('navigator.share = async data => { window.sharedData = data }')
    await page.goto(first.url)
    await page.locator('[data-share]').press('Space')
    const { url, title } = (await page.evaluate('window.sharedData')) as { url: string; title: string }
    assert.equal(url, first.url)
    assert.notEqual(title, '')
    assert.deepEqual(complaints, [])
    await close()
  })

  test('is a link without scripts', async () => {
    await visit(
      first.url,
      async page => {
        const link = page.locator('.actions').getByRole('link', { name: 'Share' })
        assert.equal(await link.getAttribute('href'), first.url)
        await page.getByText('Embed', { exact: true }).click()
        assert.ok(await page.locator('#embed-card').isVisible())
      },
      noScripts,
    )
  })
})
