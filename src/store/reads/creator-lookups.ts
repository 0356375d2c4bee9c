// Looks up how many creators have some words, and which words are spelled alike. With the same SQL for both databases:
// reads are generators that yield each statement and get its rows.
import { reversedText } from '../lists.ts'
import type { Lookups, Steps } from '../search/resolve.ts'
import { type KnownWord, type SpellingRange, spellingLimit } from '../search/spelling.ts'
import type { WordForm } from '../search-text.ts'

/**
 * `position` gives the place of a text in another, or 0. `sortKey` is a column as it is indexed: negated, with the
 * handle.
 */
export type Dialect = {
  position: 'instr' | 'strpos'
  sortKey: (column: string) => string
  creatorCount: string
}

type Statement = { name?: string; text: string; values: (string | number)[] }
export type Reading<T> = Generator<Statement, T, object[]>

/** Words that more creators have are found by a walk. With a million creators, both then take about as long. */
export const fewCreators = 2500
/** The longest words are likely to be the rarest. */
const countedWords = 4

/** Collects the values of a statement; returns the placeholder of each. */
export function valuesOf() {
  const values: (string | number)[] = []
  const add = (value: string | number): string => `$${values.push(value)}`
  return { values, add }
}
export type Add = ReturnType<typeof valuesOf>['add']

const endOf = (text: string): string => `${text}\u{10ffff}`

/** A condition on `creator_word`. */
export const hasWord = ({ text, prefix }: WordForm, add: Add): string =>
  prefix ? `word >= ${add(text)} AND word <= ${add(endOf(text))}` : `word = ${add(text)}`

/** A term that a creator must have, or must not have. */
export type Condition = { term: string; isWanted: boolean }
export const conditionOf = ({ text, prefix }: WordForm): Condition => ({
  term: ` ${text}${prefix ? '' : ' '}`,
  isWanted: true,
})

export const conditionSql = (conditions: readonly Condition[], { position }: Dialect, add: Add): string =>
  conditions.map(({ term, isWanted }) => `${position}(terms, ${add(term)}) ${isWanted ? '>' : '='} 0`).join(' AND ')

/** How many creators have each word, up to one more than `fewCreators`. */
function* countWords(words: readonly WordForm[]): Reading<number[]> {
  const { values, add } = valuesOf()
  const counts = words.map(
    (word, i) => `(SELECT count(*) FROM (
      SELECT 1 FROM creator_word WHERE ${hasWord(word, add)} LIMIT ${fewCreators + 1}) w) AS c${i}`,
  )
  const [row] = (yield { text: `SELECT ${counts.join()}`, values }) as Record<string, number>[]
  return words.map((_, i) => row![`c${i}`]!)
}

export function* rarestWord(words: readonly WordForm[]): Reading<{ word: WordForm; count: number }> {
  const longest = words.toSorted((a, b) => b.text.length - a.text.length).slice(0, countedWords)
  const counts = yield* countWords(longest)
  const count = Math.min(...counts)
  return { word: longest[counts.indexOf(count)]!, count }
}

/** Sizes are read after filtering by length, because each costs a look-up. */
function* wordsNear({ beginning, ending, length: [from, to], words }: SpellingRange): Reading<KnownWord[]> {
  const { values, add } = valuesOf()
  const inRange = (column: 'word' | 'reversed', text: string) => `
    SELECT word FROM (
      SELECT word FROM creator_vocabulary WHERE ${column} >= ${add(text)} AND ${column} < ${add(endOf(text))}
      LIMIT ${spellingLimit}) part WHERE length(word) BETWEEN ${from} AND ${to}`
  const text = `SELECT known.word AS text, known.size FROM (
      ${inRange('word', beginning)} UNION ${inRange('reversed', reversedText(ending))}
      UNION SELECT word FROM creator_vocabulary WHERE word IN (${words.map(word => add(word)).join() || 'NULL'})
    ) near CROSS JOIN creator_vocabulary known WHERE known.word = near.word`
  return (yield { text, values }) as KnownWord[]
}

/** How many creators have all words, among the first that have the rarest. */
function* countCreators(words: readonly WordForm[], upTo: number, dialect: Dialect): Reading<number> {
  const { word, count } = yield* rarestWord(words)
  if (count === 0) return 0
  const { values, add } = valuesOf()
  const part = `SELECT handle FROM creator_word WHERE ${hasWord(word, add)} LIMIT ${fewCreators}`
  const text = `SELECT count(*) AS count FROM (
    SELECT 1 FROM (SELECT DISTINCT handle FROM (${part}) part) named CROSS JOIN creator
    WHERE creator.handle = named.handle AND ${conditionSql(words.map(conditionOf), dialect, add)} LIMIT ${upTo}) found`
  const [row] = (yield { text, values }) as { count: number }[]
  return row!.count
}

/** Lookups that take statements. */
type ReadLookups<From> = {
  [Name in keyof From]: From[Name] extends (...asked: infer Asked) => infer Answer
    ? (...asked: Asked) => Reading<Answer>
    : never
}

export const creatorLookups = (dialect: Dialect): ReadLookups<Lookups> => ({
  sizes: countWords,
  near: wordsNear,
  count: (words, upTo) => countCreators(words, upTo, dialect),
})

/** Runs the steps of a search with answers that take statements. */
export function* answerByReading<T, From>(steps: Steps<T, From>, lookups: ReadLookups<From>): Reading<T> {
  let step = steps.next()
  while (!step.done) {
    const reading = step.value(lookups as unknown as From) as Reading<unknown>
    step = steps.next((yield* reading) as never)
  }
  return step.value
}
