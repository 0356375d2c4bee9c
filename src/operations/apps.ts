// One creation with everything on its share page, and creations that are similar to it.

import type { Addresses } from '../addresses.ts'
import { fail } from '../errors.ts'
import { placeholders } from '../site/site.ts'
import type { AppRow, EncodedItems, FeedSlice, Name } from '../store/store.ts'
import { type Static, Type } from '../util/schema.ts'
import { truncate } from '../util/text.ts'
import { byCurrentName, renamedIn } from './current-name.ts'
import { defineRead } from './define.ts'
import { json, jsonList, jsonObject, listPieces } from './json-text.ts'
import { AppShare, Handle, Locale, SimilarApps, Slug } from './shapes.ts'
import { profileOf } from './users.ts'

/** Few, because each is a whole card. The feed has all of them, filtered by `remixOf` or `creator`. */
const remixLimit = 6
export const moreLimit = 6

const noCreation = ({ handle, slug }: { handle: string; slug: string }) =>
  fail('not_found', `No public creation is at ${truncate(handle, 63)}/${truncate(slug, 80)}.`)

export const getAppShare = defineRead({
  name: 'get_app_share',
  operationId: 'getAppShare',
  command: 'app',
  tag: 'apps',
  path: '/public/share/app/{handle}/{slug}',
  summary: 'Get the public share data of one creation.',
  description:
    'The creation with its texts, its leaderboard, up to six remixes and up to six others of its creator. The feed has all of them, filtered by `remixOf` or `creator`.',
  input: Type.Object({ handle: Handle, slug: Slug, locale: Type.Optional(Locale) }),
  output: AppShare,
  example: { handle: placeholders.handle, slug: placeholders.slug },
  notFound: 'No public creation has this handle and slug.',
  tool: {
    title: 'Show one creation',
    guidance:
      'Use this when you know `handle` and `slug` of a creation, from a feed or from an address that ends in /@handle/slug: full description, instructions, leaderboard and remixes. ' +
      'Next: get_creator_profile for its creator; give people its `url` to open it.',
    view: 'app',
  },
  read: async (input, { store, addresses, locales }) => {
    const asked = { handle: input.handle.toLowerCase(), slug: input.slug.toLowerCase() }
    const known = await byCurrentName(store, asked, ({ handle, slug }) => store.app({ handle, slug: slug!, locales }))
    if (!known) throw noCreation(input)
    const app = known.found
    const { handle, slug } = known.name as Required<Name>
    const [remixes, more] = await Promise.all([
      store.feed({ sort: 'popular', remixOf: `${handle}/${slug}`, locales, limit: remixLimit }),
      store.feed({ sort: 'trending', creator: handle, locales, limit: moreLimit + 1 }),
    ])
    const own = ownPart(app, addresses)
    const start = `${own.text},"remixes":{"items":[`
    const middle = `],"total":${remixes.total}},"moreFromCreator":[`
    const [remixItems, moreItems] = [encoded(remixes), encoded(more)]
    const others = moreItems.items.filter((_, i) => more.items[i] !== app.card).slice(0, moreLimit)
    return {
      json: [
        Buffer.from(start),
        ...listPieces(remixItems.items),
        Buffer.from(middle),
        ...listPieces(others),
        Buffer.from(']}'),
      ],
      digest: own.digest + remixItems.digest + middle + moreItems.digest,
      locale: app.locale,
      ...renamedIn(known),
    }
  },
})

/**
 * The answer without its lists and its end. Card and detail are passed through as text: the creator of the card is
 * replaced by the whole profile, and `share` is added. Quotes in texts are escaped, so names of fields only occur where
 * they are fields.
 */
function ownPart({ card, digest, detail, creator, leaderboard, locale }: AppRow, addresses: Addresses) {
  const { handle } = creator
  const profile = json(profileOf(creator, addresses))
  const board = json(leaderboard)
  const slug = between(card, '"slug":"', '","title":')
  const share = jsonObject<Static<typeof AppShare>['share']>({
    url: `"${addresses.creation(handle, slug)}"`,
    title: between(card, '"title":', ',"summary":'),
    text: between(card, ',"summary":', ',"kind":'),
    imageUrl: `"${pictureOf(handle, slug, locale, addresses)}"`,
  })
  const creatorAt = card.indexOf(creatorField) + creatorField.length
  const withProfile = card.slice(0, creatorAt) + profile + card.slice(card.indexOf(fieldAfterCreator, creatorAt), -1)
  const shareAt = detail.lastIndexOf(fieldAfterShare)
  const withShare = `${detail.slice(0, shareAt)},"share":${share}${detail.slice(shareAt)}`
  return { text: `${withProfile},${withShare},"leaderboard":${board}`, digest: digest + profile + detail + board }
}

const creatorField = '"creator":'
const fieldAfterCreator = ',"coverUrl":'
const fieldAfterShare = ',"links":'

function between(text: string, before: string, after: string): string {
  const from = text.indexOf(before) + before.length
  return text.slice(from, text.indexOf(after, from))
}

const encoded = ({ encode, items }: FeedSlice): EncodedItems =>
  encode?.() ?? { items: items.map(item => Buffer.from(item)), digest: items.join() }

/** Covers may be missing or be SVG, which link previews do not support; this is a PNG for every creation. */
function pictureOf(handle: string, slug: string, locale: string, { shareImage }: Addresses): string {
  const picture = shareImage(handle, slug)
  return locale === 'en' ? picture : `${picture}?locale=${locale}`
}

export const getSimilarApps = defineRead({
  name: 'get_similar_apps',
  operationId: 'getSimilarApps',
  command: 'similar',
  tag: 'apps',
  path: '/public/share/app/{handle}/{slug}/similar',
  summary: 'List creations that are similar to one.',
  description:
    'Creations that share its tags, rare words of its title and summary, its category and kind: what is rare counts most, then what is trending. Other creations of the same creator come last. `total` counts the similar creations that were found; at most 48 are compared.',
  input: Type.Object({
    handle: Handle,
    slug: Slug,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 24, default: 12, description: 'Creations in the list.' })),
    locale: Type.Optional(Locale),
  }),
  output: SimilarApps,
  example: { handle: placeholders.handle, slug: placeholders.slug, limit: 3 },
  notFound: 'No public creation has this handle and slug.',
  tool: {
    title: 'List similar creations',
    guidance:
      'Use this for more like a creation that you know, or for alternatives to it. Next: get_app_share with `handle` and `slug` of one of them.',
    view: 'community',
  },
  read: async (input, { store, locales }) => {
    const asked = { handle: input.handle.toLowerCase(), slug: input.slug.toLowerCase() }
    const known = await byCurrentName(store, asked, ({ handle, slug }) =>
      store.similar({ handle, slug: slug!, locales, limit: input.limit! }),
    )
    if (!known) throw noCreation(input)
    const { items, total } = known.found
    const text = jsonObject<Static<typeof SimilarApps>>({ items: jsonList(items), total: json(total) })
    return { json: text, ...renamedIn(known) }
  },
})
