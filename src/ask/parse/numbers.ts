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
