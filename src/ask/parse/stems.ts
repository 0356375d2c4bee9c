// The stemmer of a language, with a cache.
import type { Stem } from '../../languages/language.ts'
import { languageOf } from '../../languages/languages.ts'

/** Entries of the cache. Stemming takes microseconds, and questions share most of their words. */
const cacheSize = 2000

/** In languages without inflection, the stem is the word itself. */
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
