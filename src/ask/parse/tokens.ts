// Splits a text into tokens: words, numbers, handles, and runs of Chinese, Japanese or Korean letters.

import type { Stem } from '../../languages/language.ts'
import { languageOf, languages } from '../../languages/languages.ts'
import { foldText } from '../../store/search-text.ts'
import { memoize } from '../../util/memoize.ts'

/** `text` is folded (see `foldText`). That of a handle is without the @. */
export type Token = { kind: 'word' | 'run' | 'number' | 'handle'; text: string }

const han = '\\p{sc=Han}々〆'
const kana = '\\p{sc=Hiragana}\\p{sc=Katakana}ー'
const grammars = Object.values(languages).map(({ grammar }) => grammar)
const thousands = grammars.map(({ thousand }) => thousand).join('|')
const myriads = grammars.flatMap(({ tenThousand }) => tenThousand ?? []).join('|')
const pattern = new RegExp(
  [
    '(?<handle>(?<![\\p{L}\\p{N}])@[\\p{L}\\p{N}][\\p{L}\\p{N}_-]*)',
    // i18n, base64, pm2
    '(?<code>(?<![\\p{sc=Latin}\\p{N}])[a-z]+\\d[a-z\\d]*(?![\\p{sc=Latin}\\p{N}]))',
    `(?<number>\\d{1,3}(?:[.,'’\\u00a0\\u202f ]\\d{3})+(?![\\d])|\\d+(?:[.,]\\d+)?)(?:\\s?(?:(?<thousand>${thousands})(?![a-z0-9])|(?<myriad>${myriads})))?`,
    `(?<run>[${han}${kana}]+|\\p{sc=Hangul}+)`,
    // Apostrophes end a word, also in don't: it is right for French (l'abonnement), and "t" is a stop word.
    `(?<word>(?:(?![${han}${kana}\\p{sc=Hangul}\\d])[\\p{L}\\p{M}])+)`,
    '(?<currency>[$€£¥₹₩])',
  ].join('|'),
  'gu',
)

/** HTTP methods in capitals become words of their own ("verbget"); "get" and "post" are other words. */
const httpMethods = /\b(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b/g

const markMethods = (text: string): string => (/\p{Ll}/u.test(text) ? text.replaceAll(httpMethods, 'verb$1 ') : text)

/** Fast path for text with words in ASCII letters only, which takes a tenth of the time. */
const onlyWords = /^[^\d@$\x80-\uffff]*$/
const plainWords = /[a-z]+/g

export function tokensOf(text: string): Token[] {
  const read = fold(markMethods(text))
  if (onlyWords.test(read)) return (read.match(plainWords) ?? []).map(word => ({ kind: 'word', text: word }))
  const tokens: Token[] = []
  for (const { groups } of read.matchAll(pattern)) {
    const { handle, code, number, thousand, myriad, run, word, currency } = groups!
    if (handle !== undefined) tokens.push({ kind: 'handle', text: handle.slice(1) })
    else if (number !== undefined)
      tokens.push({ kind: 'number', text: canonicalNumber(number, myriad ? 10_000 : thousand ? 1000 : 1) })
    else if (run !== undefined) tokens.push({ kind: 'run', text: run })
    else tokens.push({ kind: 'word', text: (code ?? word ?? currency)! })
  }
  return tokens
}

/** Also removes Arabic vowel signs and tatweel. */
const fold = (text: string): string => foldText(text).replaceAll(/[ً-ٟـ]/g, '')

/** 1,000 and 1.000 and 1 000 and 1k are one number; 0.02 and 0,02 are another. */
function canonicalNumber(text: string, times: number): string {
  const grouped = /^\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+$/.test(text)
  const plain = grouped ? text.replaceAll(/\D/g, '') : text.replace(',', '.')
  const value = Number(plain) * times
  return Number.isFinite(value) ? String(value) : plain
}

const wireName = /(?<![\p{L}\p{N}@])\/?[a-z0-9]+(?:[_/.:+-]+[a-z0-9]+)+(?![\p{L}\p{N}])|(?<![\p{L}\p{N}:/])\/[a-z]+/giu

/** Names of the API: next_cursor, Retry-After, /ask/jobs, llms.txt. */
export function wireNamesOf(text: string): string[] {
  return [...new Set((text.match(wireName) ?? []).map(name => name.toLowerCase()))]
}

/** The pairs of characters of a text without spaces. */
export function pairsOf(run: string): string[] {
  const letters = [...run]
  return letters.length <= 2 ? [run] : letters.slice(1).map((letter, i) => letters[i]! + letter)
}

/** Entries of a cache. Stemming takes microseconds, and questions share most of their words. */
const cacheSize = 20_000

/** In languages without inflection, the stem is the word itself. */
export const stemOf: (locale: string) => Stem = memoize(makeStem)

function makeStem(locale: string): Stem {
  const { stem } = languageOf(locale).grammar
  if (stem === undefined) return word => word
  const stemWord = memoize(word => stem(word) || word, cacheSize)
  return word => (word.length < 3 ? word : stemWord(word))
}
