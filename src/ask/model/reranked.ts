// Facts that a question finds, in the order of the embeddings endpoint.
import type { Slot } from '../parse/lexicon.ts'
import type { Matcher } from '../retrieve/matching.ts'
import { builtInOrder, type Rerank } from './rerank.ts'

/** Facts that are ordered; others stay behind them. */
const maxFacts = 16

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
  const places = (await rerank(query, candidates)).map(({ id }) => id)
  const placeOf = (id: string) => (places.includes(id) ? places.indexOf(id) : maxFacts)
  return {
    ...matcher,
    find: (some, limit) =>
      matcher
        .find(some, Math.max(limit, maxFacts))
        .sort((one, other) => placeOf(one.fact.id) - placeOf(other.fact.id))
        .slice(0, limit),
  }
}
