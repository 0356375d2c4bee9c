// What to search for when no creation contains all words of a query: the nearest spelling that the community uses, or
// else some of the words.
import { isUnspaced, type QueryWord, queryWords } from '../search-text.ts'
import { type KnownWord, nearestWords, type SpellingRange, spellingRanges, splits } from './spelling.ts'

export type Suggestion = { q: string; total: number }

/** `words` are searched for instead of those of the query. */
export type Resolution = {
  words: QueryWord[]
  match: 'corrected' | 'partial'
  searched: string
  suggestions: Suggestion[]
  /** Of a wide search: further combinations of the words that creations contain, the most meaningful first. */
  combinations?: string[]
}

/** What a page without a search says about it. */
export const notSearched = { match: null, searched: null, suggestions: [] } as const

/** What a store is asked for. Filters do not matter: a word that the community uses is not a mistake. */
export type Lookups = {
  /** For each word the sum of the sizes of its lists; 0 if nothing contains it. */
  sizes: (words: readonly QueryWord[]) => number[]
  /** Words in the range, in the languages of the query. */
  near: (range: SpellingRange) => KnownWord[]
  /** How much contains all of the words, counted up to a limit. */
  count: (words: readonly QueryWord[], upTo: number) => number
}

/** Steps of a search: each yields what it asks of the lookups, and gets the answer. See `answerNow` and `answerSoon`. */
export type Steps<T, From = Lookups> = Generator<(lookups: From) => unknown, T, never>

export function* ask<Answer, From = Lookups>(question: (lookups: From) => Answer): Steps<Answer, From> {
  return (yield question) as Answer
}

/** More words do not make a search more precise. */
const maxWords = 12
const maxOptions = 3
const maxVariants = 6
const maxSuggestions = 3
/** As totals of searches. */
const suggestedTotalCap = 250

/** The nearest spelling of words that are not found; null when it finds nothing, and when all words are found. */
export function* correctSearch(query: readonly QueryWord[]): Steps<Resolution | null> {
  const words = query.slice(0, maxWords)
  return yield* corrected(words, yield* optionsFor(words))
}

/** The nearest spelling, or else some of the words; null when no word can be found. */
export function* resolveSearch(query: readonly QueryWord[], isWide = false): Steps<Resolution | null> {
  const words = query.slice(0, maxWords)
  const options = yield* optionsFor(words)
  const nearest = options.flatMap(each => each[0] ?? [])
  return (yield* corrected(words, options)) ?? (yield* partial(nearest, query, isWide))
}

/** A word that is found, or right, is its only option. */
function* optionsFor(words: readonly QueryWord[]): Steps<QueryWord[][][]> {
  const sizes = yield* ask(({ sizes }) => sizes(words))
  const options: QueryWord[][][] = []
  for (const [i, word] of words.entries())
    options.push(sizes[i]! > 0 || word.isRight ? [[word]] : yield* corrections(word))
  return options
}

function* corrected(words: readonly QueryWord[], options: readonly QueryWord[][][]): Steps<Resolution | null> {
  const isCorrectable = options.every(each => each.length > 0)
  const isChanged = options.some((each, i) => each[0]?.[0] !== words[i])
  return isCorrectable && isChanged ? yield* firstFound(options) : null
}

/** Ways to write a word that is not found, the nearest first: one edit, a missing space, two edits. */
function* corrections(word: QueryWord): Steps<QueryWord[][]> {
  const split = yield* bestSplit(word)
  const found: QueryWord[][] = []
  for (const [i, range] of spellingRanges(word.text).entries()) {
    const known = yield* ask(({ near }) => near(range))
    for (const { text } of nearestWords(word.text, known, i + 1, maxOptions)) found.push([respelled(word, text)])
    if (i === 0 && split !== null) found.push(split)
    if (found.length > 0) break
  }
  if (found.length === 0 && split !== null) found.push(split)
  return found.slice(0, maxOptions)
}

const respelled = ({ prefix }: QueryWord, text: string): QueryWord => ({ text, prefix, joined: [], run: text })

/** Without `#` and `+` at its end, or as two words; of several the one with the most frequent words. */
function* bestSplit(word: QueryWord): Steps<QueryWord[] | null> {
  const plain = queryWords(word.text.replace(/[#+]+$/, ''))
  const pairs = splits(word.text).map(([a, b]) => [respelled({ ...word, prefix: false }, a), respelled(word, b)])
  const choices = plain[0] && plain[0].text !== word.text ? [plain, ...pairs] : pairs
  if (choices.length === 0) return null
  const sizes = yield* ask(({ sizes }) => sizes(choices.flat()))
  let best: { choice: QueryWord[]; size: number } | null = null
  let at = 0
  for (const choice of choices) {
    const size = Math.min(...choice.map(() => sizes[at++]!))
    if (size > (best?.size ?? 0) && (yield* countOf(choice, 1)) > 0) best = { choice, size }
  }
  return best?.choice ?? null
}

/** The first variant with results; the others with results are suggested. */
function* firstFound(options: readonly QueryWord[][][]): Steps<Resolution | null> {
  let first: QueryWord[] | null = null
  const suggestions: Suggestion[] = []
  for (const variant of variants(options)) {
    const total = yield* countOf(variant, first === null ? 1 : suggestedTotalCap)
    if (total === 0) continue
    if (first === null) first = variant
    else suggestions.push({ q: textOf(variant), total })
    if (suggestions.length === maxSuggestions) break
  }
  return first && { words: first, match: 'corrected', searched: textOf(first), suggestions }
}

/** One option for each word; those with the first options first. */
function variants(options: readonly QueryWord[][][]): QueryWord[][] {
  let all: { words: QueryWord[]; rank: number }[] = [{ words: [], rank: 0 }]
  for (const each of options) {
    all = all.flatMap(({ words, rank }) => each.map((option, i) => ({ words: [...words, ...option], rank: rank + i })))
    all = all.sort((a, b) => a.rank - b.rank).slice(0, maxVariants)
  }
  return all.map(({ words }) => words)
}

/** The words that say most and that some creation contains together. Rare and long words say most about what is meant. */
function* partial(words: readonly QueryWord[], query: readonly QueryWord[], isWide: boolean): Steps<Resolution | null> {
  const sizes = yield* ask(({ sizes }) => sizes(words))
  const found = words.flatMap((word, i) => {
    const doubt = query.includes(word) ? 0 : correctionDoubt
    return sizes[i]! > 0 && !isFiller(word)
      ? [{ word, meaning: Math.max(1, meaningOf(word, sizes[i]!) - doubt), i }]
      : []
  })
  found.sort((a, b) => b.meaning - a.meaning || a.i - b.i)
  const [best, ...others] = yield* mostMeaning(found, query, isWide)
  if (best === undefined) return null
  const inOrder = (some: readonly QueryWord[]) => words.filter(word => some.includes(word))
  const left = found.flatMap(({ word }) => (isWide || best.includes(word) ? [] : [word]))
  const suggestions: Suggestion[] = []
  for (const word of left.slice(0, maxSuggestions)) {
    suggestions.push({ q: word.run, total: yield* countOf(queryWords(word.run), suggestedTotalCap) })
  }
  return {
    words: inOrder(best),
    match: 'partial',
    searched: textOf(inOrder(best)),
    suggestions: suggestions.filter(({ total }) => total > 0),
    ...(isWide ? { combinations: others.slice(0, maxOffered).map(some => textOf(inOrder(some))) } : {}),
  }
}

/** Combinations of words that are looked up, and how many a wide search offers. */
const maxCombinations = { narrow: 24, wide: 40 }
const maxOffered = 12

type Meant = { word: QueryWord; meaning: number }

/**
 * The combination with the greatest sum that some creation contains; of a wide search, others follow. `words` are sorted,
 * best first. That none contains all words of the query is known.
 */
function* mostMeaning(
  words: readonly Meant[],
  query: readonly QueryWord[],
  isWide: boolean,
): Steps<readonly QueryWord[][]> {
  const found: { words: QueryWord[]; sum: number }[] = []
  let bestSum = 0
  let lookUps = 0
  const most = maxCombinations[isWide ? 'wide' : 'narrow']
  const rest = words.map((_, i) => words.slice(i).reduce((sum, { meaning }) => sum + meaning, 0))
  function* extend(used: QueryWord[], sum: number, from: number): Steps<void> {
    if (used.length > 0 && (isWide || sum > bestSum)) found.push({ words: used, sum })
    bestSum = Math.max(bestSum, sum)
    for (const [i, { word, meaning }] of words.entries()) {
      if (i < from) continue
      if (!isWide && sum + rest[i]! <= bestSum) return
      const more = [...used, word]
      const isNone = lookUps >= most || query.every(one => more.includes(one))
      lookUps++
      if (used.length > 0 && (isNone || (yield* countOf(more, 1)) === 0)) continue
      yield* extend(more, sum + meaning, i + 1)
    }
  }
  yield* extend([], 0, 0)
  return found.sort((a, b) => b.sum - a.sum).map(({ words }) => words)
}

const isFiller = ({ text }: QueryWord): boolean => /^\p{L}{1,2}$/u.test(text) && !isUnspaced(text)

/** A corrected word may be wrong. */
const correctionDoubt = 4

/** In a small community, most words are rare; then the longer one is less likely to be a filler word. */
const meaningOf = ({ text }: QueryWord, size: number): number =>
  [...text].length + 2 * (rareSize - Math.log2(Math.max(1, size)))

/** Words in as many creations as two to the power of this say nothing. */
const rareSize = 12

function* countOf(words: readonly QueryWord[], upTo: number): Steps<number> {
  return yield* ask(({ count }) => count(words, upTo))
}

/** Pieces of a word of an unspaced script stand for the word. */
export const textOf = (words: readonly QueryWord[]): string => [...new Set(words.map(({ run }) => run))].join(' ')

/** Runs the steps with answers that are there at once. */
export function answerNow<T, From>(steps: Steps<T, From>, lookups: From): T {
  let step = steps.next()
  while (!step.done) step = steps.next(step.value(lookups) as never)
  return step.value
}

/** The same lookups, with answers that take time. */
export type LaterLookups<From = Lookups> = {
  [Name in keyof From]: From[Name] extends (...asked: infer Asked) => infer Answer
    ? (...asked: Asked) => Promise<Answer>
    : never
}

/** Runs the steps with answers that take time. */
export async function answerSoon<T, From>(steps: Steps<T, From>, lookups: LaterLookups<From>): Promise<T> {
  let step = steps.next()
  while (!step.done) step = steps.next((await step.value(lookups as unknown as From)) as never)
  return step.value
}
