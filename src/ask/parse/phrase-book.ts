// The phrases of a language (knowledge/<locale>/words.txt) and their ideas.
import type { Stem } from '../../languages/language.ts'
import { languageOf } from '../../languages/languages.ts'
import { foldText } from '../../store/search-text.ts'
import { type IdeasByText, type IdeasByTextData, makeIdeasByText } from '../retrieve/ideas-by-text.ts'
import { makeTextTable, type TextTable, type TextTableData } from '../retrieve/text-table.ts'
import { stemOf } from './stems.ts'
import { type Token, tokensOf } from './tokens.ts'
import type { Words } from './words.ts'

export type Phrase = { length: number; ideas: string[] }

export type PhraseBook = {
  locale: string
  /** The words that the phrases are made of. */
  vocabulary: TextTable
  stem: Stem
  ideasOf(word: string): string[] | null
  /** The longest phrase at this position. */
  match(tokens: readonly Token[], from: number): Phrase | null
  /** Null for languages that are written with spaces. */
  unspaced: UnspacedPhrases | null
}

/** Phrases without spaces, the length of the longest, and endings of nouns. */
export type UnspacedPhrases = { entries: IdeasByText; longest: number; particles: RegExp | undefined }

const maxPhraseTokens = 6

export type PhraseBookData = {
  /** The key is the stems of the words. */
  phrases: IdeasByTextData
  vocabulary: TextTableData
  unspaced: { entries: IdeasByTextData; longest: number } | null
}

/** The words that the phrases are made of. */
export function vocabularyOf(words: Words): TextTableData {
  const vocabulary = makeTextTable()
  for (const text of [...words.values()].flat())
    for (const { kind, text: word } of tokensOf(text)) if (kind === 'word') vocabulary.add(word)
  return vocabulary.data()
}

export function phraseBookData(locale: string, words: Words): PhraseBookData {
  const stem = stemOf(locale)
  const phrases = makeIdeasByText()
  const unspaced = languageOf(locale).writing.unspaced ? { entries: makeIdeasByText(), longest: 0 } : null
  for (const [idea, texts] of words) {
    for (const text of texts) {
      const tokens = tokensOf(text).slice(0, maxPhraseTokens)
      if (unspaced !== null) {
        const key = foldText(text).replaceAll(/\s+/g, '')
        unspaced.entries.add(key, idea)
        unspaced.longest = Math.max(unspaced.longest, key.length)
      }
      if (tokens.length > 0 && !(unspaced !== null && tokens.every(isUnspaced)))
        phrases.add(tokens.map(token => keyOf(token, stem)).join(' '), idea)
    }
  }
  const { entries, longest = 0 } = unspaced ?? {}
  return {
    phrases: phrases.data(),
    vocabulary: vocabularyOf(words),
    unspaced: entries === undefined ? null : { entries: entries.data(), longest },
  }
}

export function makePhraseBook(locale: string, saved: PhraseBookData): PhraseBook {
  const stem = stemOf(locale)
  const phrases = makeIdeasByText(saved.phrases)
  const vocabulary = makeTextTable(saved.vocabulary)
  const { particles } = languageOf(locale).grammar
  const unspaced =
    saved.unspaced === null ? null : { ...saved.unspaced, entries: makeIdeasByText(saved.unspaced.entries), particles }
  const match = (tokens: readonly Token[], from: number): Phrase | null => {
    let key = ''
    let best: Phrase | null = null
    for (let i = from; i < tokens.length && i < from + maxPhraseTokens; i++) {
      key = key === '' ? keyOf(tokens[i]!, stem) : `${key} ${keyOf(tokens[i]!, stem)}`
      const ideas = phrases.find(key)
      if (ideas !== undefined) best = { length: i - from + 1, ideas }
    }
    return best
  }
  return {
    locale,
    vocabulary,
    stem,
    ideasOf: word => phrases.find(keyOf({ kind: 'word', text: word }, stem)) ?? null,
    match,
    unspaced,
  }
}

const keyOf = ({ kind, text }: Token, stem: Stem): string => (kind === 'word' ? stem(text) : `${kind} ${text}`)

export const isUnspaced = ({ kind, text }: Token): boolean => kind === 'run' || /^\p{sc=Hangul}/u.test(text)
