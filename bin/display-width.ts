// Width of text in terminal columns; cutting and wrapping to a width.
import { stripVTControlCharacters } from 'node:util'
import { printable } from './command.ts'

/** Letters that take two columns (UAX #11, wide and full width); emoji have a property of their own. */
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]/u
const emoji = /^\p{Emoji_Presentation}|\ufe0f/u
const nothing = /^[\p{Mn}\p{Me}\p{Cf}]+$/u

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })
const lettersOf = (text: string): string[] => Array.from(letters.segment(text), ({ segment }) => segment)

function letterWidth(letter: string): number {
  if (letter.length === 1 && letter < '\u0300') return 1
  if (nothing.test(letter)) return 0
  return wide.test(letter) || emoji.test(letter) ? 2 : 1
}

export const widthOf = (text: string): number => lettersOf(text).reduce((sum, letter) => sum + letterWidth(letter), 0)

/** Foreign text as one line without control characters. */
export const plainLine = (text: string): string =>
  printable(stripVTControlCharacters(text).replace(/\s+/g, ' ').trim()).replace(/[\u061c\u200b\u200e\u200f\ufeff]/g, '')

/** Cut to a width, ending with an ellipsis. */
export function fitted(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  let taken = ''
  let width = 1
  for (const letter of lettersOf(text)) {
    width += letterWidth(letter)
    if (width > columns) break
    taken += letter
  }
  return columns < 1 ? '' : `${taken.trimEnd()}…`
}

export const padded = (text: string, columns: number, right: boolean): string => {
  const space = ' '.repeat(Math.max(0, columns - widthOf(text)))
  return right ? space + text : text + space
}

/** Wraps between words, or within words that are longer than a line. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const piece of piecesOf(text, columns)) {
    const longer = line === '' ? piece.trimStart() : line + piece
    if (widthOf(longer.trimEnd()) <= columns) {
      line = longer
      continue
    }
    lines.push(line.trimEnd())
    line = piece.trimStart()
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()]
}

const words = new Intl.Segmenter('en', { granularity: 'word' })

/** Words, each with the sign that follows it; of words that fit in no line, the letters. */
function piecesOf(text: string, columns: number): string[] {
  const pieces: string[] = []
  for (const { segment } of words.segment(text)) {
    const isSign = /^[\p{P}\p{S}]+$/u.test(segment)
    const last = pieces.at(-1)
    if (isSign && last !== undefined && !last.endsWith(' ')) pieces[pieces.length - 1] = last + segment
    else pieces.push(segment)
  }
  return pieces.flatMap(piece => (widthOf(piece) <= columns ? [piece] : lettersOf(piece)))
}
