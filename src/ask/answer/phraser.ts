// Formats names, numbers and sentences of live answers in one language.

import { join } from 'node:path'
import type { Addresses } from '../../addresses.ts'
import { type Folders, jsonOf } from '../../knowledge/folders.ts'
import type { FactValues } from '../../knowledge/values.ts'
import { languageOf, serviceLocales as languages } from '../../languages/languages.ts'
import { kindLabel, kindOf, kindPlural } from '../../site/kinds.ts'
import { isDefaultKind, type Site } from '../../site/site.ts'
import { nameIn } from '../../site/text.ts'
import { memoize } from '../../util/memoize.ts'

/** Formats text in one language. */
export type Phraser = ReturnType<typeof makePhraser>

export function makePhraser(locale: string, site: Site, phrases: Phrases, addresses: Addresses) {
  return {
    locale,
    /** The name of the product, shown in results. */
    siteName: nameIn(site),
    /** Names of kinds and counters. */
    site,
    addresses,
    /** UI strings. */
    words: languageOf(locale).words,
    kind: (key: string): string =>
      isDefaultKind(key) && kindOf(site, key)?.label === undefined
        ? phrases.say(locale, `kind.${key}`, {})
        : kindLabel(site, key, locale),
    plural: (key: string): string => kindPlural(site, key, locale),
    listSeparator: languageOf(locale).writing.comma ?? ', ',
    /** `key` is the key of a template in phrases.json. */
    say: (key: string, values: FactValues): string => phrases.say(locale, key, values),
    number: (value: number): string => numberFormat(locale).format(value),
    /** The name of a language. */
    language: (tag: string): string => languageName(tag, locale),
  }
}

/** `say` fills the template with this key. A missing translation falls back to English; an unknown key throws. */
export type Phrases = { say(locale: string, key: string, values?: FactValues): string }

export async function loadPhrases(folders: Folders, common: FactValues): Promise<Phrases> {
  const byLanguage = new Map<string, Record<string, string>>()
  for (const language of languages)
    byLanguage.set(language, await jsonOf<string>(folders, join(language, 'phrases.json')))
  const english = byLanguage.get('en')!
  return {
    say(locale, key, values = {}) {
      const translated = byLanguage.get(locale)?.[key]
      const text = translated ?? english[key]
      if (text === undefined) throw new Error(`knowledge/en/phrases.json has no ${key}.`)
      return filler(translated === undefined ? 'en' : locale, { ...common, ...values }, key)(text)
    },
  }
}

/** Creating a formatter takes longer than a thousand uses. `nu-latn`: the digits are 0 to 9 in every language. */
const numberFormat = memoize(language => new Intl.NumberFormat(`${language}-u-nu-latn`, { maximumFractionDigits: 4 }))

const languageNames = memoize(locale => new Intl.DisplayNames(locale, { type: 'language' }))
export const languageName = (tag: string, locale: string): string => languageNames(locale).of(tag) ?? tag

/**
 * Replaces `{{name}}` by its value; numbers are formatted for the language, in ASCII digits. No full
 * stop follows a value that ends in one (Ann S.).
 */
export function filler(language: string, values: FactValues, where: string): (text: string) => string {
  return text =>
    text.replace(/\{\{([\w.]+)\}\}(\.?)/g, (_, name: string, stop: string) => {
      const value = values[name]
      if (value === undefined || value === null) throw new Error(`${where} asks for {{${name}}}, which has no value.`)
      const text = typeof value === 'number' ? numberFormat(language).format(value) : value
      return text.endsWith('.') ? text : text + stop
    })
}
