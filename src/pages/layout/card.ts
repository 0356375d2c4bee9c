// Creations and people in grids and rows.
import type Type from 'typebox'
import { creationArtPath, creatorArtPath } from '../../art-paths.ts'
import type { Creation } from '../../operations/shapes.ts'
import { counterLabel, kindLabel, kindPlural, shownCounters } from '../../site/kinds.ts'
import type { Counter } from '../../site/site.ts'
import { wordsOf } from '../../store/search-text.ts'
import { isRightToLeft, truncate } from '../../util/text.ts'
import { type Html, html, safeUrl } from './html.ts'
import { counterIcon, icon } from './icons.ts'
import { cardMetrics, type Metric } from './markdown-text.ts'
import { marker } from './marked.ts'
import type { SiteContext } from './page.ts'
import type { Reader } from './reader.ts'

type CreationValue = Type.Static<typeof Creation>

/** Covers at the start of a grid that are visible immediately, so they are not loaded lazily. */
const eagerCovers = 2

/** The order of a list by one of its columns. */
type Order = { label: string; url: string; current: boolean }

/** Of a dense list. `uncounted` are counters that are 0 in all of it; `orders` are by sort. */
type Columns = { uncounted?: readonly Counter[]; orders?: ReadonlyMap<string, Order> }

/** `byline`: whether the cards name their creator. `marked`: the words of a search, which are marked. */
export function grid(
  site: SiteContext,
  items: readonly CreationValue[],
  reader: Reader,
  byline = true,
  marked: string | null = null,
  { uncounted = [], orders = new Map() }: Columns = {},
): Html {
  const isList = reader.view === 'list'
  const columns = listMetrics.filter(counter => !uncounted.includes(counter))
  const metrics = isList ? ([...columns, 'date'] as const) : cardMetrics
  const mark = marker(marked ?? '')
  const cards = items.map((item, i) =>
    card(site, item, reader, { eager: i < eagerCovers, byline, metrics, mark, isRow: isList }),
  )
  return html`${isList ? columnTitles(site, byline, columns, orders, reader) : null}<ul class="grid${isList ? ' list' : ''}">${cards}</ul>`
}

const sortOfColumn = { plays: 'popular', likes: 'liked', remixes: 'remixed', views: null, date: 'recent' } as const

/** Above the columns of a list. Each entry names its values itself, so titles are only for the eye, unless they sort. */
function columnTitles(
  site: SiteContext,
  byline: boolean,
  columns: readonly Counter[],
  orders: ReadonlyMap<string, Order>,
  { words, locale }: Reader,
): Html {
  const text = (label: string) => html`<span aria-hidden="true">${label}</span>`
  const title = (label: string, column: Metric) => {
    const order = orders.get(sortOfColumn[column] ?? '')
    if (order === undefined) return text(label)
    return html`<a href="${order.url}" title="${order.label}"${order.current ? html` aria-current="true"` : null}>${label}</a>`
  }
  const counters = shownCounters(site, columns).map(counter => title(counterLabel(site, counter, locale), counter))
  return html`<div class="column-titles">${text(words.title)}${byline ? text(words.creator) : null}${text(words.kind)}<span class="counts">${counters}${title(words.published, 'date')}</span></div>`
}

/** One row of cards that scrolls horizontally. */
export const rail = (site: SiteContext, items: readonly CreationValue[], reader: Reader, byline = true): Html =>
  html`<ul class="rail">${items.map(item => card(site, item, reader, { byline }))}</ul>`

/**
 * `eager`: whether the cover is loaded at once. `star`: whether featured creations have a star; in a row, it is after the
 * title. `mark`: marks words. `action`: a button.
 */
type CardOptions = {
  eager?: boolean
  byline?: boolean
  star?: boolean
  metrics?: readonly Metric[]
  isRow?: boolean
  mark?: Mark
  action?: Html | null
}

type Mark = (text: string) => Html | string

const listMetrics = ['plays', 'likes', 'remixes'] as const

export function card(site: SiteContext, item: CreationValue, reader: Reader, options: CardOptions = {}): Html {
  const {
    eager = false,
    byline = true,
    star = item.featured,
    metrics = cardMetrics,
    isRow = false,
    mark = String,
    action = null,
  } = options
  const { title, url, creator, locale, kind, category } = item
  // A card with a button has room for all of it.
  const summary = action === null ? shortForeign(item.summary, reader) : item.summary
  const { words, to, locale: language } = reader
  const found = foundTags(item, mark)
  const isNamed = category !== null && !isKindName(site, kind, category.label, language)
  const categoryLabel = isNamed ? html`<span><bdi>${category.label}</bdi></span>` : null
  const starred = star
    ? html`<span class="star" title="${words.featured}">${icon('star')}<span class="away">${words.featured}</span></span>`
    : null
  return html`<li class="card">${cover(site, item, eager)}<div>
<p class="kind"><span><bdi>${kindLabel(site, kind, language)}</bdi></span>${found ?? categoryLabel}${isRow ? null : starred}</p>
<h3><a href="${to(safeUrl(url))}" lang="${locale}" dir="auto">${mark(title)}</a>${isRow ? starred : null}</h3>
${summary === '' ? null : html`<p class="summary" lang="${locale}" dir="auto">${mark(summary)}</p>`}
<p class="by">${byline ? html`${avatar(site, creator, 24)}<a href="${to(safeUrl(creator.url))}" dir="auto">${creator.displayName}</a>` : null}${counts(site, item, metrics, reader)}</p>${action}</div></li>`
}

/** Whether a category is called like the kind: "Games". */
function isKindName(site: SiteContext, kind: string, label: string, locale: string): boolean {
  const names = [kindLabel(site, kind, locale), kindPlural(site, kind, locale)]
  return names.some(name => name.toLowerCase() === label.toLowerCase())
}

/** About three lines of a card. */
const maxForeignSummary = 80

/** Browsers draw the ellipsis of a clamped text outside of its box if it runs from left to right on a page that does not. */
export function shortForeign(text: string, { direction }: Reader): string {
  if (direction === 'ltr' || isRightToLeft(text) || text.length <= maxForeignSummary) return text
  const start = truncate(text, maxForeignSummary)
  const end = start.lastIndexOf(' ')
  return `${(end < 0 ? start : start.slice(0, end)).replace(/\P{L}+$/u, '')}…`
}

/** A tag that a search found it by, unless its texts say the same. */
function foundTags({ title, summary, tags }: CreationValue, mark: Mark): Html | null {
  const shown = wordsOf(`${title} ${summary}`)
  const isNew = (label: string) => mark(label) !== label && !wordsOf(label).every(word => shown.includes(word))
  const found = tags.find(({ label }) => isNew(label))
  return found === undefined ? null : html`<span class="found-by"><bdi>#${mark(found.label)}</bdi></span>`
}

function counts(site: SiteContext, item: CreationValue, metrics: readonly Metric[], reader: Reader): Html {
  const { words, locale, short, day } = reader
  const shown = metrics.map(metric => {
    if (metric === 'date')
      return html`<time datetime="${item.publishedAt}" title="${words.published}">${day(item.publishedAt)}</time>`
    if (site.stats[metric].hidden) return null
    const label = counterLabel(site, metric, locale)
    return html`<span title="${label}">${counterIcon(site, metric)}<span class="away">${label}: </span>${short(item.stats[metric])}</span>`
  })
  return html`<span class="counts">${shown}</span>`
}

export type Pictured = Pick<CreationValue, 'id' | 'kind' | 'category' | 'title' | 'coverUrl' | 'iconUrl' | 'imageUrl'>

/**
 * Has a fixed size, so that loading does not shift the layout. An icon is shown in the middle of the generated image. The
 * script shows the image in `data-art` when the other one cannot be loaded.
 */
export function cover({ addresses }: SiteContext, item: Pictured, eager = false): Html {
  const { coverUrl, iconUrl, imageUrl, category } = item
  const loading = eager ? html`fetchpriority="high"` : html`loading="lazy"`
  const image = (url: string, fallback: string | null) =>
    html`<img class="cover" src="${safeUrl(url)}" alt="" width="600" height="400" ${loading} decoding="async"${fallback && html` data-art="${fallback}"`}>`
  if (coverUrl === null && iconUrl === null) return image(imageUrl, null)
  const art = addresses.webUrl + creationArtPath({ ...item, category: category?.slug ?? null })
  if (coverUrl !== null) return image(coverUrl, art)
  return html`<span class="pictured">${image(art, null)}<img src="${safeUrl(iconUrl!)}" alt="" width="132" height="132" ${loading} decoding="async" data-art=""></span>`
}

type Face = { handle: string; displayName: string; avatarUrl: string | null; imageUrl: string }

export function avatar({ addresses }: SiteContext, face: Face, size: number): Html {
  const { handle, displayName, avatarUrl, imageUrl } = face
  const fallback =
    avatarUrl === null ? null : html` data-art="${addresses.webUrl + creatorArtPath(handle, displayName)}"`
  return html`<img class="avatar avatar-${size}" src="${safeUrl(imageUrl)}" alt="" width="${size}" height="${size}" loading="lazy" decoding="async"${fallback}>`
}

/** The counters that are shown, in this order, with their labels. */
export const counterEntries = (
  site: SiteContext,
  stats: CreationValue['stats'],
  order: readonly Counter[],
  { locale }: Reader,
): [name: string, value: number][] =>
  shownCounters(site, order).map(counter => [counterLabel(site, counter, locale), stats[counter]])

/** A link to the whole list, beside the heading of its beginning. */
export const seeAll = (url: string, title: string, { words, to }: Reader): Html =>
  html`<a class="see" href="${to(url)}">${words.seeAll}<span class="away">: ${title}</span>${icon('arrow')}</a>`

export const empty = (title: string, hint = '', link: Html | null = null): Html =>
  html`<div class="empty"><p><strong>${title}</strong></p>${hint === '' ? null : html`<p>${hint}</p>`}${link}</div>`
