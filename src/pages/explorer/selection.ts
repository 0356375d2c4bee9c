// The filters of the explorer in addresses, forms and feeds.
import type Type from 'typebox'
import type { FeedPage } from '../../operations/shapes.ts'
import { canonicalFilters, type FilterName, filterNames } from '../../store/filters.ts'
import { formValue, type Html, html } from '../layout/html.ts'
import type { SiteContext } from '../layout/page.ts'

export type FeedValue = Type.Static<typeof FeedPage>

/** The requested filters, as in the address, and the view. */
export type FeedFilters = { sort?: string; q?: string; view?: string } & { [Name in FilterName]?: string }

/** `count`: the creations that the choice leaves; null if unknown. */
export type Choice = { key: string; label: string; count: number | null }

/** The available filters. `counts` has the numbers of creations by kind, `all` for any kind, and those featured. */
export type Choices = {
  counts: { all: number; featured: number; kinds: Readonly<Record<string, number>> } | null
  categories: readonly Choice[]
  tags: readonly Choice[]
  /** Those that leave something. Without counts: those of the creations that are shown. */
  kinds: readonly string[]
  hasFeatured: boolean
  /** Whether any creation has a category, or a tag. */
  hasCategories: boolean
  hasTags: boolean
}

/** The labels of the chosen category and tags, by key. */
export type ChosenLabels = { categories: ReadonlyMap<string, string>; tags: ReadonlyMap<string, string> }

const names: readonly (keyof FeedFilters)[] = ['q', 'sort', ...filterNames, 'view']

export function feedFiltersOf(input: Record<string, unknown>): FeedFilters {
  const present = names.filter(name => input[name] !== undefined && input[name] !== false && input[name] !== '')
  return Object.fromEntries(present.map(name => [name, String(input[name])]))
}

/** Lists with fewer creations are seen at a glance: there is nothing to sort or to narrow down. */
export const smallList = 12

export const isUnfiltered = (chosen: FeedFilters): boolean =>
  Object.keys(chosen).every(name => name === 'sort' || name === 'view')

/** Whether the list is that of one category or one tag, whose name is the heading of the page. */
export const isOneLabel = ({ category, tag, sort: _, view: _view, ...others }: FeedFilters): boolean =>
  Object.keys(others).length === 0 && (category !== undefined) !== (tag !== undefined) && !tag?.includes(',')

/** A category or a tag with fewer creations has no search and no filters. */
export const fewCreations = 6

export const hasFew = (chosen: FeedFilters, { pagination }: FeedValue): boolean =>
  isOneLabel(chosen) && pagination.total < fewCreations

export const tagsOf = ({ tag }: FeedFilters): string[] => (tag === undefined ? [] : tag.split(','))

/** Without the one that is called as the chosen category. */
export const narrowingTags = ({ tags }: Choices, { category }: FeedFilters): Choice[] =>
  tags.filter(({ key }) => key !== category?.toLowerCase())

/** Changed filters; undefined removes a filter. */
export type Change = { [Name in keyof FeedFilters]?: string | undefined }

function queryOf(chosen: Change, of: readonly (keyof FeedFilters)[]): Record<string, string> {
  return Object.fromEntries(of.flatMap(name => (chosen[name] === undefined ? [] : [[name, chosen[name]]])))
}

export function explorerAddress(
  { addresses }: SiteContext,
  chosen: FeedFilters,
  change: Change = {},
  path = '/community',
): string {
  const query = new URLSearchParams(queryOf({ ...chosen, ...change }, names))
  return `${addresses.webUrl}${path}${query.size === 0 ? '' : `?${query}`}`
}

/**
 * Searches are not indexed on their own. All creations of a creator and all remixes of a creation have other pages; other
 * selections have one address, whatever the letter case of their filters.
 */
export function canonicalOf(site: SiteContext, chosen: FeedFilters): string {
  const { q, sort, featuredOnly, ...others } = chosen
  if (q !== undefined) return explorerAddress(site, {})
  const filters = canonicalFilters(others)
  const { creator, remixOf } = filters
  const [handle = '', slug = ''] = remixOf?.split('/') ?? []
  if (Object.keys(filters).length === 1 && featuredOnly === undefined) {
    if (creator !== undefined) return site.addresses.creator(creator)
    if (remixOf !== undefined) return site.addresses.remixes(handle, slug)
  }
  return explorerAddress(site, { ...chosen, ...filters })
}

/** The query of the feeds with the same creations. They are always sorted by date. */
export function feedQuery(chosen: FeedFilters): string {
  const query = new URLSearchParams(queryOf(chosen, ['q', ...filterNames])).toString()
  return query && `?${query}`
}

/** Filters as hidden fields, so that a search keeps them. */
export const hiddenFields = (chosen: FeedFilters): Html[] =>
  Object.entries(queryOf(chosen, names)).flatMap(([name, value]) =>
    name === 'q' ? [] : [html`<input type="hidden" name="${name}" value="${formValue(value)}">`],
  )
