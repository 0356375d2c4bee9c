// Overviews in a real Chromium: the rows of the home page, the columns of lists, tags, and what a search finds.
import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { demoRecords } from '../../../demo/demo.ts'
import { start } from '../../support/start-service.ts'
import { until } from '../../support/vitrine-process.ts'
import { desktop, launch, phone, visiting } from './chromium.ts'

const service = await start({ after }, { records: [...demoRecords({ creations: 400 })] })
const visit = visiting(await launch({ after }), service.webUrl)
const noScripts = { ...desktop, javaScriptEnabled: false }
const narrow = { ...phone, viewport: { width: 320, height: 600 } }

// Not `waitForFunction`: the content security policy of the pages forbids texts as scripts.
const scrolled = (page: Page): Promise<number> =>
  page.evaluate<number>("Math.abs(document.querySelector('.rail').scrollLeft)")

for (const locale of ['en', 'ar']) {
  test(`rows of cards have buttons for the mouse and the keyboard (${locale})`, async () => {
    await visit(`/?locale=${locale}`, async page => {
      const [previous, next] = [
        page.locator('.rail-buttons button').first(),
        page.locator('.rail-buttons button').nth(1),
      ]
      assert.ok(await previous.isDisabled())
      await next.click()
      await until('the row has moved', async () => (await scrolled(page)) > 300)
      await until('there is something before it', () => previous.isEnabled())
      await previous.focus()
      await page.keyboard.press('Enter')
      await until('the row is back', async () => (await scrolled(page)) === 0)
      await until('there is nothing before it', () => previous.isDisabled())
    })
  })
}

test('without scripts, and on a phone, rows have no buttons', async () => {
  await visit('/', async page => assert.equal(await page.locator('.rail-buttons').count(), 0), noScripts)
  await visit('/', async page => assert.equal(await page.locator('.rail-buttons:visible').count(), 0), phone)
})

test('the values of a list are in columns', async () => {
  await visit('/community?view=list', async page => {
    for (const part of ['.by > a', '.kind', '.counts > :nth-child(2)', 'time']) {
      const edges = await page
        .locator(`.list .card ${part}`)
        .evaluateAll(all => all.map(one => Math.round(one.getBoundingClientRect().x)))
      assert.equal(edges.length, 24)
      if (part !== 'time') assert.equal(new Set(edges).size, 1, part)
    }
    const title = await page.locator('.column-titles .counts > :nth-child(2)').boundingBox()
    const value = await page.locator('.list .counts > :nth-child(2)').first().boundingBox()
    assert.equal(Math.round(title!.x + title!.width), Math.round(value!.x + value!.width))
  })
})

test('without scripts: tags are found by a part of their name', async () => {
  await visit(
    '/tags',
    async page => {
      const [tag] = (await service.api('/public/share/tags?limit=1')).json().data.items
      await page.locator('#q').fill(tag.label.slice(1))
      await page.locator('#q').press('Enter')
      await page.locator('.tag-tiles a', { hasText: tag.label }).first().click()
      await page.waitForURL(`**/community?tag=${tag.key}`)
      assert.equal(await page.locator('h1').innerText(), tag.label)
    },
    noScripts,
  )
})

test('a search marks its words, and a person that it names has a page', async () => {
  const [person] = (await service.api('/public/share/creators?limit=1')).json().data.items
  await visit('/community', async page => {
    await page.locator('#q').fill('water')
    await page.locator('mark').first().waitFor()
    assert.ok((await page.locator('mark').allInnerTexts()).every(text => /^water/i.test(text)))
    await page.locator('#q').fill(person.displayName)
    await page.locator('.names .chip', { hasText: person.displayName }).first().click()
    await page.waitForURL(url => url.href.startsWith(person.url))
  })
})

for (const [name, options] of Object.entries({ narrow, desktop, dark: { ...desktop, colorScheme: 'dark' as const } })) {
  test(`overviews have no faults: ${name}`, async () => {
    const paths = [
      '/',
      '/tags',
      '/tags?q=a',
      '/categories',
      '/community?category=health',
      '/community?q=watr',
      '/creators',
    ]
    for (const path of [...paths, '/community?view=list&locale=ar', '/community?tag=water&locale=ja']) {
      await visit(
        path,
        async page => {
          const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
          const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 150)).join()}`)
          assert.deepEqual(told, [], path)
          const excess = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
          assert.equal(await page.evaluate(excess), 0, path)
        },
        options,
      )
    }
  })
}
