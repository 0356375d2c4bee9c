// What the service needs to know about a language. Its facts, phrases and word list are in knowledge/<locale>/.
import type { en } from './en.ts'

type Translated<T> = { readonly [Name in keyof T]: string }

/** The words of the pages. `{name}` stands for a value. */
export type Words = Translated<typeof en.words>

export type Stem = (word: string) => string

export type Language = {
  /** What the language calls itself. */
  name: string
  writing: Writing
  grammar: Grammar
  /** The titles of the landing page's rails. */
  landingTitles: Translated<typeof en.landingTitles>
  /** The words of the MCP views. */
  viewWords: Translated<typeof en.viewWords>
  words: Words
}

type Writing = {
  /** A letter of its script; Latin if absent. */
  script?: RegExp
  /** A letter that decides for this language where it shares its script with another (Japanese kana). */
  decisive?: RegExp
  /** Letters and signs that hardly any other language in Latin letters uses. */
  signs?: RegExp
  /** Spaces do not separate its words. */
  unspaced?: boolean
  /** Between the items of a list; `, ` if absent. */
  comma?: string
}

type Grammar = {
  /** Takes the endings off a word; absent for languages without them. */
  stem?: Stem
  /** Between the parts of compound words (German: Abo·preis); absent where words are not written together. */
  linkingLetters?: readonly string[]
  /** Endings that mark the role of a noun (Korean). */
  particles?: RegExp
  /** Whole words between two questions in one, separated by `|`. */
  conjunctions?: string
  /** Anything else between two questions in one. */
  clauseSeparators?: RegExp
  /** Marks a question at its end, besides the question mark. */
  questionEnding?: RegExp
  /** After a number; alternatives are separated by `|`. */
  thousand: string
  tenThousand?: string
  /** A command is recognised by its form alone, not by a verb in front. */
  verbLast?: boolean
  /** Words that the search in documentation pages ignores; only English pages exist. */
  stopWords?: string
  /** Numbers and amounts in words, without "one" where it is also an article. */
  numerals: string
  /** Words, or parts of text in unspaced languages, that turn a statement into its opposite. */
  negations: string
}
