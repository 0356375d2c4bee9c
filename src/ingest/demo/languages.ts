// The languages the demo community writes in. Tables of words hold one entry a language, in this order.
import type { Labels } from '../../store/records.ts'

export const languages = ['en', 'es', 'fr', 'de', 'it', 'pt', 'ja', 'ko', 'zh', 'ar', 'hi'] as const

export type Language = (typeof languages)[number]
export type OtherLanguage = Exclude<Language, 'en'>

/** Records list their languages from a to z. */
const alphabetical = [...languages].sort()

export const otherLanguages = languages.slice(1) as OtherLanguage[]

/** `'Health | Salud | Santé …'` → `{ en: 'Health', es: 'Salud', fr: 'Santé', … }` */
export function labelsOf(line: string): Record<Language, string> {
  const words = line.split(' | ')
  if (words.length !== languages.length) throw new Error(`Not one label a language: ${line}`)
  return Object.fromEntries(alphabetical.map(language => [language, words[languages.indexOf(language)]!])) as Record<
    Language,
    string
  >
}

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function capitaliseWords(text: string): string {
  return text.split(' ').map(capitalise).join(' ')
}

export function capitaliseLabels(names: Record<Language, string>): Labels {
  return Object.fromEntries(alphabetical.map(language => [language, capitalise(names[language])]))
}
