// Marks the words of a search in a text.
import { foldText, isUnspaced, type QueryWord, queryWords } from '../../store/search-text.ts'
import { type Html, html } from './html.ts'

const tokens = /([\p{L}\p{N}\p{M}]+)/u

/** Texts without any of the words are returned as they are. */
export function marker(query: string): (text: string) => Html | string {
  const words = queryWords(query)
  if (words.length === 0) return text => text
  return text => {
    // Odd parts are words.
    const parts = text.split(tokens).map((part, i) => (i % 2 ? markedToken(part, words) : part))
    return parts.some(part => typeof part !== 'string') ? html`${parts.map(part => html`${part}`)}` : text
  }
}

function markedToken(token: string, words: readonly QueryWord[]): Html | string {
  const folded = foldText(token)
  const isFound = words.some(({ text, prefix }) => (prefix ? folded.startsWith(text) : folded === text))
  if (isFound && !isUnspaced(folded)) return html`<mark>${token}</mark>`
  // Without spaces a token is a phrase: the written words are marked in it.
  const run = words.find(({ run }) => isUnspaced(run) && token.includes(run))?.run
  if (run === undefined) return token
  const [before, ...others] = token.split(run)
  return html`${before!}${others.map(other => html`<mark>${run}</mark>${other}`)}`
}
