// The first page of a selection such as a category or a tag. Nothing is trending among creations that hardly anybody used,
// compared with what is trending in the community: then the most liked ones come first, else the newest.
import { answer, type Checked, type Context, prepare } from '../operations/define.ts'
import { getCommunityFeed } from '../operations/index.ts'
import { type FeedValue, feedFiltersOf, isUnfiltered, smallList } from '../pages/explorer/selection.ts'
import { isHiddenSort, type Site } from '../site/site.ts'

/** The creations that are compared, and how many of a selection must be used. */
const compared = 8
const minActive = 6
/** Of what is usual among trending creations of the community. */
const minShare = 0.2

type Item = Pick<FeedValue['items'][number], 'stats'>

const activityOf = ({ stats }: Item): number => stats.plays + stats.likes

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

const isActive = (items: readonly Item[], usual: number): boolean =>
  items.slice(0, compared).filter(item => activityOf(item) >= Math.max(1, usual * minShare)).length >= minActive

type Selected = { data: unknown; checked: Checked; context: Context; site: Pick<Site, 'stats'> }

/** The feed as requested, if the request names a sort, a search or a page. */
export async function activeFeed({ data, checked, context, site }: Selected): Promise<FeedValue> {
  const feed = data as FeedValue
  const { sort, q, cursor } = checked.input
  const isDefault = sort === undefined && q === undefined && cursor === undefined
  if (!isDefault || isUnfiltered(feedFiltersOf(checked.input)) || feed.pagination.total < smallList) return feed
  const trending = await context.store.feed({ sort: 'trending', locales: checked.locales, limit: compared })
  const usual = median(trending.items.map(item => activityOf(JSON.parse(item) as Item)))
  if (usual === 0 || isActive(feed.items, usual)) return feed
  const liked = isHiddenSort('liked', site.stats) ? null : await sortedBy('liked', checked, context)
  return liked !== null && isActive(liked.items, usual) ? liked : sortedBy('recent', checked, context)
}

async function sortedBy(sort: 'liked' | 'recent', { input }: Checked, context: Context): Promise<FeedValue> {
  const { json } = await answer(prepare(getCommunityFeed, { ...input, sort }, context), context)
  return JSON.parse(json()) as FeedValue
}
