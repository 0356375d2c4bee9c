// Reads the lists of a plan, with several ways to search for the words of a question.
import { getCommunityFeed, getCommunityLanding, getCreators, getPopularTags } from '../../../operations/index.ts'
import { wordsOf } from '../../../store/search-text.ts'
import type { Card } from '../../answer/draft.ts'
import { parameters } from '../../decide/parameters.ts'
import type { Piece } from '../../parse/cues.ts'
import { stemOf } from '../../parse/stems.ts'
import type { FeedPage, FoundCreations, Label, Person, Query, Read } from './community.ts'
import type { LivePlan } from './live-plan.ts'
import { isOfService, isVerb } from './parts.ts'

type Reading = { read: Read; locale: string }

/** The creations of a plan. */
export async function readList(plan: LivePlan, { read, locale }: Reading): Promise<FoundCreations | null> {
  if (plan.found !== undefined) return plan.found
  const { parts, sort } = plan
  const limit = Math.max(parts.limit ?? parameters.listLength, parts.ordinal ?? 0)
  const readPage = ({ featuredOnly, ...query }: Query) =>
    read<FeedPage>(getCommunityFeed, {
      ...query,
      ...(query.q === undefined ? {} : { stems: stemsOf(query.q, locale) }),
      ...(featuredOnly ? { featuredOnly: true } : {}),
      ...(sort === null ? {} : { sort }),
      locale,
      limit,
    })
  let inexact: FoundCreations | null = null
  for (const query of alternatives(plan)) {
    const page = await readPage(query)
    if (page === null || page.items.length === 0) continue
    const isPart = query.q !== undefined && parts.words.some(({ text }) => !query.q!.includes(text))
    if (page.match === null || (page.match === 'all' && !isPart)) return { page, query, support: 1 }
    const support = supportOf(page, plan)
    if (support > 0 && page.match === 'partial' && page.items.length < limit) await widen(page, query, limit, readPage)
    if (support > (inexact?.support ?? 1 - parameters.partialShare - 0.001)) inexact = { page, query, support }
  }
  return inexact
}

/** Filters or all words as a text, whichever is more likely to be meant. A kind may be used loosely ("game"). */
function alternatives({ parts, filters, isCount, sort }: LivePlan): Query[] {
  const { topics, pieces, cues, words } = parts
  const within = (piece: Piece) => topics.some(({ from, to }) => piece.from >= from && piece.to <= to)
  const withText = (query: Query, some: readonly Piece[]): Query => {
    const q = some
      .map(({ text }) => text)
      .join(' ')
      .slice(0, 200)
    return q === '' ? query : { ...query, q }
  }
  const { tag: _tag, category: _category, ...others } = filters
  const filtered = withText({ ...filters }, words)
  if (topics.length + words.length === 0) return [filtered]
  const text = withText(
    others,
    pieces.filter(
      piece =>
        words.includes(piece) || (within(piece) && !piece.isStop && !piece.cues.some(cue => !cue.startsWith('kind.'))),
    ),
  )
  const isFilter =
    isCount || sort !== null || cues.has('tag') || cues.has('category') || (topics.length === 1 && words.length === 0)
  const { kind: _kind, ...anyKind } = text
  const ordered = isFilter ? [filtered, text, anyKind] : [text, filtered, anyKind]
  // Rare tags are not known by name.
  const [word] = words
  if (cues.has('tag') && topics.length === 0 && words.length === 1) ordered.unshift({ ...others, tag: word!.text })
  const foreign = words.filter(one => !isOfService(one))
  if (!isCount && foreign.length > 0 && foreign.length < words.length) ordered.push(withText(others, foreign))
  return [...new Map(ordered.map(query => [JSON.stringify(query), query])).values()]
}

/** The search itself knows no inflections: "recording" also finds "recorder" and "records". */
function stemsOf(q: string, locale: string): Record<string, string> {
  const stem = stemOf(locale)
  return Object.fromEntries(
    wordsOf(q).flatMap(word => {
      const short = stem(word)
      return short.length >= parameters.stemLength && word.startsWith(short) ? [[word, short]] : []
    }),
  )
}

/** Adds creations that contain only the first words: what is sought is mostly said first. */
async function widen(page: FeedPage, query: Query, limit: number, read: (query: Query) => Promise<FeedPage | null>) {
  const first = wordsOf(page.searched ?? '').slice(0, -1)
  if (first.length === 0) return
  const more = await read({ ...query, q: first.join(' ') })
  const known = new Set(page.items.map(({ url }) => url))
  if (more?.match === 'all')
    page.items.push(...more.items.filter(({ url }) => !known.has(url)).slice(0, limit - known.size))
}

/** Of the words of a search; common words count less. A common word is no misspelled one. */
function supportOf({ match, searched }: FeedPage, { parts, isCount, sort, isSought }: LivePlan): number {
  const { words } = parts
  const used = new Set(wordsOf(searched ?? ''))
  const missed = words.filter(({ text }) => !wordsOf(text).every(word => used.has(word)))
  if (match === 'corrected' && missed.every(({ isCorrected, isKnown }) => isCorrected || !isKnown)) return 1
  if (match === 'corrected' && missed.some(({ isCommon }) => isCommon)) return 0
  const found = words.filter(word => !missed.includes(word))
  const isOpen = missed.some(({ ideas }) => ideas.some(idea => idea.startsWith('absent.')))
  // A word of the service that is not found: the question may be about the service.
  const isAboutService = !parts.isStatement && !parts.isPhrase && !parts.cues.has('thing') && missed.some(isOfService)
  if (
    !isSought ||
    isAboutService ||
    isCount ||
    isOpen ||
    sort !== null ||
    (found.length < 2 && found.every(isOfService))
  )
    return 0
  const weightOf = (some: readonly Piece[]) =>
    some.reduce(
      (sum, piece) => sum + (piece.isCommon || isVerb(piece, parts.pieces) ? parameters.commonWordShare : 1),
      0,
    )
  const support = 1 - weightOf(missed) / weightOf(words)
  return found.length > 1 ? Math.max(support, 1 - parameters.partialShare) : support
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
