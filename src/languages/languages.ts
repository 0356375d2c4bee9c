// The languages of the service. A new one needs its file here, its line below, and its folder in knowledge/.
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { hi } from './hi.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import type { Language } from './language.ts'
import { pt } from './pt.ts'
import { zh } from './zh.ts'

const table = { en, es, fr, de, it, pt, ja, ko, zh, ar, hi }

export type ServiceLocale = keyof typeof table

export const languages: Readonly<Record<ServiceLocale, Language>> = table

export const serviceLocales = Object.keys(table) as ServiceLocale[]

export const isServiceLocale = (tag: string): tag is ServiceLocale => Object.hasOwn(table, tag)

/** The language of a tag (pt-BR: Portuguese), or English. */
export function languageOf(tag: string): Language {
  const primary = tag.split('-', 1)[0]!.toLowerCase()
  return languages[isServiceLocale(primary) ? primary : 'en']
}
