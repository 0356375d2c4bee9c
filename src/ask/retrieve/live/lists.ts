// Reads the lists of a plan, with several ways to search for the words of a question.
import { getCommunityFeed, getCommunityLanding, getCreators, getPopularTags } from '../../../operations/index.ts'
import type { Card } from '../../answer/draft.ts'
import { parameters } from '../../decide/parameters.ts'
import type { Piece } from '../../parse/cues.ts'
import { stemOf } from '../../parse/stems.ts'
import type { FeedPage, Label, Person, Read } from './community.ts'
import { isVerb } from './parts.ts'
import type { LivePlan } from './plan.ts'

type Reading = { read: Read; locale: string }

type Query = Record<string, string>

/** The creations of a plan, and the filters that found them. */
export async function readList(plan: LivePlan, { read, locale }: Reading) {
  const { parts, sort } = plan
  const limit = Math.max(parts.limit ?? parameters.listLength, parts.ordinal ?? 0)
  const readPage = ({ featuredOnly, ...query }: Query) =>
    read<FeedPage>(getCommunityFeed, {
      ...query,
      ...(featuredOnly ? { featuredOnly: true } : {}),
      ...(sort === null ? {} : { sort }),
      locale,
      limit,
    })
  let inexact: { page: FeedPage; query: Query } | null = null
  for (const query of alternatives(plan, locale)) {
    const page = await readPage(query)
    if (page === null || page.items.length === 0) continue
    if (page.match === null || page.match === 'all') return { page, query }
    if (isGood(page, query, plan, locale)) inexact ??= { page, query }
  }
  return inexact
}

/**
 * Filters or all words as a text, whichever is more likely to be meant, then other forms of the words. A kind may be used
 * loosely ("game").
 */
function alternatives({ parts, filters, isCount, sort }: LivePlan, locale: string): Query[] {
  const { topics, pieces, cues, words } = parts
  const within = (piece: Piece) => topics.some(({ from, to }) => piece.from >= from && piece.to <= to)
  const textOf = (some: readonly Piece[]) =>
    some
      .map(({ text }) => text)
      .join(' ')
      .slice(0, 200)
  const withText = (query: Query, q: string): Query => (q === '' ? query : { ...query, q })
  const { tag: _tag, category: _category, ...others } = filters
  const filtered = withText({ ...filters }, textOf(words))
  if (topics.length + words.length === 0) return [filtered]
  const all = pieces.filter(piece => within(piece) || words.some(word => word.from === piece.from))
  const text = withText(others, textOf(all))
  const isFilter =
    isCount || sort !== null || cues.has('tag') || cues.has('category') || (topics.length === 1 && words.length === 0)
  const { kind: _kind, ...anyKind } = text
  const short = (some: readonly Piece[]) =>
    some
      .map(({ text }) => shortForm(text, locale))
      .join(' ')
      .slice(0, 200)
  const objects = all.filter(piece => !isVerb(piece, pieces))
  const ordered = isFilter ? [filtered, text, anyKind] : [text, filtered, anyKind]
  if (!isCount) ordered.push(withText(anyKind, short(all)))
  const isAbsent = all.some(({ ideas }) => ideas.some(idea => idea.startsWith('absent.')))
  if (!isCount && !isAbsent && objects.length > 0)
    ordered.push(withText(anyKind, textOf(objects)), withText(anyKind, short(objects)))
  return [...new Map(ordered.map(query => [JSON.stringify(query), query])).values()]
}

/** The search has no stemming: "passwords" does not find "password". */
function shortForm(word: string, locale: string): string {
  const stem = stemOf(locale)(word)
  return stem.length >= parameters.stemLength && word.startsWith(stem) ? stem : word
}

/**
 * A common word is no misspelled one, and of the words that are left out all must be common: what the search is about must
 * be found.
 */
function isGood(
  { match, searched }: FeedPage,
  query: Query,
  { parts, isCount, sort }: LivePlan,
  locale: string,
): boolean {
  const { words, isExplanation, cues } = parts
  const isSought = parts.isPhrase || parts.kinds.length > 0 || ['need', 'thing', 'creation'].some(cue => cues.has(cue))
  if (match === 'partial' && !isSought) return false
  if (isExplanation || isCount || (match === 'partial' && sort !== null)) return false
  const used = searched?.split(' ') ?? []
  const isStemmed = words.some(({ text }) => !query.q?.split(' ').includes(text))
  if (isStemmed && match === 'corrected')
    return words.every(({ text }) => used.some(one => one.startsWith(shortForm(text, locale))))
  const isUsed = ({ text }: Piece) => used.includes(text) || used.includes(shortForm(text, locale))
  const missed = words.filter(word => !isUsed(word) && !isVerb(word, parts.pieces))
  if (match === 'corrected') return !missed.some(({ isCommon }) => isCommon)
  if (words.some(({ ideas }) => ideas.some(idea => idea.startsWith('absent.')))) return false
  const found = words.filter(word => isUsed(word) && !word.isCommon)
  return found.length > 0 && missed.filter(({ isCommon }) => !isCommon).length < words.length * parameters.partialShare
}

/** Tags or categories, the most used first. */
export async function readLabels(
  subject: 'tags' | 'categories',
  { read, locale }: Reading,
): Promise<{ items: Label[]; total: number }> {
  if (subject === 'tags')
    return (await read<{ items: Label[]; total: number }>(getPopularTags, { locale })) ?? { items: [], total: 0 }
  const landing = await read<{ categories: (Omit<Label, 'key'> & { slug: string })[] }>(getCommunityLanding, { locale })
  const items = (landing?.categories ?? []).map(({ slug, ...rest }) => ({ key: slug, ...rest }))
  return { items: items.sort((one, other) => other.count - one.count), total: items.length }
}

/** What a list puts first: the subject of a question that continues it. */
export async function firstOf(
  plan: LivePlan,
  context: Reading,
): Promise<{ card?: Card; person?: Person; label?: Label } | null> {
  const { parts, subject, sort } = plan
  const at = (parts.ordinal ?? 1) - 1
  if (parts.creations[0] && (subject === 'creation' || subject === 'similar')) return { card: parts.creations[0].card }
  if (parts.creators[0] && subject === 'creator') return { person: parts.creators[0].person }
  if (subject === 'tags' || subject === 'categories') return { label: (await readLabels(subject, context)).items[at]! }
  if (subject === 'creators') {
    const page = await context.read<{ items: Person[] }>(getCreators, { sort, limit: at + 1 })
    return page?.items[at] ? { person: page.items[at] } : null
  }
  if (subject !== 'creations') return null
  const card = (await readList(plan, context))?.page.items[at]
  return card === undefined ? null : { card }
}
