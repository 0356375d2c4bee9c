// RFC 4647 lookup: the asked language, then its shorter forms, then English.
import type { Locales } from '../store/store.ts'

/** The languages in which the service's own words (rail titles, pages) exist. */
export const serviceLocales = ['en', 'es', 'fr', 'de', 'it', 'pt', 'ja', 'ko', 'zh', 'ar', 'hi'] as const
export type ServiceLocale = (typeof serviceLocales)[number]

export function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

const known = new Set<string>(serviceLocales)

export function negotiate(asked: string | undefined, available: ReadonlySet<string>): Locales {
  if (asked === undefined) return ['en']
  const chain = lookupChain(Intl.getCanonicalLocales(asked)[0]!).filter(tag => known.has(tag) || available.has(tag))
  return chain.includes('en') ? chain : [...chain, 'en']
}

/** zh-Hant-TW → zh-Hant-TW, zh-Hant, zh. A single letter or digit before the cut goes with it (RFC 4647 3.4). */
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
