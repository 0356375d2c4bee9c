// What a page says about a search for which nothing contains all words.
import { type Html, html } from '../layout/html.ts'
import { type Md, md, target } from '../layout/markdown-text.ts'
import type { Reader } from '../layout/reader.ts'
import type { FeedValue } from './selection.ts'

type Searched = Pick<FeedValue, 'match' | 'searched' | 'suggestions'>
/** The address of the same list for another query. */
type AddressOf = (q: string) => string

/** The text with the query in place of `{q}`. */
function withQuery(text: string, q: string): Html {
  const [before = '', after = ''] = text.split('{q}')
  return html`${before}<b><bdi>${q}</bdi></b>${after}`
}

/** Which words were used, which were not found, and links to other searches. */
export function searchNotes(
  { match, searched, suggestions }: Searched,
  { query, addressOf }: { query: string; addressOf: AddressOf },
  { words, to }: Reader,
): Html | null {
  if (match === null || match === 'all' || searched === null) return null
  const missing = withQuery(match === 'partial' ? words.notAllWords : words.noneFor, query)
  const links = suggestions.map(({ q }) => html`<li><a href="${to(addressOf(q))}"><bdi>${q}</bdi></a></li>`)
  const others = html`<div><span>${words.searchInstead}</span> <ul>${links}</ul></div>`
  return html`<div class="searched"><p role="status">${withQuery(words.resultsFor, searched)}</p><p>${missing}</p>${links.length === 0 ? null : others}</div>`
}

export function searchNotesMarkdown({ match, searched, suggestions }: Searched, addressOf: AddressOf): Md | null {
  if (match === null || match === 'all' || searched === null) return null
  const missing = match === 'partial' ? 'Nothing contains all words.' : 'Nothing was found as it was written.'
  const links = suggestions.map(({ q }) => md`- [${q}](${target(addressOf(q))})\n`)
  return md`${missing} Showing results for ${searched}.

${links}`
}
