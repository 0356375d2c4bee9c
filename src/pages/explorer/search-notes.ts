// What a page says about a search for which nothing contains all words.
import { en } from '../../languages/en.ts'
import { type Html, html } from '../layout/html.ts'
import { type Md, md, target } from '../layout/markdown-text.ts'
import type { Reader } from '../layout/reader.ts'
import { filled } from '../layout/words.ts'
import type { FeedValue } from './selection.ts'

type Searched = Pick<FeedValue, 'match' | 'searched' | 'suggestions'>
/** The address of the same list for another query. */
type AddressOf = (q: string) => string

/** The text with words in place of their names in braces. */
function withWords(text: string, words: Readonly<Record<string, string>>): Html {
  const parts = text.split(/\{(\w+)\}/)
  return html`${parts.map((part, i) => (i % 2 === 0 ? html`${part}` : html`<b><bdi>${words[part]!}</bdi></b>`))}`
}

/** Which words were used instead of which, and links to other searches. */
export function searchNotes(
  { match, searched, suggestions }: Searched,
  { query, addressOf }: { query: string; addressOf: AddressOf },
  { words, to }: Reader,
): Html | null {
  if (match === null || match === 'all' || searched === null) return null
  const links = suggestions.map(
    ({ q }, i) => html`${i === 0 ? '' : ', '}<a href="${to(addressOf(q))}"><bdi>${q}</bdi></a>`,
  )
  const others = links.length === 0 ? null : html` ${words.searchInstead} ${links}`
  return html`<p class="searched"><span role="status">${withWords(words.resultsInstead, { searched, q: query })}</span>${others}</p>`
}

export function searchNotesMarkdown(
  { match, searched, suggestions }: Searched,
  { query, addressOf }: { query: string; addressOf: AddressOf },
): Md | null {
  if (match === null || match === 'all' || searched === null) return null
  const links = suggestions.map(({ q }) => md`- [${q}](${target(addressOf(q))})\n`)
  return md`${filled(en.words.resultsInstead, { searched, q: query })}

${links}`
}
