// The newest creations of the community or of a creator as web feeds: Atom (RFC 4287), JSON Feed 1.1 and RSS 2.0.

import type { FastifyRequest } from 'fastify'
import type Type from 'typebox'
import { feeds, linkHeader } from '../../discovery.ts'
import { moved } from '../../errors.ts'
import { type Context, call, fromStrings, prepare } from '../../operations/define.ts'
import { getCommunityFeed, getCreatorProfile } from '../../operations/index.ts'
import type { CreatorProfile } from '../../operations/shapes.ts'
import { parseQuery } from '../../server/request/query.ts'
import { communityHeaders } from '../../server/response/caching.ts'
import type { Content } from '../../server/response/representation.ts'
import type { Serve } from '../../server/response/serve.ts'
import type { Router } from '../../server/router.ts'
import type { Site } from '../../site/site.ts'
import { atomFeed } from './atom.ts'
import { creatorFeedOf, type Feed, feedFilters, feedOf } from './content.ts'
import { jsonFeed } from './json.ts'
import { rssFeed } from './rss.ts'

type FeedParts = { site: Site; context: Context; serve: Serve }

type Form = { path: string; type: string; write: (feed: Feed) => string }

const forms: readonly Form[] = [
  { ...feeds.atom, write: atomFeed },
  { ...feeds.rss, write: rssFeed },
  { ...feeds.json, write: jsonFeed },
]

const parameters: ReadonlySet<string> = new Set(feedFilters)
const creatorParameters: ReadonlySet<string> = new Set(['locale'])
const length = 30

export function addFeeds(router: Router, parts: FeedParts): void {
  for (const form of forms) {
    addFeed(router, form, parts)
    addCreatorFeed(router, form, parts)
  }
}

const newest = (input: Record<string, unknown>, context: Context) =>
  prepare(getCommunityFeed, { ...input, sort: 'recent', limit: length }, context)

function addFeed(router: Router, form: Form, parts: FeedParts): void {
  const { path } = form
  router.route({
    method: ['GET', 'HEAD'],
    url: path,
    config: { route: path },
    handler: async (request, reply) => {
      const input = fromStrings(getCommunityFeed, parseQuery(request.raw.url!, parameters))
      const checked = newest(input, parts.context)
      const content = async () => contentOf(form, await feedOf(path, checked, parts), parts)
      await parts.serve(request, reply, { key: `${path} ${checked.key}`, content })
    },
  })
}

function addCreatorFeed(router: Router, form: Form, parts: FeedParts): void {
  const { context } = parts
  router.route({
    method: ['GET', 'HEAD'],
    url: `/@:handle${form.path}`,
    config: { route: `creator ${form.path}` },
    handler: async (request, reply) => {
      const { handle, locale } = creatorValues(request)
      const profileInput = prepare(getCreatorProfile, { handle, locale }, context)
      const content = async () => {
        const { json, renamed } = await call(getCreatorProfile, { handle, locale }, context)
        const { profile } = JSON.parse(json()) as Type.Static<typeof CreatorProfile>
        const path = `/@${profile.handle}${form.path}`
        if (renamed !== null) throw moved(`${context.addresses.webUrl}${path}${queryOf(request)}`)
        const checked = newest({ creator: handle, locale }, context)
        return contentOf(form, await creatorFeedOf(path, checked, profile, parts), parts)
      }
      await parts.serve(request, reply, { key: `creator ${form.path} ${profileInput.key}`, content })
    },
  })
}

function creatorValues({ params, raw }: FastifyRequest): { handle: string; locale: string | undefined } {
  const { handle } = params as { handle: string }
  return { handle, locale: parseQuery(raw.url!, creatorParameters).locale }
}

function queryOf({ raw }: FastifyRequest): string {
  const { locale } = parseQuery(raw.url!, creatorParameters)
  return locale === undefined ? '' : `?${new URLSearchParams({ locale })}`
}

function contentOf({ type, write }: Form, feed: Feed, { site, context }: FeedParts): Content {
  const { locale, page } = feed
  const linked = { features: site.features, addresses: context.addresses }
  const link = linkHeader(linked, [{ url: page, rel: 'alternate', type: 'text/html' }])
  const headers = [...communityHeaders, 'Content-Language', locale, 'Link', link]
  return { bytes: Buffer.from(write(feed)), type, headers }
}
