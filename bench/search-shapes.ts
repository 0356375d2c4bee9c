// Searches: words of known frequency, beginnings of words, several words, words within a category.

import { benchWords } from '../demo/words.ts'
import type { Random } from '../src/art/random.ts'
import type { Input } from '../src/operations/define.ts'
import { sorts } from '../src/store/store.ts'
import { type Card, feedPage, type Reader } from './readers.ts'
import { deepShape, feedShape, mostInputs, oneOf, type Shape } from './shapes.ts'

export async function searchShapes(
  readers: readonly Reader[],
  cards: readonly Card[],
  random: Random,
): Promise<Shape[]> {
  const texts = cards.filter(card => card.locale === 'en').map(wordsIn)
  const frequent = frequencies(texts)
  const rare = [benchWords.rare, ...(await rareWords(readers, frequent))]
  const onePercent = [benchWords.onePercent, ...between(frequent, 0.005, 0.02)]
  const common = [benchWords.common, ...between(frequent, 0.05, 0.2)]
  const some = texts.filter(words => words.length > 1).slice(0, mostInputs)
  const beginnings = (length: number) => some.map(words => oneOf(words, random).slice(0, length))
  return [
    ...bothOrders('in 50 creations', rare, random),
    ...bothOrders('in 1 %', onePercent, random),
    ...bothOrders('in 10 %', common, random),
    ...deepSearches('in 1 %', benchWords.onePercent),
    ...deepSearches('in 10 %', benchWords.common),
    ...[1, 2, 3, 5].flatMap(length =>
      bothOrders(`of ${length} ${length === 1 ? 'letter' : 'letters'}`, beginnings(length), random),
    ),
    ...bothOrders(
      'of two words',
      some.map(words => `${oneOf(words, random)} ${oneOf(words, random)}`),
      random,
    ),
    feedShape('search', 'q in 10 % and category', inCategories(common, cards, random)),
    feedShape(
      'search',
      'q in 10 % and kind',
      cards.slice(0, mostInputs).map(({ kind }) => ({ kind, q: oneOf(common, random) })),
    ),
  ]
}

const wordsIn = (card: Card): string[] => card.summary.toLowerCase().match(/\b[a-z]{5,}\b/g) ?? []

/** In which share of the texts each word stands. */
function frequencies(texts: readonly string[][]): Map<string, number> {
  const shares = new Map<string, number>()
  for (const words of texts) {
    for (const word of new Set(words)) shares.set(word, (shares.get(word) ?? 0) + 1 / texts.length)
  }
  return shares
}

const between = (frequent: Map<string, number>, least: number, most: number): string[] =>
  [...frequent].flatMap(([word, share]) => (share >= least && share <= most ? [word] : [])).slice(0, mostInputs)

/** Words that a few dozen creations have, whatever the size of the community. */
async function rareWords(readers: readonly Reader[], frequent: Map<string, number>): Promise<string[]> {
  const found: string[] = []
  for (const word of between(frequent, 0, 0.002)) {
    const pages = await Promise.all(readers.map(reader => feedPage(reader, { q: word, limit: 1 })))
    if (pages.every(({ total }) => total >= 10 && total <= 200)) found.push(word)
  }
  return found
}

/** By relevance, and in a sort order that was asked for. */
function bothOrders(name: string, words: readonly string[], random: Random): Shape[] {
  return [
    feedShape(
      'search',
      `q ${name}`,
      words.map(q => ({ q })),
    ),
    feedShape(
      'search',
      `q ${name}, sorted`,
      words.map(q => ({ q, sort: oneOf(sorts, random) })),
    ),
  ]
}

function deepSearches(name: string, q: string): Shape[] {
  return [
    deepShape('search', `q ${name}`, [{ q }]),
    deepShape(
      'search',
      `q ${name}, sorted`,
      sorts.map(sort => ({ q, sort })),
    ),
  ]
}

function inCategories(words: readonly string[], cards: readonly Card[], random: Random): Input[] {
  const categories = cards.flatMap(card => card.category?.slug ?? [])
  return categories.slice(0, mostInputs).map(category => ({ category, q: oneOf(words, random) }))
}
