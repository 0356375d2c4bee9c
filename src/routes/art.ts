// The drawings of the demo community, made on request.
import { drawArt, parseArtPath } from '../art/art.ts'
import { fail } from '../errors.ts'
import { immutableHeaders } from '../server/response/caching.ts'
import type { Serve } from '../server/response/serve.ts'
import type { Router } from '../server/router.ts'

/** An SVG opened directly is a document, so it needs a content security policy. */
const headers = [...immutableHeaders, 'Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'"]

export function addArt(router: Router, serve: Serve): void {
  router.route({
    method: ['GET', 'HEAD'],
    url: '/art/*',
    config: { route: 'art' },
    handler: async (request, reply) => {
      const requested = parseArtPath(request.raw.url!.split('?', 1)[0]!)
      if (requested === null)
        throw fail('not_found', 'There is no such drawing; addresses of drawings come with creations.')
      const { kind, name } = requested
      const content = async () => ({ bytes: Buffer.from(drawArt(kind, name)), type: 'image/svg+xml', headers })
      await serve(request, reply, { key: `art ${kind} ${name}`, content, fixed: true })
    },
  })
}
