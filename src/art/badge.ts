// A badge for README files and web pages: two texts side by side, in the flat style of shields.io.
import { xml } from '../util/xml.ts'

type Badge = {
  label: string
  message: string
  /** What the badge is about, for screen readers and as a tooltip. */
  title: string
  /** Of the right half; the text on it is white or nearly black. */
  color: string
  textColor: string
}

const height = 20
const padding = 6
const labelColor = '#555'
/** Texts are drawn ten times as large and scaled down: `textLength` is rounded to whole numbers by some renderers. */
const scale = 10

/** Widths of characters in Verdana at 11 pixels. `textLength` makes up for the difference to the actual font. */
const widths: readonly (readonly [characters: RegExp, width: number])[] = [
  [/[\p{M}\p{Cf}]/u, 0],
  [/[ijlI.,:;'|!ft ()[\]/-]/, 4.5],
  [/[mwMW@%]/, 10.5],
  [/[\p{Lu}\p{Nd}]/u, 7.6],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}]/u, 11],
]
const usualWidth = 6.7

const widthOf = (text: string): number =>
  Math.ceil(
    [...text].reduce((sum, character) => sum + (widths.find(([is]) => is.test(character))?.[1] ?? usualWidth), 0),
  )

export function drawBadge({ label, message, title, color, textColor }: Badge): string {
  const [left, right] = [label, message].map(text => widthOf(text) + 2 * padding) as [number, number]
  const width = left + right
  const name = xml(title)
  const defs = `<linearGradient id="s" x2="0" y2="100%"><stop offset="0" stop-color="#bbb" stop-opacity=".1"/><stop offset="1" stop-opacity=".1"/></linearGradient><clipPath id="r"><rect width="${width}" height="${height}" rx="3" fill="#fff"/></clipPath>`
  const back = `<g clip-path="url(#r)"><rect width="${left}" height="${height}" fill="${labelColor}"/><rect x="${left}" width="${right}" height="${height}" fill="${xml(color)}"/><rect width="${width}" height="${height}" fill="url(#s)"/></g>`
  const texts = textAt(label, 0, left, '#fff') + textAt(message, left, right, textColor)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" role="img" aria-label="${name}"><title>${name}</title>${defs}${back}<g text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="${11 * scale}" text-rendering="geometricPrecision">${texts}</g></svg>`
}

function textAt(text: string, x: number, width: number, fill: string): string {
  const center = (x + width / 2) * scale
  const length = (width - 2 * padding) * scale
  const shadow = fill === '#fff' || fill === '#ffffff' ? '#010101' : '#ccc'
  const element = (y: number, color: string, more = '') =>
    `<text x="${center}" y="${y * scale}" transform="scale(.1)" fill="${xml(color)}"${more} textLength="${length}">${xml(text)}</text>`
  return element(15, shadow, ' fill-opacity=".3" aria-hidden="true"') + element(14, fill)
}
