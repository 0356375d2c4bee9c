// The logo in the formats that browsers and phones use, and the web app manifest.

import { iconSvg, markColour, maskableSvg } from '../art/mark.ts'
import type { Raster } from '../art/share-image/thread.ts'
import { mediaTypes } from '../discovery.ts'
import { documentHeaders } from '../server/response/caching.ts'
import type { Content } from '../server/response/representation.ts'
import type { Serve } from '../server/response/serve.ts'
import type { Router } from '../server/router.ts'
import { themeColor } from '../site/colors.ts'
import { introIn } from '../site/introduction.ts'
import type { Site } from '../site/site.ts'
import { nameIn } from '../site/text.ts'

type ManifestParts = { site: Site; serve: Serve; raster: Raster }

type Icon = { path: string; svg: (site: Site) => string; size: number; purpose?: 'any' | 'maskable' }

/** The maskable ones are used for home screens. */
const icons: readonly Icon[] = [
  { path: '/art/site/icon-192.png', svg: iconSvg, size: 192, purpose: 'any' },
  { path: '/art/site/icon-512.png', svg: iconSvg, size: 512, purpose: 'any' },
  { path: '/art/site/maskable-512.png', svg: maskableSvg, size: 512, purpose: 'maskable' },
  { path: '/art/site/touch-180.png', svg: maskableSvg, size: 180 },
]

const iconSvgPath = '/art/site/icon.svg'

export function addManifest(router: Router, { site, serve, raster }: ManifestParts): void {
  const add = (path: string, content: () => Promise<Content>) =>
    router.route({
      method: ['GET', 'HEAD'],
      url: path,
      config: { route: path },
      handler: (request, reply) => serve(request, reply, { key: `site ${path}`, content, fixed: true }),
    })
  const fixed = (bytes: Buffer, type: string): Content => ({ bytes, type, headers: documentHeaders })
  const picture = (bytes: Buffer, type: string): Content => ({ ...fixed(bytes, type), compressible: false })
  const drawn = (svg: string, width: number) => raster.draw({ svg, width })
  add('/manifest.webmanifest', async () => fixed(Buffer.from(manifest(site)), mediaTypes.manifest))
  add(iconSvgPath, async () => fixed(Buffer.from(iconSvg(site)), 'image/svg+xml'))
  for (const { path, svg, size } of icons) add(path, async () => picture(await drawn(svg(site), size), 'image/png'))
  add('/favicon.ico', async () => picture(icoOf(await drawn(iconSvg(site), 32), 32), 'image/x-icon'))
}

const manifest = (site: Site): string =>
  JSON.stringify({
    name: nameIn(site),
    short_name: nameIn(site),
    description: introIn(site),
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    lang: 'en',
    dir: 'auto',
    theme_color: markColour(site),
    background_color: themeColor(site.colors, 'light'),
    icons: [
      { src: iconSvgPath, sizes: 'any', type: 'image/svg+xml' },
      ...icons.flatMap(({ path, size, purpose }) =>
        purpose === undefined ? [] : [{ src: path, sizes: `${size}x${size}`, type: 'image/png', purpose }],
      ),
    ],
    shortcuts: [
      { name: 'Community', url: '/community' },
      { name: 'Tags', url: '/tags' },
      ...(site.features.ask ? [{ name: 'Ask', url: '/ask' }] : []),
    ],
  })

/** An ICO file with one PNG: a directory with one entry, then the image. */
function icoOf(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2) // an icon
  head.writeUInt16LE(1, 4) // with one picture
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10) // planes
  head.writeUInt16LE(32, 12) // bits of a pixel
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
