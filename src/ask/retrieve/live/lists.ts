// Reads the lists of a plan, with several ways to search for the words of a question.
import { getCommunityFeed, getCreators } from '../../../operations/index.ts'
import { isUnspaced, wordsOf } from '../../../store/search-text.ts'
import { type Card, creationResult, type Draft, type Person, personResult } from '../../answer/draft.ts'
import type { Phraser } from '../../answer/phraser.ts'
import { parameters } from '../../decide/parameters.ts'
import type { Piece } from '../../parse/cues.ts'
import { stemOf } from '../../parse/tokens.ts'
import {
  type FeedPage,
  type FoundCreations,
  type Label,
  type Query,
  type Read,
  type Reading,
  readLabels,
} from './community.ts'
import { hasCue } from './parts.ts'
import type { LivePlan } from './plan.ts'

/** Entries of a list that the plan asks for. */
export const lengthOf = ({ parts: { limit, ordinal }, sort }: Pick<LivePlan, 'parts' | 'sort'>): number =>
  Math.max(limit ?? (sort === null ? parameters.foundLength : parameters.listLength), ordinal ?? 0)

/** The creations of a plan. */
export async function readList(plan: LivePlan, { read, locale }: Reading): Promise<FoundCreations | null> {
  if (plan.found !== undefined) return plan.found
  const { parts, sort } = plan
  const limit = lengthOf(plan)
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
function alternatives({ parts, filters, isCount, sort }: LivePlan): Alternative[] {
  const { topics, cues, words, pieces } = parts
  const withText = (query: Query, some: readonly Piece[]): Alternative => {
    const q = some.map(({ text }) => text).join(' ')
    return { query: q === '' ? query : { ...query, q: q.slice(0, 200) }, words: some }
  }
  const { tag: _tag, category: _category, ...others } = filters
  const { kind: _kind, ...anyKind } = others
  const filtered = withText(filters, words)
  if (topics.length + words.length === 0) return [filtered]
  const isOfTopic = ({ from, to, isStop, cues }: Piece) =>
    topics.some(topic => from >= topic.from && to <= topic.to) && !isStop && cues.every(cue => cue.startsWith('kind.'))
  const content = pieces.filter(piece => words.includes(piece) || isOfTopic(piece))
  const isFilter =
    isCount || sort !== null || cues.has('tag') || cues.has('category') || (topics.length === 1 && words.length === 0)
  const text = withText(others, content)
  const ordered = isFilter ? [filtered, text] : [text, filtered]
  if ('kind' in filters) ordered.push(withText(anyKind, content))
  // What remains if nothing is described in all of the words.
  const special = content.filter(({ isCommon }) => !isCommon)
  if (cues.has('thing') && cues.has('need') && special.length > 0 && special.length < content.length)
    ordered.push(withText(others, special))
  // Rare tags are not known by name.
  if (cues.has('tag') && topics.length === 0 && words.length === 1)
    ordered.unshift({ query: { ...others, tag: words[0]!.text }, words })
  return [...new Map(ordered.map(one => [JSON.stringify(one.query), one])).values()]
}

/** The search itself knows no inflections: "recording" also finds "recorder" and "records". */
function stemsOf(q: string, locale: string): Record<string, string> {
  const stems = wordsOf(q).map(word => [word, stemOf(locale)(word)] as const)
  return Object.fromEntries(
    stems.filter(([word, stem]) => stem.length >= parameters.stemLength && word.startsWith(stem)),
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

/** The share of the words that were found; 0 if it is too small. Common words count less. */
function supportOf({ match, searched }: FeedPage, plan: LivePlan, words: readonly Piece[]): number {
  const used = new Set(wordsOf(searched ?? ''))
  const missed = words.filter(({ text }) => !wordsOf(text).every(word => used.has(word)))
  if (match === 'corrected' && missed.every(({ isCorrected, isKnown }) => isCorrected || !isKnown)) return 1
  if (match === 'corrected' && missed.some(({ isCommon }) => isCommon)) return 0
  if (plan.isCount || plan.sort !== null || !plan.isSought) return 0
  const weightOf = (some: readonly Piece[]) =>
    some.reduce((sum, { isCommon }) => sum + (isCommon ? parameters.commonWordShare : 1), 0)
  const support = 1 - weightOf(missed) / weightOf(words)
  // Something that is looked for may be described in other words.
  const { isStatement, isPhrase, cues } = plan.parts
  const isDescribed =
    isStatement || (isPhrase && !words.some(isOfRun)) || cues.has('thing') || words.length - missed.length > 1
  return support >= (isDescribed ? parameters.soughtShare : parameters.partialShare) ? support : 0
}

const isOfRun = ({ text }: Piece): boolean => isUnspaced(text)

export type FoundCreators = { page: { items: Person[]; total: number }; sort: string }

/** Where no creator has followers, creators are listed by their creations, unless the question is about followers. */
export async function readCreators(
  { parts, sort }: Pick<LivePlan, 'parts' | 'sort'>,
  limit: number,
  read: Read,
): Promise<FoundCreators | null> {
  const by = async (sort: string): Promise<FoundCreators | null> => {
    const page = await read<FoundCreators['page']>(getCreators, { sort, limit })
    return page && page.items.length > 0 ? { page, sort } : null
  }
  const found = await by(sort!)
  const [first] = found?.page.items ?? []
  if (sort !== 'followers' || first?.followerCount !== 0) return found
  return hasCue(parts, 'followers', 'following') ? null : by('creations')
}

/** What a list puts first, or at the place that was asked for: the subject of a question that continues it. */
export async function firstOf(
  { parts, subject, sort, ...plan }: LivePlan,
  context: Reading,
): Promise<{ card?: Card; person?: Person; label?: Label } | null> {
  const at = (parts.ordinal ?? 1) - 1
  if (parts.creations[0] && (subject === 'creation' || subject === 'similar')) return { card: parts.creations[0].card }
  if (parts.creators[0] && subject === 'creator') return { person: parts.creators[0].person }
  if (subject === 'tags' || subject === 'categories') return { label: (await readLabels(subject, context)).items[at]! }
  if (subject === 'creators') {
    const person = (await readCreators({ parts, sort }, at + 1, context.read))?.page.items[at]
    return person === undefined ? null : { person }
  }
  const found = subject === 'creations' ? await readList({ ...plan, parts, subject, sort }, context) : null
  return found?.page.items[at] ? { card: found.page.items[at] } : null
}

/** Results below a declined answer. */
const relatedLength = 4
/** Below the scores of answers, above those of pages that are only near. */
const firstScore = 45

type Context = { read: Read; phraser: Phraser; locale: string }
type Results = Draft['results']

/** What a question without an answer names, or else creations that contain its words. */
export async function relatedResults(plan: LivePlan | null, context: Context): Promise<Results> {
  if (plan === null) return []
  const { creators, creations, missing } = plan.parts
  const people = creators.map(({ person }) => person)
  const named = [
    ...people.map(person => personOf(person, context)),
    ...creations.map(({ card }) => creationResult(card, context.phraser, firstScore)),
  ]
  const found =
    named.length > 0 ? named : missing === null ? await searched(plan, context) : await near(missing, context)
  return found.slice(0, relatedLength).map((result, i) => ({ ...result, score: firstScore - i }))
}

const personOf = (person: Person, { phraser }: Context): Results[number] => personResult(person, phraser, firstScore)

/** Creations that contain words of the question, unless they are common. */
async function searched({ parts: { words } }: LivePlan, context: Context): Promise<Results> {
  const q = words.flatMap(({ text, isCommon }) => (isCommon ? [] : [text])).join(' ')
  return q === '' ? [] : creationsFor(q, context)
}

/** Names that are spelled like a name that does not exist: a handle, an address or a title. */
async function near(missing: string, context: Context): Promise<Results> {
  const [, handle, slug] = /^@([^/]+)(?:\/(.+))?$/.exec(missing) ?? []
  if (slug !== undefined) return creationsFor(slug.replaceAll('-', ' '), context)
  if (handle === undefined) return creationsFor(missing, context)
  const page = await context.read<{ items: Person[] }>(getCreators, { q: handle, limit: relatedLength })
  return (page?.items ?? []).map(person => personOf(person, context))
}

async function creationsFor(q: string, { read, locale, phraser }: Context): Promise<Results> {
  const page = await read<FeedPage>(getCommunityFeed, { q: q.slice(0, 200), locale, limit: relatedLength })
  return (page?.items ?? []).map(card => creationResult(card, phraser, firstScore))
}
