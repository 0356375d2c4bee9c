// The controls above the list of creations: sorts, kinds, categories, tags, and the filters in use. All are links, so
// that every choice has a URL to share.
import { keysOf } from '../../operations/for-site.ts'
import { counterLabel, kindPlural, railTitle } from '../../site/kinds.ts'
import { type Counter, counterOfSort, isHiddenSort } from '../../site/site.ts'
import { type FilterName, filterNames, maxTags } from '../../store/filters.ts'
import { type Html, html } from '../layout/html.ts'
import { icon } from '../layout/icons.ts'
import { linksLine, type Md, md } from '../layout/markdown-text.ts'
import type { SiteContext } from '../layout/page.ts'
import { type Reader, readerFor } from '../layout/reader.ts'
import { filled, languageName } from '../layout/words.ts'
import { viewQuery, viewSwitch } from '../view-switch.ts'
import {
  type Change,
  type Choice,
  type Choices,
  type ChosenLabels,
  explorerAddress,
  type FeedFilters,
  type FeedValue,
  hasFew,
  isOneLabel,
  isUnfiltered,
  narrowingTags,
  smallList,
  tagsOf,
} from './selection.ts'
import { sorts } from './sorts.ts'

type Explorer = {
  site: SiteContext
  chosen: FeedFilters
  choices: Choices
  labels: ChosenLabels
  reader: Reader
  link: (change: Change) => string
}

type Link = {
  label: string
  url: string
  current?: boolean
  /** Whether it removes what is chosen. */
  removes?: boolean
  count?: number | null
  mark?: Html | null
  /** What the label is. */
  of?: string | undefined
  /** Shown at the end. */
  end?: Html
  name?: string
}

type Selection = { chosen: FeedFilters; labels: ChosenLabels; choices: Choices; feed: FeedValue }

const explorerOf = (site: SiteContext, { chosen, labels, choices }: Selection, reader: Reader): Explorer => ({
  site,
  chosen,
  choices,
  labels,
  reader,
  link: change => reader.to(explorerAddress(site, chosen, change)),
})

/** Fewer creations need no other view. */
const minViewed = 4

/** Whether categories and tags are offered. */
const hasMenus = (chosen: FeedFilters, feed: FeedValue): boolean =>
  feed.pagination.total >= smallList || !(chosen.q !== undefined || isUnfiltered(chosen) || hasFew(chosen, feed))

export function filters(site: SiteContext, selection: Selection, reader: Reader): Html {
  const { chosen, feed } = selection
  if (hasFew(chosen, feed)) return html`<div id="filters"></div>`
  const { words, number } = reader
  const explorer = explorerOf(site, selection, reader)
  const chips = (links: readonly Link[]) => links.map(link => chip(link, number))
  // One choice is none.
  const nav = (label: string, style: string, links: readonly Link[]) =>
    links.length < 2 ? null : html`<nav aria-label="${label}"><ul class="${style}">${chips(links)}</ul></nav>`
  const active = activeFilters(explorer)
  const menus = hasMenus(chosen, feed)
    ? html`${labelChoices(explorer, 'categories', categories(explorer))}${labelChoices(explorer, 'tags', tags(explorer))}`
    : null
  const views =
    feed.pagination.total < minViewed
      ? null
      : viewSwitch(reader, other => explorer.link({ view: viewQuery(other).view }))
  return html`<div id="filters"><div class="choices">${nav(words.kind, 'chips', kinds(explorer, feed))}${active.length === 0 ? null : html`<nav class="active" aria-label="${words.activeFilters}"><ul class="chips">${chips(active)}</ul></nav>`}${clear(explorer, active.length)}</div>
<div class="order">${sortMenu(orders(explorer, feed), reader)}
<div class="menus">${menus}${views}</div></div></div>`
}

/** The orders of the list by sort, and the counters that are 0 in all of it. */
export function listColumns(site: SiteContext, selection: Selection, reader: Reader) {
  const { feed } = selection
  const links = orders(explorerOf(site, selection, reader), feed)
  return {
    orders: new Map(links.length < 2 ? [] : links.map(link => [link.sort, link])),
    uncounted: (['plays', 'likes', 'remixes'] as const).filter(counter => isZero(counter, feed)),
  }
}

/** The same choices as Markdown. */
export function filtersMarkdown(site: SiteContext, selection: Selection): Md | null {
  const { chosen, feed } = selection
  const reader = readerFor('en', site)
  const { words } = reader
  const explorer = explorerOf(site, selection, reader)
  const [kindLinks, sortLinks] = [kinds(explorer, feed), orders(explorer, feed)]
  const categoryLinks = hasMenus(chosen, feed) ? categories(explorer) : []
  const removing = [...kindLinks, ...categoryLinks].filter(({ removes }) => removes)
  const choosing = (links: readonly Link[]) => links.filter(({ removes }) => !removes)
  const lines = [
    linksLine(words.kind, kindLinks.length < 2 ? [] : choosing(kindLinks)),
    linksLine(words.sort, sortLinks.length < 2 ? [] : sortLinks),
    linksLine(words.categories, choosing(categoryLinks)),
    linksLine(words.tags, hasMenus(chosen, feed) ? tags(explorer) : []),
    linksLine('Without', withoutLinks(explorer, removing)),
  ].filter(line => line !== null)
  return lines.length === 0 ? null : md`## Filters\n\n${lines}\n`
}

/** Links that remove the search, a filter, or all of them. */
function withoutLinks(explorer: Explorer, removing: readonly Link[]): Link[] {
  const { chosen, link, reader } = explorer
  const active = activeFilters(explorer)
  const search = chosen.q === undefined ? [] : [{ label: reader.words.search, url: link({ q: undefined }) }]
  const others = removing.filter(({ url }) => active.every(one => one.url !== url))
  return [
    ...search,
    ...active,
    ...others.map(({ label, url }) => ({ label, url })),
    ...clearLink(explorer, active.length),
  ]
}

function sortMenu(links: readonly Link[], { words, number }: Reader): Html | null {
  if (links.length < 2) return null
  const { label } = links.find(({ current }) => current) ?? links[0]!
  return html`<details class="sorts" name="labels"><summary><span class="away">${words.sort}: </span>${label}</summary><nav aria-label="${words.sort}"><ul class="tabs">${links.map(link => chip(link, number))}</ul></nav></details>`
}

/** Removes all filters, if there are several, and keeps the search. */
function clearLink({ chosen, reader: { words }, link }: Explorer, active: number): Link[] {
  const toggled = [chosen.kind, chosen.featuredOnly].filter(value => value !== undefined)
  const none = Object.fromEntries(filterNames.map(name => [name, undefined]))
  return active + toggled.length < 2 ? [] : [{ label: words.clear, url: link(none) }]
}

const clear = (explorer: Explorer, active: number): Html[] =>
  clearLink(explorer, active).map(
    ({ label, url }) => html`<a class="chip plain" href="${url}"><span>${label}</span></a>`,
  )

const allLabels = {
  categories: { path: '/categories', all: 'allCategories', has: 'hasCategories' },
  tags: { path: '/tags', all: 'allTags', has: 'hasTags' },
} as const

/** Some of the categories, or tags, and a link to the page with all of them. */
function labelChoices({ site, choices, reader }: Explorer, of: 'categories' | 'tags', links: Link[]): Html | null {
  const { path, all, has } = allLabels[of]
  if (!choices[has]) return null
  const { words, number, to } = reader
  const chips = links.map(link => chip(link, number))
  return html`<details class="labels" name="labels"><summary>${words[of]}</summary><div>${chips.length === 0 ? null : html`<ul class="chips small">${chips}</ul>`}<p><a class="see" href="${to(site.addresses.webUrl + path)}">${words[all]}</a></p></div></details>`
}

function chip(link: Link, number: Reader['number']): Html {
  const { label, url, current = false, count = null, mark = null, of, end = null, name } = link
  const attributes = html`${current ? html` aria-current="true"` : null}${name === undefined ? null : html` aria-label="${name}"`}`
  return html`<li><a class="chip" href="${url}"${attributes}>${mark}${of === undefined ? null : html`<small>${of}</small> `}<span dir="auto">${label}</span>${count === null ? null : html` <small>${number(count)}</small>`}${end}</a></li>`
}

/** Whether the list has all creations, and this counted none of them. */
const isZero = (counter: Counter, { items, pagination: { total } }: FeedValue): boolean =>
  items.length === total && items.every(({ stats }) => stats[counter] === 0)

function isUncounted(sort: string, feed: FeedValue): boolean {
  const counter = counterOfSort[sort]
  return counter !== undefined && isZero(counter, feed)
}

function orders({ site, chosen, reader, link }: Explorer, feed: FeedValue) {
  const current = feed.pagination.sort
  if (feed.pagination.total < smallList && chosen.sort === undefined) return []
  // The sort of a hidden counter is listed only while it is in use.
  const offered = sorts.filter(
    sort => sort === current || !(isHiddenSort(sort, site.stats) || (isUnfiltered(chosen) && isUncounted(sort, feed))),
  )
  return (chosen.q === undefined ? offered : (['relevance', ...offered] as const)).map(sort => ({
    label: railTitle(site, sort, reader.locale, reader.words[sort]),
    url: link({ sort: sort === 'relevance' || (sort === 'trending' && isUnfiltered(chosen)) ? undefined : sort }),
    current: sort === current,
    sort,
  }))
}

function kinds({ site, chosen, choices, reader, link }: Explorer, { pagination }: FeedValue): Link[] {
  const { counts } = choices
  const isChosen = chosen.kind !== undefined || chosen.featuredOnly !== undefined
  if (!isChosen && chosen.q === undefined && pagination.total < smallList) return []
  const { words, locale } = reader
  const all = {
    label: words.all,
    url: link({ kind: undefined }),
    current: chosen.kind === undefined,
    count: counts?.all ?? null,
  }
  // A kind that all creations have is no choice.
  const isChoice = (key: string) => counts === null || counts.kinds[key] !== counts.all
  const each = [...new Set([...keysOf(site.kinds), ...choices.kinds])]
    .filter(kind => kind === chosen.kind || (choices.kinds.includes(kind) && isChoice(kind)))
    .map(kind => ({
      label: kindPlural(site, kind, locale),
      url: link({ kind }),
      current: chosen.kind === kind,
      count: counts && (counts.kinds[kind] ?? 0),
    }))
  const featured = {
    label: words.featured,
    url: link({ featuredOnly: chosen.featuredOnly === undefined ? 'true' : undefined }),
    current: chosen.featuredOnly !== undefined,
    removes: chosen.featuredOnly !== undefined,
    count: counts?.featured ?? null,
  }
  const others = featured.current || choices.hasFeatured ? [featured] : []
  return [all, ...each, ...others]
}

const categories = ({ chosen, choices, link }: Explorer): Link[] =>
  choices.categories.map(({ key, label, count }) => {
    const current = key === chosen.category?.toLowerCase()
    const mark = current ? icon('close') : null
    return { label, url: link({ category: current ? undefined : key }), current, removes: current, count, mark }
  })

/** Adds a tag to those that are chosen. */
function tags({ chosen, choices, link }: Explorer): Link[] {
  const others = tagsOf(chosen)
  if (others.length >= maxTags) return []
  const added = (key: string) => [...others, key].sort().join()
  return narrowingTags(choices, chosen).map(({ key, label, count }: Choice) => ({
    label,
    url: link({ tag: added(key) }),
    count,
  }))
}

type Named = Pick<Explorer, 'site' | 'labels' | 'reader'>
type Label = (value: string, named: Named) => string

/** How the values of filters are named. */
export const filterLabels: Record<FilterName, Label> = {
  category: (value, { labels }) => labels.categories.get(value.toLowerCase()) ?? value,
  kind: (value, { site, reader }) => kindPlural(site, value, reader.locale),
  featuredOnly: (_, { reader }) => reader.words.featured,
  tag: (value, { labels }) => labels.tags.get(value) ?? value,
  creator: value => `@${value}`,
  language: (value, { reader: { words, locale } }) => `${words.language}: ${languageName(value, locale)}`,
  remixOf: (value, { site, reader }) => `${counterLabel(site, 'remixes', reader.locale)}: ${value}`,
}

/** Signs before values. Words would have to be in the accessible name, too. */
const signs: Partial<Record<FilterName, string>> = { tag: '#' }

/** The filters in use that neither the heading nor another chip shows, with links that remove them. */
function activeFilters(explorer: Explorer): Link[] {
  const { chosen, reader, link } = explorer
  if (isOneLabel(chosen)) return []
  const removable = filterNames.flatMap((name): { name: FilterName; value: string; change: Change }[] => {
    const value = chosen[name]
    if (value === undefined || name === 'kind' || name === 'featuredOnly') return []
    if (name !== 'tag') return [{ name, value, change: { [name]: undefined } }]
    const all = tagsOf(chosen)
    const without = (tag: string) => all.filter(other => other !== tag).join() || undefined
    return all.map(tag => ({ name, value: tag, change: { tag: without(tag) } }))
  })
  return removable.map(({ name, value, change }) => {
    const label = filterLabels[name](value, explorer)
    const accessibleName = filled(reader.words.removeFilter, { name: label })
    return { label, of: signs[name], url: link(change), end: icon('close'), name: accessibleName }
  })
}
