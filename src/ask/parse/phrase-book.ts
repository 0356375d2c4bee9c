// The phrases of a language (knowledge/<locale>/words.txt) and their ideas. Plain data, which is cached in a file.
import { languageOf } from '../../languages/languages.ts'
import { foldText } from '../../store/search-text.ts'
import { stemOf, type Token, tokensOf } from './tokens.ts'
import type { Words } from './words.ts'

type IdeasByText = ReadonlyMap<string, readonly string[]>

export type PhraseBook = {
  locale: string
  /** By the stems of their words. */
  phrases: IdeasByText
  /** The words that the phrases are made of. */
  vocabulary: ReadonlySet<string>
  /** Phrases as they are written, in languages without spaces; otherwise null. */
  unspaced: IdeasByText | null
}

export type Phrase = { length: number; ideas: readonly string[] }

const maxPhraseTokens = 6

/** The words that the phrases are made of. */
export const vocabularyOf = (words: Words): Set<string> =>
  new Set(
    [...words.values()]
      .flat()
      .flatMap(text => tokensOf(text).flatMap(({ kind, text }) => (kind === 'word' ? [text] : []))),
  )

export function phraseBookOf(locale: string, words: Words): PhraseBook {
  const phrases = new Map<string, string[]>()
  const unspaced = languageOf(locale).writing.unspaced ? new Map<string, string[]>() : null
  for (const [idea, texts] of words)
    for (const text of texts) {
      const tokens = tokensOf(text).slice(0, maxPhraseTokens)
      if (unspaced !== null) addTo(unspaced, foldText(text).replaceAll(/\s+/g, ''), idea)
      if (tokens.length > 0 && !(unspaced !== null && tokens.every(isUnspaced)))
        addTo(phrases, tokens.map(token => keyOf(token, locale)).join(' '), idea)
    }
  return { locale, phrases, vocabulary: vocabularyOf(words), unspaced }
}

/** Adds to the list of a key, unless it is there. */
export function addTo(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.getOrInsertComputed(key, () => [])
  if (!list.includes(value)) list.push(value)
}

export const ideasOf = ({ phrases, locale }: PhraseBook, word: string): readonly string[] | undefined =>
  phrases.get(stemOf(locale)(word))

/** The longest phrase at this position. */
export function phraseAt({ phrases, locale }: PhraseBook, tokens: readonly Token[], from: number): Phrase | null {
  let key = ''
  let best: Phrase | null = null
  for (const [i, token] of tokens.slice(from, from + maxPhraseTokens).entries()) {
    key = key === '' ? keyOf(token, locale) : `${key} ${keyOf(token, locale)}`
    const ideas = phrases.get(key)
    if (ideas !== undefined) best = { length: i + 1, ideas }
  }
  return best
}

const keyOf = ({ kind, text }: Token, locale: string): string =>
  kind === 'word' ? stemOf(locale)(text) : `${kind} ${text}`

export const isUnspaced = ({ kind, text }: Token): boolean => kind === 'run' || /^\p{sc=Hangul}/u.test(text)
