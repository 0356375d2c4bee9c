// Prepares text of members for a picture: removes what cannot or must not be drawn, and breaks it into lines that fit.
import { truncate } from '../../util/text.ts'
import type { FontFile } from './font-file.ts'
import type { Fonts, Weight } from './fonts.ts'

/** A laid-out text. `lines` are not escaped. */
export type Block = { lines: string[]; size: number; family: string; rightToLeft: boolean; files: string[] }

export type Room = {
  width: number
  /** Font sizes from the largest to the smallest readable one, each with the maximum number of lines. */
  sizes: readonly (readonly [size: number, lines: number])[]
}

/** Invisible characters and those that change the direction could disturb the layout; emoji have no glyph. */
export const drawable = (text: string): string =>
  truncate(text, 1_000)
    .normalize('NFC')
    .replace(/\p{RGI_Emoji}/gv, '')
    .replace(/[\p{Emoji_Presentation}\p{Emoji_Modifier}\p{Regional_Indicator}\ufe0e\ufe0f\u20e3]/gv, '')
    .replace(/[\p{Cc}\p{Z}]+/gv, ' ')
    .replace(/[[\p{Cf}\p{Co}\p{Cn}]--[\u200c\u200d]]/gv, '')
    .replace(/(\p{M}{3})\p{M}+/gv, '$1')
    .trim()

const rightToLeft = /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Null when there is nothing to draw, or no font covers the text. */
export function setText(raw: string, room: Room, fonts: Fonts, weight: Weight): Block | null {
  const text = drawable(raw)
  const first = fonts[weight]
  if (text === '' || first === null) return null
  const used = fonts.covering(text, weight)
  if (used === null) return null
  const { lines, size } = fitted(text, room, used)
  const files = used.map(({ path }) => path)
  return { lines, size, family: first.family, rightToLeft: rightToLeft.test(text), files }
}

function fitted(text: string, { width, sizes }: Room, fonts: readonly FontFile[]): { lines: string[]; size: number } {
  const measure = (part: string) => [...part].reduce((sum, character) => sum + advanceOf(character, fonts), 0)
  for (const [size, maxLines] of sizes) {
    const lines = broken(text, width / size, measure)
    if (lines.length <= maxLines) return { lines, size }
  }
  const [size, maxLines] = sizes.at(-1)!
  const lines = broken(text, width / size, measure).slice(0, maxLines)
  const last = shortened(lines.at(-1)!, width / size, measure)
  return { lines: [...lines.slice(0, -1), last], size }
}

function advanceOf(character: string, fonts: readonly FontFile[]): number {
  return fonts.find(font => font.hasGlyph(character))?.advance(character) ?? 0
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const lettersOf = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment)

type Measure = (part: string) => number

/** Breaks at spaces; words that are too long for a line, and scripts without spaces, between any two letters. */
function broken(text: string, width: number, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  const put = (part: string) => {
    if (line !== '' && measure((line + part).trimEnd()) > width) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += part
  }
  for (const word of text.match(/\S+\s*/g) ?? []) {
    if (measure(word.trimEnd()) <= width) put(word)
    else for (const letter of lettersOf(word)) put(letter)
  }
  return [...lines, line.trimEnd()]
}

function shortened(line: string, width: number, measure: Measure): string {
  const letters = lettersOf(line)
  while (letters.length > 1 && measure(`${letters.join('')}...`) > width) letters.pop()
  return `${letters.join('').trimEnd()}…`
}
