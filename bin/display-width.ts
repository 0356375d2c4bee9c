// Width of text in terminal columns; cutting and wrapping to a width.
import { stripVTControlCharacters } from 'node:util'
import { printable } from './command.ts'

/** Characters that take two columns (UAX #11, wide and full width), except emoji. */
const wide =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]/u
const emoji = /^\p{Emoji_Presentation}|\ufe0f/u
const zeroWidth = /^[\p{Mn}\p{Me}\p{Cf}]+$/u

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const graphemesOf = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment)

function graphemeWidth(grapheme: string): number {
  if (grapheme.length === 1 && grapheme < '\u0300') return 1
  if (zeroWidth.test(grapheme)) return 0
  return wide.test(grapheme) || emoji.test(grapheme) ? 2 : 1
}

export const widthOf = (text: string): number =>
  graphemesOf(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0)

/** Text from others as one line without control characters. */
export const plainLine = (text: string): string =>
  printable(stripVTControlCharacters(text).replace(/\s+/g, ' ').trim()).replace(/[\u061c\u200b\u200e\u200f\ufeff]/g, '')

/** Cuts a text to a width; a cut text ends with an ellipsis. */
export function fitted(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  let start = ''
  let width = 1
  for (const grapheme of graphemesOf(text)) {
    width += graphemeWidth(grapheme)
    if (width > columns) break
    start += grapheme
  }
  return columns < 1 ? '' : `${start.trimEnd()}…`
}

export const padded = (text: string, columns: number, alignRight: boolean): string => {
  const space = ' '.repeat(Math.max(0, columns - widthOf(text)))
  return alignRight ? space + text : text + space
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

/** Words with the punctuation that follows them; words that are longer than a line are split into characters. */
function piecesOf(text: string, columns: number): string[] {
  const pieces: string[] = []
  for (const { segment } of words.segment(text)) {
    const isPunctuation = /^[\p{P}\p{S}]+$/u.test(segment)
    const last = pieces.at(-1)
    if (isPunctuation && last !== undefined && !last.endsWith(' ')) pieces[pieces.length - 1] = last + segment
    else pieces.push(segment)
  }
  return pieces.flatMap(piece => (widthOf(piece) <= columns ? [piece] : graphemesOf(piece)))
}
