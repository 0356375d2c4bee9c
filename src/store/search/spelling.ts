// Words of the community that are spelled almost like a word of a query.
import { editDistance } from '../../util/nearest.ts'
import { isUnspaced } from '../search-text.ts'

/** A word of the community, and in how many creations it is. */
export type KnownWord = { text: string; size: number }

/**
 * Where similar words are looked for: all words that begin with `beginning`, all that end with `ending`, if their length
 * is in the range, and these words. An edit leaves the beginning or the ending of a word as it is, except for the
 * transposition of the two letters in the middle.
 */
export type SpellingRange = { beginning: string; ending: string; length: [from: number, to: number]; words: string[] }

/** Words with the same beginning or ending that are compared with a misspelled one. */
export const spellingLimit = 20_000

const shortestCorrected = 3
/** From this length on, two edits are corrected. */
const twoEditsFrom = 6

/** One for each number of edits, to be tried in order. */
export function spellingRanges(word: string): SpellingRange[] {
  const letters = [...word]
  const { length } = letters
  if (length < shortestCorrected || isUnspaced(word)) return []
  const range = (edits: number, size: number): SpellingRange => ({
    beginning: letters.slice(0, size).join(''),
    ending: letters.slice(-size).join(''),
    length: [length - edits, length + edits],
    words: edits === 1 ? transpositions(letters) : [],
  })
  const one = range(1, Math.max(1, Math.floor(length / 2)))
  return length < twoEditsFrom ? [one] : [one, range(2, Math.max(3, Math.floor(length / 3)))]
}

const transpositions = (letters: readonly string[]): string[] =>
  letters.slice(1).map((_, i) =>
    letters
      .with(i, letters[i + 1]!)
      .with(i + 1, letters[i]!)
      .join(''),
  )

/** The nearest first; of two with the same distance the more frequent one. */
export function nearestWords(word: string, known: readonly KnownWord[], edits: number, limit: number): KnownWord[] {
  return known
    .filter(({ text }) => text !== word && !isUnspaced(text))
    .map(one => ({ ...one, distance: editDistance(word, one.text, edits + 1) }))
    .filter(({ distance }) => distance <= edits)
    .sort((a, b) => a.distance - b.distance || b.size - a.size || (a.text < b.text ? -1 : 1))
    .slice(0, limit)
    .map(({ text, size }) => ({ text, size }))
}

/** All ways to write a word as two: a space may be missing. */
export function splits(word: string): [string, string][] {
  const letters = [...word]
  if (isUnspaced(word) || letters.length < 4) return []
  return letters.slice(2, -1).map((_, i) => [letters.slice(0, i + 2).join(''), letters.slice(i + 2).join('')])
}
