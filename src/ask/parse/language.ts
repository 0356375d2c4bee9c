// Detects the language of a question: by letters of a script that only one of the languages uses; otherwise, for the
// languages in Latin script, by known words, typical letters, and trigrams counted in our own texts.
import { isServiceLocale, languageOf, languages, serviceLocales } from '../../languages/languages.ts'
import { foldText } from '../../store/search-text.ts'
import { parameters } from '../decide/parameters.ts'
import type { Fact } from '../retrieve/facts.ts'
import { makeTextTable, type TextTable, type TextTableData } from '../retrieve/text-table.ts'
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

/** What distinguishes a language in Latin script: the words of our lists, and trigrams. */
export type LatinData = { vocabulary: TextTableData; profile: ProfileData }
type Candidate = { locale: string; vocabulary: TextTable; profile: Profile }

export function makeDetection(latin: ReadonlyMap<string, LatinData>): DetectLanguage {
  const candidates = [...latin].map(([locale, { vocabulary, profile }]) => ({
    locale,
    vocabulary: makeTextTable(vocabulary),
    profile: { ...profile, trigrams: makeTextTable(profile.trigrams) },
  }))
  return (text, fallback = 'en') => {
    const examined = text.slice(0, maxExamined)
    // A single letter is enough: questions in any language may contain Latin technical words.
    const byScript = nonLatin.find(({ letters }) => letters.test(examined))
    if (byScript !== undefined && !isOnlyQuoted(examined, byScript.letters)) return byScript.locale
    const words = tokensOf(examined.replaceAll(/@\S+|https?:\S+/g, ' ')).filter(({ kind }) => kind === 'word')
    if (words.length <= 1) return ofSingleWord(examined, words[0]?.text ?? '', candidates) ?? fallback
    const letters = lettersAndSpaces(examined)
    let best = fallback
    let bestScore = Number.NEGATIVE_INFINITY
    for (const { locale, vocabulary, profile } of candidates) {
      const familiarity = words.filter(({ text: word }) => vocabulary.find(word) >= 0).length / words.length
      const letterBonus = languageOf(locale).writing.signs?.test(examined) ? parameters.typicalLetterBonus : 0
      const bonus = letterBonus + (locale === 'en' ? parameters.englishBonus : 0)
      const score = meanLogProbability(letters, profile) + parameters.knownWordsWeight * familiarity + bonus
      if (score > bestScore) {
        best = locale
        bestScore = score
      }
    }
    return best
  }
}

/** The only language that knows the word, or whose typical letters the text has. */
function ofSingleWord(text: string, word: string, candidates: readonly Candidate[]): string | undefined {
  if (word.length <= 1) return undefined
  const knowing = candidates.filter(({ vocabulary }) => vocabulary.find(word) >= 0)
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

/** Trigrams and how often each occurs. */
type Profile = { trigrams: TextTable; counts: readonly number[]; total: number }
export type ProfileData = Omit<Profile, 'trigrams'> & { trigrams: TextTableData }

/** Accents distinguish languages, so they stay. */
const lettersAndSpaces = (text: string): string =>
  ` ${text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}]+/gu, ' ')} `

/** Counts the trigrams in the texts of all facts. */
export function profileOf(facts: readonly Fact[], locale: string): ProfileData {
  const texts = facts.flatMap(({ ask, say }) => [...(ask.get(locale) ?? []), say.get(locale) ?? ''])
  const letters = lettersAndSpaces(texts.join(' '))
  const trigrams = makeTextTable()
  const counts: number[] = []
  const total = letters.length - 2
  for (let at = 0; at < total; at++) {
    const trigram = trigrams.add(letters, at, at + 3)
    counts[trigram] = (counts[trigram] ?? 0) + 1
  }
  return { trigrams: trigrams.data(), counts, total }
}

/** Additive smoothing: a trigram that does not occur in our texts gets a small probability. */
const smoothing = { count: 0.2, total: 2000 }

/** The mean over the trigrams of the text, so that short and long questions are comparable. */
function meanLogProbability(letters: string, { trigrams, counts, total }: Profile): number {
  let sum = 0
  for (let at = 0; at < letters.length - 2; at++) {
    const count = counts[trigrams.find(letters, at, at + 3)] ?? 0
    sum += Math.log((count + smoothing.count) / (total + smoothing.total))
  }
  return sum / (letters.length - 2 || 1)
}

/** The language in which a BCP-47 tag is answered: pt for pt-BR; undefined for other languages. */
export function serviceLocaleOf(tag: string): string | undefined {
  const base = foldText(tag).split(/[-_]/, 1)[0]!
  return isServiceLocale(base) ? base : undefined
}
