// What can be chosen in the explorer, and how many creations each choice leaves.
import type { Checked, Context } from '../operations/define.ts'
import { kindsInUse } from '../operations/kinds.ts'
import {
  type Choice,
  type Choices,
  type ChosenLabels,
  type FeedFilters,
  type FeedValue,
  feedFiltersOf,
  tagsOf,
} from '../pages/explorer/selection.ts'
import {
  type CombinedFilters,
  type FeedQuery,
  type LabelledCount,
  type Locales,
  type Store,
  searchTotalCap,
} from '../store/store.ts'

/** Categories, and tags, to choose from. */
const choiceCount = 24
/** The most used ones of all, from which those are chosen that have most creations with the other filters. */
const candidateCount = 100

type ExplorerData = { choices: Choices }

type Explored = { data: unknown; checked: Checked; context: Context }

export async function explorerChoices(explored: Explored): Promise<ExplorerData> {
  const { checked } = explored
  const { store } = explored.context
  const kinds = kindsInUse(explored.context.kinds, store)
  const { items } = explored.data as FeedValue
  const filters = feedFiltersOf(checked.input)
  const combined = combinedFilters(filters)
  if (combined === null) return { choices: (await countedChoices(explored, filters)) ?? choicesAmong(items, filters) }
  const query = { locales: checked.locales, limit: candidateCount }
  const [categories, tags] = await Promise.all([store.categories(query), store.popularTags(query)])
  const selections: CombinedFilters[] = [
    { ...combined, kind: undefined },
    { ...combined, featuredOnly: true },
    ...kinds.map(kind => ({ ...combined, kind })),
    ...categories.items.map(({ key }) => ({ ...combined, category: key })),
    // Two tags have no combined list.
    ...(combined.tag === undefined ? tags.items.map(({ key }) => ({ ...combined, tag: key })) : []),
  ]
  const sizes = await store.counts(selections)
  const [all = 0, featured = 0] = sizes.splice(0, 2)
  const byKind = Object.fromEntries(sizes.splice(0, kinds.length).map((size, i) => [kinds[i]!, size]))
  const categorySizes = sizes.splice(0, categories.items.length)
  const choices: Choices = {
    counts: { all, featured, kinds: byKind },
    categories: mostCreations(categories.items, categorySizes),
    tags: combined.tag === undefined ? mostCreations(tags.items, sizes) : tagsAmong(items, filters),
    kinds: kinds.filter(kind => byKind[kind]! > 0),
    hasFeatured: featured > 0,
    hasCategories: categories.total > 0,
    hasTags: tags.total > 0,
  }
  return { choices }
}

/** The filters for which lists of all combinations exist; null if there are others, or a search. */
function combinedFilters(filters: FeedFilters): CombinedFilters | null {
  const { q, sort: _, category, kind, tag, featuredOnly, ...others } = filters
  if (q !== undefined || tagsOf(filters).length > 1 || Object.keys(others).length > 0) return null
  return { category, kind, tag, featuredOnly: featuredOnly !== undefined }
}

function mostCreations(labels: readonly LabelledCount[], sizes: readonly number[]): Choice[] {
  const counted = labels.map(({ key, label }, i) => ({ key, label, count: sizes[i] ?? 0 }))
  return counted
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, choiceCount)
}

/** The choices of a search and of other lists that are short enough to be read; null for longer ones. */
async function countedChoices({ data, checked, context }: Explored, filters: FeedFilters): Promise<Choices | null> {
  const { pagination, match, searched } = data as FeedValue
  if (!pagination.totalIsExact || pagination.total > searchTotalCap) return null
  const { category, kind, featuredOnly, cursor: _, ...others } = checked.input
  const query = { ...others, sort: filters.q === undefined ? 'trending' : 'relevance' } as Pick<FeedQuery, 'sort'>
  const all = await context.store.feed({ ...query, locales: checked.locales, limit: searchTotalCap })
  // Without the other filters there may be more results, or other words may have been searched for.
  if (all.next !== null || all.match !== match || all.searched !== searched) return null
  const items = all.items.map(item => JSON.parse(item) as Item)
  const chosen: Selected = {
    kind: kind as string | undefined,
    category: (category as string | undefined)?.toLowerCase(),
    featured: Boolean(featuredOnly) || undefined,
  }
  const size = (change: Selected) => among(items, { ...chosen, ...change }).length
  const kinds = kindsInUse(context.kinds, context.store)
  const byKind = Object.fromEntries(kinds.map(kind => [kind, size({ kind })]))
  const labels = among(items, { ...chosen, category: undefined }).flatMap(({ category }) => category ?? [])
  const categories = mostFrequent(
    labels.map(({ slug, label }) => ({ key: slug, label })),
    true,
  )
  const tags = tagsAmong(among(items, chosen), filters, true)
  return {
    counts: { all: size({ kind: undefined }), featured: size({ featured: true }), kinds: byKind },
    categories,
    tags,
    kinds: kinds.filter(kind => byKind[kind]! > 0),
    hasFeatured: size({ featured: true }) > 0,
    hasCategories: categories.length > 0,
    hasTags: tags.length > 0,
  }
}

type Item = FeedValue['items'][number]
type Selected = { kind?: string | undefined; category?: string | undefined; featured?: boolean | undefined }

const among = (items: readonly Item[], { kind, category, featured }: Selected): Item[] =>
  items.filter(
    item =>
      (kind === undefined || item.kind === kind) &&
      (category === undefined || item.category?.slug === category) &&
      (featured === undefined || item.featured),
  )

/** Without counts: what the creations have that are shown, so that each choice leaves at least one of them. */
function choicesAmong(items: FeedValue['items'], filters: FeedFilters): Choices {
  const tags = tagsAmong(items, filters)
  const labels = items.flatMap(({ category }) => (category === null ? [] : [category]))
  const categories = mostFrequent(labels.map(({ slug, label }) => ({ key: slug, label })))
  return {
    counts: null,
    categories,
    tags,
    kinds: [...new Set(items.map(({ kind }) => kind))],
    hasFeatured: items.some(({ featured }) => featured),
    hasCategories: categories.length > 0,
    hasTags: tags.length > 0,
  }
}

function tagsAmong(items: readonly Item[], filters: FeedFilters, isCounted = false): Choice[] {
  const chosen = tagsOf(filters)
  return mostFrequent(
    items.flatMap(({ tags }) => tags).filter(({ key }) => !chosen.includes(key)),
    isCounted,
  )
}

/** `isCounted`: whether the labels are those of all creations that are left. */
const mostFrequent = (labels: readonly { key: string; label: string }[], isCounted = false): Choice[] =>
  [...Map.groupBy(labels, ({ key }) => key)]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, choiceCount)
    .map(([key, same]) => ({ key, label: same[0]!.label, count: isCounted ? same.length : null }))

type Read = { store: Store; locales: Locales }

/** The labels of the chosen category and tags: those of the creations that are shown, else of any other creation. */
export async function chosenLabels(filters: FeedFilters, items: FeedValue['items'], read: Read): Promise<ChosenLabels> {
  const category = filters.category?.toLowerCase()
  const [categories, tags] = await Promise.all([
    Promise.all((category === undefined ? [] : [category]).map(key => labelled(key, { category: key }, items, read))),
    Promise.all(tagsOf(filters).map(key => labelled(key, { tag: key }, items, read))),
  ])
  return { categories: new Map(categories.flat()), tags: new Map(tags.flat()) }
}

/** Nothing for what no creation has. */
async function labelled(
  key: string,
  filter: Pick<FeedFilters, 'category' | 'tag'>,
  shown: FeedValue['items'],
  { store, locales }: Read,
): Promise<[key: string, label: string][]> {
  const labelIn = (items: FeedValue['items']): string | undefined =>
    filter.tag === undefined
      ? items.find(({ category }) => category?.slug === key)?.category?.label
      : items.flatMap(({ tags }) => tags).find(tag => tag.key === key)?.label
  const label = labelIn(shown)
  if (label !== undefined) return [[key, label]]
  const { items } = await store.feed({ sort: 'recent', ...filter, locales, limit: 1 })
  const other = labelIn(items.map(item => JSON.parse(item)))
  return other === undefined ? [] : [[key, other]]
}
