// Detects the language of a question. The script decides where only one language uses it; languages in Latin script
// are distinguished by their words and by trigrams learned from our own texts.
import { isServiceLocale, languageOf, languages, serviceLocales } from '../../languages/languages.ts'
import { foldText } from '../../store/search-text.ts'
import type { Fact } from '../retrieve/facts.ts'
import { makeTextTable, type TextTable, type TextTableData } from '../retrieve/text-table.ts'
import type { PhraseBook } from './phrase-book.ts'

export type DetectLanguage = (text: string) => string

const decisive = serviceLocales.flatMap(locale => {
  const { script, decisive: letters = script } = languages[locale].writing
  return letters === undefined ? [] : [{ locale, letters }]
})
export const latinLanguages = serviceLocales.filter(locale => languages[locale].writing.script === undefined)

const signMatters = 1.2
const wordMatters = 6
/** Most questions, and most technical words, are English. */
const englishAhead = 0.5
const longestRead = 400

/** For the languages in Latin letters. */
type Detectable = { book: PhraseBook; profile: ProfileData }

export function makeDetection(detectable: readonly Detectable[]): DetectLanguage {
  const candidates = detectable.map(({ book, profile }) => ({
    book,
    profile: { ...profile, groups: makeTextTable(profile.groups) },
  }))
  return text => {
    const read = text.slice(0, longestRead)
    // Technical words are Latin in every language, so a letter of another script decides; kana occurs together with
    // Han.
    const written = decisive.find(({ letters }) => letters.test(read))
    if (written !== undefined && !isQuoted(read, written.letters)) return written.locale
    let best = 'en'
    let bestScore = Number.NEGATIVE_INFINITY
    for (const { book, profile } of candidates) {
      const { locale } = book
      const signed = languageOf(locale).writing.signs?.test(read) ? signMatters : 0
      const ahead = signed + (locale === 'en' ? englishAhead : 0)
      const score = likelihood(read, profile) + wordMatters * book.familiarity(read) + ahead
      if (score > bestScore) {
        best = locale
        bestScore = score
      }
    }
    return best
  }
}

/** An English question about a creation with a Japanese title is English. */
function isQuoted(text: string, script: RegExp): boolean {
  const outside = text.replaceAll(/[“”„"«»「『‹][^“”„"«»「」『』‹›]*[“”"«»」』›]/gu, ' ')
  return /\p{sc=Latin}{3}/u.test(outside) && !script.test(outside)
}

/** Trigrams and their frequencies. */
type Profile = { groups: TextTable; timesMet: readonly number[]; total: number }
export type ProfileData = Omit<Profile, 'groups'> & { groups: TextTableData }

// Accents distinguish languages, so they are kept.
const lettersOf = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}]+/gu, ' ')

/** Over all texts, joined with spaces. */
export function profileOf(facts: readonly Fact[], locale: string): ProfileData {
  const groups = makeTextTable()
  const timesMet: number[] = []
  let total = 0
  let end = ' '
  const read = (letters: string) => {
    const text = end + letters
    for (let at = 0; at < text.length - 2; at++) {
      const group = groups.add(text, at, at + 3)
      timesMet[group] = (timesMet[group] ?? 0) + 1
      total++
    }
    end = text.slice(-2)
  }
  let before = ''
  for (const { ask, say } of facts) {
    const text = [...(ask.get(locale) ?? []), say.get(locale) ?? ''].join(' ')
    const letters = lettersOf(before === '' ? text : `${before} ${text}`)
    read(letters.slice(before.length))
    before = letters.slice(-1)
  }
  read(' ')
  return { groups: groups.data(), timesMet, total }
}

/** Mean over the trigrams, so that short and long questions are comparable. */
function likelihood(text: string, { groups, timesMet, total }: Profile): number {
  const letters = ` ${lettersOf(text)} `
  let sum = 0
  for (let at = 0; at < letters.length - 2; at++) {
    sum += Math.log(((timesMet[groups.find(letters, at, at + 3)] ?? 0) + 0.2) / (total + 2000))
  }
  return sum / (letters.length - 2 || 1)
}

/** The answer's language for a BCP-47 tag: pt-BR is answered in pt; undefined for other languages. */
export function languageFor(tag: string): string | undefined {
  const base = foldText(tag).split(/[-_]/, 1)[0]!
  return isServiceLocale(base) ? base : undefined
}
