// Tags and categories with the numbers of their creations, a page at a time.
import { foldText } from '../store/search-text.ts'
import type { LabelPage, LabelQuery, Locales } from '../store/store.ts'
import { type Static, Type } from '../util/schema.ts'
import { type Context, defineRead, type Operation, pathWith, type ReadResult } from './define.ts'
import { json } from './json-text.ts'
import { Cursor, Locale, TagList } from './shapes.ts'

export const popularTagLimit = 100

const input = Type.Object({
  locale: Type.Optional(Locale),
  cursor: Type.Optional(Cursor),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: popularTagLimit,
      default: popularTagLimit,
      description: 'Tags in a page.',
    }),
  ),
})

export const getPopularTags: Operation = defineRead({
  name: 'get_popular_tags',
  operationId: 'getPopularTags',
  command: 'tags',
  tag: 'community',
  path: '/public/share/tags',
  summary: 'List popular tags with how often each is used.',
  description: `The ${popularTagLimit} most used tags, most frequent first; \`total\` counts all tags in use. Follow \`data.next_cursor\` (or the \`Link\` header) for the others.`,
  input,
  output: TagList,
  example: {},
  tool: {
    title: 'List popular tags',
    guidance:
      'Use this to see what the community is about, or to find the right key before you filter. For more tags, call again with `cursor` set to `next_cursor`. Next: get_community_feed with `tag` set to a `key`.',
    view: 'tags',
    limit: popularTagLimit,
  },
  read: (input, context) =>
    labelPage(input, context, {
      operation: getPopularTags,
      read: query => context.store.popularTags(query),
      urlOf: tag => context.addresses.community({ tag }),
    }),
})

/** Tags on a page of tags. */
const tagsOnPage = 500
/** Tags among which the page of tags searches: the most used ones. */
const searchedTags = 10_000

/** `from` is the position of the first item. */
const NumberedTags = Type.Object({ ...TagList.properties, from: Type.Integer() })

/** Only for the page of tags, which has more of them and a search. */
export const listTags: Operation = defineRead({
  name: 'list_tags',
  operationId: 'listTags',
  tag: 'community',
  path: '/tags',
  summary: 'List and search tags with how often each is used.',
  description: 'Most frequent first.',
  input: Type.Object({
    locale: input.properties.locale,
    cursor: input.properties.cursor,
    q: Type.Optional(Type.String({ maxLength: 200, description: 'A part of the tags.' })),
  }),
  output: NumberedTags,
  example: {},
  read: async ({ cursor, q }, { store, addresses, cursors, locales }) => {
    const scope = json([listTags.name, locales])
    const after =
      cursor === undefined ? undefined : (cursors.openJson(cursor, scope) as LabelQuery['after'] & { at: number })
    const isSearch = q !== undefined && foldText(q).trim() !== ''
    const read = await store.popularTags({ locales, limit: isSearch ? searchedTags : tagsOnPage + 1, after })
    const found = isSearch ? read.items.filter(contains(q)) : read.items
    const items = found.slice(0, tagsOnPage)
    const { count, key } = items.at(-1) ?? {}
    const at = (after?.at ?? 0) + items.length
    const next_cursor = !isSearch && found.length > tagsOnPage ? cursors.sealJson({ count, key, at }, scope) : null
    const page: Static<typeof NumberedTags> = {
      items: items.map(tag => ({ ...tag, url: addresses.community({ tag: tag.key }) })),
      total: isSearch ? found.length : read.total,
      from: (after?.at ?? 0) + 1,
      hasMore: next_cursor !== null,
      next_cursor,
    }
    return { json: json(page) }
  },
})

function contains(q: string): (tag: { key: string; label: string }) => boolean {
  const part = foldText(q).trim()
  return ({ key, label }) => foldText(label).includes(part) || foldText(key).includes(part)
}

/** Only for the page of categories: the landing has those with most creations. */
export const listCategories: Operation = defineRead({
  name: 'list_categories',
  operationId: 'listCategories',
  tag: 'community',
  path: '/categories',
  summary: 'List categories with how many creations each has.',
  description: 'Most frequent first.',
  input,
  output: TagList,
  example: {},
  read: (input, context) =>
    labelPage(input, context, {
      operation: listCategories,
      read: query => context.store.categories(query),
      urlOf: category => context.addresses.community({ category }),
    }),
})

type Labels = {
  operation: Operation
  read: (query: LabelQuery) => Promise<LabelPage>
  urlOf: (key: string) => string
}

async function labelPage(
  given: Static<typeof input>,
  { addresses, cursors, locales }: Context & { locales: Locales },
  { operation, read, urlOf }: Labels,
): Promise<ReadResult> {
  const limit = given.limit!
  const scope = json([operation.name, locales])
  const after = given.cursor === undefined ? undefined : (cursors.openJson(given.cursor, scope) as LabelQuery['after'])
  // One more than requested shows whether there is a next page.
  const { items: found, total } = await read({ locales, limit: limit + 1, after })
  const items = found.slice(0, limit)
  const last = items.at(-1)
  const cursor = found.length > limit && last ? cursors.sealJson({ count: last.count, key: last.key }, scope) : null
  const page: Static<typeof TagList> = {
    items: items.map(label => ({ ...label, url: urlOf(label.key) })),
    total,
    hasMore: cursor !== null,
    next_cursor: cursor,
  }
  const next = cursor && addresses.baseUrl + pathWith(operation, { ...given, cursor })
  return { json: json(page), next }
}
