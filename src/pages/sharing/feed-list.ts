// Visible links to the feeds with the same creations as a page.
import { feeds } from '../../discovery.ts'
import { type Html, html } from '../layout/html.ts'
import { linksLine, type Md } from '../layout/markdown-text.ts'
import type { SiteContext } from '../layout/page.ts'
import type { Reader } from '../layout/reader.ts'

const linksOf = ({ addresses }: SiteContext, path: string, query: string) =>
  Object.values(feeds).map(feed => ({ label: feed.name, url: `${addresses.webUrl}${path}${feed.path}${query}` }))

/** `path` is that of a creator, or empty; `query` has the filters. */
export function feedList(site: SiteContext, path: string, query: string, { words, to }: Reader): Html {
  const links = linksOf(site, path, query).map(({ label, url }) => html`<li><a href="${to(url)}">${label}</a></li>`)
  return html`<nav class="feeds" aria-label="${words.feeds}"><span aria-hidden="true">${words.feeds}</span><ul>${links}</ul></nav>`
}

export const feedLine = (site: SiteContext, path: string, query: string): Md | null =>
  linksLine('Feeds', linksOf(site, path, query))
