// The part of a section that shows why it was found.
import { plainMarkdown } from './plain-markdown.ts'
import { searchWords, stemsOf } from './search.ts'

export type SnippetPart = { text: string; isMatch: boolean }

const maxLength = 180
/** How much of the text before the first match is shown. */
const lead = 60

/** Parts of the text around the first word of the query, in order. */
export function snippetOf(markdown: string, query: string): SnippetPart[] {
  const terms = new Set(searchWords(query))
  const parts = plainMarkdown(markdown)
    .replace(/\s+/g, ' ')
    .split(/([\p{L}\p{M}\p{N}_]+)/u)
    .map(text => ({ text, isMatch: stemsOf(text).some(stem => terms.has(stem)) }))
  const first = parts.findIndex(({ isMatch }) => isMatch)
  const from = first < 0 ? 0 : startBefore(parts, first)
  const shown: SnippetPart[] = from === 0 ? [] : [{ text: '… ', isMatch: false }]
  let length = 0
  for (const part of parts.slice(from)) {
    if (length + part.text.length > maxLength) return [...shown, { text: ' …', isMatch: false }]
    shown.push(part)
    length += part.text.length
  }
  return shown
}

function startBefore(parts: readonly SnippetPart[], first: number): number {
  let from = first
  for (let length = 0; from > 0 && length < lead; length += parts[from]!.text.length) from--
  // Begins with a word; these are at odd positions.
  return from === 0 || from % 2 === 1 ? from : from + 1
}
