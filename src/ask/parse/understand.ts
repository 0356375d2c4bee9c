// Everything needed to understand a question. A language is loaded with the first question in it.

import type { Fact } from '../retrieve/facts.ts'
import { type LanguageQuestions, type Matcher, makeMatcher } from '../retrieve/matching.ts'
import { openTexts, type Texts, type TextsData } from '../retrieve/texts.ts'
import { type DetectLanguage, type LatinData, makeDetection } from './language.ts'
import { type Lexicon, makeLexicon, type Slot } from './lexicon.ts'
import { makePhraseBook, type PhraseBook, type PhraseBookData } from './phrase-book.ts'
import { makeSpelling, type SpellingData } from './spelling.ts'

export type Understanding = {
  detect: DetectLanguage
  /** Loads a language; English is always loaded. */
  ready(locale: string): Promise<void>
  slots(locale: string, text: string): Slot[]
  /** Whether a word is in our lists as it is spelled. */
  knows(locale: string, word: string): boolean
  /** Of facts and pages in a language that is ready. */
  texts(locale: string): Texts
  /** Finds facts by their example questions in this language and in English. */
  matcher(locale: string): Promise<Matcher>
}

/** The prepared data of a language, which is cached in a file. */
export type LanguageData = {
  book: PhraseBookData
  /** Of the words in phrases, facts and example questions. */
  spelling: SpellingData
  questions: LanguageQuestions
  texts: TextsData
}

/** Also contains the data that all languages share. */
export type EnglishData = LanguageData & {
  facts: readonly Fact[]
  /** Names of the API, such as next_cursor and Retry-After. */
  names: ReadonlySet<string>
  /** Of the words in English phrases only; other languages use them too. */
  borrowedSpelling: SpellingData
  /** To distinguish the languages in Latin script. */
  latin: ReadonlyMap<string, LatinData>
}

export function makeUnderstanding(
  english: EnglishData,
  load: (locale: string) => Promise<LanguageData>,
): Understanding {
  const lexicons = new Map([['en', lexiconOf('en', english, english)]])
  const texts = new Map([['en', openTexts(english.texts, makePhraseBook('en', english.book))]])
  const matchers = new Map([['en', makeMatcher({ facts: english.facts, english: english.questions, own: null })]])
  const ready = oncePerLocale(async locale => {
    if (locale === 'en') return
    const data = await load(locale)
    lexicons.set(locale, lexiconOf(locale, data, english))
    texts.set(locale, openTexts(data.texts, makePhraseBook(locale, data.book)))
    const own = data.questions
    matchers.set(locale, makeMatcher({ facts: english.facts, english: english.questions, own }))
  })
  const lexiconFor = (locale: string): Lexicon => {
    const lexicon = lexicons.get(locale)
    if (lexicon === undefined) throw new Error(`${locale} is not ready.`)
    return lexicon
  }
  return {
    detect: makeDetection(english.latin),
    ready,
    slots: lastKept((locale, text) => lexiconFor(locale).slots(text)),
    knows: (locale, word) => lexiconFor(locale).knows(word),
    texts: locale => texts.get(locale)!,
    async matcher(locale) {
      await ready(locale)
      return matchers.get(locale)!
    },
  }
}

/** A question and its parts are looked up several times. */
const maxKept = 200

function lastKept(slots: Understanding['slots']): Understanding['slots'] {
  const kept = new Map<string, Slot[]>()
  return (locale, text) => {
    if (kept.size > maxKept) kept.clear()
    return kept.getOrInsertComputed(`${locale} ${text}`, () => slots(locale, text))
  }
}

type LexiconData = Pick<LanguageData, 'book' | 'spelling'>
type SharedData = Pick<EnglishData, 'book' | 'borrowedSpelling' | 'names'>

export function lexiconOf(locale: string, { book, spelling }: LexiconData, english: SharedData): Lexicon {
  const { names } = english
  const phrases = makePhraseBook(locale, book)
  if (locale === 'en')
    return makeLexicon({ phrases, borrowed: null, spelling: makeSpelling(undefined, spelling), names })
  const borrowed: PhraseBook = makePhraseBook('en', english.book)
  const lent = makeSpelling(undefined, english.borrowedSpelling)
  return makeLexicon({ phrases, borrowed, spelling: makeSpelling(lent, spelling), names })
}

/** Failures are not cached: the next question tries again. */
function oncePerLocale(make: (locale: string) => Promise<void>): (locale: string) => Promise<void> {
  const cache = new Map<string, Promise<void>>()
  return locale => {
    const cached = cache.get(locale)
    if (cached !== undefined) return cached
    const made = make(locale).catch(error => {
      cache.delete(locale)
      throw error
    })
    cache.set(locale, made)
    return made
  }
}
