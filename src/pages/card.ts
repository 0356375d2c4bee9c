// A creation as it stands in a grid.
import type Type from 'typebox'
import type { Creation } from '../operations/shapes.ts'
import { type Html, html, safeUrl } from './html.ts'

export type CreationValue = Type.Static<typeof Creation>

export const grid = (items: readonly CreationValue[]): Html => html`<ul class="grid">${items.map(card)}</ul>`

function card({ title, summary, coverUrl, url, creator, stats, locale }: CreationValue): Html {
  return html`<li class="card" lang="${locale}">${picture(coverUrl)}<div>
<h3><a href="${safeUrl(url)}">${title}</a></h3><p>${summary}</p>
<small><a href="${safeUrl(creator.url)}"><bdi>${creator.displayName}</bdi></a> · ${stats.plays} plays</small></div></li>`
}

function picture(url: string | null): Html | null {
  return url === null ? null : html`<img src="${safeUrl(url)}" alt="" loading="lazy" width="640" height="360">`
}
