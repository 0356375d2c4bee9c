// The newest creations as a feed that readers follow: Atom (RFC 4287) and JSON Feed 1.1.
import type Type from 'typebox'
import type { Addresses } from '../addresses.ts'
import { linkHeader, mediaTypes } from '../discovery.ts'
import { answer, type Checked, type Context, fromStrings, prepare } from '../operations/define.ts'
import { getCommunityFeed } from '../operations/index.ts'
import type { FeedPage } from '../operations/shapes.ts'
import { parseQuery } from '../server/request/query.ts'
import { changingAnswer } from '../server/response/caching.ts'
import type { Serve } from '../server/response/serve.ts'
import type { Router } from '../server/router.ts'
import { isolateBidi } from '../util/text.ts'
import { atomFeed } from './feeds-atom.ts'
import { jsonFeed } from './feeds-json.ts'

export type FeedParts = { productName: string; context: Context; serve: Serve }

/** What both forms are written from. */
export type Feed = {
  title: string
  description: string
  locale: string
  /** The address of the feed itself, and of the page with the same creations. */
  self: string
  page: string
  icon: string
  items: Type.Static<typeof FeedPage>['items']
  addresses: Addresses
}

const forms = [
  { path: '/feed.atom', type: mediaTypes.atom, write: atomFeed },
  { path: '/feed.json', type: mediaTypes.jsonFeed, write: jsonFeed },
] as const

/** A feed of one's own choice, by the filters of the community feed. */
const filters = ['category', 'tag', 'kind', 'q', 'featuredOnly', 'locale'] as const
const known = new Set<string>(filters)
const length = 30

export function addFeeds(router: Router, { productName, context, serve }: FeedParts): void {
  for (const { path, type, write } of forms) {
    router.route({
      method: ['GET', 'HEAD'],
      url: path,
      config: { route: path },
      handler: async (request, reply) => {
        const asked = fromStrings(getCommunityFeed, parseQuery(request.raw.url!, known))
        const checked = prepare(getCommunityFeed, { ...asked, sort: 'recent', limit: length }, context.store)
        const content = async () => {
          const feed = await feedOf(path, checked, productName, context)
          const headers = [...changingAnswer, 'Content-Language', feed.locale, 'Link', linksOf(feed)]
          return { bytes: Buffer.from(write(feed)), type, headers }
        }
        await serve(request, reply, { key: `${path} ${checked.key}`, content })
      },
    })
  }
}

async function feedOf(path: string, checked: Checked, productName: string, context: Context): Promise<Feed> {
  const { addresses } = context
  const { webUrl } = addresses
  const { json, locale } = await answer(checked, context)
  const { items } = JSON.parse(json()) as Type.Static<typeof FeedPage>
  const chosen = filters.flatMap(name => {
    const value = checked.input[name]
    return value === undefined || value === false ? [] : [[name, String(value)] as [string, string]]
  })
  const query = new URLSearchParams(chosen).toString()
  const about = chosen.filter(([name]) => name !== 'locale').map(([name, value]) => `${name} ${isolateBidi(value)}`)
  return {
    title: [`Newest in ${productName}`, ...about].join(', '),
    description: `The newest public creations of the ${productName} community.`,
    locale,
    self: `${webUrl}${path}${query && `?${query}`}`,
    page: addresses.community(Object.fromEntries([['sort', 'recent'], ...chosen])),
    icon: `${webUrl}/art/site/icon-512.png`,
    items,
    addresses,
  }
}

const linksOf = ({ page, addresses }: Feed): string =>
  linkHeader(addresses.webUrl, [{ url: page, rel: 'alternate', type: 'text/html' }])
