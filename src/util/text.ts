// Makes text safe for responses. They must be valid Unicode, because strict JSON parsers reject unpaired surrogates, and
// bidirectional controls in texts of users must not reorder the text around them.

/**
 * At most `max` code points of `text`, including `ellipsis`, which is added only when something was cut; white space
 * before it is removed. Unpaired surrogates in the input become U+FFFD.
 */
export function truncate(text: string, max: number, ellipsis = ''): string {
  if (text.length <= max) return text.toWellFormed()
  // A code point is at most two units long, so this is enough to see whether the text is too long.
  const codePoints = [...text.slice(0, 2 * max + 2)]
  if (codePoints.length <= max) return text.toWellFormed()
  const truncated = codePoints
    .slice(0, max - ellipsis.length)
    .join('')
    .toWellFormed()
  return ellipsis === '' ? truncated : truncated.trimEnd() + ellipsis
}

const escapes = /\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[dD][89a-fA-F][0-9a-fA-F]{2}|.)/gs
const surrogateEscape = /\\u[dD][89a-fA-F]/

/**
 * JSON text in which escapes of unpaired surrogates are replaced by U+FFFD, in keys and values. Text that was decoded
 * from UTF-8 has no unpaired surrogates other than these.
 */
export function wellFormedJson(json: string): string {
  if (!surrogateEscape.test(json)) return json
  return json.replace(escapes, found => (found.length === 6 ? '\\ufffd' : found))
}

const popEmbedding = '\u202c'
const firstStrongIsolate = '\u2068'
const popIsolate = '\u2069'
const bidiControl = /[\u202a-\u202e\u2066-\u2069]/
/** Ends the effect of all bidirectional controls (Unicode Standard Annex 9, rule X8). */
const paragraphSeparator = /([\n\r\u001c-\u001e\u0085\u2029])/

/**
 * Limits bidirectional controls to the text itself: what it opens is closed, unmatched closing controls are removed,
 * and embeddings and overrides are isolated. Most text is returned unchanged. HTML needs this even inside `<bdi>`:
 * in Chromium a U+2069 in the text ends the isolation of the element.
 */
export const containBidi = (text: string): string =>
  bidiControl.test(text) ? text.split(paragraphSeparator).map(containParagraph).join('') : text

/** Percent-encodes bidirectional controls in a URL, which is equivalent. */
export const encodeBidi = (url: string): string =>
  bidiControl.test(url) ? url.replace(/[\u202a-\u202e\u2066-\u2069]/g, encodeURIComponent) : url

function containParagraph(text: string): string {
  /** The closing controls of all open ones, the innermost last. */
  const open: string[] = []
  let isolates = 0
  let isEmbedded = false
  let result = ''
  for (const character of text) {
    if (!bidiControl.test(character)) result += character
    else if (character === popEmbedding) {
      if (open.at(-1) === popEmbedding) result += open.pop()
    } else if (character === popIsolate) {
      if (isolates === 0) continue
      while (open.at(-1) === popEmbedding) result += open.pop()
      result += open.pop()
      isolates--
    } else {
      const isIsolate = character >= '\u2066'
      if (isIsolate) isolates++
      else isEmbedded ||= isolates === 0
      open.push(isIsolate ? popIsolate : popEmbedding)
      result += character
    }
  }
  result += open.reverse().join('')
  return isEmbedded ? firstStrongIsolate + result + popIsolate : result
}

type Direction = 'ltr' | 'rtl'

/** Scripts that are written from right to left, and U+200F. */
const rightToLeft = String.raw`\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}`
/** By its first letter, as `dir="auto"` does. */
export const isRightToLeft = (text: string): boolean => new RegExp(`^\\P{L}*[${rightToLeft}]`, 'u').test(text)

/** Characters of the other direction; within right-to-left text also digits and signs. */
const otherDirection: Record<Direction, RegExp> = {
  ltr: new RegExp(`[${rightToLeft}]`, 'u'),
  rtl: new RegExp(`[^${rightToLeft}\\s]`, 'u'),
}

/**
 * For text within plain text of the direction `around`, such as a name in a sentence: text of the other direction is put
 * between U+2068 and U+2069. In HTML, an element with `dir="auto"` or `<bdi>` does the same.
 */
export function isolateBidi(text: string, around: Direction = 'ltr'): string {
  const contained = containBidi(text)
  return otherDirection[around].test(contained) ? firstStrongIsolate + contained + popIsolate : contained
}

/** The label of a category, tag or kind that has none: `deep-focus` as "Deep focus". */
export function labelFromKey(key: string): string {
  const words = key.replace(/[-_]+/g, ' ').trim()
  if (words === '') return key
  const capital = words[0]!.toUpperCase()
  // Some letters have no single capital (ß becomes SS), which would make the label longer than its limit.
  return (capital.length === 1 ? capital : words[0]!) + words.slice(1)
}

/** The text up to the first full stop, question mark or exclamation mark that a space follows. */
export const firstSentence = (text: string): string => /^.*?(?:[.!?](?=\s|$)|[。！？])/s.exec(text)?.[0] ?? text
