// Completes names of the community in prompts and resource templates, best first.
import { type Context, call } from '../../operations/define.ts'
import { getCommunityFeed, getCreators } from '../../operations/index.ts'
import type { CreatorPage, FeedPage } from '../../operations/shapes.ts'
import { isSearchable } from '../../store/search-text.ts'
import type { Static } from '../../util/schema.ts'
import { truncate } from '../../util/text.ts'
import type { Complete } from '../definition.ts'

/** MCP allows 100 values. */
const maxValues = 20
const maxSearchLength = 200
/** Tags and categories among which is searched: the most used ones. */
const searchedLabels = 500
/** A page of the feed. */
const maxCreations = 48

export type Completions = Record<'handle' | 'slug' | 'creation' | 'tag' | 'category' | 'topic', Complete>

export function makeCompletions(context: Context): Completions {
  const tag = labels(async () => (await context.store.popularTags({ locales, limit: searchedLabels })).items)
  const category = labels(async () => (await context.store.categories({ locales, limit: searchedLabels })).items)
  const creations = async (input: object) => {
    const page: Static<typeof FeedPage> = JSON.parse((await call(getCommunityFeed, { ...input }, context)).json())
    return page.match === 'partial' ? [] : page.items
  }
  return {
    handle: async value => {
      const input = { ...searchFor(value), limit: maxValues }
      const page: Static<typeof CreatorPage> = JSON.parse((await call(getCreators, input, context)).json())
      return prefixFirst(
        page.items.map(({ handle }) => handle),
        value,
      )
    },
    slug: async (value, { handle }) => {
      if (!handle) return (await creations({ ...searchFor(value), limit: maxValues })).map(({ slug }) => slug)
      const items = await creations({ creator: truncate(handle, 63), limit: maxCreations })
      return matching(
        items.map(({ slug }) => slug),
        value,
      )
    },
    creation: async value => {
      const [handle = '', slug] = value.split('/')
      const input = slug === undefined ? searchFor(value) : { creator: truncate(handle, 63) || '-' }
      const items = await creations({ ...input, limit: slug === undefined ? maxValues : maxCreations })
      const ids = items.map(item => `${item.handle}/${item.slug}`)
      return slug === undefined ? ids : matching(ids, value)
    },
    tag,
    category,
    topic: async (value, args) => [...new Set([...(await category(value, args)), ...(await tag(value, args))])],
  }
}

const locales = ['en']

/** Without a letter or digit, everything is found. */
const searchFor = (value: string): { q?: string } =>
  isSearchable(value) ? { q: truncate(value, maxSearchLength) } : {}

const labels =
  (read: () => Promise<readonly { key: string; label: string }[]>): Complete =>
  async value => {
    const start = value.toLowerCase()
    const isMatch = (text: string) => text.toLowerCase().startsWith(start)
    return (await read()).filter(({ key, label }) => isMatch(key) || isMatch(label)).map(({ key }) => key)
  }

const matching = (names: readonly string[], value: string): string[] =>
  names.filter(name => name.startsWith(value.toLowerCase()))

/** Creators are also found by their display names. */
const prefixFirst = (names: readonly string[], value: string): string[] => {
  const found = matching(names, value)
  return [...found, ...names.filter(name => !found.includes(name))]
}
