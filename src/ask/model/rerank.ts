// The operator's embeddings endpoint changes the order of candidates, but adds none.
import type { Slot } from '../parse/lexicon.ts'
import type { Matcher } from '../retrieve/matching.ts'
import type { Embedder } from './embedder.ts'
import { closeness, similarity } from './embeddings.ts'

/** `score`: positive, the higher the better. `text`: what the candidate says, in any language. */
export type Candidate = { text: string; score: number }

/** `closeness`: how much more similar to the question than candidates are on average; 1 is the same text. */
export type Ranked<T extends Candidate> = T & { closeness?: number }

/** The same candidates, best first. They keep their order and score when there is no endpoint, or it fails. */
export type Rerank = <T extends Candidate>(question: string, candidates: readonly T[]) => Promise<Ranked<T>[]>

export const builtInOrder: Rerank = async (_, candidates) => [...candidates]

/** Others are left out: they are last anyway. */
const maxCandidates = 512
/** Weight of the similarity; the rest is that of the built-in score. */
const weight = 0.5

export const makeRerank =
  (embedder: Embedder): Rerank =>
  async (question, candidates) => {
    const some = candidates.slice(0, maxCandidates)
    if (some.length < 2 || !embedder.isReady()) return [...candidates]
    try {
      const asked = await embedder.ofQuestion(question)
      const found = await embedder.ofTexts(
        some.map(({ text }) => text),
        asked.length,
      )
      if (found === null) return [...candidates]
      return blended(
        some,
        found.map(vector => similarity(asked, vector)),
      )
    } catch {
      return [...candidates] // the embedder has logged the reason
    }
  }

/** Both parts are relative to their best value, since scores and similarities have different ranges. */
function blended<T extends Candidate>(candidates: readonly T[], similarities: readonly number[]): Ranked<T>[] {
  const best = Math.max(Number.EPSILON, ...candidates.map(({ score }) => score))
  const closest = Math.max(Number.EPSILON, ...similarities)
  const average = similarities.reduce((sum, one) => sum + one, 0) / similarities.length
  const ranked = candidates.map(
    (one, i): Ranked<T> => ({
      ...one,
      score: (1 - weight) * (one.score / best) + weight * (similarities[i]! / closest),
      closeness: closeness(similarities[i]!, average),
    }),
  )
  return ranked.sort((one, other) => other.score - one.score)
}

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
