// Lists of creations in a real Chromium: cards and a dense list, on phones and in zoomed windows, and cards in frames.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import test, { suite } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { serviceLocales } from '../../../src/languages/languages.ts'
import { smallCommunity, start } from '../../support/start-service.ts'
import { until } from '../../support/vitrine-process.ts'
import { desktop, launch, open, phone, visiting } from './chromium.ts'

const broken = (slug: string, more: object) => ({ type: 'creation', handle: 'lone', slug, title: 'Lone', ...more })
const service = await start(test, { records: smallCommunity() })
/** Another one: a browser reports every image that is missing. */
const withBroken = await start(test, {
  records: [
    { type: 'creator', handle: 'lone', displayName: 'Lone', avatarUrl: '/missing/face.png' },
    broken('cover', { coverUrl: "/missing/it's(a)cover.png" }),
    broken('drawn', { coverUrl: '/art/cover/game-play-3f9a2d.svg' }),
  ],
})
const browser = await launch(test)
const visit = visiting(browser, service.webUrl)
const smallest = { ...phone, viewport: { width: 320, height: 600 } }
const zoomed = { viewport: { width: 640, height: 400 } }

const isWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'
const listHeight = (page: Page) => page.evaluate<number>("document.querySelector('.grid').offsetHeight")
const cardCount = (page: Page) => page.locator('#results .card:not(.waiting)').count()

async function isFaultless(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 150)).join(' | ')}`)
  assert.deepEqual(told, [])
}

suite('views', () => {
  test('are switched in place, and kept by filters, the search and what is loaded later', async () => {
    await visit('/community', async page => {
      await page.getByRole('link', { name: 'List', exact: true }).click()
      await page.waitForURL('**/community?view=list')
      await page.locator('.grid.list').waitFor()
      assert.equal(await page.evaluate('document.activeElement?.textContent'), 'List')
      const before = await cardCount(page)
      await page.locator('.next').scrollIntoViewIfNeeded()
      await until('more is loaded', async () => (await cardCount(page)) > before)
      await page.locator('#filters').getByRole('link', { name: 'Game' }).click()
      await page.waitForURL('**/community?kind=game&view=list')
      await page.locator('#q').fill('thing')
      await page.waitForURL('**/community?q=thing&kind=game&view=list')
      await page.getByRole('link', { name: 'Cards', exact: true }).click()
      await page.locator('.grid:not(.list)').waitFor()
      await page.goBack()
      await page.locator('.grid.list').waitFor()
    })
  })

  test('work without scripts', async () => {
    await visit(
      '/community?category=play',
      async page => {
        await page.getByRole('link', { name: 'List', exact: true }).click()
        assert.equal(await page.locator('.grid.list').count(), 1)
        assert.equal(new URL(page.url()).search, '?category=play&view=list')
      },
      { ...desktop, javaScriptEnabled: false },
    )
  })

  const screens = {
    desktop,
    'dark phone': { ...phone, colorScheme: 'dark' },
    'small phone': smallest,
    'zoomed window': zoomed,
  } as const
  for (const [name, options] of Object.entries(screens)) {
    test(`fit a ${name}, in both directions, and have no faults`, async () => {
      for (const path of ['/community?locale=ar', '/community?view=list&locale=ar', '/community?view=list']) {
        await visit(
          path,
          async page => {
            assert.equal(await page.evaluate(isWide), false, path)
            if (path.endsWith('list')) await isFaultless(page)
          },
          { ...options, reducedMotion: 'reduce' },
        )
      }
    })
  }

  test('titles of columns are whole words in every language', async () => {
    for (const locale of serviceLocales) {
      await visit(`/community?view=list&locale=${locale}`, async page => {
        const cut = await page.evaluate<string[]>(`[...document.querySelectorAll('.column-titles :is(span, a)')]
          .filter(title => title.scrollWidth > title.clientWidth + 1 || getComputedStyle(title).overflowWrap !== 'normal')
          .map(title => title.textContent)`)
        assert.deepEqual(cut, [], locale)
      })
    }
  })

  test('no line of a list entry starts with a separator', async () => {
    await visit('/community?view=list&locale=ar', async page => {
      const places = await page.evaluate<string[]>(`[...document.querySelectorAll('.list .kind > * + *:not(.star)')]
        .map(entry => [getComputedStyle(entry, '::before').position, getComputedStyle(entry.parentElement).overflowX])
        .map(values => values.join(' '))`)
      assert.deepEqual([...new Set(places)], ['absolute clip'])
    })
  })

  test('are compact on a phone: cards in two columns, list entries in few lines', async () => {
    const heights: number[] = []
    for (const view of ['cards', 'list']) {
      await visit(
        `/community?limit=24&view=${view}`,
        async page => {
          heights.push(await listHeight(page))
        },
        { ...phone, javaScriptEnabled: false },
      )
    }
    const [cards, list] = heights as [number, number]
    assert.ok(cards < 24 * 150, String(cards))
    assert.ok(list < 24 * 110, String(list))
  })
})

suite('on a phone', () => {
  test('the sorts are a menu, which opens with the keyboard, and the list begins in the upper half', async () => {
    await visit(
      '/community',
      async page => {
        const first = await page.locator('#results .card').first().boundingBox()
        assert.ok(first!.y < phone.viewport.height / 2, String(first!.y))
        const newest = page.locator('.sorts').getByRole('link', { name: 'Newest' })
        assert.equal(await newest.isVisible(), false)
        await page.locator('.sorts summary').press('Enter')
        await newest.press('Enter')
        await page.waitForURL('**/community?sort=recent')
        await until('the menu has the focus', async () =>
          /Newest$/.test((await page.evaluate<string>('document.activeElement.textContent')) ?? ''),
        )
        assert.match(await page.locator('.sorts summary').innerText(), /Newest/)
      },
      phone,
    )
  })

  test('sorts, menus and the view are one row in every language, and the view is visible', async () => {
    for (const locale of serviceLocales) {
      await visit(
        `/community?q=thing&locale=${locale}`,
        async page => {
          const rows = await page.locator('.order :is(summary, .view-switch a:visible)').evaluateAll(controls => {
            const middles = controls
              .map(control => control.getBoundingClientRect())
              .map(({ y, height }) => y + height / 2)
            return new Set(middles.map(Math.round)).size
          })
          assert.equal(rows, 1, locale)
          const view = (await page.locator('.order .view-switch a:visible').boundingBox())!
          assert.ok(view.x >= 0 && view.x + view.width <= smallest.viewport.width, locale)
        },
        smallest,
      )
    }
  })

  test('the numbers of a person are not broken', async t => {
    const stats = { plays: 1_116_205, likes: 115_927, remixes: 12_345 }
    const counted = await start(t, {
      records: [{ type: 'creator', handle: 'lone', displayName: 'Lone' }, broken('counted', { stats })],
    })
    await visit(
      `${counted.webUrl}/@lone`,
      async page => {
        const lines = await page.evaluate<number[]>(`[...document.querySelectorAll('.person .facts dd')].map(number => {
          const text = document.createRange()
          text.selectNodeContents(number)
          return text.getClientRects().length
        })`)
        assert.deepEqual(lines, [1, 1, 1])
        assert.equal(await page.evaluate(isWide), false)
      },
      smallest,
    )
  })

  test('a few creations are rows with the picture beside the text', async () => {
    await visit(
      `${withBroken.webUrl}/community`,
      async page => {
        for (const card of await page.locator('#results .card').all()) {
          const [picture, text] = [
            await card.locator('> :first-child').boundingBox(),
            await card.locator('h3').boundingBox(),
          ]
          assert.ok(picture!.x + picture!.width <= text!.x && picture!.width < 150)
        }
      },
      phone,
    ).catch(error => assert.match(String(error), /missing/))
  })
})

test('the header leaves room in a zoomed window', async () => {
  for (const path of ['/', '/community', '/@mira/thing-0', '/community?locale=de']) {
    await visit(
      path,
      async page => {
        const height = await page.evaluate<number>("document.querySelector('.bar').offsetHeight")
        assert.ok(height <= 60, `${path}: ${height}`)
        await page.evaluate('scrollTo({ top: 600, behavior: "instant" })')
        assert.ok(await page.evaluate<boolean>("document.querySelector('.bar').getBoundingClientRect().bottom <= 0"))
        // All entries of the menu can be reached.
        const last = page.locator('.bar nav a').last()
        await last.focus()
        assert.ok(await last.isVisible())
        assert.equal(await page.evaluate(isWide), false)
      },
      zoomed,
    )
  }
})

suite('a card in a frame', () => {
  /** What is drawn where the picture is. */
  const pictureAt = async (path: string) => {
    const { page, complaints, close } = await open(browser, { viewport: { width: 480, height: 200 } })
    await page.goto(withBroken.webUrl + path, { waitUntil: 'networkidle' })
    const image = await page.screenshot({ clip: { x: 2, y: 2, width: 160, height: 196 } })
    const failures = complaints.filter(text => !/missing/.test(text))
    assert.deepEqual(failures, [])
    await close()
    return image
  }

  /** The share of pixels that differ visibly: edges are not drawn identically every time. */
  const difference = async (one: Buffer, other: Buffer): Promise<number> => {
    const { page, close } = await open(browser)
    const share = await page.evaluate<number>(`(async () => {
      const [a, b] = await Promise.all(${JSON.stringify([one, other].map(image => image.toString('base64')))}.map(async text => {
        const bitmap = await createImageBitmap(new Blob([Uint8Array.fromBase64(text)]))
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
        context.drawImage(bitmap, 0, 0)
        return context.getImageData(0, 0, bitmap.width, bitmap.height).data
      }))
      return a.filter((value, i) => Math.abs(value - b[i]) > 16).length / a.length
    })()`)
    await close()
    return share
  }

  test('shows the generated image where the cover cannot be loaded', async () => {
    const { id } = (await withBroken.api('/public/share/app/lone/cover')).json().data
    await withBroken.bring([broken('cover', { coverUrl: null })])
    await until(
      'the change is seen',
      async () => (await withBroken.api('/public/share/app/lone/cover')).json().data.coverUrl === null,
    )
    const without = await pictureAt('/embed/@lone/cover?locale=de')
    await withBroken.bring([broken('cover', { coverUrl: "/missing/it's(a)cover.png" })])
    await until(
      'the change is seen',
      async () => (await withBroken.api('/public/share/app/lone/cover')).json().data.coverUrl !== null,
    )
    assert.equal((await withBroken.api('/public/share/app/lone/cover')).json().data.id, id)
    assert.ok((await difference(await pictureAt('/embed/@lone/cover?locale=fr'), without)) < 0.01)
    assert.ok((await difference(await pictureAt('/embed/@lone/drawn'), without)) > 0.1)
  })

  test('shows initials where the avatar cannot be loaded', async () => {
    await visit(
      `${withBroken.webUrl}/embed/@lone`,
      async page => {
        const images = await page.evaluate<string>(
          "getComputedStyle(document.querySelector('.picture')).backgroundImage",
        )
        assert.match(images, /^url\("[^"]*\/missing\/face\.png"\), url\("[^"]*\/art\/creator\/lone\//)
      },
      desktop,
    ).catch(error => assert.match(String(error), /404/))
  })
})

suite('a card in a frame on another site', () => {
  const widths = [320, 480, 640]

  test('shows itself in a sandbox, opens links in a new tab, and fits', async t => {
    const first = (await service.api('/public/share/community?limit=1')).json().data.items[0]
    const frames = widths.map(width => {
      const url = `${service.webUrl}/oembed?maxwidth=${width}&url=${encodeURIComponent(first.url)}`
      return fetch(url).then(async reply => ((await reply.json()) as { html: string }).html)
    })
    const body = `<!doctype html><title>Blog</title>${(await Promise.all(frames)).join('<br>')}`
    const site = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end(body))
    await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
    t.after(() => site.close())
    const { port } = site.address() as AddressInfo
    const { page, complaints, close } = await open(browser)
    await page.goto(`http://127.0.0.1:${port}/`)
    for (let i = 0; i < widths.length; i++) {
      const frame = page.frameLocator('iframe').nth(i)
      await frame.getByRole('link', { name: first.title }).waitFor()
      const sizes = await frame.locator('.card').evaluate(card => {
        const inside = card.querySelector('div')!
        return { over: inside.scrollHeight - inside.clientHeight, wide: inside.scrollWidth - inside.clientWidth }
      })
      assert.deepEqual(sizes, { over: 0, wide: 0 }, `${widths[i]}`)
    }
    const opened = page.waitForEvent('popup')
    await page.frameLocator('iframe').first().getByRole('link', { name: first.title }).click()
    await (await opened).waitForURL(first.url)
    // Playwright looks at frames with scripts of its own.
    assert.deepEqual(
      complaints.filter(text => !text.includes('Blocked script execution')),
      [],
    )
    // What is no card refuses to be framed.
    await page.setContent(`<iframe src="${first.url}"></iframe>`)
    await until('the frame is refused', () =>
      page.evaluate<boolean>('document.querySelector("iframe").contentDocument === null'),
    )
    assert.ok(complaints.some(text => text.includes('frame-ancestors')))
    await close()
  })
})
