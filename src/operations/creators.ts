// The creators of the community: sorted, or searched by name.
import { type CreatorPosition, type CreatorSlice, creatorSorts, type Known } from '../store/store.ts'
import { type Static, Type } from '../util/schema.ts'
import { defineRead, type Input, type Operation, pathWith } from './define.ts'
import { json } from './json-text.ts'
import { CreatorPage } from './shapes.ts'
import { previewOf } from './users.ts'

type Page = Static<typeof CreatorPage>

export const getCreators: Operation = defineRead({
  name: 'get_creators',
  operationId: 'getCreators',
  command: 'creators',
  tag: 'users',
  path: '/public/share/creators',
  summary: 'List and search creators, a page at a time.',
  description:
    'Follow `data.next_cursor` (or the `Link` header) until `hasMore` is false; a page may be shorter than `limit`. With `q` and no `sort`, creators with exactly this handle or display name come first, then the most followed. If no creator has a word, its nearest spelling is used; `match` is then `corrected`. It is never `partial`.',
  input: Type.Object({
    sort: Type.Optional(
      Type.Enum([...creatorSorts], {
        title: 'CreatorSort',
        description: 'By followers, by the date of joining, or by public creations. Default `followers`.',
        examples: ['recent'],
      }),
    ),
    q: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'Search in handles and display names: all words must match, the last one as a prefix. Without a letter or digit it counts as absent.',
      }),
    ),
    cursor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 512,
        description: '`next_cursor` of the page before; omit for the first.',
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 48, default: 24, description: 'Creators in a page.' })),
  }),
  output: CreatorPage,
  example: { sort: 'followers', limit: 3 },
  tool: {
    title: 'Browse and search creators',
    guidance:
      'Use this to find people: `q` searches handles and display names, `sort` lists the most followed, newest or most productive. ' +
      'For more, call again with the same arguments and `cursor` set to `next_cursor`, until `hasMore` is false. ' +
      'Next: get_creator_profile with the `handle` of one of them.',
    view: 'creator',
  },
  read: async (input, { store, addresses, cursors }) => {
    const { q } = input
    const sort = input.sort ?? (q ? 'relevance' : 'followers')
    const limit = input.limit!
    const scope = json(['creators', sort, q ?? ''])
    const after =
      input.cursor === undefined ? undefined : (cursors.openJson(input.cursor, scope) as CreatorPosition & Known)
    const page = await store.creators({ sort, q, limit, after, known: after && knownOf(after) })
    const cursor = page.next && cursors.sealJson({ ...page.next, ...knownOf(page) }, scope)
    const next = cursor && addresses.baseUrl + pathWith(getCreators, withoutMissing({ ...input, cursor }))
    const items = page.items.map(row => previewOf(row, addresses))
    return { json: json(pageOf(items, page, { sort, limit, cursor, next })), next }
  },
})

const knownOf = ({ total, totalIsExact, match }: Known): Known => ({ total, totalIsExact, match })

const withoutMissing = (input: Input): Input =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))

type Paging = { sort: Page['pagination']['sort']; limit: number; cursor: string | null; next: string | null }

function pageOf(
  items: Page['items'],
  { total, totalIsExact, match, searched, suggestions }: CreatorSlice,
  { sort, limit, cursor, next }: Paging,
): Page {
  const shared = { hasMore: cursor !== null, next_cursor: cursor, total }
  const pagination = { limit, returned: items.length, sort, ...shared, nextUrl: next, totalIsExact }
  return { items, ...shared, match, searched, suggestions: [...suggestions], pagination }
}
