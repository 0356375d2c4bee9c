// The operator's optional embeddings endpoint: it may change the order of candidates, but not add any.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
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

/** `closeness`: how much more similar to the question than candidates are on average; 1 is the same text. */
export type Ranked<T extends Candidate> = T & { closeness?: number }

/**
 * The same candidates, best first. Secrets in the question are masked. They keep their order and score when there is no
 * endpoint, or it fails.
 */
export type Rerank = <T extends Candidate>(question: string, candidates: readonly T[]) => Promise<Ranked<T>[]>

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
  /** Others are left out: they are last anyway. */
  maxCandidates: 512,
  /** Weight of the similarity; the rest is that of the built-in score. */
  weight: 0.5,
  /** Of vectors that are kept in memory. */
  cacheBytes: 4 * 2 ** 20,
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
    const some = candidates.slice(0, limits.maxCandidates)
    if (some.length < 2 || !breaker.mayCall()) return [...candidates]
    try {
      const [asked] = (await call([cut(maskSecrets(question))], limits.timeoutMs)) as [Vector]
      const found = await vectorsOf(
        some.map(({ text }) => cut(text)),
        asked.length,
      )
      if (found === null) return [...candidates]
      return blended(
        some,
        found.map(vector => similarity(asked, vector)),
        limits.weight,
      )
    } catch {
      return [...candidates] // `call` has logged the reason
    }
  }
}

/** Both parts are relative to their best value, since scores and similarities have different ranges. */
function blended<T extends Candidate>(candidates: readonly T[], similarities: readonly number[], weight: number) {
  const best = Math.max(Number.EPSILON, ...candidates.map(({ score }) => score))
  const closest = Math.max(Number.EPSILON, ...similarities)
  // Models differ in how similar texts are that have nothing to do with each other.
  const average = similarities.reduce((sum, one) => sum + one, 0) / similarities.length
  const ranked = candidates.map(
    (one, i): Ranked<T> => ({
      ...one,
      score: (1 - weight) * (one.score / best) + weight * (similarities[i]! / closest),
      closeness: (similarities[i]! - average) / Math.max(Number.EPSILON, 1 - average),
    }),
  )
  return ranked.sort((one, other) => other.score - one.score)
}

type Limits = typeof rerankLimits
type Call = (texts: readonly string[], ms: number, dimension?: number) => Promise<Vector[]>

/** Stored vectors of texts. Null while some are missing; they are fetched in the background. */
function makeVectors({ endpoint, vectors, now }: RerankOptions, { timeoutMs, fillMs, cacheBytes }: Limits, call: Call) {
  const keyOf = (text: string) => createHash('sha256').update(`${endpoint.model}\0${text}`).digest('base64url')
  const cache = new LRUCache<string, Vector>({ maxSize: cacheBytes, sizeCalculation: ({ length }) => length })
  let filling: Promise<void> | undefined
  const fill = async (texts: readonly string[], dimension: number): Promise<void> => {
    for (let i = 0; i < texts.length; i += maxTexts) {
      const some = texts.slice(i, i + maxTexts)
      const found = await call(some, fillMs, dimension)
      await vectors.write({ entries: found.map((value, n) => ({ key: keyOf(some[n]!), value })), now: now() })
    }
  }
  const read = async (texts: readonly string[], dimension: number): Promise<(Vector | undefined)[]> => {
    const keys = texts.map(keyOf)
    const known = new Map(keys.flatMap(key => [[key, cache.get(key)]]))
    const missing = [...known].flatMap(([key, value]) => (value?.length === dimension ? [] : [key]))
    for (const { key, value } of missing.length === 0 ? [] : await vectors.read({ keys: missing })) {
      cache.set(key, value)
      known.set(key, value)
    }
    return keys.map(key => (known.get(key)?.length === dimension ? known.get(key) : undefined))
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
