// Stemming.
import type { Stem } from '../../languages/language.ts'
import { languageOf } from '../../languages/languages.ts'

/** Entries in the cache of stems: stemming takes microseconds, and questions share most of their words. */
const cacheSize = 2000

/** The word itself in languages without inflection. */
export function stemOf(locale: string): Stem {
  const { stem: stemmer } = languageOf(locale).grammar
  if (stemmer === undefined) return word => word
  const cache = new Map<string, string>()
  return word => {
    if (word.length < 3) return word
    const cached = cache.get(word)
    if (cached !== undefined) return cached
    const stem = stemmer(word) || word
    if (cache.size >= cacheSize) cache.clear()
    cache.set(word, stem)
    return stem
  }
}
