// Initials of titles and names, for drawings. The texts come from members and can contain anything.
import { truncate } from './text.ts'

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Scripts with upper case, whose letters do not change when they stand alone. Others get one character. */
const bicameral = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{N}]/u
const words = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’\u200c\u200d]*/gu
/** Longer characters are stacks of marks. */
const longestCharacter = 6
/** Initials come from the start of a text. */
const longestText = 120

/**
 * "Water Log" → "WL", "curl" → "Cu", "水の記録" → "水"; the first emoji of a text without letters and digits; else null.
 */
export function initialsOf(text: string): string | null {
  if (isAscii.test(text)) return asciiInitials(text)
  const start = truncate(text, longestText).normalize('NFC')
  const [first, second] = start.match(words) ?? []
  if (first === undefined) return firstEmoji(start)
  const [one, next] = charactersOf(first)
  if (!bicameral.test(one!)) return one!
  if (second !== undefined && bicameral.test(second)) return upper(one!) + upper(charactersOf(second)[0]!)
  return upper(one!) + (next !== undefined && bicameral.test(next) ? next.toLowerCase() : '')
}

const isAscii = /^[\x20-\x7e]+$/
const asciiStart = /([A-Za-z0-9])([A-Za-z0-9]?)[A-Za-z0-9']*(?:[^A-Za-z0-9]+([A-Za-z0-9]))?/

/** The same rules, about ten times as fast: imports do this for every creation. */
function asciiInitials(text: string): string | null {
  const found = asciiStart.exec(text)
  if (found === null) return null
  const [, one, next, second] = found as unknown as [string, string, string, string | undefined]
  return one.toUpperCase() + (second?.toUpperCase() ?? next.toLowerCase())
}

/** The first two characters as readers see them, each with a few marks at most. */
function charactersOf(word: string): string[] {
  const characters: string[] = []
  for (const { segment } of segmenter.segment(word.slice(0, 64))) {
    characters.push([...segment].length <= longestCharacter ? segment : String.fromCodePoint(segment.codePointAt(0)!))
    if (characters.length === 2) break
  }
  return characters
}

/** Some letters become two in upper case, such as ß; these stay as they are. */
function upper(character: string): string {
  const raised = character.toUpperCase()
  return raised.length === character.length ? raised : character
}

const firstEmoji = (text: string): string | null => /\p{RGI_Emoji}/v.exec(text)?.[0] ?? null

/** Controls, unpaired surrogates, noncharacters, and characters that change the direction of text. */
const unwanted = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Z}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const longestInitials = 2 * longestCharacter

/** Whether a text can be initials: at most two characters, nothing invisible. */
export function isInitials(text: string): boolean {
  if ([...text].length > longestInitials || unwanted.test(text)) return false
  const count = [...segmenter.segment(text)].length
  return count === 1 || count === 2
}
