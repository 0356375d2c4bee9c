// The controls above the list of creations: sorts, kinds, categories and tags. All are links, so that every choice
// has a URL to share.
import type Type from 'typebox'
import type { FeedPage } from '../operations/shapes.ts'
import { counterLabel, kindPlural, sortLabel } from '../site/kinds.ts'
import { isHiddenSort } from '../site/site.ts'
import { type FilterName, filterNames } from '../store/filters.ts'
import { sorts } from './layout/choices.ts'
import { formValue, type Html, html } from './layout/html.ts'
import { icon, kindIcon } from './layout/icons.ts'
import type { SiteContext } from './layout/page.ts'
import type { Reader } from './layout/reader.ts'

export type FeedValue = Type.Static<typeof FeedPage>

/** The requested filters, as in the address. */
export type FeedFilters = { sort?: string; q?: string } & { [Name in FilterName]?: string }

type Labelled = { key: string; label: string; count: number }

/** The available filters. */
export type Choices = { categories: readonly Labelled[]; tags: readonly Labelled[]; hasFeatured: boolean }

const names: readonly (keyof FeedFilters)[] = ['q', 'sort', ...filterNames]

export function feedFiltersOf(input: Record<string, unknown>): FeedFilters {
  const present = names.filter(name => input[name] !== undefined && input[name] !== false && input[name] !== '')
  return Object.fromEntries(present.map(name => [name, String(input[name])]))
}

/** The address with some filters changed; undefined removes a filter. */
function address(
  { addresses }: SiteContext,
  chosen: FeedFilters,
  change: { [Name in keyof FeedFilters]?: string | undefined },
): string {
  const merged = { ...chosen, ...change }
  const query = names.flatMap(name => (merged[name] === undefined ? [] : [[name, merged[name]]]))
  return query.length === 0
    ? `${addresses.webUrl}/community`
    : addresses.community(Object.fromEntries(query) as Record<string, string>)
}

export const explorerAddress = (site: SiteContext, chosen: FeedFilters): string => address(site, chosen, {})

/** Filters as hidden fields, so that a search keeps them. */
export const hiddenFields = (chosen: FeedFilters): Html[] =>
  names.flatMap(name =>
    name === 'q' || chosen[name] === undefined
      ? []
      : [html`<input type="hidden" name="${name}" value="${formValue(chosen[name])}">`],
  )

type Link = { label: string; url: string; current: boolean; mark?: Html | null }

const chip = ({ label, url, current, mark = null }: Link): Html =>
  html`<li><a class="chip" href="${url}"${current ? html` aria-current="true"` : null}>${mark}<span dir="auto">${label}</span></a></li>`

export function filters(
  site: SiteContext,
  chosen: FeedFilters,
  current: string,
  choices: Choices,
  reader: Reader,
): Html {
  const { words, to } = reader
  const link = (change: Parameters<typeof address>[2]) => to(address(site, chosen, change))
  // The sort of a hidden counter is listed only while it is in use.
  const offered = sorts.filter(sort => sort === current || !isHiddenSort(sort, site.stats))
  const orders = (chosen.q === undefined ? offered : (['relevance', ...offered] as const)).map(sort => ({
    label: sortLabel(site, sort, reader.locale, words[sort]),
    url: link({ sort: sort === 'relevance' || (sort === 'trending' && chosen.q === undefined) ? undefined : sort }),
    current: sort === current,
  }))
  const allKinds = [{ label: words.all, url: link({ kind: undefined }), current: chosen.kind === undefined }]
  const eachKind = site.kinds.map(({ key: kind }) => ({
    label: kindPlural(site, kind, reader.locale),
    url: link({ kind }),
    current: chosen.kind === kind,
    mark: kindIcon(site, kind, reader),
  }))
  const featured = {
    label: words.featured,
    url: link({ featuredOnly: chosen.featuredOnly === undefined ? 'true' : undefined }),
    current: chosen.featuredOnly !== undefined,
    mark: icon('star'),
  }
  return html`<div id="filters"><nav aria-label="${words.sort}"><ul class="tabs">${orders.map(chip)}</ul></nav>
<nav aria-label="${words.kind}"><ul class="chips">${[...allKinds, ...eachKind, ...(choices.hasFeatured || featured.current ? [featured] : [])].map(chip)}</ul></nav>
${labels(words.categories, choices.categories, chosen.category, category => link({ category }))}
${labels(words.tags, choices.tags, chosen.tag, tag => link({ tag }))}
${removable(site, chosen, link, reader)}</div>`
}

/** Filters without a list of choices: other pages link to them, and here they can only be removed. */
const withoutChoices: Partial<Record<FilterName, (value: string, reader: Reader, site: SiteContext) => string>> = {
  creator: value => `@${value}`,
  language: (value, { words, locale }) => `${words.language}: ${languageName(value, locale)}`,
  remixOf: (value, { locale }, site) => `${counterLabel(site, 'remixes', locale)}: ${value}`,
}

/** A tag that Intl does not support is shown unchanged. */
function languageName(tag: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

function removable(
  site: SiteContext,
  chosen: FeedFilters,
  link: (change: { [Name in keyof FeedFilters]?: undefined }) => string,
  reader: Reader,
): Html | null {
  const links = filterNames.flatMap(name => {
    const [value, label] = [chosen[name], withoutChoices[name]]
    if (value === undefined || label === undefined) return []
    return [{ label: label(value, reader, site), url: link({ [name]: undefined }), current: true, mark: icon('close') }]
  })
  return links.length === 0 ? null : html`<ul class="chips small">${links.map(chip)}</ul>`
}

/** A chosen value can be removed even if it is not among the choices. */
function labels(
  title: string,
  list: readonly Labelled[],
  chosen: string | undefined,
  link: (key: string | undefined) => string,
): Html | null {
  const key = chosen?.normalize('NFC').toLowerCase()
  const isListed = list.some(item => item.key === key)
  const options = key === undefined || isListed ? list : [{ key, label: chosen!, count: 0 }, ...list]
  if (options.length === 0) return null
  const links = options.map(item => {
    const current = item.key === key
    return {
      label: item.label,
      url: link(current ? undefined : item.key),
      current,
      mark: current ? icon('close') : null,
    }
  })
  return html`<details class="labels"${key === undefined ? null : html` open`}><summary>${title}</summary><ul class="chips small">${links.map(chip)}</ul></details>`
}
