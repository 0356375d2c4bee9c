// English sentence patterns that have no counterpart in other languages; data/phrases/en.json has those that do.
import type { Kind } from '../src/records/records.ts'
import { readData } from './data.ts'

type EnglishTexts = {
  /** What follows the subject of a title. */
  titleEndings: Record<Kind, readonly string[]>
  titlePrefixes: readonly string[]
  titleSuffixes: readonly string[]
  /** Each has one `{adj}`, which determines how frequent the adjectives are in the community. */
  summaries: Record<Kind, readonly string[]>
  /** Appended to a summary that names a place. */
  placeNotes: readonly string[]
  descriptions: Record<Kind, readonly string[]>
  instructions: Record<Kind, readonly string[]>
}

export const englishTexts: EnglishTexts = readData('english')
