// Reads the lists of a plan, with several ways to search for the words of a question.
import { getCommunityFeed, getCommunityLanding, getCreators, getPopularTags } from '../../../operations/index.ts'
import { wordsOf } from '../../../store/search-text.ts'
import type { Card } from '../../answer/draft.ts'
import { parameters } from '../../decide/parameters.ts'
import type { Piece } from '../../parse/cues.ts'
import { stemOf } from '../../parse/stems.ts'
import type { FeedPage, FoundCreations, Label, Person, Query, Read } from './community.ts'
import type { LivePlan } from './live-plan.ts'
import { isVerb, type Parts } from './parts.ts'

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
  let best: FoundCreations | null = null
  for (const { query, words } of alternatives(plan)) {
    const page = await readPage(query)
    if (page === null || page.items.length === 0) continue
    const isPart = parts.words.some(word => !words.includes(word))
    if (page.match === null || (page.match === 'all' && !isPart)) return { page, query, support: 1 }
    const support = supportOf(page, plan, isPart ? parts.words : words)
    if (support <= (best?.support ?? 0)) continue
    if (page.match === 'partial') await widen(page, query, limit, readPage)
    best = { page, query, support }
  }
  return best
}

/** `words` are those of the question that the query contains as text. */
type Alternative = { query: Query; words: readonly Piece[] }

/** Filters or all words as a text, whichever is more likely to be meant. A kind may be used loosely ("game"). */
function alternatives(plan: LivePlan): Alternative[] {
  const { parts, filters, isCount, sort } = plan
  const { topics, cues, words } = parts
  const withText = (query: Query, some: readonly Piece[]): Alternative => {
    const q = some
      .map(({ text }) => text)
      .join(' ')
      .slice(0, 200)
    return { query: q === '' ? query : { ...query, q }, words: some }
  }
  const { tag: _tag, category: _category, ...others } = filters
  const { kind: _kind, ...anyKind } = others
  const filtered = withText({ ...filters }, words)
  if (topics.length + words.length === 0) return [filtered]
  const content = contentOf(parts)
  const isFilter =
    isCount || sort !== null || cues.has('tag') || cues.has('category') || (topics.length === 1 && words.length === 0)
  const text = withText(others, content)
  const ordered = isFilter ? [filtered, text] : [text, filtered]
  if ('kind' in filters) ordered.push(withText(anyKind, content))
  // Rare tags are not known by name.
  const [word] = words
  if (cues.has('tag') && topics.length === 0 && words.length === 1)
    ordered.unshift({ query: { ...others, tag: word!.text }, words })
  return [...new Map(ordered.map(one => [JSON.stringify(one.query), one])).values()]
}

/** The words of the question, and those of the tags and categories that it names. */
function contentOf({ pieces, topics, words }: Parts): Piece[] {
  const within = (piece: Piece) => topics.some(({ from, to }) => piece.from >= from && piece.to <= to)
  return pieces.filter(
    piece =>
      words.includes(piece) || (within(piece) && !piece.isStop && !piece.cues.some(cue => !cue.startsWith('kind.'))),
  )
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

/** Adds creations that contain fewer of the words. */
async function widen(page: FeedPage, query: Query, limit: number, read: (query: Query) => Promise<FeedPage | null>) {
  const known = new Set(page.items.map(({ url }) => url))
  for (const q of page.combinations ?? []) {
    if (page.items.length >= limit) return
    const more = (await read({ ...query, q }))?.items.filter(({ url }) => !known.has(url)) ?? []
    page.items.push(...more.slice(0, limit - page.items.length))
    for (const { url } of more) known.add(url)
  }
}

/** The share of the words that were found; 0 if it is too small. Common words and verbs count less. */
function supportOf({ match, searched }: FeedPage, plan: LivePlan, words: readonly Piece[]): number {
  const { parts, isCount, sort } = plan
  const used = new Set(wordsOf(searched ?? ''))
  const missed = words.filter(({ text }) => !wordsOf(text).every(word => used.has(word)))
  if (match === 'corrected' && missed.every(({ isCorrected, isKnown }) => isCorrected || !isKnown)) return 1
  if (match === 'corrected' && missed.some(({ isCommon }) => isCommon)) return 0
  if (isCount || sort !== null) return 0
  const weightOf = (some: readonly Piece[]) =>
    some.reduce(
      (sum, piece) => sum + (piece.isCommon || isVerb(piece, parts.pieces) ? parameters.commonWordShare : 1),
      0,
    )
  const found = words.filter(word => !missed.includes(word))
  const support = 1 - weightOf(missed) / weightOf(words)
  return support >= minimumSupport(plan, found) ? support : 0
}

/** Something that is looked for may be described in other words. Other questions may be about something else. */
function minimumSupport({ isSought, parts }: LivePlan, found: readonly Piece[]): number {
  const { soughtShare, partialShare } = parameters
  const { cues, isStatement } = parts
  const isSingle = found.length === 1
  if (isSingle && found[0]!.text.length === 1) return 1
  if (!isSought) return 1
  return isStatement || cues.has('thing') || !isSingle ? soughtShare : partialShare
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
