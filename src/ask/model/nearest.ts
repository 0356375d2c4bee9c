// Creations by meaning: those whose texts are most similar to a question, by the vectors of the operator's endpoint.
import type { Position, Store } from '../../store/store.ts'
import { truncate } from '../../util/text.ts'
import type { Card } from '../answer/draft.ts'
import type { Embedder } from './embedder.ts'
import { closeness, dotProduct, lengthOf, maxTexts, type Vector } from './embeddings.ts'

export type Near = { handle: string; slug: string; closeness: number }

/** The closest creations, best first. None while vectors are missing, and when the endpoint fails. */
export type Nearest = (question: string, limit: number) => Promise<Near[]>

type NearestOptions = {
  embedder: Embedder
  creations: Pick<Store, 'admit' | 'feed' | 'version'>
  now: () => number
  limits?: Partial<typeof nearestLimits>
}

const nearestLimits = {
  /** The most popular ones. */
  maxCreations: 20_000,
  /** Of vectors in memory. All are compared with a question: 16 MB take about 15 ms. */
  maxBytes: 16 * 2 ** 20,
  /** Of a text, in characters. */
  maxLength: 400,
  /** Changed data is read again after this time. */
  refreshMs: 60_000,
}

type Described = { handle: string; slug: string; text: string }
type Entry = Described & { vector: Vector; length: number }

const pageLength = 256

export function makeNearest({ embedder, creations, now, limits }: NearestOptions): Nearest {
  const { maxCreations, maxBytes, maxLength, refreshMs } = { ...nearestLimits, ...limits }
  let entries: readonly Entry[] = []
  let current: { version: number; dimension: number } | undefined
  let refreshedAt = Number.NEGATIVE_INFINITY
  let refreshing: Promise<void> | undefined

  const readAll = async (most: number): Promise<Described[]> => {
    const found: Described[] = []
    let after: Position | undefined
    do {
      const limit = Math.min(pageLength, most - found.length)
      const query = { sort: 'popular', locales: ['en'], limit, after } as const
      const { items, next } = await creations.admit(() => creations.feed(query))
      for (const item of items) {
        const { handle, slug, title, summary, tags } = JSON.parse(item) as Card
        const text = truncate(`${title}. ${summary} ${tags.map(({ label }) => label).join(', ')}`, maxLength)
        found.push({ handle, slug, text })
      }
      after = next ?? undefined
    } while (after !== undefined && found.length < most)
    return found
  }

  const refresh = async (dimension: number): Promise<void> => {
    const version = creations.version()
    const all = await readAll(Math.min(maxCreations, Math.floor(maxBytes / dimension)))
    const known = new Map(entries.map(({ text, vector }) => [text, vector]))
    const missing = [...new Set(all.flatMap(({ text }) => (known.get(text)?.length === dimension ? [] : [text])))]
    const chunks = Array.from({ length: Math.ceil(missing.length / maxTexts) }, (_, i) =>
      missing.slice(i * maxTexts, (i + 1) * maxTexts),
    )
    // Several processes share the work through the state store if each begins elsewhere.
    let isComplete = true
    for (const texts of shuffled(chunks)) {
      const vectors = await embedder.ofNewTexts(texts, dimension).catch(() => [])
      if (vectors.length === 0) {
        isComplete = false
        break // the embedder has logged the reason
      }
      for (const [i, text] of texts.entries()) known.set(text, vectors[i]!)
    }
    entries = all.flatMap(entry => {
      const vector = known.get(entry.text)
      return vector?.length === dimension ? [{ ...entry, vector, length: lengthOf(vector) }] : []
    })
    if (isComplete) current = { version, dimension }
  }
  const keepCurrent = (dimension: number): void => {
    const isCurrent = current?.version === creations.version() && current.dimension === dimension
    if (isCurrent || refreshing !== undefined || now() < refreshedAt + refreshMs) return
    refreshing = refresh(dimension)
      .catch(() => {}) // the store is unavailable
      .finally(() => {
        refreshedAt = now()
        refreshing = undefined
      })
  }

  return async (question, limit) => {
    if (!embedder.isReady()) return []
    const asked = await embedder.ofQuestion(question).catch(() => null)
    if (asked === null) return []
    keepCurrent(asked.length)
    const comparable = entries.filter(({ vector }) => vector.length === asked.length)
    if (comparable.length === 0) return []
    const askedLength = lengthOf(asked)
    const similarities = Float64Array.from(
      comparable,
      ({ vector, length }) => dotProduct(asked, vector) / (askedLength * length),
    )
    const average = similarities.reduce((sum, one) => sum + one, 0) / similarities.length
    const least = similarities.toSorted().at(-limit) ?? Number.NEGATIVE_INFINITY
    return comparable
      .flatMap(({ handle, slug }, i) =>
        similarities[i]! >= least ? [{ handle, slug, closeness: closeness(similarities[i]!, average) }] : [],
      )
      .sort((one, other) => other.closeness - one.closeness)
      .slice(0, limit)
  }
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map(item => ({ item, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
}
