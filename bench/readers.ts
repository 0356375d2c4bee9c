// Reads in this process: the feed operation on an open store, without HTTP and without the response cache.
import { makeAddresses } from '../src/addresses.ts'
import { makeCursors } from '../src/operations/cursor.ts'
import { type Answer, answer, type Context, type Input, prepare } from '../src/operations/define.ts'
import { getCommunityFeed } from '../src/operations/index.ts'
import { defaultKinds } from '../src/site/site.ts'
import { openStore } from '../src/store/open.ts'
import type { Community } from './communities.ts'

export type Reader = { creations: number; read: (input: Input) => Promise<Answer>; close: () => Promise<void> }

export async function openReader({ creations, store: path }: Community): Promise<Reader> {
  const addresses = makeAddresses('http://localhost:4010', 'http://localhost:4000')
  const store = await openStore(path, { addresses, readTimeoutMs: 20_000 })
  const context: Context = { store, addresses, cursors: makeCursors(await store.cursorSecret()), kinds: defaultKinds }
  return {
    creations,
    read: async input => answer(prepare(getCommunityFeed, input, context), context),
    close: () => store.close(),
  }
}

export type Card = {
  handle: string
  slug: string
  summary: string
  locale: string
  kind: string
  category: { slug: string } | null
  tags: { key: string }[]
  remixOf: { handle: string; slug: string } | null
}

export const pageLength = 24
const longestPage = 48

/** Pages of a listing from its start. A cursor is valid for any limit. */
async function* pagesOf(reader: Reader, input: Input): AsyncGenerator<{ page: Answer; cursor: string | null }> {
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page = await reader.read({ ...input, limit: longestPage, ...(cursor && { cursor }) })
    cursor = page.next && new URL(page.next).searchParams.get('cursor')
    yield { page, cursor }
  }
}

/** The newest creations, whose tags, words and names are used in other inputs. */
export async function newest(reader: Reader, count: number): Promise<Card[]> {
  const cards: Card[] = []
  for await (const { page } of pagesOf(reader, { sort: 'recent' })) {
    cards.push(...(JSON.parse(page.json()).items as Card[]))
    if (cards.length >= count) break
  }
  return cards
}

/** The listing from this page on; a shorter listing from its last full page. */
export async function fromPage(reader: Reader, input: Input, number: number): Promise<Input> {
  let left = Math.ceil(((number - 1) * pageLength) / longestPage)
  let cursors: (string | null)[] = [null]
  for await (const { cursor } of pagesOf(reader, input)) {
    if (cursor === null) break
    cursors = [...cursors.slice(-1), cursor]
    if (--left === 0) break
  }
  const cursor = left === 0 ? cursors.at(-1) : cursors[0]
  return cursor ? { ...input, cursor } : input
}

/** How many creations a listing has. */
export async function totalOf(reader: Reader, input: Input): Promise<number> {
  return JSON.parse((await reader.read({ ...input, limit: 1 })).json()).total
}
