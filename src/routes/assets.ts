// The style sheet and scripts of pages, under URLs with a content hash.

import { type Asset, assets, sheetOf } from '../pages/layout/assets.ts'
import { immutableHeaders } from '../server/response/caching.ts'
import type { Serve } from '../server/response/serve.ts'
import type { Router } from '../server/router.ts'
import type { Site } from '../site/site.ts'

export function addAssets(router: Router, site: Site, serve: Serve): void {
  const files = [site.logo, site.logo === null ? site.icon : null, site.font].filter(file => file !== null)
  for (const { path, type, bytes } of [...Object.values<Asset>(assets), sheetOf(site), ...files]) {
    router.route({
      method: ['GET', 'HEAD'],
      url: path,
      config: { route: 'asset' },
      handler: (request, reply) =>
        serve(request, reply, {
          key: `asset ${path}`,
          content: async () => ({ bytes, type, headers: immutableHeaders }),
          fixed: true,
        }),
    })
  }
}
