// The sheet and the script of pages, under addresses that change when they do.
import { foreverAnswer } from '../http/caching.ts'
import type { Router } from '../http/router.ts'
import type { Serve } from '../http/serve.ts'
import { type Asset, assets } from '../pages/assets.ts'

export function addAssets(router: Router, serve: Serve): void {
  for (const { path, type, bytes } of Object.values<Asset>(assets)) {
    router.route({
      method: ['GET', 'HEAD'],
      url: path,
      config: { route: 'asset' },
      handler: (request, reply) =>
        serve(request, reply, {
          key: `asset ${path}`,
          content: async () => ({ bytes, type, headers: foreverAnswer }),
          fixed: true,
        }),
    })
  }
}
