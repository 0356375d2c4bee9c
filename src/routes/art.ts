// Drawings, made on request: those of the demo community, and images of what has none.
import { drawArt, parseArtPath } from '../art/art.ts'
import { drawGenerated } from '../art/generated.ts'
import { parseGeneratedPath } from '../art-paths.ts'
import { fail } from '../errors.ts'
import { drawingHeaders, immutableHeaders } from '../server/response/caching.ts'
import type { Serve } from '../server/response/serve.ts'
import type { Router } from '../server/router.ts'
import type { Site } from '../site/site.ts'

/** An SVG opened directly is a document, so it needs a content security policy. */
const policy = ['Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'"]

type Drawing = { svg: () => string; headers: readonly string[] }

function drawingAt(path: string, site: Site): Drawing | null {
  const named = parseArtPath(path)
  if (named !== null) return { svg: () => drawArt(named.kind, named.name), headers: [...immutableHeaders, ...policy] }
  const generated = parseGeneratedPath(path)
  if (generated === null) return null
  return { svg: () => drawGenerated(generated, site), headers: [...drawingHeaders, ...policy] }
}

export function addArt(router: Router, serve: Serve, site: Site): void {
  router.route({
    method: ['GET', 'HEAD'],
    url: '/art/*',
    config: { route: 'art' },
    handler: async (request, reply) => {
      const path = request.raw.url!.split('?', 1)[0]!
      const drawing = drawingAt(path, site)
      if (drawing === null)
        throw fail('not_found', 'There is no such drawing; addresses of drawings come with creations.')
      const { svg, headers } = drawing
      const content = async () => ({ bytes: Buffer.from(svg()), type: 'image/svg+xml', headers })
      await serve(request, reply, { key: `art ${path}`, content, fixed: true })
    },
  })
}
