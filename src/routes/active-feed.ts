// The first page of a selection and its default sort: the most liked first for a category or a tag; trending for others, if
// enough of their creations are used, compared with the trending ones of the whole community. Otherwise the newest first.
import { answer, type Checked, type Context, prepare } from '../operations/define.ts'
import { getCommunityFeed } from '../operations/index.ts'
import { type FeedValue, feedFiltersOf, isOneLabel, isUnfiltered, smallList } from '../pages/explorer/selection.ts'
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
  const { sort, q, cursor, locale } = checked.input
  const isDefault = sort === undefined && q === undefined && cursor === undefined
  const filters = feedFiltersOf(checked.input)
  if (!isDefault || isUnfiltered(filters) || feed.pagination.total < smallList) return feed
  const trending = await feedOf({ sort: 'trending', limit: compared, ...(locale !== undefined && { locale }) }, context)
  const usual = median(trending.items.map(activityOf))
  if (usual === 0) return feed
  const liked = isHiddenSort('liked', site.stats) ? null : await feedOf({ ...checked.input, sort: 'liked' }, context)
  const isLiked = liked !== null && liked.items[0]!.stats.likes > 0 && isActive(liked.items, usual)
  if (isLiked && isOneLabel(filters)) return liked
  if (isActive(feed.items, usual)) return feed
  return isLiked ? liked : feedOf({ ...checked.input, sort: 'recent' }, context)
}

async function feedOf(input: Record<string, unknown>, context: Context): Promise<FeedValue> {
  const { json } = await answer(prepare(getCommunityFeed, input, context), context)
  return JSON.parse(json()) as FeedValue
}
