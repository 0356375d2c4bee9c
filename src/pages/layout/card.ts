// Creations and people in grids and rows.
import type Type from 'typebox'
import type { Creation } from '../../operations/shapes.ts'
import { type Html, html, safeUrl } from './html.ts'
import { type Icon, icon } from './icons.ts'
import type { Reader } from './reader.ts'

type CreationValue = Type.Static<typeof Creation>

/** Covers at the start of a grid that are visible immediately, so they are not loaded lazily. */
const eagerCovers = 2

export const grid = (items: readonly CreationValue[], reader: Reader): Html =>
  html`<ul class="grid">${items.map((item, i) => card(item, reader, i < eagerCovers))}</ul>`

/** One row of cards that scrolls horizontally. */
export const rail = (items: readonly CreationValue[], reader: Reader): Html =>
  html`<ul class="rail">${items.map(item => card(item, reader))}</ul>`

export function card(item: CreationValue, reader: Reader, eager = false): Html {
  const { title, summary, url, creator, stats, locale, kind, category, featured } = item
  const { words, to } = reader
  const categoryLabel = category === null ? null : html`<span><bdi>${category.label}</bdi></span>`
  return html`<li class="card">${cover(item, eager)}<div>
<p class="kind"><span>${words[kind]}</span>${categoryLabel}${featured ? html`<span class="star">${icon('star')}${words.featured}</span>` : null}</p>
<h3><a href="${to(safeUrl(url))}" lang="${locale}" dir="auto">${title}</a></h3>
<p class="summary" lang="${locale}" dir="auto">${summary}</p>
<p class="by">${avatar(creator.avatarUrl, 24)}<a href="${to(safeUrl(creator.url))}" dir="auto">${creator.displayName}</a>${counts(stats, reader)}</p></div></li>`
}

function counts(stats: CreationValue['stats'], { words, short }: Reader): Html {
  const count = (name: Icon, label: string, value: number): Html =>
    html`<span title="${label}">${icon(name)}<span class="away">${label}: </span>${short(value)}</span>`
  return html`<span class="counts">${count('play', words.plays, stats.plays)}${count('heart', words.likes, stats.likes)}</span>`
}

type CoverFields = Pick<CreationValue, 'coverUrl' | 'kind' | 'id'>

/** Has a fixed size, so that loading does not shift the layout. Without a picture it shows a colour and the kind's icon. */
export function cover({ coverUrl, kind, id }: CoverFields, eager = false): Html {
  if (coverUrl === null) return html`<span class="cover tint-${tintOf(id)}">${icon(kind)}</span>`
  const loading = eager ? html`fetchpriority="high"` : html`loading="lazy"`
  return html`<img class="cover" src="${safeUrl(coverUrl)}" alt="" width="600" height="400" ${loading} decoding="async">`
}

/** As many as the style sheet has (`.tint-0` …). */
const tints = 6

const tintOf = (text: string): number => [...text].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % tints

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

/** Labelled numbers as a description list. */
export const statList = (entries: readonly (readonly [name: string, value: number])[], { number }: Reader): Html =>
  html`<dl class="facts">${entries.map(([name, value]) => html`<div><dt>${name}</dt><dd>${number(value)}</dd></div>`)}</dl>`

export const empty = (title: string, hint = ''): Html =>
  html`<div class="empty"><p><strong>${title}</strong></p>${hint === '' ? null : html`<p>${hint}</p>`}</div>`
