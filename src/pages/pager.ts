// The links between the pages of a list. Cursors only lead forward, so later pages link to the first one.
import { type Html, html } from './layout/html.ts'
import type { Reader } from './layout/reader.ts'

/** `next` and `first` are URLs in English; `first` is null on the first page. */
type Pager = { next: string | null; first: string | null; label: string }

export function pager({ next, first, label }: Pager, { words, to }: Reader): Html | null {
  if (next === null && first === null) return null
  const start = first && html`<a class="button quiet" href="${to(first)}">${words.firstPage}</a>`
  const more = next && html`<a class="button quiet" rel="next" href="${to(next)}">${label}</a>`
  return html`<p class="next">${start}${more}</p>`
}

/** The address of another page of the list at `url`. */
export const pageUrl = (url: string, cursor: string | null, more: Record<string, string> = {}): string | null =>
  cursor && `${url}?${new URLSearchParams({ cursor, ...more })}`
