// The pages' own words, one table a language.

import { ar } from '../../languages/ar.ts'
import { de } from '../../languages/de.ts'
import { en, type Words } from '../../languages/en.ts'
import { es } from '../../languages/es.ts'
import { fr } from '../../languages/fr.ts'
import { hi } from '../../languages/hi.ts'
import { it } from '../../languages/it.ts'
import { ja } from '../../languages/ja.ts'
import { ko } from '../../languages/ko.ts'
import { pt } from '../../languages/pt.ts'
import { zh } from '../../languages/zh.ts'
import type { ServiceLocale } from '../../operations/locale.ts'

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
