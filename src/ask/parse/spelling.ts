// Corrects misspelled words to the nearest known word, if it is near enough.
import { editDistance } from '../../util/nearest.ts'
import { parameters } from '../decide/parameters.ts'
import { makeTextTable, type TextTableData } from '../retrieve/text-table.ts'

export type Spelling = {
  knows(word: string): boolean
  learn(word: string): void
  /** Null when the word is known, too short or too long, or not near any known word. */
  correct(word: string): string | null
  data(): SpellingData
}

/** `counts`: how often each word was learned. `byLength`: the numbers of the words of each length. */
export type SpellingData = { known: TextTableData; counts: number[]; byLength: number[][] }

const minLength = 3
const maxLength = 30
const maxCached = 2000

/** Words that are not known here are looked up in `fallback`. */
export function makeSpelling(fallback?: Spelling, saved?: SpellingData): Spelling {
  const known = makeTextTable(saved?.known)
  const counts = saved?.counts ?? []
  const byLength = saved?.byLength ?? []
  const cache = new Map<string, string | null>()
  const learn = (word: string) => {
    const number = known.add(word)
    counts[number] = (counts[number] ?? 0) + 1
    if (counts[number] > 1) return
    if (cache.size > 0) cache.clear()
    if (word.length < minLength) return
    while (byLength.length <= word.length) byLength.push([])
    byLength[word.length]!.push(number)
  }

  const isLikelier = (word: string, one: string, other: string): boolean => {
    const ahead = plausibility(word, one) - plausibility(word, other)
    return ahead === 0 ? counts[known.find(one)]! > counts[known.find(other)]! : ahead > 0
  }
  const search = (word: string): string | null => {
    const limit = maxEdits(word)
    const first = word.charCodeAt(0)
    let best: string | null = null
    let bestEdits = limit + 1
    for (let length = word.length - limit; length <= word.length + limit; length++) {
      for (const number of byLength[length] ?? []) {
        if (known.codeAt(number, 0) !== first && known.codeAt(number, 1) !== first) continue
        const candidate = known.text(number)
        if (word.length <= parameters.shortWordLength && plausibility(word, candidate) === 0) continue
        const edits = editDistance(word, candidate, bestEdits + 1)
        if (edits > limit || edits > bestEdits) continue
        if (edits < bestEdits || isLikelier(word, candidate, best!)) {
          best = candidate
          bestEdits = edits
        }
      }
    }
    return best
  }
  return {
    knows: word => known.find(word) >= 0 || (fallback?.knows(word) ?? false),
    learn,
    data: () => ({ known: known.data(), counts, byLength }),
    correct(word) {
      if (known.find(word) >= 0 || fallback?.knows(word) || word.length < minLength || word.length > maxLength)
        return null
      const cached = cache.get(word)
      if (cached !== undefined) return cached
      const found = search(word) ?? fallback?.correct(word) ?? null
      if (cache.size >= maxCached) cache.clear()
      cache.set(word, found)
      return found
    },
  }
}

const maxEdits = (word: string): number => (word.length >= parameters.longWordLength ? 2 : 1)

/**
 * How likely it is that `meant` was written as `word`: 3 if the letters are in another order, 2 if some are missing, 1 if
 * only letters in the middle differ, otherwise 0.
 */
function plausibility(word: string, meant: string): number {
  if (isAnagram(word, meant)) return 3
  if (isSubsequence(word, meant)) return 2
  return word[0] === meant[0] && word.at(-1) === meant.at(-1) && word.length === meant.length && word.length > 3 ? 1 : 0
}

/** Whether all letters of `short` occur in `long`, in this order. */
function isSubsequence(short: string, long: string): boolean {
  let at = 0
  for (const letter of long) if (letter === short[at]) at++
  return at === short.length
}

const isAnagram = (one: string, other: string): boolean =>
  one.length === other.length && [...one].sort().join('') === [...other].sort().join('')
