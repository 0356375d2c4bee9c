// Detects the language of a question: by letters of a script that only one of the languages uses; otherwise, for the
// languages in Latin script, by known words and typical letters.
import { isServiceLocale, languageOf, languages, serviceLocales } from '../../languages/languages.ts'
import { foldText } from '../../store/search-text.ts'
import { parameters } from '../decide/parameters.ts'
import { tokensOf } from './tokens.ts'

/** `fallback` (default: English) is returned for a text that does not show its language: digits, signs, one word of several languages. */
export type DetectLanguage = (text: string, fallback?: string) => string

/** Letters that identify a language. Japanese (kana) precedes Chinese, because both use Han letters. */
const nonLatin = serviceLocales.flatMap(locale => {
  const { script, decisive: letters = script } = languages[locale].writing
  return letters === undefined ? [] : [{ locale, letters }]
})
export const latinLanguages = serviceLocales.filter(locale => languages[locale].writing.script === undefined)

/** Characters of a question that are examined. */
const maxExamined = 400

/** What distinguishes a language in Latin script: the words of our lists. */
export type LatinData = { locale: string; vocabulary: ReadonlySet<string> }

export function makeDetection(candidates: readonly LatinData[]): DetectLanguage {
  return (text, fallback = 'en') => {
    const examined = text.slice(0, maxExamined)
    // A single letter is enough: questions in any language may contain Latin technical words.
    const byScript = nonLatin.find(({ letters }) => letters.test(examined))
    if (byScript !== undefined && !isOnlyQuoted(examined, byScript.letters)) return byScript.locale
    const said = examined.replaceAll(/@\S+|https?:\S+/g, ' ')
    const withoutNames = wordsIn(said.replaceAll(capitalised, ' '))
    const words = withoutNames.length > 1 ? withoutNames : wordsIn(said)
    if (words.length <= 1) return ofSingleWord(examined, words[0]?.text ?? '', candidates) ?? fallback
    const scores = candidates.map(({ locale, vocabulary }) => {
      const familiar = words.filter(({ text: word }) => vocabulary.has(word)).length
      // A single known word of three or more may be a name: it counts only for the fallback.
      const isNone = familiar === 1 && words.length > 2 && locale !== fallback
      const familiarity = isNone ? 0 : familiar / words.length
      const letterBonus = languageOf(locale).writing.signs?.test(examined) ? parameters.typicalLetterBonus : 0
      return { locale, score: familiarity + letterBonus + (locale === fallback ? parameters.fallbackBonus : 0) }
    })
    return scores.reduce((best, one) => (one.score > best.score ? one : best)).locale
  }
}

/** After another word of the sentence: it may be a name. */
const capitalised = /(?<=[\p{L}\p{N},] )\p{Lu}\S*/gu
const wordsIn = (text: string) => tokensOf(text).filter(({ kind }) => kind === 'word')

/** The only language that knows the word, or whose typical letters the text has. */
function ofSingleWord(text: string, word: string, candidates: readonly LatinData[]): string | undefined {
  if (word.length <= 1) return undefined
  const knowing = candidates.filter(({ vocabulary }) => vocabulary.has(word))
  const typical = candidates.filter(({ locale }) => languageOf(locale).writing.signs?.test(text))
  return (knowing.length === 1 ? knowing : typical)[0]?.locale
}

/**
 * Whether `letters` occur only within quotation marks and the rest is Latin, such as an English question about a
 * creation with a Japanese title.
 */
function isOnlyQuoted(text: string, letters: RegExp): boolean {
  const outside = text.replaceAll(/[“”„"«»「『‹][^“”„"«»「」『』‹›]*[“”"«»」』›]/gu, ' ')
  return /\p{sc=Latin}{3}/u.test(outside) && !letters.test(outside)
}

/** The language in which a BCP-47 tag is answered: pt for pt-BR; undefined for other languages. */
export function serviceLocaleOf(tag: string): string | undefined {
  const base = foldText(tag).split(/[-_]/, 1)[0]!
  return isServiceLocale(base) ? base : undefined
}
