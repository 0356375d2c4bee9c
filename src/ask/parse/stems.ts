// The stemmer of a language, with a cache.
import type { Stem } from '../../languages/language.ts'
import { languageOf } from '../../languages/languages.ts'

/** Entries of a cache. Stemming takes microseconds, and questions share most of their words. */
const cacheSize = 20_000
const stemmers = new Map<string, Stem>()

/** In languages without inflection, the stem is the word itself. */
export const stemOf = (locale: string): Stem => stemmers.getOrInsertComputed(locale, makeStem)

function makeStem(locale: string): Stem {
  const { stem } = languageOf(locale).grammar
  if (stem === undefined) return word => word
  const cache = new Map<string, string>()
  return word => {
    if (word.length < 3) return word
    if (cache.size >= cacheSize) cache.clear()
    return cache.getOrInsertComputed(word, () => stem(word) || word)
  }
}
