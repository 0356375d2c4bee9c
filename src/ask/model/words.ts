// Checks of a sentence that need words or the script of its language: numerals and negations.
import type { Language } from '../../languages/language.ts'
import { languageOf, languages } from '../../languages/languages.ts'

type WordList = 'numerals' | 'negations'

/** The words of a list that occur in the text. English words are included: a model may answer in the wrong language. */
function wordsIn(text: string, list: WordList, locale: string): Set<string> {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll('’', "'")
  const words = new Set(plain.replace(/n't\b/g, " n't").match(/[\p{L}\p{M}']+/gu) ?? [])
  const isIn = ({ writing }: Language, word: string) => (writing.unspaced ? plain.includes(word) : words.has(word))
  const candidates = new Set([languageOf(locale), languages.en])
  return new Set(
    [...candidates].flatMap(language => language.grammar[list].split(' ').filter(word => isIn(language, word))),
  )
}

export const numberWords = (text: string, locale: string): Set<string> => wordsIn(text, 'numerals', locale)

export const hasNegation = (text: string, locale: string): boolean => wordsIn(text, 'negations', locale).size > 0

/** Whether most letters are in the script of the language. Names and quotations may be in another. */
export function isInScript(text: string, locale: string): boolean {
  const { script = /\p{sc=Latin}/u, decisive = script } = languageOf(locale).writing
  if (!decisive.test(text)) return false
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  return [...text].filter(character => script.test(character)).length * 2 >= letters
}
