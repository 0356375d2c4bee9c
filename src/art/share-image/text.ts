// Lays out text of creators for a share image: removes characters that cannot be drawn or would disturb the layout, and
// breaks the text into lines that fit.
import { truncate } from '../../util/text.ts'
import type { FontFile } from './font-file.ts'
import type { Fonts, Weight } from './fonts.ts'

/** Text broken into lines, which are not escaped for SVG. `files` are the fonts that it needs. */
export type Block = { lines: string[]; size: number; family: string; rightToLeft: boolean; files: string[] }

export type TextArea = {
  width: number
  /** Font sizes from the largest to the smallest readable one, each with the maximum number of lines. */
  sizes: readonly (readonly [size: number, lines: number])[]
}

/**
 * Removes emoji, which have no glyph in text fonts, control and direction characters, and all but three of several combining
 * marks. Keeps U+200C and U+200D, which Persian and Indic scripts need. Long texts are truncated.
 */
export const removeUndrawable = (text: string): string =>
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
export function layOutText(raw: string, area: TextArea, fonts: Fonts, weight: Weight): Block | null {
  const text = removeUndrawable(raw)
  const mainFont = fonts[weight]
  if (text === '' || mainFont === null) return null
  const fontFiles = fonts.covering(text, weight)
  if (fontFiles === null) return null
  const { lines, size } = fitText(text, area, fontFiles)
  const files = fontFiles.map(({ path }) => path)
  return { lines, size, family: mainFont.family, rightToLeft: rightToLeft.test(text), files }
}

function fitText(
  text: string,
  { width, sizes }: TextArea,
  fonts: readonly FontFile[],
): { lines: string[]; size: number } {
  const measure = (part: string) => [...part].reduce((sum, character) => sum + advanceOf(character, fonts), 0)
  for (const [size, maxLines] of sizes) {
    const lines = breakLines(text, width / size, measure)
    if (lines.length <= maxLines) return { lines, size }
  }
  const [size, maxLines] = sizes.at(-1)!
  const lines = breakLines(text, width / size, measure).slice(0, maxLines)
  const last = ellipsize(lines.at(-1)!, width / size, measure)
  return { lines: [...lines.slice(0, -1), last], size }
}

function advanceOf(character: string, fonts: readonly FontFile[]): number {
  return fonts.find(font => font.hasGlyph(character))?.advance(character) ?? 0
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const graphemesOf = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment)

/** Returns the width in em. */
type Measure = (part: string) => number

/** Breaks at spaces; words that are too long for a line, and scripts without spaces, between any two characters. */
function breakLines(text: string, maxEm: number, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  const append = (part: string) => {
    if (line !== '' && measure((line + part).trimEnd()) > maxEm) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += part
  }
  for (const word of text.match(/\S+\s*/g) ?? []) {
    if (measure(word.trimEnd()) <= maxEm) append(word)
    else for (const grapheme of graphemesOf(word)) append(grapheme)
  }
  return [...lines, line.trimEnd()]
}

function ellipsize(line: string, maxEm: number, measure: Measure): string {
  const graphemes = graphemesOf(line)
  // Three full stops are measured: a font without an ellipsis would measure 0.
  while (graphemes.length > 1 && measure(`${graphemes.join('')}...`) > maxEm) graphemes.pop()
  return `${graphemes.join('').trimEnd()}…`
}
