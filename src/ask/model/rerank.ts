// The operator's optional embeddings endpoint: it may change the order of candidates, but not add any.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { VectorStore } from '../../store/state.ts'
import { truncate } from '../../util/text.ts'
import { maskSecrets } from '../decide/refusals.ts'
import type { Slot } from '../parse/lexicon.ts'
import type { Matcher } from '../retrieve/matching.ts'
import { type CallFailure, makeBreaker } from './breaker.ts'
import { embed, maxTexts, similarity, type Vector } from './embeddings.ts'
import type { Endpoint } from './endpoint.ts'

/** `score`: positive, the higher the better. `text`: what the candidate says, in any language. */
export type Candidate = { text: string; score: number }

/** The same candidates, best first. Secrets in the question are masked. They keep their order when there is no endpoint, or it fails. */
export type Rerank = <T extends Candidate>(question: string, candidates: readonly T[]) => Promise<T[]>

export const builtInOrder: Rerank = async (_, candidates) => [...candidates]

type RerankOptions = {
  endpoint: Endpoint
  vectors: VectorStore
  log: { warn: (about: object, message: string) => void }
  now: () => number
  limits?: Partial<typeof rerankLimits>
}

const rerankLimits = {
  /** For the vector of a question; new texts of candidates are waited for as long again. */
  timeoutMs: 300,
  /** For new texts of candidates. They are embedded once; questions do not wait for the end. */
  fillMs: 30_000,
  maxConcurrent: 4,
  maxFailures: 3,
  pauseMs: 30_000,
  /** Of a text, in characters. */
  maxLength: 1000,
  /** Weight of the similarity; the rest is that of the built-in score. */
  weight: 0.5,
}

export function makeRerank(options: RerankOptions): Rerank {
  const limits = { ...rerankLimits, ...options.limits }
  const { endpoint, log, now } = options
  // Logged once, until a call succeeds. Texts are not logged.
  const onFailure = ({ reason, failures }: CallFailure) => {
    if (failures === 1) log.warn({ model: endpoint.model, reason }, 'ask uses its own order: embeddings failed')
  }
  const breaker = makeBreaker(limits, { now, onFailure })
  const call: Call = async (texts, ms, dimension) =>
    (await Array.fromAsync(breaker.call(signal => embed(endpoint, texts, signal, dimension), ms)))[0]!
  const vectorsOf = makeVectors(options, limits, call)
  const cut = (text: string) => truncate(text, limits.maxLength)
  return async (question, candidates) => {
    const some = candidates.slice(0, maxTexts)
    if (some.length < 2 || !breaker.mayCall()) return [...candidates]
    try {
      const [asked] = (await call([cut(maskSecrets(question))], limits.timeoutMs)) as [Vector]
      const found = await vectorsOf(
        some.map(({ text }) => cut(text)),
        asked.length,
      )
      if (found === null) return [...candidates]
      const order = blendedOrder(
        some.map(({ score }) => score),
        found.map(vector => similarity(asked, vector)),
        limits.weight,
      )
      return [...order.map(i => some[i]!), ...candidates.slice(maxTexts)]
    } catch {
      return [...candidates] // `call` has logged the reason
    }
  }
}

/** Both parts are relative to their best value, since scores and similarities have different ranges. */
function blendedOrder(scores: readonly number[], similarities: readonly number[], weight: number): number[] {
  const share = (values: readonly number[], i: number) => values[i]! / Math.max(Number.EPSILON, ...values)
  const blended = scores.map((_, i) => (1 - weight) * share(scores, i) + weight * share(similarities, i))
  return [...scores.keys()].sort((one, other) => blended[other]! - blended[one]!)
}

type Limits = typeof rerankLimits
type Call = (texts: readonly string[], ms: number, dimension?: number) => Promise<Vector[]>

/** Stored vectors of texts. Null while some are missing; they are fetched in the background. */
function makeVectors({ endpoint, vectors, now }: RerankOptions, { timeoutMs, fillMs }: Limits, call: Call) {
  const keyOf = (text: string) => createHash('sha256').update(`${endpoint.model}\0${text}`).digest('base64url')
  let filling: Promise<void> | undefined
  const fill = async (texts: readonly string[], dimension: number): Promise<void> => {
    const found = await call(texts, fillMs, dimension)
    await vectors.write({ entries: found.map((value, i) => ({ key: keyOf(texts[i]!), value })), now: now() })
  }
  const read = async (texts: readonly string[], dimension: number): Promise<(Vector | undefined)[]> => {
    const entries = await vectors.read({ keys: [...new Set(texts.map(keyOf))] })
    const known = new Map(entries.filter(({ value }) => value.length === dimension).map(one => [one.key, one.value]))
    return texts.map(text => known.get(keyOf(text)))
  }
  return async (texts: readonly string[], dimension: number): Promise<Vector[] | null> => {
    let found = await read(texts, dimension)
    const missing = texts.filter((_, i) => found[i] === undefined)
    if (missing.length > 0) {
      filling ??= fill([...new Set(missing)], dimension)
        .catch(() => {})
        .finally(() => {
          filling = undefined
        })
      await Promise.race([filling, sleep(timeoutMs, undefined, { ref: false })])
      found = await read(texts, dimension)
    }
    return found.includes(undefined) ? null : (found as Vector[])
  }
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
