// Corrects misspelled words to the nearest known word, if it is near enough.
import { memoize } from '../../util/memoize.ts'
import { editDistance } from '../../util/nearest.ts'
import { parameters } from '../decide/parameters.ts'

/** How often each known word occurs. */
export type WordCounts = ReadonlyMap<string, number>

export function countWords(words: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

const minLength = 3
const maxLength = 30
/** In shorter words, no letter may be replaced. */
const minFreeLength = 5
const maxCached = 2000

/** Null when the word is known, too short or too long, or not near any known word. The first list with a near word wins. */
export function makeSpelling(...lists: readonly WordCounts[]): (word: string) => string | null {
  const nearestWord = memoize(
    word => lists.reduce<string | null>((found, list) => found ?? nearest(word, list), null),
    maxCached,
  )
  return word => {
    if (word.length < minLength || word.length > maxLength || lists.some(list => list.has(word))) return null
    return nearestWord(word)
  }
}

/** Of equally near words the one with all letters of the word, then the most frequent one. */
function nearest(word: string, counts: WordCounts): string | null {
  let best: string | null = null
  let bestEdits = word.length >= parameters.longWordLength ? 2 : 1
  const rankOf = (candidate: string) => (hasLetters(candidate, word) ? counts.size : 0) + counts.get(candidate)!
  for (const candidate of counts.keys()) {
    if (candidate[0] !== word[0] && candidate[1] !== word[0]) continue
    if (word.length < minFreeLength && !hasLetters(candidate, word)) continue
    const edits = editDistance(word, candidate, bestEdits + 1)
    const isBetter = best === null || edits < bestEdits || rankOf(candidate) > rankOf(best)
    if (edits <= bestEdits && isBetter) [best, bestEdits] = [candidate, edits]
  }
  return best
}

/** The first word that begins with the same letter and differs in one; none for a short word. */
export const similarWord = (word: string, known: IteratorObject<string>): string | undefined =>
  word.length < minFreeLength ? undefined : known.find(one => one[0] === word[0] && editDistance(word, one, 2) < 2)

/** In this order: letters are left out more often than replaced. */
function hasLetters(text: string, letters: string): boolean {
  let at = 0
  for (const letter of text) if (letter === letters[at]) at++
  return at === letters.length
}
