// The words under which a creator is found: those of the handle and of the display name.
import type { CreatorRecord } from '../../records/records.ts'
import { reversedText } from '../lists.ts'
import { isUnspaced, titleKey, wordsOf } from '../search-text.ts'

const longestWord = 40
/**
 * The terms of a creator are part of an index, and an entry of a PostgreSQL index has at most 2,700 bytes. Only names
 * of characters that stand for many letters are longer. In bytes, and in characters of a name.
 */
const longestWords = 1600
const longestName = 200

type Names = Pick<CreatorRecord, 'handle' | 'displayName'>

/** A whole name (its `titleKey`) among the terms of a creator. No word starts with this sign. */
export const nameTerm = (key: string): string => `=${key.slice(0, longestName).toWellFormed()}`

/** A whole name as a word. */
export const nameWord = (key: string): string => key.slice(0, longestWord).toWellFormed()

/** Each once, with whole names, since people write them with and without spaces. */
function creatorWords({ handle, displayName }: Names): string[] {
  const names = [handle, displayName]
  const words = new Set([...names.map(name => nameWord(titleKey(name))), ...names.flatMap(wordsOf)])
  words.delete('')
  let length = 0
  return [...words].filter(word => {
    length += Buffer.byteLength(word) + 1
    return length <= longestWords
  })
}

/** The derived columns of a creator. Each of `terms` stands between spaces: words, then whole names. */
export function creatorKeys(record: CreatorRecord): { joined: number; terms: string } {
  const names = new Set([record.displayName, record.handle].map(name => nameTerm(titleKey(name))))
  const terms = [...creatorWords(record), ...names]
  return { joined: Date.parse(record.joinedAt), terms: ` ${terms.join(' ')} ` }
}

/** The rows of `creator_word` for one creator. */
export const creatorWordRows = (record: CreatorRecord): [word: string, handle: string][] =>
  creatorWords(record).map((word): [string, string] => [word, record.handle])

/** A word from its last letter to its first; null if its spelling is not corrected. */
export const reversedWord = (word: string): string | null => (isUnspaced(word) ? null : reversedText(word))

/** Rows of `creator_vocabulary` whose size changes when creators have other words than before. */
export function vocabularyChanges(
  before: readonly string[],
  after: readonly string[],
): { word: string; reversed: string; change: number }[] {
  const changes = new Map<string, number>()
  for (const word of before) changes.set(word, (changes.get(word) ?? 0) - 1)
  for (const word of after) changes.set(word, (changes.get(word) ?? 0) + 1)
  return [...changes].flatMap(([word, change]) => {
    const reversed = reversedWord(word)
    return change === 0 || reversed === null ? [] : { word, reversed, change }
  })
}

/** Columns of `creator` that creators are sorted by. */
export const sortColumns = ['followers', 'joined', 'apps'] as const

export const creatorWordTable = (text: string, options = '') => `
  CREATE TABLE creator_word (word ${text} NOT NULL, handle ${text} NOT NULL, PRIMARY KEY (word, handle))${options};
`
export const creatorWordIndex = 'CREATE INDEX creator_word_by_handle ON creator_word (handle);'

/** Each word once, with the number of creators that have it. `reversed` finds words by their ending. */
export const creatorVocabularyTable = (text: string, options = '') => `
  CREATE TABLE creator_vocabulary (word ${text} PRIMARY KEY, reversed ${text} NOT NULL, size bigint NOT NULL)${options};
`
export const creatorVocabularyIndex = 'CREATE INDEX creator_vocabulary_reversed ON creator_vocabulary (reversed);'

/** The key in `meta` of the number of creators. */
export const creatorCountKey = 'creators'
