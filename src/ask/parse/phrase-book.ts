// The phrases of a language (knowledge/<locale>/words.txt) and their ideas. Plain data, which is cached in a file.

import { languageOf } from '../../languages/languages.ts'
import { foldText } from '../../store/search-text.ts'
import { getOrCreate } from '../../util/memoize.ts'
import { stemOf, type Token, tokensOf } from './tokens.ts'
import type { Words } from './words.ts'

/** Phrases and what they may mean: ideas, or cues (see cues.ts). */
export type Meanings = ReadonlyMap<string, readonly string[]>

export type PhraseBook = {
  locale: string
  /** By the stems of their words. */
  phrases: Meanings
  /** The words that the phrases are made of. */
  vocabulary: ReadonlySet<string>
  /** Phrases as they are written, in languages without spaces; otherwise null. */
  unspaced: Meanings | null
}

export type Phrase = { length: number; meanings: readonly string[] }

export const maxPhraseTokens = 6

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
  const list = getOrCreate(lists, key, () => [value])
  if (!list.includes(value)) list.push(value)
}

export const ideasOf = ({ phrases, locale }: PhraseBook, word: string): readonly string[] | undefined =>
  phrases.get(stemOf(locale)(word))

/** The longest phrase at this position. `keys`: words, or their stems. */
export function phraseAt(phrases: Meanings, keys: readonly string[], from: number): Phrase | null {
  for (let length = Math.min(maxPhraseTokens, keys.length - from); length > 0; length--) {
    const meanings = phrases.get(keys.slice(from, from + length).join(' '))
    if (meanings !== undefined) return { length, meanings }
  }
  return null
}

/** Letters of a phrase without spaces. */
const maxUnspaced = 24

/** The longest phrases in a text without spaces, and the text between them. */
export function segmentsOf(text: string, phrases: Meanings) {
  const segments: { text: string; from: number; meanings: readonly string[] | null }[] = []
  let rest = 0
  const closeRest = (to: number) => {
    if (to > rest) segments.push({ text: text.slice(rest, to), from: rest, meanings: null })
  }
  for (let from = 0; from < text.length; ) {
    let length = Math.min(maxUnspaced, text.length - from)
    while (length > 0 && !phrases.has(text.slice(from, from + length))) length--
    const phrase = text.slice(from, from + Math.max(1, length))
    if (length > 0) {
      closeRest(from)
      segments.push({ text: phrase, from, meanings: phrases.get(phrase)! })
      rest = from + length
    }
    from += phrase.length
  }
  closeRest(text.length)
  return segments
}

export const keyOf = ({ kind, text }: Token, locale: string): string =>
  kind === 'word' ? stemOf(locale)(text) : `${kind} ${text}`

export const isUnspaced = ({ kind, text }: Token): boolean => kind === 'run' || /^\p{sc=Hangul}/u.test(text)
