// Splits a question into parts.
import { languageOf } from '../../languages/languages.ts'

const sentenceEnd = '[?!;.。？！；؟।]+(?=\\s|$|[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}])|[。？！；]'
/** Not \b, which treats accented letters as word boundaries: "mãe" would be split before its "e". */
const wholeWord = (words: string): string => `(?<![\\p{L}\\p{M}\\p{N}])(?:${words})(?![\\p{L}\\p{M}\\p{N}])`
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u

/**
 * The clauses of a question that consists of several, if long enough to be questions. Commas do not separate clauses:
 * many languages put one within a question.
 */
export function clausesOf(text: string, locale: string): string[] {
  const { conjunctions, clauseSeparators } = languageOf(locale).grammar
  const separators = [
    sentenceEnd,
    ...(conjunctions === undefined ? [] : [wholeWord(conjunctions)]),
    ...(clauseSeparators === undefined ? [] : [clauseSeparators.source]),
  ]
  const pattern = new RegExp(separators.join('|'), 'giu')
  const parts = text.split(pattern).map(part => part.trim())
  return parts.filter(part => (unspaced.test(part) ? part.length >= 5 : part.split(/\s+/).length >= 3))
}

/** The pieces of a long text, also between commas. */
export function partsOf(text: string): string[] {
  const parts = text.split(new RegExp(`${sentenceEnd}|[,:،、，：–—]\\s*`, 'gu')).map(part => part.trim())
  return parts.filter(part => part.length > 4)
}
