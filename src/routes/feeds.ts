// The newest creations as a web feed: Atom (RFC 4287) and JSON Feed 1.1.

import { linkHeader, mediaTypes } from '../discovery.ts'
import { type Context, fromStrings, prepare } from '../operations/define.ts'
import { getCommunityFeed } from '../operations/index.ts'
import { parseQuery } from '../server/request/query.ts'
import { communityHeaders } from '../server/response/caching.ts'
import type { Serve } from '../server/response/serve.ts'
import type { Router } from '../server/router.ts'
import type { Site } from '../site/site.ts'
import { type Feed, feedFilters, feedOf } from './feed-content.ts'
import { atomFeed } from './feeds-atom.ts'
import { jsonFeed } from './feeds-json.ts'

type FeedParts = { site: Site; context: Context; serve: Serve }

const forms = [
  { path: '/feed.atom', type: mediaTypes.atom, write: atomFeed },
  { path: '/feed.json', type: mediaTypes.jsonFeed, write: jsonFeed },
] as const

const parameters: ReadonlySet<string> = new Set(feedFilters)
const length = 30

export function addFeeds(router: Router, { site, context, serve }: FeedParts): void {
  const linked = { features: site.features, addresses: context.addresses }
  const linksOf = ({ page }: Feed) => linkHeader(linked, [{ url: page, rel: 'alternate', type: 'text/html' }])
  for (const { path, type, write } of forms) {
    router.route({
      method: ['GET', 'HEAD'],
      url: path,
      config: { route: path },
      handler: async (request, reply) => {
        const input = fromStrings(getCommunityFeed, parseQuery(request.raw.url!, parameters))
        const checked = prepare(getCommunityFeed, { ...input, sort: 'recent', limit: length }, context)
        const content = async () => {
          const feed = await feedOf(path, checked, site, context)
          const headers = [...communityHeaders, 'Content-Language', feed.locale, 'Link', linksOf(feed)]
          return { bytes: Buffer.from(write(feed)), type, headers }
        }
        await serve(request, reply, { key: `${path} ${checked.key}`, content })
      },
    })
  }
}
