// The kinds of cold reads that are measured, each with inputs that vary from call to call.
import type { Random } from '../src/art/random.ts'
import type { Input, Operation } from '../src/operations/define.ts'
import {
  getAppShare,
  getCommunityFeed,
  getCommunityLanding,
  getCreatorProfile,
  getPopularTags,
} from '../src/operations/index.ts'
import { sorts } from '../src/store/store.ts'
import { type Card, feedPage, fromPage, newest, type Reader } from './readers.ts'

export type Shape = {
  kind: 'feed' | 'search' | 'other'
  name: string
  operation: Operation
  inputs: (reader: Reader) => Promise<Input[]>
}

const deepPage = 1000
const deepInputs = 12
const pageLength = 24
/** So many creations have a page to go on from: see `fromPage`. */
const laterPages = 4 * pageLength + 1
export const mostInputs = 60

export const oneOf = <T>(values: readonly T[], random: Random): T => values[Math.floor(random() * values.length)]!

/** The same inputs on any community. */
export function feedShape(kind: Shape['kind'], name: string, inputs: Input[]): Shape {
  return { kind, name, operation: getCommunityFeed, inputs: async () => inputs }
}

export function deepShape(kind: Shape['kind'], name: string, inputs: Input[]): Shape {
  return {
    kind,
    name: `${name}, page ${deepPage.toLocaleString('en')}`,
    operation: getCommunityFeed,
    inputs: reader => Array.fromAsync(inputs.slice(0, deepInputs), input => fromPage(reader, input, deepPage)),
  }
}

/** Every sort and every combination of filters, first page and deep page. */
export async function feedShapes(readers: readonly Reader[], cards: readonly Card[], random: Random): Promise<Shape[]> {
  const inOrder = (inputs: Input[]) => inputs.map(input => ({ ...input, sort: oneOf(sorts, random) }))
  const listings = sorts.flatMap(sort => [feedShape('feed', sort, [{ sort }]), deepShape('feed', sort, [{ sort }])])
  for (const [name, filtersOf] of Object.entries(filterMakers(random))) {
    const filters = cards.map(filtersOf).filter(input => input !== null)
    listings.push(feedShape('feed', name, inOrder(await fullPages(readers, filters))))
    listings.push(deepShape('feed', name, inOrder(await fullPages(readers, filters, laterPages))))
  }
  return listings
}

/** Filters are drawn from creations, so each comes as often as creations have it. */
function filterMakers(random: Random): Record<string, (card: Card) => Input | null> {
  const category = (card: Card): Input | null => card.category && { category: card.category.slug }
  const tag = ({ tags }: Card): Input | null => (tags.length === 0 ? null : { tag: oneOf(tags, random).key })
  const both = (card: Card): Input | null => {
    const [one, other] = [category(card), tag(card)]
    return one && other && { ...one, ...other }
  }
  const featured = (input: Input | null): Input | null => input && { ...input, featuredOnly: true }
  const ofKind = (filter: (card: Card) => Input | null) => (card: Card) => {
    const input = filter(card)
    return input && { ...input, kind: card.kind }
  }
  return {
    category,
    tag,
    'category and tag': both,
    featured: () => featured({}),
    'category, tag and featured': card => featured(both(card)),
    kind: ofKind(() => ({})),
    'kind and category': ofKind(category),
    'kind and tag': ofKind(tag),
    'kind, category and tag': ofKind(both),
    'kind and featured': ofKind(() => featured({})),
  }
}

/**
 * Only the inputs that find enough at every size: a page of three creations is cheaper than one of twenty-four, a first
 * page cheaper than a later one, and growth should compare like with like.
 */
async function fullPages(readers: readonly Reader[], inputs: Input[], least = pageLength): Promise<Input[]> {
  const known = new Map<string, boolean>()
  const full: Input[] = []
  for (const input of inputs) {
    const key = JSON.stringify(input)
    if (!known.has(key)) {
      const pages = await Promise.all(readers.map(reader => feedPage(reader, { ...input, limit: 1 })))
      known.set(
        key,
        pages.every(({ total }) => total >= least),
      )
    }
    if (known.get(key)) full.push(input)
    if (full.length === mostInputs) break
  }
  return full.length > 0 ? full : inputs.slice(0, mostInputs)
}

/** What else can be read; the creators and creations are those of each community. */
export function otherShapes(): Shape[] {
  const cards = (reader: Reader) => newest(reader, mostInputs)
  return [
    { kind: 'other', name: 'landing', operation: getCommunityLanding, inputs: async () => [{}] },
    { kind: 'other', name: 'popular tags', operation: getPopularTags, inputs: async () => [{}] },
    {
      kind: 'other',
      name: 'profile',
      operation: getCreatorProfile,
      inputs: async reader => (await cards(reader)).map(({ handle }) => ({ handle })),
    },
    {
      kind: 'other',
      name: 'app share',
      operation: getAppShare,
      inputs: async reader => (await cards(reader)).map(({ handle, slug }) => ({ handle, slug })),
    },
  ]
}
