// From one list to the next in a real Chromium: people, followers, creations, remixes and categories.
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { demoRecords } from '../../../demo/demo.ts'
import { start } from '../../support/start-service.ts'
import { until } from '../../support/vitrine-process.ts'
import { desktop, launch, phone, visiting } from './chromium.ts'

const service = await start({ after }, { records: [...demoRecords({ creations: 400 })] })
const { webUrl } = service
const visit = visiting(await launch({ after }), webUrl)
const noScripts = { ...desktop, javaScriptEnabled: false }

const read = async (path: string) => (await service.api(`/public/share/${path}`)).json().data
const [star] = (await read('creators?limit=1')).items
const [busy] = (await read('creators?sort=creations&limit=1')).items

const profile = new RegExp(`^${RegExp.escape(star.url)}/?$`)
const heading = (page: Page): Promise<string> => page.locator('h1').innerText()

test('without scripts: from the menu to a person, the followers, and back', async () => {
  await visit(
    '/',
    async page => {
      await page.getByRole('link', { name: 'People', exact: true }).first().click()
      await page.waitForURL('**/creators')
      const first = await page.locator('.persons a').allInnerTexts()
      await page.locator('[rel="next"]').click()
      await page.waitForURL('**cursor=**')
      const second = await page.locator('.persons a').allInnerTexts()
      assert.equal(first.filter(name => second.includes(name)).length, 0)
      await page.getByRole('link', { name: 'First page' }).click()
      await page.waitForURL('**/creators')
      assert.deepEqual(await page.locator('.persons a').allInnerTexts(), first)
      await page.locator('#q').fill(star.handle)
      await page.locator('#q').press('Enter')
      await page.waitForURL('**q=**')
      await page.locator(`.persons a[href^="${star.url}"]`).click()
      await page.waitForURL(profile)
      assert.equal(await heading(page), star.displayName)
      await page.getByRole('link', { name: /^Followers \d/ }).click()
      await page.waitForURL(`**/@${star.handle}/followers`)
      assert.ok((await page.locator('.persons > li').count()) > 0)
      await page.getByRole('link', { name: /^Following \d/ }).click()
      await page.waitForURL(`**/@${star.handle}/following`)
      await page.locator('.maker a').click()
      await page.waitForURL(profile)
      assert.equal(await heading(page), star.displayName)
    },
    noScripts,
  )
})

test('by keyboard: the card of a person is one link, whose focus is visible', async () => {
  await visit('/creators', async page => {
    await page.locator('.tabs .chip').last().focus()
    await page.keyboard.press('Tab')
    const focused = page.locator('.persons a:focus')
    assert.equal(await focused.count(), 1)
    const outline = 'getComputedStyle(document.activeElement, "::after").outlineStyle'
    assert.equal(await page.evaluate(outline), 'solid')
    const name = await focused.innerText()
    await page.keyboard.press('Enter')
    await page.waitForURL(url => !url.pathname.includes('creators'))
    assert.equal(await heading(page), name)
  })
})

test('the next page of a creator starts with the creations', async () => {
  await visit(
    `/@${busy.handle}`,
    async page => {
      const first = await page.locator('.grid h3').allInnerTexts()
      await page.locator('[rel="next"]').click()
      await page.waitForURL('**cursor=**')
      const second = await page.locator('.grid h3').allInnerTexts()
      assert.equal(first.length, 24)
      assert.notDeepEqual(second, first)
      const top = 'document.getElementById("creations").getBoundingClientRect().top'
      await until('the list is in sight', async () => (await page.evaluate<number>(top)) < phone.viewport.height / 2)
    },
    phone,
  )
})

test('a remix leads to its originals and to the other remixes', async () => {
  const { items } = await read('community?sort=remixed&limit=48')
  const remix = items.find((item: { remixOf: object | null }) => item.remixOf !== null)
  const { handle, slug, title } = remix.remixOf
  await visit(`/@${remix.handle}/${remix.slug}/remixes`, async page => {
    await page.locator('.tree a', { hasText: title }).last().click()
    await page.waitForURL(`**/@${handle}/${slug}`)
    await page.locator('section', { hasText: 'Remixes' }).getByRole('link', { name: 'See all' }).first().click()
    await page.waitForURL(`**/@${handle}/${slug}/remixes`)
    assert.ok((await page.locator('.grid h3').allInnerTexts()).includes(remix.title))
  })
})

test('choosing a category changes the heading, and removing it restores it', async () => {
  const [{ label }] = (await read('community/landing')).categories
  await visit('/community', async page => {
    const before = await heading(page)
    await page.locator('summary', { hasText: 'Categories' }).click()
    await page.locator('.labels .chip', { hasText: label }).first().click()
    await page.locator('h1', { hasText: label }).waitFor()
    assert.equal(await page.title(), `${label} · Pocketry`)
    await page.goBack()
    await page.locator('h1', { hasText: before }).waitFor()
  })
})
