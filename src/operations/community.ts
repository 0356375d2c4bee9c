// The community as a whole: feed and landing.
import type { Addresses } from '../addresses.ts'
import { categoryArtPath } from '../art-paths.ts'
import { placeholders } from '../site/site.ts'
import { canonicalFilters, filterParameters } from '../store/filters.ts'
import { type FeedQuery, type ListQuery, type Locales, sorts } from '../store/store.ts'
import { type Static, Type } from '../util/schema.ts'
import { currentFilters } from './current-name.ts'
import { type Context, defineRead } from './define.ts'
import { feedAnswer } from './feed-answer.ts'
import { json, jsonList, jsonObject } from './json-text.ts'
import { serviceLanguage } from './locale.ts'
import { Cursor, FeedPage, Landing, Locale } from './shapes.ts'

const railLength = 12
const spotlightLength = 6
export const categoryLimit = 48
/** A tile shows the first cover among this many trending creations. */
const coverCandidates = 6

export const getCommunityFeed = defineRead({
  name: 'get_community_feed',
  operationId: 'getCommunityFeed',
  command: 'feed',
  tag: 'community',
  path: '/public/share/community',
  alsoOnWeb: true,
  summary: 'List and search public creations, a page at a time.',
  description:
    'Follow `data.next_cursor` (or the `Link` header) until `hasMore` is false. Creations pass all filters that are given; a filter with an unknown value gives an empty page. With `q` and no `sort`, the best matches come first.',
  input: Type.Object({
    locale: Type.Optional(Locale),
    sort: Type.Optional(
      Type.Enum([...sorts], {
        title: 'FeedSort',
        description: 'Default `trending`; with `q`, the best matches first.',
        examples: ['recent'],
      }),
    ),
    ...filterParameters,
    q: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'Full-text search: all words must match, the last one as a prefix. If no creation has all words, the nearest spelling or some of the words count (see `match`).',
        examples: [placeholders.q],
      }),
    ),
    cursor: Type.Optional(Cursor),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 48, default: 24, description: 'Creations in a page.' })),
  }),
  output: FeedPage,
  example: { sort: 'recent', limit: 3 },
  tool: {
    title: 'Browse and search creations',
    guidance:
      'Use this to find creations: `q` searches titles, summaries, tags and creators, `sort` orders the list, the other arguments narrow it. ' +
      'Keys for `tag` come from get_popular_tags, slugs for `category` from get_community_landing. ' +
      'For more, call again with the same arguments and `cursor` set to `next_cursor`, until `hasMore` is false. ' +
      'For everything about one creation, call get_app_share with its `handle` and `slug`.',
    view: 'community',
  },
  read: async (input, { store, addresses, cursors, locales }) => {
    const sort: FeedQuery['sort'] = input.sort ?? (input.q ? 'relevance' : 'trending')
    const limit = input.limit!
    const { q } = input
    const filters = canonicalFilters(input)
    const scope = json([sort, filters, q ?? '', locales])
    const after = input.cursor === undefined ? undefined : cursors.open(input.cursor, scope)
    const read = (selected: typeof input) => store.feed({ ...selected, sort, locales, limit, after, known: after })
    let page = await read(input)
    if (page.items.length === 0) {
      const renamed = await currentFilters(store, input)
      if (renamed !== null) page = await read(renamed)
    }
    return feedAnswer(page, { input, sort, limit, scope, cursors, baseUrl: addresses.baseUrl })
  },
})

const rails = ['trending', 'recent', 'remixed', 'liked', 'featured'] as const

export const getCommunityLanding = defineRead({
  name: 'get_community_landing',
  operationId: 'getCommunityLanding',
  command: 'landing',
  tag: 'community',
  path: '/public/share/community/landing',
  summary: 'Get the front page: spotlight, themed rails and category tiles.',
  description: 'Rails for trending, recent, remixed, liked and featured creations, and every category with its size.',
  input: Type.Object({ locale: Type.Optional(Locale) }),
  output: Landing,
  example: {},
  tool: {
    title: 'Show the front page',
    guidance:
      'Use this for an overview when the question names nothing in particular: what is trending, new, most remixed, most liked or featured, and which categories exist. ' +
      'Next: get_community_feed with `sort` or `category` for more of a rail, get_app_share for one creation.',
    view: 'community',
  },
  read: async (_input, { store, addresses, locales }) => {
    const categories = await store.categories({ locales, limit: categoryLimit })
    const covers = categories.items.map(({ key }) => coverQuery(key))
    const lists = await store.feeds([spotlightQuery(locales), ...rails.map(id => railQuery(id, locales)), ...covers])
    const [featured = [], ...others] = lists.map(({ items }) => items)
    const [railItems, covered] = [others.slice(0, rails.length), others.slice(rails.length)]
    // If nothing is featured, the spotlight shows trending creations.
    const spotlight = featured.length > 0 ? featured : railItems[rails.indexOf('trending')]!.slice(0, spotlightLength)
    const tiles = categories.items.map(({ key: slug, label, count }, i) => {
      const url = addresses.community({ category: slug })
      const coverUrl = firstCover(covered[i]!)
      return { slug, label, count, coverUrl, imageUrl: coverUrl ?? addresses.media(categoryArtPath(slug)), url }
    })
    const text = jsonObject<Static<typeof Landing>>({
      locale: json(locales[0]),
      spotlight: jsonObject<Static<typeof Landing>['spotlight']>({
        title: json(serviceLanguage(locales).landingTitles.spotlight),
        items: jsonList(spotlight),
      }),
      rails: jsonList(rails.map((id, i) => railText(id, railItems[i]!, locales, addresses))),
      categories: json(tiles satisfies Static<typeof Landing>['categories']),
    })
    return { json: text }
  },
})

type RailId = (typeof rails)[number]

const spotlightQuery = (locales: Locales): ListQuery => ({
  sort: 'trending',
  featuredOnly: true,
  locales,
  limit: spotlightLength,
})

const railQuery = (id: RailId, locales: Locales): ListQuery =>
  id === 'featured'
    ? { sort: 'recent', featuredOnly: true, locales, limit: railLength }
    : { sort: id, locales, limit: railLength }

const coverQuery = (category: string): ListQuery => ({
  sort: 'trending',
  category,
  locales: ['en'],
  limit: coverCandidates,
})

const firstCover = (items: readonly string[]): string | null => {
  const covers = items.map(item => (JSON.parse(item) as { coverUrl: string | null }).coverUrl)
  return covers.find(cover => cover !== null) ?? null
}

/** The covers of categories, as on the landing page. */
export async function categoryCovers({ store }: Pick<Context, 'store'>, keys: readonly string[]) {
  const lists = await store.feeds(keys.map(coverQuery))
  return lists.map(({ items }) => firstCover(items))
}

function railText(id: RailId, items: readonly string[], locales: Locales, addresses: Addresses): string {
  return jsonObject<Static<typeof Landing>['rails'][number]>({
    id: json(id),
    title: json(serviceLanguage(locales).landingTitles[id]),
    items: jsonList(items),
    moreUrl: json(addresses.community(id === 'featured' ? { featuredOnly: 'true' } : { sort: id })),
  })
}
