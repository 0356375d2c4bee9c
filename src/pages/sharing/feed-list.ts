// Visible links to the feeds with the same creations as a page.
import { feeds } from '../../discovery.ts'
import { type Html, html } from '../layout/html.ts'
import type { SiteContext } from '../layout/page.ts'
import type { Reader } from '../layout/reader.ts'

/** `path` is that of a creator, or empty; `query` has the filters. */
export function feedList({ addresses }: SiteContext, path: string, query: string, { words, to }: Reader): Html {
  const links = Object.values(feeds).map(
    feed => html`<li><a href="${to(`${addresses.webUrl}${path}${feed.path}${query}`)}">${feed.name}</a></li>`,
  )
  return html`<nav class="feeds" aria-label="${words.feeds}"><span aria-hidden="true">${words.feeds}</span><ul>${links}</ul></nav>`
}
