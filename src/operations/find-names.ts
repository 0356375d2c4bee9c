// Creators, categories and tags that a search names, to show next to its creations.
import { queryWords, titleKey, type WordForm, wordsOf } from '../store/search-text.ts'
import type { LabelledCount, Locales } from '../store/store.ts'
import type { Static } from '../util/schema.ts'
import type { Context } from './define.ts'
import type { CreatorPreview } from './shapes.ts'
import { previewOf } from './users.ts'

/** Categories and tags among which is searched: the most used ones. */
const searchedLabels = 500

export type FoundNames = {
  people: Static<typeof CreatorPreview>[]
  categories: LabelledCount[]
  tags: LabelledCount[]
}

/** At most `limit` of each, best first. `byWord`: without a name of all words, labels that consist of some of them. */
export async function findNames(
  q: string,
  limit: number,
  { store, addresses, locales, byWord }: Pick<Context, 'store' | 'addresses'> & { locales: Locales; byWord?: boolean },
): Promise<FoundNames> {
  const words = queryWords(q)
  if (words.length === 0) return { people: [], categories: [], tags: [] }
  const labels = { locales, limit: searchedLabels }
  const [creators, categories, tags] = await Promise.all([
    store.creators({ sort: 'relevance', q, limit, isStrict: true }),
    store.categories(labels),
    store.popularTags(labels),
  ])
  const named = ({ items }: { items: LabelledCount[] }) => {
    const found = items.filter(item => hasWords(item, words))
    const others = byWord && found.length === 0 ? items.filter(item => isAmong(item, words)) : []
    return [...found, ...others].slice(0, limit)
  }
  return {
    people: creators.items.map(row => previewOf(row, addresses)),
    categories: named(categories),
    tags: named(tags),
  }
}

function hasWords({ key, label }: LabelledCount, words: readonly WordForm[]): boolean {
  const known = [...wordsOf(key), ...wordsOf(label)]
  return words.every(({ text, prefix }) => known.some(word => (prefix ? word.startsWith(text) : word === text)))
}

const isAmong = ({ label }: LabelledCount, words: readonly WordForm[]): boolean =>
  wordsOf(label).every(word => words.some(({ text }) => text === word))

/** Whether a search is exactly the handle or display name of a creator. */
export const isNameOf = (q: string, { handle, displayName }: FoundNames['people'][number]): boolean =>
  [handle, displayName].some(name => titleKey(name) === titleKey(q))
