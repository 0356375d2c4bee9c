// Adds suggestions to drafts, from what the community has.
import type { Context } from '../operations/define.ts'
import { getCommunityLanding, getCreators } from '../operations/index.ts'
import type { Site } from '../site/site.ts'
import type { Card } from './answer/draft.ts'
import { makePhraser } from './answer/phraser.ts'
import type { Phrases } from './answer/phrases.ts'
import { type Offered, suggestionsFor } from './answer/suggestions.ts'
import type { Drafting } from './decide/drafting.ts'
import { makeRead, type Person, type Read } from './retrieve/live/community.ts'

type Parts = { context: Context; site: Site; phrases: Phrases }

export function withSuggestions(drafting: Drafting, { context, site, phrases }: Parts): Drafting {
  const read = makeRead(context)
  /** Read again when the community has changed: what was removed is not suggested. */
  const kept = new Map<string, { offered: Offered; version: number }>()
  const offeredIn = async (locale: string): Promise<Offered> => {
    const known = kept.get(locale)
    const version = context.store.version()
    if (known?.version === version) return known.offered
    const offered = await readOffered(read, locale)
    kept.set(locale, { offered, version })
    return offered
  }
  return async question => {
    const draft = await drafting(question)
    const { locale } = draft.metadata
    // Questions about the service are answered even while the store is unavailable.
    const offered = await offeredIn(locale).catch(() => null)
    const suggestions = suggestionsFor(question.query, draft, makePhraser(locale, site, phrases), offered)
    return { ...draft, metadata: { ...draft.metadata, suggestions } }
  }
}

type Landing = { rails: { items: Card[] }[]; categories: { label: string; count: number }[] }

async function readOffered(read: Read, locale: string): Promise<Offered> {
  const [landing, people] = await Promise.all([
    read<Landing>(getCommunityLanding, { locale }),
    read<{ items: Person[]; total: number }>(getCreators, { sort: 'followers', limit: 1 }),
  ])
  const cards = landing?.rails.flatMap(({ items }) => items) ?? []
  return {
    creations: [...new Map(cards.map(card => [card.url, card])).values()],
    categories: landing?.categories.toSorted((one, other) => other.count - one.count) ?? [],
    creators: new Set(cards.map(({ handle }) => handle)).size,
    followers: people?.items[0]?.followerCount ?? 0,
  }
}
