// The kinds of feed reads that are measured, each with inputs that vary from call to call.
import { benchWords } from '../demo/words.ts'
import type { Random } from '../src/art/random.ts'
import type { Input } from '../src/operations/define.ts'
import { sorts } from '../src/store/store.ts'
import { type Card, fromPage, pageLength, type Reader, totalOf } from './readers.ts'
import { oneOf } from './statistics.ts'

/**
 * `kind` selects the floor. No combined lists are kept for languages: they are intersected, like words of a search.
 * `deep` reads page 1,000 or, of a shorter listing, the last full page.
 */
export type Shape = { kind: 'filters' | 'search'; name: string; inputs: Input[]; deep?: boolean }

const mostInputs = 60
const mostTried = 300
const deepPage = 1000
const deepInputs = 12

export const inputsFor = async (reader: Reader, { inputs, deep }: Shape): Promise<Input[]> =>
  deep ? Array.fromAsync(inputs.slice(0, deepInputs), input => fromPage(reader, input, deepPage)) : inputs

type Filter = (card: Card) => Input | null

/** Filters are drawn from creations, so each is used as often as creations have it. */
export async function filterShapes(readers: readonly Reader[], cards: readonly Card[], random: Random) {
  const shapes: Shape[] = []
  for (const [name, filter] of Object.entries(filters(random))) {
    const found = await fullPages(
      readers,
      cards.map(filter).filter(input => input !== null),
    )
    const inputs = found.map(input => ({ ...input, sort: oneOf(sorts, random) }))
    const kind = name.startsWith('language') ? 'search' : 'filters'
    shapes.push({ kind, name, inputs })
    if (deepShapes.has(name)) shapes.push({ kind, name: `${name}, page 1,000`, inputs, deep: true })
  }
  return shapes
}

const deepShapes = new Set(['no filter', 'category', 'language and category'])

function filters(random: Random): Record<string, Filter> {
  const category: Filter = card => card.category && { category: card.category.slug }
  const tag: Filter = ({ tags }) => (tags.length === 0 ? null : { tag: oneOf(tags, random).key })
  const kind: Filter = card => ({ kind: card.kind })
  const featured: Filter = () => ({ featuredOnly: true })
  const creator: Filter = ({ handle }) => ({ creator: handle })
  const language: Filter = ({ locale }) => ({ language: locale })
  const remixOf: Filter = card => card.remixOf && { remixOf: `${card.remixOf.handle}/${card.remixOf.slug}` }
  return {
    'no filter': () => ({}),
    category,
    tag,
    'category and tag': both(category, tag),
    'kind, category, tag and featured': both(both(kind, category), both(tag, featured)),
    creator,
    'language and category': both(language, category),
    remixOf,
  }
}

const both =
  (one: Filter, other: Filter): Filter =>
  card => {
    const [first, second] = [one(card), other(card)]
    return first && second && { ...first, ...second }
  }

/** Inputs that fill a page at every size, so that growth compares pages of one length. All when no input does. */
async function fullPages(readers: readonly Reader[], inputs: readonly Input[]): Promise<Input[]> {
  const different = [...new Map(inputs.map(input => [JSON.stringify(input), input])).values()]
  const full: Input[] = []
  for (const input of different.slice(0, mostTried)) {
    const totals = await Promise.all(readers.map(reader => totalOf(reader, input)))
    if (totals.every(total => total >= pageLength)) full.push(input)
    if (full.length === mostInputs) break
  }
  return full.length > 0 ? full : different.slice(0, mostInputs)
}

/**
 * Words of known frequency, words and beginnings of words from summaries, words with filters, and searches that find
 * nothing as they are written.
 */
export async function searchShapes(reader: Reader, cards: readonly Card[], random: Random): Promise<Shape[]> {
  const { rare, onePercent, common } = benchWords
  const texts = cards
    .filter(({ locale }) => locale === 'en')
    .map(wordsIn)
    .filter(words => words.length > 1)
  const some = texts.slice(0, mostInputs)
  const word = (words: readonly string[]): string => oneOf(words, random)
  const sorted = sorts.map(sort => ({ sort }))
  const shapes: [name: string, inputs: Input[], deep?: boolean][] = [
    ['q in 50 creations', [{ q: rare }]],
    ['q in 1 %', [{ q: onePercent }]],
    ['q in 10 %', [{ q: common }]],
    ['q in 10 %, sorted', sorted.map(sort => ({ ...sort, q: common }))],
    ['q in 10 %, page 1,000', [{ q: common }], true],
    ['q of a summary', some.map(words => ({ q: word(words) }))],
    ['q of two words', some.map(words => ({ q: `${word(words)} ${word(words)}` }))],
    ['q of one letter', some.map(words => ({ q: [...word(words)][0] }))],
    ['q of two letters, sorted', some.map(words => ({ q: word(words).slice(0, 2), sort: oneOf(sorts, random) }))],
    ['q in 10 % and category', some.map(() => ({ q: common, ...categoryOf(oneOf(cards, random)) }))],
    ['q in 10 % and language', some.map(() => ({ q: common, language: oneOf(cards, random).locale }))],
  ]
  const misspelled = texts.map(words => ({ q: withoutLetter(word(words), random) }))
  const apart = texts.map(words => ({ q: `${word(words)} ${word(oneOf(texts, random))}` }))
  shapes.push(['q misspelled', await notFound(reader, misspelled)])
  shapes.push(['q of two words never used together', await notFound(reader, apart)])
  return shapes.map(([name, inputs, deep = false]) => ({ kind: 'search', name, inputs, deep }))
}

const mostNotFound = 600

/** Searches that need a correction or leave out words: more than a store remembers, so that each call is a new one. */
async function notFound(reader: Reader, inputs: readonly { q: string }[]): Promise<Input[]> {
  const found: Input[] = []
  for (const q of new Set(inputs.map(input => input.q))) {
    if (JSON.parse((await reader.read({ q, limit: 1 })).json()).match !== 'all') found.push({ q })
    if (found.length === mostNotFound) break
  }
  return found
}

function withoutLetter(word: string, random: Random): string {
  const at = 1 + Math.floor(random() * (word.length - 1))
  return word.slice(0, at) + word.slice(at + 1)
}

const categoryOf = ({ category }: Card): Input => (category === null ? {} : { category: category.slug })
const wordsIn = (card: Card): string[] => card.summary.toLowerCase().match(/\b[a-z]{5,}\b/g) ?? []
