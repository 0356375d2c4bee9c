// How well a creation matches the words of a query.
import type { QueryWord, WordForm } from '../search-text.ts'
import { type FieldName, fieldNames, type StoredFields } from './fields.ts'

/** Multiplied by four, so that a prefix match, a quarter of it, is an integer. */
const weights: Record<FieldName, number> = { title: 32, tags: 16, creator: 12, summary: 8 }
const prefixShare = 4
/** For two words that follow each other in the title or the summary, as in the query: “image editor”. */
const neighbourWeight = 24

/** The first fields have the largest weights. */
const byWeight = [...fieldNames].sort((a, b) => weights[b] - weights[a])

/** A word, with the keys of the tags that have it in a label, as a whole word or as a prefix. */
export type ScoredWord = QueryWord & { labelled: { whole: ReadonlySet<string>; prefix: ReadonlySet<string> } }

/**
 * The sum over the words of the best field weight, and more for neighbours. A creation that matches all words has at
 * least one for each.
 */
export function scoreOf(stored: StoredFields, words: readonly ScoredWord[]): number {
  let score = 0
  for (const word of words) score += Math.max(wordScore(stored, word), 1)
  for (let i = 1; i < words.length; i++) if (areNeighbours(stored, words[i - 1]!, words[i]!)) score += neighbourWeight
  return score
}

/** The score of a creation that has all words in its title, in this order. */
export const bestScore = (words: readonly ScoredWord[]): number =>
  words.length * weights.title + (words.length - 1) * neighbourWeight

function areNeighbours({ fields }: StoredFields, first: ScoredWord, second: ScoredWord): boolean {
  const needle = ` ${first.text} ${second.text} `
  return fields.some(({ title, summary }) => title.includes(needle) || summary.includes(needle))
}

function wordScore(stored: StoredFields, word: ScoredWord): number {
  const forms = [word, ...word.joined]
  const whole = bestWeight(
    stored,
    forms.map(({ text }) => ` ${text} `),
    word.labelled.whole,
  )
  if (whole >= weights.tags) return whole
  const begun = forms.filter(form => form.prefix).map(({ text }: WordForm) => ` ${text}`)
  return Math.max(whole, bestWeight(stored, begun, word.labelled.prefix) / prefixShare)
}

function bestWeight({ fields, tagKeys }: StoredFields, needles: readonly string[], labelled: ReadonlySet<string>) {
  for (const name of byWeight) {
    if (fields.some(field => needles.some(needle => field[name].includes(needle)))) return weights[name]
    if (name === 'tags' && labelled.size > 0 && tagKeys.split(' ').some(key => labelled.has(key))) return weights.tags
  }
  return 0
}
