// A page of the feed as JSON text, with the cursor and URL of the next page.
import type Type from 'typebox'
import type { FeedQuery, FeedSlice } from '../store/store.ts'
import type { Cursors } from './cursor.ts'
import type { Input, ReadResult } from './define.ts'
import { json, jsonObject, listPieces } from './json-text.ts'
import type { FeedPage } from './shapes.ts'

type Page = Type.Static<typeof FeedPage>

/** `scope` identifies the list that the cursor is valid for. */
type FeedRequest = {
  input: Input
  sort: FeedQuery['sort']
  limit: number
  scope: string
  cursors: Cursors
  baseUrl: string
}

export function feedAnswer(page: FeedSlice, { input, sort, limit, scope, cursors, baseUrl }: FeedRequest): ReadResult {
  const { items, encode, next: position, total: count, totalIsExact, match, searched, suggestions } = page
  const cursor = position && cursors.seal({ ...position, total: count, totalIsExact, match }, scope)
  const next = cursor && nextPage(baseUrl, input, cursor)
  const shared = { hasMore: String(cursor !== null), next_cursor: json(cursor), total: String(count) }
  const pagination = jsonObject<Page['pagination']>({
    limit: String(limit),
    returned: String(items.length),
    sort: json(sort),
    hasMore: shared.hasMore,
    next_cursor: shared.next_cursor,
    nextUrl: json(next),
    total: shared.total,
    totalIsExact: String(totalIsExact),
  })
  const { hasMore, total, next_cursor } = shared
  const search = { match: json(match), searched: json(searched), suggestions: json(suggestions) }
  const rest = jsonObject<Omit<Page, 'items'>>({ hasMore, total, next_cursor, ...search, pagination })
  const after = `],${rest.slice(1)}`
  if (encode === undefined) return { json: `${before}${items.join()}${after}`, next }
  const encoded = encode()
  const pieces = [Buffer.from(before), ...listPieces(encoded.items), Buffer.from(after)]
  return { json: pieces, digest: encoded.digest + after, next }
}

const before = '{"items":['

/** Characters that need no escaping in a query. */
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
