// Pictures for where pages are shared, and the signs of the site.

import assert from 'node:assert/strict'
import test, { after, suite } from 'node:test'
import { inflateSync } from 'node:zlib'
import { shareArt } from '../../src/art/share-art.ts'
import { type Fonts, findFonts } from '../../src/art/share-image/fonts.ts'
import { drawShareImage, type ShareFacts } from '../../src/art/share-image/share-image.ts'
import { layOutText, removeUndrawable } from '../../src/art/share-image/text.ts'
import { creatorArtPath } from '../../src/art-paths.ts'
import { demoSite } from '../support/demo-site.ts'
import { hostileRecords } from '../support/hostile-community.ts'
import { type Reply, start } from '../support/start-service.ts'
import { until } from '../support/vitrine-process.ts'

const service = await start({ after })
const { web } = service

/** Width, height and how many bytes of pixels there are; fails when it is no PNG. */
function readPng(bytes: Buffer): { width: number; height: number; pixels: Buffer } {
  assert.equal(bytes.toString('latin1', 0, 8), '\x89PNG\r\n\x1a\n')
  const data: Buffer[] = []
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') data.push(bytes.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), pixels: inflateSync(Buffer.concat(data)) }
}

function assertShareImage({ status, headers, body }: Reply): void {
  assert.deepEqual([status, headers['content-type']], [200, 'image/png'])
  const { width, height, pixels } = readPng(body)
  assert.deepEqual([width, height], [1200, 630])
  assert.ok(pixels.length >= width * height * 3)
  assert.ok(body.length < 400_000)
}

suite('share images', () => {
  test('of creations and creators, in the requested language, cacheable', async () => {
    const creation = await web('/art/share/mira/thing-0.png')
    const [creator, french] = [await web('/art/share/mira.png'), await web('/art/share/mira/thing-0.png?locale=fr')]
    for (const reply of [creation, creator, french]) assertShareImage(reply)
    assert.notDeepEqual(creation.body, creator.body)
    assert.notDeepEqual(creation.body, french.body)
    assert.deepEqual((await web('/art/share/MIRA/Thing-0.png')).body, creation.body)
    const { headers } = creator
    assert.match(headers['cache-control']!, /^public, max-age=10, stale-while-revalidate=30, /)
    assert.equal((await web('/art/share/mira.png', { headers: { 'if-none-match': headers.etag! } })).status, 304)
    const head = await web('/art/share/mira.png', { method: 'HEAD' })
    assert.deepEqual([head.status, head.body.length], [200, 0])
    assert.equal((await web('/art/share/mira/thing-0.png?locale=!!')).status, 422)
  })

  test('returns 404 for what is not public or does not exist', async () => {
    const names = ['mira/secret-plan.png', 'mira/nothing.png', 'nobody.png', 'nobody/thing-0.png']
    for (const name of [...names, 'mira', 'mira/thing-0.svg', 'mira/thing-0', '%2e%2e/x.png']) {
      assert.equal((await web(`/art/share/${name}`)).status, 404, name)
    }
  })

  test('follow the data', async () => {
    const before = await web('/art/share/ann.png')
    const creator = { type: 'creator', handle: 'ann', displayName: 'Ann Renamed', joinedAt: '2026-01-02T10:00:00Z' }
    await service.bring([creator])
    let changed = before
    await until('the image changes', async () => {
      changed = await web('/art/share/ann.png')
      return !changed.body.equals(before.body)
    })
    assertShareImage(changed)
  })

  test('many at once are drawn, or refused in our words', async () => {
    const paths = Array.from({ length: 24 }, (_, i) => `/art/share/${['mira', 'ann', 'zed'][i % 3]}/thing-${i}.png`)
    const replies = await Promise.all(paths.map(path => web(path)))
    for (const reply of replies) {
      if (reply.status === 200) assertShareImage(reply)
      else assert.deepEqual([reply.status, reply.json().retryable, reply.headers['retry-after']], [503, true, '1'])
    }
    assert.ok(replies.some(({ status }) => status === 200))
  })
})

test('hostile titles do not break the picture', async t => {
  const hostile = await start(t, { records: hostileRecords() })
  for (let i = 0; i < 30; i += 3) {
    assertShareImage(await hostile.web(`/art/share/mallory/claim-${i}-0.png`))
    if (i % 6 === 0) assertShareImage(await hostile.web(`/art/share/evil-${i}.png`))
  }
})

suite('texts of share images', () => {
  const fonts = findFonts()
  const room = {
    width: 560,
    sizes: [
      [80, 2],
      [54, 4],
    ],
  } as const

  test('keep no character that steers or that no font draws well', () => {
    assert.equal(
      removeUndrawable('\u202Eevil\u202C \u{1f469}\u200d\u{1f467} 1\ufe0f\u20e3 \u0007a\n\tb \ud800'),
      'evil a b \ufffd',
    )
    assert.equal(removeUndrawable('\u{1f1eb}\u{1f1f7}\u{1f389}'), '')
    assert.equal(removeUndrawable(`q${'\u0301'.repeat(50)}`).length, 4)
    assert.equal(removeUndrawable('می\u200cخواهم'), 'می\u200cخواهم')
  })

  test('fit their room, however long', () => {
    for (const text of ['Water Log', 'word '.repeat(100), 'x'.repeat(500), '&<>"\' '.repeat(60)]) {
      const block = layOutText(text, room, fonts, 'bold')
      assert.ok(block !== null && block.lines.length <= 4 && block.lines.every(line => line.length <= 60), text)
    }
  })

  test('that cannot be drawn are left out', () => {
    const latinOnly: Fonts = {
      ...fonts,
      covering: (text, weight) => (/^[ -~·]*$/.test(text) ? fonts.covering(text, weight) : null),
    }
    assert.equal(layOutText('水の記録', room, latinOnly, 'bold'), null)
    assert.equal(layOutText('Water 水', room, latinOnly, 'bold'), null)
    const facts: ShareFacts = {
      productName: 'Vitrine',
      label: '健康',
      title: '水の記録',
      text: '毎日の記録',
      bylines: ['愛子 · @aiko', '@aiko'],
      art: shareArt('/art/cover/widget-music-9911ff.svg', creatorArtPath('aiko', '愛子'), demoSite),
    }
    const drawnTexts = [...drawShareImage(facts, '#5a3fd6', latinOnly).svg.matchAll(/<text [^>]*>([^<]*)/g)].map(
      match => match[1],
    )
    assert.deepEqual(drawnTexts, ['Vitrine', '@aiko'])
  })

  test('the colours of the site replace those of the art', () => {
    const art = shareArt('/art/avatar/mira.svg', creatorArtPath('mira', 'Mira Sol'), demoSite)
    const facts: ShareFacts = { productName: 'V', label: '', title: 'T', text: '', bylines: [], art }
    const colors = { paper: '#fffef8', ink: '#101512', second: '#0b6b53' }
    const { svg } = drawShareImage(facts, '#5a3fd6', fonts, colors)
    for (const color of Object.values(colors)) assert.ok(svg.includes(`fill="${color}"`), color)
    assert.ok(!drawShareImage(facts, '#5a3fd6', fonts).svg.includes('#fffef8'))
  })

  test('a machine without any font draws pictures without texts', () => {
    const none: Fonts = { bold: null, regular: null, covering: () => null }
    const { svg, fontFiles } = drawShareImage(
      {
        productName: 'V',
        label: '',
        title: 'T',
        text: '',
        bylines: [],
        art: shareArt('', creatorArtPath('mira', 'Mira Sol'), demoSite),
      },
      '#5a3fd6',
      none,
    )
    assert.doesNotMatch(svg, /<text/)
    assert.deepEqual(fontFiles, [])
  })
})

suite('signs of the site', () => {
  test('the manifest names the product and icons that exist, counted as media', async t => {
    const limits = { read: 100, discovery: 100, mcp: 100 }
    const own = await start(t, { site: { ...demoSite, name: 'Lumen "& Co"' }, config: { limits } })
    const { status, headers, json } = await own.web('/manifest.webmanifest')
    assert.deepEqual([status, headers['content-type']], [200, 'application/manifest+json; charset=utf-8'])
    const manifest = json() as { name: string; icons: { src: string; sizes: string; type: string }[] }
    assert.equal(manifest.name, 'Lumen "& Co"')
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await own.web(src)
      assert.deepEqual([icon.status, icon.headers['content-type']], [200, type])
      assert.match(String(icon.headers['ratelimit-policy']), /"media";q=1000/)
      if (type === 'image/png') assert.equal(readPng(icon.body).width, Number(sizes.split('x')[0]))
    }
    assert.match(String((await own.web('/art/share/mira.png')).headers['ratelimit-policy']), /"read";q=100/)
  })

  test('favicon.ico contains a PNG of 32 pixels', async () => {
    const { status, headers, body } = await web('/favicon.ico')
    assert.deepEqual([status, headers['content-type']], [200, 'image/x-icon'])
    assert.deepEqual([body.readUInt16LE(2), body.readUInt16LE(4), body.readUInt8(6)], [1, 1, 32])
    const png = body.subarray(body.readUInt32LE(18))
    assert.equal(png.length, body.readUInt32LE(14))
    assert.equal(readPng(png).width, 32)
  })
})

suite('pages', () => {
  const pictures: Record<string, string> = {
    '/@mira/thing-0': '/art/share/mira/thing-0.png',
    '/@mira': '/art/share/mira.png',
  }
  for (const [path, picture] of Object.entries(pictures)) {
    test(`${path} names its picture, feeds, icons and the manifest`, async () => {
      const { text } = await web(path, { headers: { accept: 'text/html' } })
      const contentOf = (name: string) =>
        new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(text)?.[1]
      const url = service.webUrl + picture
      assert.deepEqual([contentOf('og:image'), contentOf('twitter:image')], [url, url])
      assert.deepEqual([contentOf('og:image:width'), contentOf('og:image:height')], ['1200', '630'])
      const data = JSON.parse(/<script type="application\/ld\+json">([^<]*)/.exec(text)![1]!)
      const image = { '@type': 'ImageObject', url, width: 1200, height: 630 }
      assert.deepEqual(data.primaryImageOfPage ?? data.image[0], image)
      const rels = /<link rel="(?:icon|alternate icon|apple-touch-icon|manifest)" href="([^"]+)"/g
      const feeds = /<link rel="alternate" type="application\/(?:atom\+xml|feed\+json)"[^>]* href="([^"]+)"/g
      const links = [...text.matchAll(rels), ...text.matchAll(feeds)].map(([, link]) => link!)
      assert.equal(links.length, 6)
      for (const link of links) {
        assert.ok(link.startsWith(`${service.webUrl}/`))
        assert.equal((await web(link.slice(service.webUrl.length))).status, 200, link)
      }
    })
  }
})
