// A question as tokens: words, numbers, handles, and runs of scripts that are written without spaces.
import { languages } from '../../languages/languages.ts'
import { foldText } from '../../store/search-text.ts'

/** `text` is folded. A handle comes without its @. */
export type Token = { kind: 'word' | 'run' | 'number' | 'handle'; text: string }

const han = '\\p{sc=Han}々〆'
const kana = '\\p{sc=Hiragana}\\p{sc=Katakana}ー'
const grammars = Object.values(languages).map(({ grammar }) => grammar)
const thousands = grammars.map(({ thousand }) => thousand).join('|')
const myriads = grammars.flatMap(({ tenThousand }) => tenThousand ?? []).join('|')
const pattern = new RegExp(
  [
    '(?<handle>(?<![\\p{L}\\p{N}])@[\\p{L}\\p{N}][\\p{L}\\p{N}_-]*)',
    `(?<number>\\d{1,3}(?:[.,'’\\u00a0\\u202f ]\\d{3})+(?![\\d])|\\d+(?:[.,]\\d+)?)(?:\\s?(?:(?<thousand>${thousands})(?![a-z0-9])|(?<myriad>${myriads})))?`,
    `(?<run>[${han}${kana}]+|\\p{sc=Hangul}+)`,
    `(?<word>(?:(?![${han}${kana}\\p{sc=Hangul}\\d])[\\p{L}\\p{M}])+)`,
    '(?<currency>[$€£¥₹₩])',
  ].join('|'),
  'gu',
)

/** HTTP methods are written in capitals; "get" and "post" are other words. */
const verbs = /\b(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b/g

const marked = (text: string): string => (/\p{Ll}/u.test(text) ? text.replaceAll(verbs, 'verb$1 ') : text)

/** Fast path for plain lower-case Latin text, which most texts are: a tenth of the time. */
const onlyWords = /^[^\d@$\x80-\uffff]*$/
const plainWords = /[a-z]+/g

export function tokensOf(text: string): Token[] {
  const read = folded(marked(text))
  if (onlyWords.test(read)) return (read.match(plainWords) ?? []).map(word => ({ kind: 'word', text: word }))
  const tokens: Token[] = []
  for (const { groups } of read.matchAll(pattern)) {
    const { handle, number, thousand, myriad, run, word, currency } = groups!
    if (handle !== undefined) tokens.push({ kind: 'handle', text: handle.slice(1) })
    else if (number !== undefined)
      tokens.push({ kind: 'number', text: plainNumber(number, myriad ? 10_000 : thousand ? 1000 : 1) })
    else if (run !== undefined) tokens.push({ kind: 'run', text: run })
    else tokens.push({ kind: 'word', text: (word ?? currency)! })
  }
  return tokens
}

// Apostrophes join in English (don't) and separate in French (l'abonnement): always separate, the rest is a stop
// word.
const folded = (text: string): string => foldText(text).replaceAll(/[ً-ٟـ]/g, '')

/** 1,000 and 1.000 and 1 000 and 1k are one number; 0.02 and 0,02 are another. */
function plainNumber(text: string, times: number): string {
  const grouped = /^\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+$/.test(text)
  const plain = grouped ? text.replaceAll(/\D/g, '') : text.replace(',', '.')
  const value = Number(plain) * times
  return Number.isFinite(value) ? String(value) : plain
}

const names = /(?<![\p{L}\p{N}@])\/?[a-z0-9]+(?:[_/.:+-]+[a-z0-9]+)+(?![\p{L}\p{N}])|(?<![\p{L}\p{N}:/])\/[a-z]+/giu

/** Names of the API: next_cursor, Retry-After, /ask/jobs, llms.txt. */
export function wireNamesOf(text: string): string[] {
  return [...new Set((text.match(names) ?? []).map(name => name.toLowerCase()))]
}
