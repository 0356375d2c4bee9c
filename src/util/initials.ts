// Initials of titles and names, for drawings. The texts come from members and can contain anything.
import { truncate } from './text.ts'

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Scripts with upper case, whose letters do not change when they stand alone. Others get one character. */
const bicameral = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{N}]/u
/** Parts with hyphens between them are one word. */
const words = /[\p{L}\p{N}][-\p{L}\p{M}\p{N}'’\u2010\u2011\u200c\u200d]*/gu
/** Longer characters are stacks of marks. */
const longestCharacter = 6
/** Initials come from the start of a text. */
const longestText = 120

/** Words that the names of many groups end with. */
const groupWord = /^(?:teams?|groups?|maintainers?|packag(?:ers?|ing)|developers?|project|task|force)$/i

/**
 * The words that distinguish a name. Those of groups begin with the organization and end with what kind of group it is:
 * "Debian Perl Group" → "Perl".
 */
function distinguishing(found: readonly string[]): readonly string[] {
  if (found.length < 2 || !groupWord.test(found.at(-1)!)) return found
  const named = found.filter(word => !groupWord.test(word))
  if (named.length === 0) return found
  return named.length > 1 ? named.slice(1) : named
}

/**
 * The first letters of the first and the last word, else the first two of the only one: "The Water Log" → "TL", "curl" →
 * "CU", "水の記録" → "水"; the first emoji of a text without letters and digits; else null.
 */
export function initialsOf(text: string): string | null {
  if (isAscii.test(text)) return asciiInitials(text)
  const start = truncate(text, longestText).normalize('NFC')
  const all = start.match(words)
  if (all === null) return firstEmoji(start)
  const found = distinguishing(all)
  const [one, next] = charactersOf(found[0]!.replace(/['’\u2010\u2011-]/g, ''))
  if (!bicameral.test(one!)) return one!
  const last = found.length > 1 ? charactersOf(found.at(-1)!)[0]! : next
  return upper(one!) + (last !== undefined && bicameral.test(last) ? upper(last) : '')
}

const isAscii = /^[\x20-\x7e]+$/
const asciiWords = /[A-Za-z0-9][A-Za-z0-9'-]*/g

/** The same rules, about ten times as fast: imports do this for every creation. */
function asciiInitials(text: string): string | null {
  const all = text.slice(0, longestText).match(asciiWords)
  if (all === null) return null
  const found = distinguishing(all)
  const first = found[0]!
  const last = found.length > 1 ? found.at(-1)![0]! : (first.replace(/['-]/g, '')[1] ?? '')
  return (first[0]! + last).toUpperCase()
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
