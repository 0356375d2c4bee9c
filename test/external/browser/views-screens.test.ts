// The ui:// views in a real host: what they show, and where they lead.
import assert from 'node:assert/strict'
import test, { after, afterEach, beforeEach, suite } from 'node:test'
import { start } from '../../support/start-service.ts'
import { inOneProcess, launch } from './chromium.ts'
import { type Host, openHost, serveHost } from './views-host.ts'

const service = await start({ after })
const browser = await launch({ after }, inOneProcess)
const hostUrl = await serveHost({ after })

let host: Host
beforeEach(async () => {
  host = await openHost(browser, hostUrl, service)
})
afterEach(async () => {
  const { complaints } = host
  await host.close()
  assert.deepEqual(complaints, [])
})

// What runs in the view knows this.
declare const document: { querySelectorAll(selector: string): unknown[] }

const feed = { name: 'get_community_feed', arguments: { sort: 'recent' } }

suite('screens', () => {
  test('a page of the feed, the next one, and no further than the last', async () => {
    const view = await host.play({
      name: 'get_community_feed',
      arguments: { sort: 'recent', category: 'health', limit: 8 },
    })
    const titles = () => view.locator('h3').allTextContents()
    assert.equal((await titles()).length, 8)
    for (const expected of [16, 20]) {
      await view.getByRole('button', { name: 'Show more' }).click()
      await view.waitForFunction(count => document.querySelectorAll('.card').length === count, expected)
    }
    const all = (await service.api('/public/share/community?sort=recent&category=health&limit=48')).json().data.items
    assert.deepEqual(
      await titles(),
      all.map(({ title }: { title: string }) => title),
    )
    assert.equal(await view.getByRole('button', { name: 'Show more' }).count(), 0)
    assert.deepEqual(
      host.calls.map(({ name, arguments: given }) => [name, given.category, given.limit]),
      [
        ['get_community_feed', 'health', 8],
        ['get_community_feed', 'health', 8],
      ],
    )
  })

  test('from the feed to a creation, to its creator, to followers, and back again', async () => {
    const view = await host.play(feed)
    const first = await view.locator('h3 button').first().textContent()
    await view.locator('h3 button').first().click()
    await view.locator('h1', { hasText: first! }).waitFor()
    await view.locator('header').getByRole('button', { name: /Sol$/ }).click()
    await view.locator('h1', { hasText: /Sol$/ }).waitFor()
    await view.getByRole('button', { name: /Followers$/ }).click()
    await view.locator('h1.away').waitFor({ state: 'attached' })
    for (const heading of [/Sol$/, first!]) {
      await view.getByRole('button', { name: 'Back' }).click()
      await view.locator('h1', { hasText: heading }).waitFor()
    }
    await view.getByRole('button', { name: 'Back' }).click()
    assert.equal(await view.locator('h3 button').first().textContent(), first)
    assert.equal(await view.getByRole('button', { name: 'Back' }).count(), 0)
    assert.deepEqual(
      host.calls.map(({ name }) => name),
      ['get_app_share', 'get_creator_profile', 'get_creator_followers'],
    )
    const { told } = await host.heard()
    assert.match(told[0]!.content[0]!.text, /get_app_share with \{"handle":"\w+","slug":"thing-\d+"\}/)
  })

  test('the front page leads to rails and categories', async () => {
    const view = await host.play({ name: 'get_community_landing', arguments: {} })
    const { rails } = (await service.api('/public/share/community/landing')).json().data
    const shown = await view.locator('h2').allTextContents()
    assert.ok(
      rails.every(({ title, items }: { title: string; items: [] }) => items.length === 0 || shown.includes(title)),
    )
    await view.locator('.chip', { hasText: 'Health' }).click()
    await view.getByRole('button', { name: 'Back' }).waitFor()
    assert.deepEqual(host.calls.at(-1), { name: 'get_community_feed', arguments: { category: 'health' } })
    assert.ok((await view.locator('.card').count()) > 5)
  })

  test('tags lead to their creations', async () => {
    const view = await host.play({ name: 'get_popular_tags', arguments: {} })
    assert.match((await view.locator('.chip').allTextContents()).join(), /Hydration 40/)
    await view.locator('.chip', { hasText: 'rare' }).click()
    await view.locator('.card').first().waitFor()
    assert.deepEqual(host.calls[0]!.arguments, { tag: 'rare' })
  })

  test('one creation in full', async () => {
    const view = await host.play({ name: 'get_app_share', arguments: { handle: 'mira', slug: 'thing-0' } })
    const app = (await service.api('/public/share/app/mira/thing-0')).json().data
    assert.equal(await view.locator('h1').textContent(), app.title)
    const text = (await view.locator('main').textContent())!
    for (const part of [app.summary, 'Best scores', 'Ann Sol', '120 points', 'Hydration'])
      assert.ok(text.includes(part), part)
    await view.getByRole('button', { name: 'Open', exact: true }).click()
    await host.page.waitForFunction('window.heard.links.length === 1')
    assert.deepEqual((await host.heard()).links, [app.url])
  })

  test('a creator in full, and people around them', async () => {
    const view = await host.play({ name: 'get_creator_profile', arguments: { handle: 'mira' } })
    const text = (await view.locator('main').textContent())!
    for (const part of ['Mira Sol', '@mira', 'I make things <b>number 0</b>.', '1 Followers'])
      assert.ok(text.includes(part), part)
    assert.equal(await view.locator('b').count(), 0)
    const people = await host.play({ name: 'get_creator_followers', arguments: { handle: 'mira' } })
    await people.locator('h3 button', { hasText: 'Ann Sol' }).click()
    await people.locator('h1', { hasText: 'Ann Sol' }).waitFor()
  })
})

suite('states', () => {
  test('waiting, empty, refused, cancelled', async () => {
    const waiting = await host.play(feed, { result: null })
    assert.equal(await waiting.locator('.wait').count(), 3)
    await host.page.evaluate(() =>
      (globalThis as unknown as { bridge: { sendToolCancelled(p: object): void } }).bridge.sendToolCancelled({}),
    )
    await waiting.getByRole('alert').waitFor()
    const empty = await host.play({ name: 'get_community_feed', arguments: { q: 'zqxjv' } })
    assert.equal(await empty.locator('.empty').textContent(), 'Nothing was found.')
    const refused = await host.play({ name: 'get_app_share', arguments: { handle: 'mira', slug: 'nothing' } })
    assert.match((await refused.getByRole('alert').textContent())!, /No public creation is at mira\/nothing/)
  })

  test('a step that fails leaves everything as it was, and can be tried again', async () => {
    const view = await host.play(feed)
    host.instead.push({ content: [{ type: 'text', text: 'Too many requests.' }], isError: true })
    const cards = await view.locator('.card').count()
    await view.locator('h3 button').first().click()
    await view.getByRole('alert').waitFor()
    assert.match((await view.getByRole('alert').textContent())!, /Too many requests/)
    assert.equal(await view.locator('.card').count(), cards)
    await view.getByRole('button', { name: 'Try again' }).click()
    await view.locator('h1').waitFor()
  })

  test('a host that calls no tools and opens no links still shows everything', async () => {
    const view = await host.play(feed, { capabilities: {} })
    assert.equal(await view.locator('.card').count(), 10)
    assert.equal(await view.locator('button').count(), 0)
    const linked = await host.play(feed, { capabilities: { openLinks: {} } })
    await linked.locator('h3 button').first().click()
    await host.page.waitForFunction('window.heard.links.length === 1')
  })
})
