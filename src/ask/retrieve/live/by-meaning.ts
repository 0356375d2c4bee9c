// Creations that an embeddings endpoint finds by their meaning, added to those that a search finds by words.
import { negotiate } from '../../../operations/locale.ts'
import type { Store } from '../../../store/store.ts'
import type { Card } from '../../answer/draft.ts'
import { parameters } from '../../decide/parameters.ts'
import type { Nearest } from '../../model/nearest.ts'
import type { FoundCreations, NearCard, Reading } from './community.ts'
import { contentOf } from './parts.ts'
import type { LivePlan } from './plan.ts'

/** Creations that are read for one question; a list takes the first. */
const maxNear = 24

/** The creations closest to a question, best first. */
export async function readNear(store: Store, nearest: Nearest, question: string, locale: string): Promise<NearCard[]> {
  const near = await nearest(question, maxNear)
  if (near.length === 0) return []
  const locales = negotiate(locale, store.locales())
  const found = near.map(async ({ closeness, ...name }) => {
    const row = await store.app({ ...name, locales })
    return row === null ? [] : [{ card: JSON.parse(row.card) as Card, closeness }]
  })
  return (await store.admit(() => Promise.all(found))).flat()
}

/**
 * Adds the creations closest in meaning if the search found nothing, or only some of the words. The kind is kept as a
 * filter, but not category and tag: a question may describe something without the words of its category or tags. Other
 * results stay as they are, and so do counts, sorted lists and lists with other filters.
 */
export async function withNear(
  { parts, filters: { kind, category: _category, tag: _tag, ...filters }, isSought, isCount, sort }: LivePlan,
  found: FoundCreations | null,
  { near }: Reading,
  limit: number,
): Promise<FoundCreations | null> {
  const isOpen = isSought && !isCount && sort === null && Object.keys(filters).length === 0
  if (!isOpen || near === undefined || (found !== null && found.page.match !== 'partial')) return found
  const cards = (await near()).filter(({ card }) => kind === undefined || card.kind === kind)
  const closeness = cards[0]?.closeness ?? 0
  if (closeness < (found === null ? parameters.nearCloseness : Number.EPSILON)) return found
  const q = contentOf(parts)
    .map(({ text }) => text)
    .join(' ')
    .slice(0, 200)
  const items = fused(cards, found?.page.items ?? []).slice(0, limit)
  const pagination = { totalIsExact: false }
  return {
    page: { items, total: items.length, match: 'partial', searched: q, pagination },
    query: kind === undefined ? { q } : { kind, q },
    support: Math.max(found?.support ?? 0, closeness),
  }
}

/** Dampens the difference between the first places. */
const rankConstant = 10
/** Weight of the order by words, compared with that by meaning. */
const wordsWeight = 0.5

/** One order of both lists, by reciprocal ranks. */
export function fused(near: readonly NearCard[], found: readonly Card[]): Card[] {
  const scores = new Map<string, { card: Card; score: number }>()
  const add = (card: Card, place: number, weight: number) => {
    const score = (scores.get(card.url)?.score ?? 0) + weight / (rankConstant + place)
    scores.set(card.url, { card, score })
  }
  for (const [place, { card }] of near.entries()) add(card, place, 1)
  for (const [place, card] of found.entries()) add(card, place, wordsWeight)
  return [...scores.values()].sort((one, other) => other.score - one.score).map(({ card }) => card)
}
