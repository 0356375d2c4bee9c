// Creations and tags below a page that shows few creations or none.
import type { Checked, Context } from '../operations/define.ts'
import { type FeedValue, feedFiltersOf, isOneLabel } from '../pages/explorer/selection.ts'
import type { LabelledCount } from '../store/store.ts'
import { explorerChoices } from './explorer-choices.ts'

type Card = FeedValue['items'][number]

type Selection = { data: unknown; checked: Checked; context: Context }

const rowLength = 4
const maxTags = 8
/** Fewer creations with a category or a tag have others below them. */
const minAlone = 3

/** What can be chosen, and what is below one or two creations with a category or a tag, or a search without results. */
export async function aroundSelection(input: Selection): Promise<object> {
  const [choices, others] = await Promise.all([explorerChoices(input), belowSelection(input)])
  return { ...choices, ...others }
}

async function belowSelection(input: Selection): Promise<{ others: Card[]; popular: readonly LabelledCount[] }> {
  const { data, checked, context } = input
  const { items, pagination } = data as FeedValue
  const { q, cursor } = checked.input
  const isNothing = items.length === 0 && q !== undefined && cursor === undefined
  const isAlone = isOneLabel(feedFiltersOf(checked.input)) && items.length > 0 && pagination.total < minAlone
  if (!isNothing && !isAlone) return { others: [], popular: [] }
  const [others, tags] = await Promise.all([
    otherCreations(new Set(items.map(({ id }) => id)), rowLength, input),
    isNothing ? context.store.popularTags({ locales: checked.locales, limit: maxTags }) : null,
  ])
  return { others, popular: tags?.items ?? [] }
}

/** The first trending ones that are not among those shown. */
export async function otherCreations(
  shown: ReadonlySet<string>,
  count: number,
  { checked, context }: Pick<Selection, 'checked' | 'context'>,
): Promise<Card[]> {
  if (count <= 0) return []
  const { items } = await context.store.feed({ sort: 'trending', locales: checked.locales, limit: count + shown.size })
  const others = items.map(item => JSON.parse(item) as Card).filter(({ id }) => !shown.has(id))
  return others.slice(0, count)
}
