// The data of a language. Its facts, phrases and word list are in knowledge/<locale>/.
import type { en } from './en.ts'

type Translated<T> = { readonly [Name in keyof T]: string }

/** UI strings. `{name}` is a placeholder. */
export type Words = Translated<typeof en.words>

export type Stem = (word: string) => string

export type Language = {
  /** The native name of the language. */
  name: string
  /** What a site pack can replace in UI strings; `many` is a regular expression. */
  noun: { one: string; many: string }
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
  /** Letters and signs that are rare in other languages in Latin script. */
  signs?: RegExp
  /** Words are not separated by spaces. */
  unspaced?: boolean
  /** Between the items of a list; `, ` if absent. */
  comma?: string
}

type Grammar = {
  /** Stemmer; absent for languages without inflection. */
  stem?: Stem
  /** Endings that mark the role of a noun (Korean). */
  particles?: RegExp
  /** Whole words between two questions in one, separated by `|`. */
  conjunctions?: string
  /** Anything else between two questions in one. */
  clauseSeparators?: RegExp
  /** A question whether something (`name`) is of a kind; only English has it. */
  classification?: RegExp
  /** Marks the end of a question, besides the question mark. */
  questionEnding?: RegExp
  /** After a number; alternatives are separated by `|`. */
  thousand: string
  tenThousand?: string
  /** Imperatives are recognised by their form alone, not by a leading verb. */
  verbLast?: boolean
  /** Words that the search in documentation pages ignores; only English pages exist. */
  stopWords?: string
  /** Numbers and amounts in words, without "one" where it is also an article. */
  numerals: string
  /** Words, or parts of text in unspaced languages, that turn a statement into its opposite. */
  negations: string
}
