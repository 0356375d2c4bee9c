// The pages' own words, one table a language.
import type { ServiceLocale } from '../operations/locale.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'
import { hi } from './words/hi.ts'
import { it } from './words/it.ts'
import { ja } from './words/ja.ts'
import { ko } from './words/ko.ts'
import { pt } from './words/pt.ts'
import { zh } from './words/zh.ts'

export type Words = { [Name in keyof typeof en]: string }

const tables: Record<ServiceLocale, Words> = { en, es, fr, de, it, pt, ja, ko, zh, ar, hi }

export const wordsIn = (locale: ServiceLocale): Words => tables[locale]

/** `{name}` in a text stands for a value. */
export const filled = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

/** What each language calls itself. */
export const languageNames: Record<ServiceLocale, string> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  it: 'Italiano',
  pt: 'Português',
  ja: '日本語',
  ko: '한국어',
  zh: '中文',
  ar: 'العربية',
  hi: 'हिन्दी',
}
