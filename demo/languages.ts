// The languages of the demo community.
import type { Labels } from '../src/records/records.ts'

export const languages = ['en', 'es', 'fr', 'de', 'it', 'pt', 'ja', 'ko', 'zh', 'ar', 'hi'] as const

export type Language = (typeof languages)[number]

/** The order of languages in records. */
const alphabetical = [...languages].sort()

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function capitaliseWords(text: string): string {
  return text.split(' ').map(capitalise).join(' ')
}

export function capitaliseLabels(names: Record<Language, string>): Labels {
  return Object.fromEntries(alphabetical.map(language => [language, capitalise(names[language])]))
}
