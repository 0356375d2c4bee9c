// The filters of the explorer in addresses, forms and feeds.
import type Type from 'typebox'
import type { FeedPage } from '../../operations/shapes.ts'
import { type FilterName, filterNames } from '../../store/filters.ts'
import { formValue, type Html, html } from '../layout/html.ts'
import type { SiteContext } from '../layout/page.ts'

export type FeedValue = Type.Static<typeof FeedPage>

/** The requested filters, as in the address. */
export type FeedFilters = { sort?: string; q?: string } & { [Name in FilterName]?: string }

/** `count`: the creations that the choice leaves; null if unknown. */
export type Choice = { key: string; label: string; count: number | null }

/** The available filters. `counts` has the numbers of creations by kind, `all` for any kind, and those featured. */
export type Choices = {
  counts: { all: number; featured: number; kinds: Readonly<Record<string, number>> } | null
  categories: readonly Choice[]
  tags: readonly Choice[]
  /** Whether any creation is. */
  hasFeatured: boolean
  /** Known labels by key, for those that are chosen. */
  labels: { categories: ReadonlyMap<string, string>; tags: ReadonlyMap<string, string> }
}

const names: readonly (keyof FeedFilters)[] = ['q', 'sort', ...filterNames]

export function feedFiltersOf(input: Record<string, unknown>): FeedFilters {
  const present = names.filter(name => input[name] !== undefined && input[name] !== false && input[name] !== '')
  return Object.fromEntries(present.map(name => [name, String(input[name])]))
}

export const tagsOf = ({ tag }: FeedFilters): string[] => (tag === undefined ? [] : tag.split(','))

/** Changed filters; undefined removes a filter. */
export type Change = { [Name in keyof FeedFilters]?: string | undefined }

function queryOf(chosen: Change, of: readonly (keyof FeedFilters)[]): Record<string, string> {
  return Object.fromEntries(of.flatMap(name => (chosen[name] === undefined ? [] : [[name, chosen[name]]])))
}

export function explorerAddress({ addresses }: SiteContext, chosen: FeedFilters, change: Change = {}): string {
  const query = queryOf({ ...chosen, ...change }, names)
  return Object.keys(query).length === 0 ? `${addresses.webUrl}/community` : addresses.community(query)
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
