// A page of the feed as JSON text, with the cursor and the address of the next one.
import type Type from 'typebox'
import type { FeedQuery, FeedSlice, PreparedItems } from '../store/store.ts'
import type { Cursors } from './cursor.ts'
import type { Input, Prepared, Reading } from './define.ts'
import { json, jsonObject } from './json-text.ts'
import type { FeedPage } from './shapes.ts'

type Page = Type.Static<typeof FeedPage>

/** `scope` is what the cursor will be good for. */
type Asked = {
  input: Input
  sort: FeedQuery['sort']
  limit: number
  scope: string
  cursors: Cursors
  baseUrl: string
}

export function feedAnswer(page: FeedSlice, { input, sort, limit, scope, cursors, baseUrl }: Asked): Reading {
  const { prepared, next: position, total: count, totalIsExact } = page
  const cursor = position && cursors.seal({ ...position, total: count, totalIsExact }, scope)
  const next = cursor && nextPage(baseUrl, input, cursor)
  const shared = { hasMore: String(cursor !== null), next_cursor: json(cursor), total: String(count) }
  const pagination = jsonObject<Page['pagination']>({
    limit: String(limit),
    returned: String(prepared?.count ?? page.items.length),
    sort: json(sort),
    hasMore: shared.hasMore,
    next_cursor: shared.next_cursor,
    nextUrl: json(next),
    total: shared.total,
    totalIsExact: String(totalIsExact),
  })
  const { hasMore, total, next_cursor } = shared
  const rest = jsonObject<Omit<Page, 'items'>>({ hasMore, total, next_cursor, pagination })
  const around = { before: '{"items":[', after: `],${rest.slice(1)}` }
  const text = () => `${around.before}${page.items.join()}${around.after}`
  return { json: text, next, prepared: prepared ? preparedPage(prepared, around, next) : null }
}

/** All around the items is ASCII, which is the same in every encoding; only an address may be something else. */
function preparedPage(
  { digest, utf8 }: PreparedItems,
  { before, after }: { before: string; after: string },
  next: string | null,
): Prepared {
  const isPlain = next === null || /^[\x20-\x7e]*$/.test(next)
  return { digest: digest + after, utf8: utf8 && isPlain ? { before, items: utf8, after } : null }
}

/** What stands in a query as it is. */
const plain = /^[\w.*-]*$/

function nextPage(baseUrl: string, input: Input, cursor: string): string {
  const next: Input = { ...input, cursor }
  let query = ''
  for (const name in next) {
    const value = next[name]
    if (value === undefined || value === false) continue
    const text = String(value)
    query += `${query === '' ? '?' : '&'}${plain.test(text) ? `${name}=${text}` : new URLSearchParams([[name, text]])}`
  }
  return `${baseUrl}/public/share/community${query}`
}
