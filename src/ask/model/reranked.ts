// What the embeddings endpoint orders: facts that a question finds, and creations that a search finds.
import { getCommunityFeed } from '../../operations/index.ts'
import type { Card } from '../answer/draft.ts'
import type { Slot } from '../parse/lexicon.ts'
import type { Read } from '../retrieve/live/community.ts'
import type { Matcher } from '../retrieve/matching.ts'
import { builtInOrder, type Rerank } from './rerank.ts'

/** Facts that are ordered; others stay behind them. */
const maxFacts = 16
/** Creations that are ordered, from which the list takes the first. */
const maxCreations = 24
/** The built-in score of the last of them; that of the first is 1. */
const lastScore = 0.6

/** The matcher for one question: it finds the same facts, in the order of the endpoint. */
export async function rerankedMatcher(
  matcher: Matcher,
  rerank: Rerank,
  { query, slots, locale }: { query: string; slots: readonly Slot[]; locale: string },
): Promise<Matcher> {
  if (rerank === builtInOrder) return matcher
  const candidates = matcher
    .find(slots, maxFacts)
    .map(({ fact, score }) => ({ id: fact.id, text: fact.say.get(locale) ?? fact.say.get('en') ?? '', score }))
  const places = new Map((await rerank(query, candidates)).map(({ id }, place) => [id, place]))
  const placeOf = (id: string) => places.get(id) ?? maxFacts
  return {
    ...matcher,
    find: (some, limit) =>
      matcher
        .find(some, Math.max(limit, maxFacts))
        .sort((one, other) => placeOf(one.fact.id) - placeOf(other.fact.id))
        .slice(0, limit),
  }
}

/** Reads searches by relevance in the order of the endpoint; everything else as before. */
export function rerankedRead(read: Read, rerank: Rerank): Read {
  if (rerank === builtInOrder) return read
  return async <T>(...[operation, input]: Parameters<Read>): Promise<T | null> => {
    const { q, sort, limit } = input as { q?: string; sort?: string; limit?: number }
    if (operation !== getCommunityFeed || q === undefined || sort !== undefined || limit === undefined)
      return read<T>(operation, input)
    const page = await read<{ items: Card[] }>(operation, { ...input, limit: Math.max(limit, maxCreations) })
    if (page === null) return null
    const candidates = page.items.map((card, i) => ({
      card,
      text: `${card.title}. ${card.summary}`,
      score: 1 - ((1 - lastScore) * i) / maxCreations,
    }))
    const items = (await rerank(q, candidates)).slice(0, limit).map(({ card }) => card)
    return { ...page, items } as T
  }
}
