// Numbers in a text: in digits, and in English words up to thousands.
import { foldText } from '../../store/search-text.ts'
import { tokensOf } from './tokens.ts'

const units = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ') // biome-ignore format: a list
const tens = '. . twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const scales: Readonly<Record<string, number>> = { dozen: 12, hundred: 100, thousand: 1000 }

/** In the order of the text. "One" is mostly no number. */
export function numbersIn(text: string, locale: string): number[] {
  const numbers: number[] = []
  let current: number | null = null
  const close = () => {
    if (current !== null && current !== 1) numbers.push(current)
    current = null
  }
  // A comma ends a number in words.
  for (const { kind, text: word } of tokensOf(foldText(text).replaceAll(/[,;](?!\d)/g, ' $ '))) {
    const value: number | null = locale === 'en' && kind === 'word' ? wordValue(word, current) : null
    if (value !== null) current = value
    else if (!(word === 'and' && current !== null && current >= 100)) close()
    if (kind === 'number') numbers.push(Number(word))
  }
  close()
  return numbers
}

/** The number so far with this word; null for a word that is not part of a number. */
function wordValue(word: string, current: number | null): number | null {
  const scale = scales[word]
  if (scale !== undefined) return (current ?? 1) * scale
  const [unit, ten] = [units.indexOf(word), tens.indexOf(word)]
  if (ten > 1) return (current ?? 0) + 10 * ten
  return unit < 0 ? null : (current ?? 0) + unit
}

export type Period = { count: number; seconds: number }

const secondsOf = { second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800, month: 2_592_000, year: 31_536_000 } // biome-ignore format: a table
type Unit = keyof typeof secondsOf

const further: Readonly<Partial<Record<Unit, string>>> = { hour: 'hourly', day: 'daily', week: 'weekly', month: 'monthly|महीने|महीना', year: 'yearly|annually|annual|साल' } // biome-ignore format: a table
const byLocale = new Map<string, { unit: Unit; pattern: RegExp }[]>()

/** In the order of the text. */
export function periodsIn(text: string, locale: string): Period[] {
  const folded = foldText(text)
  const found = patternsFor(locale).flatMap(({ unit, pattern }) =>
    [...folded.matchAll(pattern)].map(match => {
      const before = folded.slice(Math.max(0, match.index - 24), match.index)
      const count = /[\p{L}\p{N}]/u.test(before) ? countBefore(before, locale) : 1
      return { at: match.index, count, seconds: secondsOf[unit] }
    }),
  )
  return found.sort((one, other) => one.at - other.at).map(({ count, seconds }) => ({ count, seconds }))
}

/** The number directly before the word. */
function countBefore(before: string, locale: string): number {
  const word = /(?:[\p{L}\p{N}.,]+(?:-\p{L}+)?)\s*$/u.exec(before)?.[0] ?? ''
  return numbersIn(word, locale)[0] ?? 1
}

function patternsFor(locale: string) {
  const made = byLocale.get(locale)
  if (made !== undefined) return made
  const patterns = (Object.keys(secondsOf) as Unit[]).map(unit => {
    const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' })
    const words = [1, 2, 5, 100]
      .map(n => format.formatToParts(n).find(({ type }) => type === 'unit')?.value ?? '')
      .map(word => foldText(word.trim()))
    const all = [...new Set([...words, ...(further[unit] ?? '').split('|')])].filter(Boolean)
    const spaced = all.every(word => !/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Hangul}]/u.test(word))
    const [open, close] = spaced
      ? ['(?<![\\p{L}\\p{M}])', `${locale === 'en' ? '' : '\\p{L}{0,2}'}(?![\\p{L}\\p{M}])`]
      : ['', '']
    return { unit, pattern: new RegExp(`${open}(?:${all.join('|')})${close}`, 'gu') }
  })
  byLocale.set(locale, patterns)
  return patterns
}
