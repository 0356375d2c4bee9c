// What a page says about a search for which no creation contains all words.

import { type Html, html } from '../layout/html.ts'
import { type Md, md, target } from '../layout/markdown-text.ts'
import type { SiteContext } from '../layout/page.ts'
import type { Reader } from '../layout/reader.ts'
import { explorerAddress, type FeedFilters, type FeedValue } from './selection.ts'

/** The text with the query in place of `{q}`. */
function withQuery(text: string, q: string): Html {
  const [before = '', after = ''] = text.split('{q}')
  return html`${before}<b><bdi>${q}</bdi></b>${after}`
}

export function searchNotes(
  site: SiteContext,
  { match, searched, suggestions }: FeedValue,
  chosen: FeedFilters,
  { words, to }: Reader,
): Html | null {
  if (match === null || match === 'all' || searched === null) return null
  const missing = match === 'partial' ? html`${withQuery(words.notAllWords, chosen.q ?? '')} ` : null
  const links = suggestions.map(
    ({ q }) => html`<li><a class="chip" href="${to(explorerAddress(site, { ...chosen, q }))}"><bdi>${q}</bdi></a></li>`,
  )
  const others = html`<div class="searched"><span>${words.searchInstead}</span><ul class="chips small">${links}</ul></div>`
  return html`<p class="searched" role="status">${missing}${withQuery(words.resultsFor, searched)}</p>${links.length === 0 ? null : others}`
}

export function searchNotesMarkdown(site: SiteContext, { match, searched, suggestions }: FeedValue): Md | null {
  if (match === null || match === 'all' || searched === null) return null
  const missing = match === 'partial' ? 'No creation contains all words. ' : ''
  const links = suggestions.map(({ q }) => md`- [${q}](${target(site.addresses.community({ q }))})\n`)
  return md`${missing}Showing results for ${searched}.

${links}`
}
