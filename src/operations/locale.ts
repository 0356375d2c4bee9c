// RFC 4647 lookup: the requested language, then its shorter forms, then English.
import type { Language } from '../languages/language.ts'
import { isServiceLocale, languages } from '../languages/languages.ts'
import type { Locales } from '../store/store.ts'

/** RFC 5646 section 2.1, with the irregular grandfathered tags. `Intl` accepts less: no private use, no extlangs. */
const languageTag = new RegExp(
  `^(?:${[
    '(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4,8})' + // language
      '(?:-[a-z]{4})?(?:-(?:[a-z]{2}|[0-9]{3}))?' + // script, region
      '(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*' + // variants
      '(?:-[0-9a-wy-z](?:-[a-z0-9]{2,8})+)*' + // extensions
      '(?:-x(?:-[a-z0-9]{1,8})+)?', // private use
    'x(?:-[a-z0-9]{1,8})+',
    'en-gb-oed|sgn-(?:be-fr|be-nl|ch-de)',
    'i-(?:ami|bnn|default|enochian|hak|klingon|lux|mingo|navajo|pwn|tao|tay|tsu)',
  ].join('|')})$`,
  'i',
)

export const isLanguageTag = (text: string): boolean => languageTag.test(text)

/** RFC 5646 section 4.4.1 asks for room for 35 characters; tags with extensions may be longer. */
export const longestTag = 100

/** The rule for every `locale` from a client. */
export const isLocale = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= longestTag && isLanguageTag(value)

export const localeRule = (name: string): string =>
  `${name} must be a BCP-47 language tag such as en, pt-BR or zh-Hant.`

/**
 * A well-formed tag in canonical form; if `Intl` does not support it, with conventional letter case (section 2.1.1).
 */
export function canonicalTag(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0]!
  } catch {
    const [first = '', ...rest] = tag.toLowerCase().split('-')
    const singleton = rest.findIndex(part => part.length === 1)
    const cased = rest.map((part, i) => (singleton !== -1 && i > singleton ? part : usualCase(part)))
    return first.length === 1 ? tag.toLowerCase() : [first, ...cased].join('-')
  }
}

function usualCase(part: string): string {
  if (part.length === 2) return part.toUpperCase()
  return part.length === 4 ? part[0]!.toUpperCase() + part.slice(1) : part
}

export function negotiate(requested: string | undefined, available: ReadonlySet<string>): Locales {
  if (requested === undefined) return ['en']
  const chain = lookupChain(canonicalTag(requested)).filter(tag => isServiceLocale(tag) || available.has(tag))
  return chain.includes('en') ? chain : [...chain, 'en']
}

/** The language of the service's own texts; negotiated locales always end with English. */
export const serviceLanguage = (locales: Locales): Language => languages[locales.find(isServiceLocale) ?? 'en']

/** zh-Hant-TW → zh-Hant-TW, zh-Hant, zh. A single-character subtag before the cut is removed too (RFC 4647 3.4). */
export function lookupChain(tag: string): string[] {
  const chain: string[] = []
  let parts = tag.split('-')
  while (parts.length > 0) {
    chain.push(parts.join('-'))
    parts = parts.slice(0, -1)
    if (parts.at(-1)?.length === 1) parts = parts.slice(0, -1)
  }
  return chain
}
