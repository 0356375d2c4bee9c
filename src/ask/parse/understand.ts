// Everything needed to understand a question. A language is loaded with the first question in it.
import { lazilyByKey } from '../../util/lazily.ts'
import type { Fact } from '../retrieve/facts.ts'
import { type ExampleQuestion, type Matcher, makeMatcher } from '../retrieve/matching.ts'
import type { TermSource, Thesaurus } from '../retrieve/page-terms.ts'
import type { PageGroup } from '../retrieve/page-units.ts'
import type { TextIndex } from '../retrieve/text-index.ts'
import { type LatinData, makeDetection } from './language.ts'
import { type Lexicon, makeLexicon } from './lexicon.ts'
import type { PhraseBook } from './phrase-book.ts'
import type { WordCounts } from './spelling.ts'

/** What is used to understand questions in one language. */
export type OneLanguage = Lexicon & {
  locale: string
  /** The pages of the site pack. */
  pages: TextIndex<PageGroup>
  terms: TermSource
  /** Finds facts by their example questions in this language and in English. */
  matcher: Matcher
}

export type Understanding = ReturnType<typeof makeUnderstanding>

/** The prepared data of a language, which is cached in a file. */
export type LanguageData = {
  book: PhraseBook
  /** The words in phrases, facts and example questions. */
  words: WordCounts
  questions: readonly ExampleQuestion[]
  thesaurus: Thesaurus | null
  /** Of the site pack. */
  pages: TextIndex<PageGroup>
}

/** Also contains the data that all languages share. */
export type EnglishData = LanguageData & {
  facts: readonly Fact[]
  /** Names of the API, such as next_cursor and Retry-After. */
  names: ReadonlySet<string>
  latin: readonly LatinData[]
}

export function makeUnderstanding(english: EnglishData, load: (locale: string) => Promise<LanguageData>) {
  const open = async (locale: string): Promise<OneLanguage> => {
    const data = locale === 'en' ? english : await load(locale)
    return {
      ...lexiconOf(data, english),
      locale,
      pages: data.pages,
      terms: data,
      matcher: makeMatcher(english.facts, [...new Set([...english.questions, ...data.questions])]),
    }
  }
  return {
    detect: makeDetection(english.latin.map(one => (one.locale === 'en' ? withAllWords(one, english) : one))),
    language: lazilyByKey(open),
  }
}

/** The other languages' lists contain English words, such as "unique", that the English list does not need. */
const withAllWords = ({ locale, vocabulary }: LatinData, { words }: EnglishData): LatinData => ({
  locale,
  vocabulary: vocabulary.union(words),
})

/** Of the English words, other languages use those in phrases. */
export function lexiconOf(
  { book, words }: Pick<LanguageData, 'book' | 'words'>,
  english: Pick<EnglishData, 'book' | 'names'>,
): Lexicon {
  if (book.locale === 'en') return makeLexicon({ books: [book], words: [words], names: english.names })
  const lent = new Map(english.book.vocabulary.keys().map(word => [word, 1]))
  return makeLexicon({ books: [book, english.book], words: [words, lent], names: english.names })
}
