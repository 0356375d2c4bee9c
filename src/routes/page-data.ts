// What pages show besides their main read.
import { categoryCovers } from '../operations/community.ts'
import { answer, type Checked, type Context, type Input, type Operation, prepare } from '../operations/define.ts'
import { findNames } from '../operations/find-names.ts'
import { getCreatorFollowers, getCreatorFollowing, getCreators } from '../operations/index.ts'
import { kindsInUse } from '../operations/kinds.ts'
import type { FollowPage } from '../operations/users.ts'
import { similarCandidates } from '../pages/creation/related.ts'
import type { AppValue, Origin } from '../pages/creation-parts.ts'
import { type FeedFilters, type FeedValue, feedFiltersOf, hasFew, isOneLabel } from '../pages/explorer/selection.ts'
import { minCategories } from '../pages/labels/categories.ts'
import { maxCreations } from '../pages/labels/creations.ts'
import { minGrouped, minTiled, picturedTags } from '../pages/labels/tags.ts'
import type { Pictured } from '../pages/layout/card.ts'
import type { Directory } from '../pages/people/creators.ts'
import { fewRemixes } from '../pages/remixes/remixes.ts'
import type { Relative, TreeNode } from '../pages/remixes/tree.ts'
import type { Site } from '../site/site.ts'
import type { Locales, Store } from '../store/store.ts'
import { activeFeed } from './active-feed.ts'
import { chosenLabels } from './explorer-choices.ts'
import { otherCreations } from './other-creations.ts'

/** `list` is the result of the second read, if the page has one. */
export type PageInput = { data: unknown; list: unknown; checked: Checked; context: Context; site: Site }

/** People, categories and tags above the results of a search. */
const namesShown = 6
/** Followers, and followed creators, on the page of a creator. */
const followListSize = 5
/** Creations of each person in a list. */
const worksShown = 3
/** Creations of each of several labels. */
const rowLength = 4
/** Displayed levels of a remix chain. */
const maxOrigins = 5
/** Remixes of the creation, of each of these, and of each of those. */
const branchSizes = [6, 3, 2]

export async function kindCounts({ context: { store, kinds: ofSite } }: PageInput): Promise<object> {
  const kinds = kindsInUse(ofSite, store)
  const sizes = await store.counts(kinds.map(kind => ({ kind })))
  return { kindCounts: Object.fromEntries(kinds.map((kind, i) => [kind, sizes[i] ?? 0])) }
}

/** The pictures of the categories on their page, and the creations of one or two. */
export async function categoryData({ data, checked, context }: PageInput): Promise<object> {
  const { items, total } = data as { items: { key: string }[]; total: number }
  const keys = items.map(({ key }) => key)
  const shown = total < minCategories ? keys : []
  const [covers, creations, size, all] = await Promise.all([
    categoryCovers(context, keys),
    firstCreations(
      shown.map(category => ({ category })),
      checked,
      context,
    ),
    communitySize(context),
    shown.length > 0 ? fewCreations(checked, context.store) : [],
  ])
  return { covers, creations, size, all }
}

/** Of each category or tag of a few; of one alone, as many as fit below it. */
async function firstCreations(
  labels: readonly { category?: string; tag?: string }[],
  { locales }: Checked,
  { store }: Context,
): Promise<Card[][]> {
  const limit = labels.length === 1 ? maxCreations : rowLength
  const lists = await store.feeds(labels.map(label => ({ sort: 'trending', ...label, locales, limit })))
  return lists.map(({ items }) => items.map(item => JSON.parse(item) as Card))
}

const communitySize = async ({ store }: Context): Promise<number> => (await store.counts([{}]))[0] ?? 0

/** Creations among which the picture of a tag is chosen. */
const pictureCandidates = 6

/** A creation with each of the first tags, not the same one for several tags if there are others. */
export async function tagPictures({ data, checked, context }: PageInput): Promise<object> {
  const { store } = context
  const { items, total, from } = data as { items: { key: string }[]; total: number; from: number }
  const isFirst = from === 1 && checked.input.q === undefined
  const keys = isFirst ? items.slice(0, picturedTags(total)).map(({ key }) => key) : []
  const query = { sort: 'trending', locales: checked.locales, limit: pictureCandidates } as const
  const lists = await store.feeds(keys.map(tag => ({ ...query, tag })))
  const used = new Set<string>()
  // Those with the fewest creations choose first.
  const candidates = keys
    .map((key, i) => ({ key, cards: lists[i]!.items.map(item => JSON.parse(item) as Card) }))
    .sort((one, other) => one.cards.length - other.cards.length)
  const pictures = candidates.flatMap(({ key, cards }): [string, Card][] => {
    const card = cards.find(({ id }) => !used.has(id)) ?? cards[0]
    if (card === undefined) return []
    used.add(card.id)
    return [[key, card]]
  })
  return {
    pictures: new Map(pictures),
    creations: isFirst && total < minGrouped ? await fewCreations(checked, store) : [],
    sections:
      total < minTiled
        ? await firstCreations(
            keys.map(tag => ({ tag })),
            checked,
            context,
          )
        : [],
    size: await communitySize(context),
  }
}

/** All creations, if they are seen at a glance. */
async function fewCreations({ locales }: Checked, store: Store): Promise<Card[]> {
  const { items, next } = await store.feed({ sort: 'recent', locales, limit: maxCreations })
  return next === null ? items.map(item => JSON.parse(item) as Card) : []
}

/** The filters of the explorer with their labels, and the names that a search finds, on its first page. */
export async function selection(input: PageInput): Promise<object> {
  const { checked, context } = input
  const feed = await activeFeed(input)
  const { q, cursor } = checked.input
  const { store, addresses } = context
  const { locales } = checked
  const filters = feedFiltersOf(checked.input)
  const { items, match, searched } = feed
  const labels = await chosenLabels(filters, items, { store, locales })
  if (typeof q !== 'string' || cursor !== undefined) return { feed, filters, labels }
  const corrected = match === 'corrected' && searched !== null ? searched : q
  const found = await findNames(corrected, namesShown, { store, addresses, locales, byWord: true })
  return { feed, filters, labels, found }
}

/** The picture of the chosen category or tag. */
export async function selectionPicture(input: PageInput): Promise<object> {
  const filters = feedFiltersOf(input.checked.input)
  const category = filters.category?.toLowerCase()
  const [cover = null] = category === undefined ? [] : await categoryCovers(input.context, [category])
  return { cover, picture: await pictureOf(filters, input) }
}

/** The most liked creation with a tag, if only this tag is chosen and it is not among a few that are below it. */
async function pictureOf(filters: FeedFilters, { data, checked, context }: PageInput): Promise<Card | null> {
  const { tag } = filters
  if (tag === undefined || !isOneLabel(filters) || hasFew(filters, data as FeedValue)) return null
  const { items } = await context.store.feed({ sort: 'liked', tag, locales: checked.locales, limit: 1 })
  return items[0] === undefined ? null : (JSON.parse(items[0]) as Card)
}

/** The most played creations of each person in a list. */
async function worksOf(people: readonly { handle: string; appCount: number }[], { checked, context }: PageInput) {
  const { store } = context
  const read = async ({ handle, appCount }: { handle: string; appCount: number }): Promise<[string, Card[]]> => {
    if (appCount === 0) return [handle, []]
    const query = { sort: 'popular', creator: handle, locales: checked.locales, limit: worksShown } as const
    const { items } = await store.feed(query)
    return [handle, items.map(item => JSON.parse(item) as Card)]
  }
  return store.admit(async () => new Map(await Promise.all(people.map(read))))
}

/** What the people on a page of followers made. */
export const followedWorks = async (input: PageInput): Promise<object> => ({
  works: await worksOf((input.list as FollowPage).items, input),
})

/** If no creator has followers, creators are sorted by number of creations unless the request names a sort. */
export async function directory(input: PageInput): Promise<object> {
  const { data, checked, context } = input
  const { sort, q, cursor } = checked.input as Record<string, string | undefined>
  const isFirst = cursor === undefined
  const hasFollowers = await hasAnyFollowers(context)
  const directory: Directory = { ...(sort && { sort }), ...(q && { q }), isFirst, hasFollowers }
  const isDefault = hasFollowers || sort || q || !isFirst
  const other = { ...checked.input, sort: 'creations' }
  const creators = (isDefault ? data : await readWith(getCreators, other, context)) as Pick<FollowPage, 'items'>
  return { directory, creators, works: await worksOf(creators.items, input) }
}

async function hasAnyFollowers({ store }: Context): Promise<boolean> {
  const { items } = await store.creators({ sort: 'followers', limit: 1 })
  return (items[0]?.totals.followers ?? 0) > 0
}

async function readWith(operation: Operation, input: Input, context: Context): Promise<unknown> {
  const { json } = await answer(prepare(operation, input, context), context)
  return JSON.parse(json())
}

export async function followLists({ checked, context }: PageInput): Promise<object> {
  const input = { handle: checked.input.handle, limit: followListSize }
  const read = (operation: Operation) => readWith(operation, input, context)
  const [followers, following] = await Promise.all([read(getCreatorFollowers), read(getCreatorFollowing)])
  return { followers, following }
}

type RemixCard = Origin & Pictured & { remixOf: Origin | null }

const isSame = (one: Origin, other: Origin): boolean => one.handle === other.handle && one.slug === other.slug

/** The remix chain, the direct original first. Imported data may contain cycles. */
async function originsOf({ data, checked, context: { store } }: PageInput): Promise<Relative[]> {
  const origins: Relative[] = []
  let next = (data as RemixCard).remixOf
  while (next !== null && origins.length < maxOrigins) {
    const { handle, slug } = next
    if (origins.some(origin => isSame(origin, next!))) break
    const app = await store.app({ handle, slug, locales: checked.locales })
    const card = app && (JSON.parse(app.card) as RemixCard)
    origins.push({ ...next, picture: card })
    next = card?.remixOf ?? null
  }
  return origins
}

/** The originals of a creation, creations that are similar to it, and others if these are too few for a row. */
export async function aroundCreation(input: PageInput): Promise<object> {
  const app = input.data as AppValue
  const [origins, similar] = await Promise.all([originsOf(input), similarTo(app, similarCandidates, input)])
  const shown = new Set([app, ...app.moreFromCreator, ...app.remixes.items, ...similar].map(({ id }) => id))
  return { origins, similar, others: await otherCreations(shown, rowLength - shown.size + 1, input) }
}

async function similarTo({ handle, slug }: Origin, limit: number, { checked, context }: PageInput): Promise<Card[]> {
  const found = await context.store.similar({ handle, slug, locales: checked.locales, limit })
  return (found?.items ?? []).map(item => JSON.parse(item) as Card)
}

/** The originals of a creation, and remixes on the first page of its list; if these are few, similar creations. */
export async function familyOf(input: PageInput): Promise<object> {
  const root = input.data as RemixCard
  const { items, total } = input.list as FeedValue
  const { store } = input.context
  const { locales } = input.checked
  return store.admit(async () => {
    const origins = await originsOf(input)
    const isKnown = (card: Origin) => [root, ...origins].some(one => isSame(one, card))
    const first = { cards: items.filter(item => !isKnown(item)), total }
    const tree = await branch(root, first, branchSizes, { ...input.context, locales })
    const similar = total >= fewRemixes ? [] : await similarTo(root, similarCandidates, input)
    return { origins, tree, similar }
  })
}

type Card = Origin & Pictured
type Found = { cards: readonly Card[]; total: number }

async function branch(
  picture: Card,
  { cards, total }: Found,
  [size = 0, ...sizes]: readonly number[],
  context: Context & { locales: Locales },
): Promise<TreeNode> {
  const { handle, slug, title } = picture
  const shown = cards.slice(0, size)
  const remixes = await Promise.all(
    shown.map(async card => {
      const found = sizes.length === 0 ? { cards: [], total: 0 } : await remixesOf(card, sizes[0]!, context)
      return branch(card, found, sizes, context)
    }),
  )
  return { handle, slug, title, picture, remixes, total, more: total - shown.length }
}

async function remixesOf(
  { handle, slug }: Origin,
  limit: number,
  { store, locales }: Context & { locales: Locales },
): Promise<Found> {
  const { items, total } = await store.feed({ sort: 'popular', remixOf: `${handle}/${slug}`, locales, limit })
  return { cards: items.map(item => JSON.parse(item) as RemixCard), total }
}
