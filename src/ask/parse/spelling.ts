// Corrects misspelled words to the nearest known word, if it is near enough.
import { makeTextTable, type TextTableData } from '../retrieve/text-table.ts'

export type Spelling = {
  knows(word: string): boolean
  learn(word: string): void
  /** Null when the word is known, too short, or not near any known word. */
  repair(word: string): string | null
  data(): SpellingData
}

/** `timesMet`: the frequency of each word. `byLength`: the words of each length. */
export type SpellingData = { known: TextTableData; timesMet: number[]; byLength: number[][] }

const shortest = 3
/** In words this short every letter matters: one may be missing, two swapped, or one in the middle replaced. */
const surelyShort = 4
/** The same misspellings recur. */
const maxCached = 2000

/** Words are added by learning. Other words are looked up in `also`. */
export function makeSpelling(also?: Spelling, saved?: SpellingData): Spelling {
  const known = makeTextTable(saved?.known)
  const timesMet = saved?.timesMet ?? []
  const byLength = saved?.byLength ?? []
  const remembered = new Map<string, string | null>()
  const learn = (word: string) => {
    const number = known.add(word)
    timesMet[number] = (timesMet[number] ?? 0) + 1
    if (timesMet[number] > 1) return
    if (remembered.size > 0) remembered.clear()
    if (word.length < shortest) return
    while (byLength.length <= word.length) byLength.push([])
    byLength[word.length]!.push(number)
  }

  const likelier = (word: string, one: string, other: string): boolean => {
    const ahead = slipOf(word, one) - slipOf(word, other)
    return ahead === 0 ? timesMet[known.find(one)]! > timesMet[known.find(other)]! : ahead > 0
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
        if (word.length <= surelyShort && slipOf(word, candidate) === 0) continue
        const edits = editsBetween(word, candidate, bestEdits + 1)
        if (edits > limit || edits > bestEdits) continue
        if (edits < bestEdits || likelier(word, candidate, best!)) {
          best = candidate
          bestEdits = edits
        }
      }
    }
    return best
  }
  return {
    knows: word => known.find(word) >= 0 || (also?.knows(word) ?? false),
    learn,
    data: () => ({ known: known.data(), timesMet, byLength }),
    repair(word) {
      if (known.find(word) >= 0 || also?.knows(word) || word.length < shortest || word.length > 30) return null
      const before = remembered.get(word)
      if (before !== undefined) return before
      const found = search(word) ?? also?.repair(word) ?? null
      if (remembered.size >= maxCached) remembered.clear()
      remembered.set(word, found)
      return found
    },
  }
}

const maxEdits = (word: string): number => (word.length >= 7 ? 2 : 1)

/** Insertions, deletions, substitutions and transpositions; `limit` when there are at least as many. */
function editsBetween(a: string, b: string, limit: number): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1
      let edits = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + change)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) edits = Math.min(edits, before[j - 2]! + 1)
      next.push(edits)
      if (edits < least) least = edits
    }
    if (least >= limit) return limit
    before = row
    row = next
  }
  return row[b.length]!
}

/** Transpositions and omissions are more frequent than substitutions; first and last letters are the most reliable. */
function slipOf(word: string, meant: string): number {
  if (isShuffled(word, meant)) return 3
  if (isWithin(word, meant)) return 2
  return word[0] === meant[0] && word.at(-1) === meant.at(-1) && word.length === meant.length && word.length > 3 ? 1 : 0
}

/** All letters of the one are in the other, in order. */
function isWithin(short: string, long: string): boolean {
  let at = 0
  for (const letter of long) if (letter === short[at]) at++
  return at === short.length
}

const isShuffled = (one: string, other: string): boolean =>
  one.length === other.length && [...one].sort().join('') === [...other].sort().join('')
