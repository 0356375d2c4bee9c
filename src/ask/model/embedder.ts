// Vectors of questions and other texts, from the operator's embeddings endpoint. Those of texts are kept in the state store.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { VectorStore } from '../../store/state.ts'
import { truncate } from '../../util/text.ts'
import { maskSecrets } from '../decide/refusals.ts'
import { type CallFailure, makeBreaker } from './breaker.ts'
import { embed, maxTexts, type Vector } from './embeddings.ts'
import type { Endpoint } from './endpoint.ts'

export type Embedder = {
  /** Whether the endpoint may be called now. */
  isReady(): boolean
  /** Secrets in the question are masked. Throws if the endpoint fails, which is logged. */
  ofQuestion(question: string): Promise<Vector>
  /** Null while some are missing: they are fetched in the background. */
  ofTexts(texts: readonly string[], dimension: number): Promise<Vector[] | null>
  /** Waits for those that are missing. `texts`: at most `maxTexts`. */
  ofNewTexts(texts: readonly string[], dimension: number): Promise<Vector[]>
}

export type EmbedderOptions = {
  endpoint: Endpoint
  vectors: VectorStore
  log: { warn: (about: object, message: string) => void }
  now: () => number
  limits?: Partial<typeof embedderLimits>
}

const embedderLimits = {
  /** For the vector of a question; new texts of candidates are waited for as long again. */
  timeoutMs: 300,
  /** For new texts. They are embedded once; questions do not wait for the end. */
  fillMs: 30_000,
  maxConcurrent: 4,
  maxFailures: 3,
  pauseMs: 30_000,
  /** Of a text, in characters. */
  maxLength: 1000,
  /** Of vectors of texts that are kept in memory. */
  cacheBytes: 4 * 2 ** 20,
  /** Vectors of questions that are kept: one question needs its vector several times. */
  maxQuestions: 64,
  questionTtlMs: 5_000,
}

export function makeEmbedder(options: EmbedderOptions): Embedder {
  const limits = { ...embedderLimits, ...options.limits }
  const { endpoint, vectors, log, now } = options
  // Logged once, until a call succeeds. Texts are not logged.
  const onFailure = ({ reason, failures }: CallFailure) => {
    if (failures === 1) log.warn({ model: endpoint.model, reason }, 'ask uses its own order: embeddings failed')
  }
  const breaker = makeBreaker(limits, { now, onFailure })
  const call = async (texts: readonly string[], ms: number, dimension?: number): Promise<Vector[]> =>
    (await Array.fromAsync(breaker.call(signal => embed(endpoint, texts, signal, dimension), ms)))[0]!
  const cut = (text: string) => truncate(text, limits.maxLength)
  const keyOf = (text: string) => createHash('sha256').update(`${endpoint.model}\0${text}`).digest('base64url')
  const cache = new LRUCache<string, Vector>({ maxSize: limits.cacheBytes, sizeCalculation: ({ length }) => length })
  const questions = new LRUCache<string, Promise<Vector>>({ max: limits.maxQuestions, ttl: limits.questionTtlMs })

  const make = async (texts: readonly string[], dimension: number): Promise<Vector[]> => {
    const made = await call(texts, limits.fillMs, dimension)
    await vectors.write({ entries: made.map((value, i) => ({ key: keyOf(texts[i]!), value })), now: now() })
    return made
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
  let filling: Promise<void> | undefined
  const fill = async (texts: readonly string[], dimension: number): Promise<void> => {
    for (let i = 0; i < texts.length; i += maxTexts) await make(texts.slice(i, i + maxTexts), dimension)
  }
  return {
    isReady: breaker.mayCall,
    ofQuestion(question) {
      const text = cut(maskSecrets(question))
      const known = questions.get(text)
      if (known !== undefined) return known
      const asked = call([text], limits.timeoutMs).then(([vector]) => vector!)
      questions.set(text, asked)
      asked.catch(() => questions.delete(text))
      return asked
    },
    async ofTexts(all, dimension) {
      const texts = all.map(cut)
      let found = await read(texts, dimension)
      const missing = texts.filter((_, i) => found[i] === undefined)
      if (missing.length > 0) {
        filling ??= fill([...new Set(missing)], dimension)
          .catch(() => {})
          .finally(() => {
            filling = undefined
          })
        await Promise.race([filling, sleep(limits.timeoutMs, undefined, { ref: false })])
        found = await read(texts, dimension)
      }
      return found.includes(undefined) ? null : (found as Vector[])
    },
    async ofNewTexts(all, dimension) {
      const texts = all.map(cut)
      const stored = new Map((await vectors.read({ keys: texts.map(keyOf) })).map(({ key, value }) => [key, value]))
      const found = texts.map(text => stored.get(keyOf(text)))
      const missing = [...new Set(texts.filter((_, i) => found[i]?.length !== dimension))]
      const made = missing.length === 0 ? [] : await make(missing, dimension)
      return texts.map((text, i) => made[missing.indexOf(text)] ?? found[i]!)
    },
  }
}
