// Reads in this process: the operations on an open store, without HTTP and without the answer cache.
import { makeAddresses } from '../src/addresses.ts'
import { makeCursors } from '../src/operations/cursor.ts'
import { type Answer, answer, type Context, type Input, type Operation, prepare } from '../src/operations/define.ts'
import { getCommunityFeed } from '../src/operations/index.ts'
import { openStore } from '../src/store/open.ts'
import type { Community } from './communities.ts'

export type Reader = {
  creations: number
  read: (operation: Operation, input: Input) => Promise<Answer>
  close: () => Promise<void>
}

export async function openReader({ creations, store: path }: Community): Promise<Reader> {
  const addresses = makeAddresses('http://localhost:4010', 'http://localhost:4000')
  const store = await openStore(path, { addresses })
  const context: Context = { store, addresses, cursors: makeCursors(await store.cursorSecret()) }
  return {
    creations,
    read: async (operation, input) => answer(prepare(operation, input, store), context),
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
}

export type FeedData = { items: Card[]; total: number; totalIsExact: boolean }

export async function feedPage(reader: Reader, input: Input): Promise<FeedData> {
  const { items, total, pagination } = JSON.parse((await reader.read(getCommunityFeed, input)).json())
  return { items, total, totalIsExact: pagination.totalIsExact }
}

const cursorIn = ({ next }: Answer): string | null => next && new URL(next).searchParams.get('cursor')

const widest = 48

/** The newest creations, to take tags, words and addresses from. */
export async function newest(reader: Reader, count: number): Promise<Card[]> {
  const cards: Card[] = []
  let cursor: string | null | undefined
  while (cards.length < count && cursor !== null) {
    const input: Input = { sort: 'recent', limit: widest, ...(cursor && { cursor }) }
    const page = await reader.read(getCommunityFeed, input)
    cards.push(...(JSON.parse(page.json()).items as Card[]))
    cursor = cursorIn(page)
  }
  return cards
}

/**
 * The same listing from its page of this number on; of a shorter listing, from where there is still a full page.
 * A cursor is bound to the listing but not to the limit, so the way there is walked in wide steps.
 */
export async function fromPage(reader: Reader, input: Input, page: number): Promise<Input> {
  const skipped = ((page - 1) * 24) / widest
  let before: string | null = null
  let here: string | null = null
  for (let step = 0; step < skipped; step++) {
    const answer = await reader.read(getCommunityFeed, { ...input, limit: widest, ...(here && { cursor: here }) })
    const next = cursorIn(answer)
    if (next === null) return before ? { ...input, cursor: before } : input
    before = here
    here = next
  }
  return here ? { ...input, cursor: here } : input
}
