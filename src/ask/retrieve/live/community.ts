// Reads of the community, and what they return.
import { Failure } from '../../../errors.ts'
import { byCurrentName } from '../../../operations/current-name.ts'
import { type Context, call, type Operation } from '../../../operations/define.ts'
import { getCommunityFeed, getPopularTags } from '../../../operations/index.ts'
import { listCategories } from '../../../operations/labels.ts'
import { negotiate } from '../../../operations/locale.ts'
import type { FeedPage as Feed, TagList } from '../../../operations/shapes.ts'
import { previewOf } from '../../../operations/users.ts'
import type { FeedQuery } from '../../../store/store.ts'
import type { Static } from '../../../util/schema.ts'
import type { Card, Person } from '../../answer/draft.ts'

export type Read = <T>(operation: Operation, input: Record<string, unknown>) => Promise<T | null>

export type Label = Static<typeof TagList>['items'][number]
export type FeedPage = Pick<Static<typeof Feed>, 'items' | 'total' | 'match' | 'searched'> & {
  /** Of a search in which only some of the words were found: further combinations of them. */
  combinations?: readonly string[]
  pagination: { totalIsExact: boolean }
}

/** Filters and words of the feed. */
export type Query = Record<string, string>
/** `query` is what found the page; `support`: 0 to 1, the share of the words that it contains. */
export type FoundCreations = { page: FeedPage; query: Query; support: number }

/**
 * Null for what does not exist. A search of the feed may have `forms`, or the limit 0 for how it finds something, which
 * the API does not offer.
 */
export const makeRead =
  (context: Context): Read =>
  async <T>(...[operation, input]: Parameters<Read>): Promise<T | null> => {
    try {
      if (operation === getCommunityFeed && ('forms' in input || input.limit === 0))
        return (await searchFeed(context, input)) as T
      return JSON.parse((await call(operation, input, context)).json()) as T
    } catch (error) {
      if (error instanceof Failure && error.status < 500) return null
      throw error
    }
  }

async function searchFeed({ store }: Context, { locale, ...query }: Record<string, unknown>): Promise<FeedPage> {
  const locales = negotiate(locale as string | undefined, store.locales())
  const asked = { sort: 'relevance', ...query, locales } as FeedQuery
  const { items, totalIsExact, ...page } = await store.admit(() => store.feed(asked))
  return { ...page, items: items.map(item => JSON.parse(item) as Card), pagination: { totalIsExact } }
}

/** Of the same name; the most trending or most followed first. */
const namesakes = 5

/** What has one of these names; `key` is the `titleKey` of the name. */
export async function exactNames({ store, addresses }: Context, keys: readonly string[], locale: string) {
  const locales = negotiate(locale, store.locales())
  const found = await store.admit(() => store.exactNames({ keys, locales, limit: namesakes }))
  return found.map(({ key, creations, creators }) => ({
    key,
    cards: creations.map(text => JSON.parse(text) as Card),
    people: creators.map(row => previewOf(row, addresses)),
  }))
}

/** Creators with all of these words in their names, the most relevant first. */
export async function peopleCalled({ store, addresses }: Context, q: string, limit: number): Promise<Person[]> {
  const { items } = await store.admit(() => store.creators({ sort: 'relevance', q, limit, isStrict: true }))
  return items.map(row => previewOf(row, addresses))
}

/** By handle, also by an old one. */
export async function personBy({ store, addresses }: Context, asked: string): Promise<Person | null> {
  const name = { handle: asked.toLowerCase() }
  const known = await store.admit(() => byCurrentName(store, name, ({ handle }) => store.creator(handle)))
  return known && previewOf(known.found, addresses)
}

/** `closeness`: to the question, 1 at most. */
export type NearCard = { card: Card; closeness: number }

export type Reading = {
  read: Read
  locale: string
  /** The creations closest to the question, with an embeddings endpoint. */
  near?: () => Promise<NearCard[]>
}

/** Tags or categories, the most used first. */
export async function readLabels(
  subject: 'tags' | 'categories',
  { read, locale }: Reading,
): Promise<{ items: Label[]; total: number }> {
  const operation = subject === 'tags' ? getPopularTags : listCategories
  return (await read<{ items: Label[]; total: number }>(operation, { locale })) ?? { items: [], total: 0 }
}
