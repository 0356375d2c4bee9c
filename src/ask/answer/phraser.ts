// Formats names, numbers and sentences of live answers in one language.
import type { FactValues } from '../../knowledge/values.ts'
import { languageOf } from '../../languages/languages.ts'
import { kindLabel, kindOf, kindPlural } from '../../site/kinds.ts'
import { isDefaultKind, type Site } from '../../site/site.ts'
import { nameIn } from '../../site/text.ts'
import { lazily } from '../../util/lazily.ts'
import type { Phrases } from './phrases.ts'

/** Formats text in one language. */
export type Phraser = {
  locale: string
  /** The name of the product, shown in results. */
  siteName: string
  /** Names of kinds and counters. */
  site: Site
  /** UI strings. */
  words: ReturnType<typeof languageOf>['words']
  kind(key: string): string
  plural(key: string): string
  listSeparator: string
  /** `key` is the key of a template in phrases.json. */
  say(key: string, values: FactValues): string
  number(value: number): string
  /** The name of a language. */
  language(tag: string): string
}

export function makePhraser(locale: string, site: Site, phrases: Phrases): Phraser {
  // Creating a NumberFormat takes milliseconds. `nu-latn`: the digits are 0 to 9 in every language.
  const numberFormat = lazily(() => new Intl.NumberFormat(`${locale}-u-nu-latn`))
  const languageNames = lazily(() => new Intl.DisplayNames(locale, { type: 'language' }))
  return {
    locale,
    siteName: nameIn(site),
    site,
    words: languageOf(locale).words,
    kind: key =>
      isDefaultKind(key) && kindOf(site, key)?.label === undefined
        ? phrases.say(locale, `kind.${key}`, {})
        : kindLabel(site, key, locale),
    plural: key => kindPlural(site, key, locale),
    listSeparator: languageOf(locale).writing.comma ?? ', ',
    say: (key, values) => phrases.say(locale, key, values),
    number: value => numberFormat().format(value),
    language: tag => languageNames().of(tag) ?? tag,
  }
}
