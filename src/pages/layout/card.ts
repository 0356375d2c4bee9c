// Creations and people in grids and rows.
import type Type from 'typebox'
import { artName, artPath } from '../../art/art.ts'
import type { Creation } from '../../operations/shapes.ts'
import { counterLabel, kindLabel, shownCounters } from '../../site/kinds.ts'
import type { Counter } from '../../site/site.ts'
import { type Html, html, safeUrl } from './html.ts'
import { type Icon, icon } from './icons.ts'
import type { SiteContext } from './page.ts'
import type { Reader } from './reader.ts'

type CreationValue = Type.Static<typeof Creation>

/** Covers at the start of a grid that are visible immediately, so they are not loaded lazily. */
const eagerCovers = 2

export const grid = (site: SiteContext, items: readonly CreationValue[], reader: Reader): Html =>
  html`<ul class="grid">${items.map((item, i) => card(site, item, reader, i < eagerCovers))}</ul>`

/** One row of cards that scrolls horizontally. */
export const rail = (site: SiteContext, items: readonly CreationValue[], reader: Reader): Html =>
  html`<ul class="rail">${items.map(item => card(site, item, reader))}</ul>`

export function card(site: SiteContext, item: CreationValue, reader: Reader, eager = false): Html {
  const { title, summary, url, creator, stats, locale, kind, category, featured } = item
  const { words, to, locale: language } = reader
  const categoryLabel = category === null ? null : html`<span><bdi>${category.label}</bdi></span>`
  return html`<li class="card">${cover(site, item, eager)}<div>
<p class="kind"><span><bdi>${kindLabel(site, kind, language)}</bdi></span>${categoryLabel}${featured ? html`<span class="star">${icon('star')}${words.featured}</span>` : null}</p>
<h3><a href="${to(safeUrl(url))}" lang="${locale}" dir="auto">${title}</a></h3>
<p class="summary" lang="${locale}" dir="auto">${summary}</p>
<p class="by">${avatar(creator.avatarUrl, 24)}<a href="${to(safeUrl(creator.url))}" dir="auto">${creator.displayName}</a>${counts(site, stats, reader)}</p></div></li>`
}

const onCards: readonly (readonly [Counter, Icon])[] = [
  ['plays', 'play'],
  ['likes', 'heart'],
]

function counts(site: SiteContext, stats: CreationValue['stats'], { locale, short }: Reader): Html {
  const shown = onCards
    .filter(([counter]) => !site.stats[counter].hidden)
    .map(([counter, mark]) => {
      const label = counterLabel(site, counter, locale)
      return html`<span title="${label}">${icon(mark)}<span class="away">${label}: </span>${short(stats[counter])}</span>`
    })
  return html`<span class="counts">${shown}</span>`
}

/** Has a fixed size, so that loading does not shift the layout. Creations without a picture get a drawing. */
export function cover(
  site: SiteContext,
  item: Pick<CreationValue, 'coverUrl' | 'kind' | 'category' | 'id'>,
  eager = false,
): Html {
  const url = item.coverUrl ?? site.addresses.webUrl + artPath('cover', artName(site, item))
  const loading = eager ? html`fetchpriority="high"` : html`loading="lazy"`
  return html`<img class="cover" src="${safeUrl(url)}" alt="" width="600" height="400" ${loading} decoding="async">`
}

export function avatar(url: string | null, size: number): Html {
  if (url === null) return html`<span class="avatar avatar-${size}" aria-hidden="true"></span>`
  return html`<img class="avatar avatar-${size}" src="${safeUrl(url)}" alt="" width="${size}" height="${size}" loading="lazy" decoding="async">`
}

type Person = { handle: string; displayName: string; avatarUrl: string | null; url: string }

export const people = (list: readonly Person[], { to }: Reader): Html =>
  html`<ul class="people">${list.map(
    ({ handle, displayName, avatarUrl, url }) =>
      html`<li>${avatar(avatarUrl, 40)}<a href="${to(safeUrl(url))}"><bdi>${displayName}</bdi><small><bdi>@${handle}</bdi></small></a></li>`,
  )}</ul>`

/** The counters that are shown, in this order, with their labels. */
export const counterEntries = (
  site: SiteContext,
  stats: CreationValue['stats'],
  order: readonly Counter[],
  { locale }: Reader,
): [name: string, value: number][] =>
  shownCounters(site, order).map(counter => [counterLabel(site, counter, locale), stats[counter]])

/** Labelled numbers as a description list. */
export const statList = (entries: readonly (readonly [name: string, value: number])[], { number }: Reader): Html =>
  html`<dl class="facts">${entries.map(([name, value]) => html`<div><dt>${name}</dt><dd>${number(value)}</dd></div>`)}</dl>`

export const empty = (title: string, hint = ''): Html =>
  html`<div class="empty"><p><strong>${title}</strong></p>${hint === '' ? null : html`<p>${hint}</p>`}</div>`
