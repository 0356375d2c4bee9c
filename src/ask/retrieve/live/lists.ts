// Reads the lists of a plan, with several ways to search for the words of a question.
import type { Operation } from '../../../operations/define.ts'
import { getCommunityFeed, getCreators } from '../../../operations/index.ts'
import { type Forms, foldText, isUnspaced, wordsOf } from '../../../store/search-text.ts'
import { type Card, creationResult, type Draft, type Person, personResult } from '../../answer/draft.ts'
import type { Phraser } from '../../answer/phraser.ts'
import { parameters } from '../../decide/parameters.ts'
import type { Piece } from '../../parse/cues.ts'
import { stemOf } from '../../parse/tokens.ts'
import { fused, withNear } from './by-meaning.ts'
import { type FeedPage, type FoundCreations, type Query, type Read, type Reading, readLabels } from './community.ts'
import type { Named } from './names.ts'
import { contentOf, hasCue, type Parts } from './parts.ts'
import type { LivePlan } from './plan.ts'

/** Entries of a list that the plan asks for. */
export const lengthOf = ({ parts: { limit, ordinal }, sort }: Pick<LivePlan, 'parts' | 'sort'>): number =>
  Math.max(limit ?? (sort === null ? parameters.foundLength : parameters.listLength), ordinal ?? 0)

/** The creations of a plan. */
export async function readList(plan: LivePlan, reading: Reading): Promise<FoundCreations | null> {
  if (plan.found !== undefined) return plan.found
  return withNear(plan, await searchList(plan, reading), reading, lengthOf(plan))
}

async function searchList(plan: LivePlan, { read, locale }: Reading): Promise<FoundCreations | null> {
  const { parts, sort, isCount } = plan
  const limit = lengthOf(plan)
  const readPage = ({ featuredOnly, ...query }: Query) =>
    read<FeedPage>(getCommunityFeed, {
      ...query,
      // Below a number, the best known ones are shown.
      ...(query.q !== undefined ? { forms: formsOf(query.q, parts.pieces, locale) } : isCount && { sort: 'popular' }),
      ...(featuredOnly ? { featuredOnly: true } : {}),
      ...(sort === null ? {} : { sort }),
      locale,
      limit,
    })
  let best: FoundCreations | null = null
  for (const { query, words, isPart } of alternatives(plan)) {
    const page = await readPage(query)
    if (page === null || page.items.length === 0) continue
    // "Virtualbox" is not "virtual box".
    if (page.match === 'corrected' && wordsOf(page.searched ?? '').length > wordsOf(query.q ?? '').length)
      page.match = 'partial'
    if (!isPart && (page.match === null || page.match === 'all')) return { page, query, support: 1 }
    const support = supportOf(page, plan, words, query.q === undefined)
    // A tag is more exact than its word in any text.
    const least: number = best?.support ?? 0
    if (support < least || support === 0 || (support === least && page.match !== null)) continue
    // Results for a part of the words are only close.
    if (isPart && support < 1 && page.match === 'all') page.match = 'partial'
    if (page.match === 'partial') await widen(page, query, limit, readPage)
    best = { page, query, support }
  }
  return best
}

/** `words` are those of the question that creations should contain; `isPart`: the query has only some of them. */
type Alternative = { query: Query; words: readonly Piece[]; isPart?: boolean }

/** Filters or all words as a text, whichever is more likely to be meant. A kind may be used loosely ("game"). */
function alternatives({ parts, filters, isCount, sort }: LivePlan): Alternative[] {
  const { topics, cues, words, pieces } = parts
  const withText = (query: Query, some: readonly Piece[]): Alternative => {
    const q = [...new Set(some.map(({ text }) => text))].join(' ')
    return { query: q === '' ? query : { ...query, q: q.slice(0, 200) }, words: some }
  }
  if (topics.length + words.length === 0) return [withText(filters, words)]
  const ofTopics = topics
    .flatMap(topic => topic.pieces)
    .filter(({ isStop, cues }) => !isStop && cues.every(cue => cue.startsWith('kind.')))
  const content = pieces.filter(piece => words.includes(piece) || ofTopics.includes(piece))
  const isFilter =
    isCount || sort !== null || cues.has('tag') || cues.has('category') || (topics.length === 1 && words.length === 0)
  const withoutTopics = ({ tag: _tag, category: _category, ...others }: Query): Query => others
  const both = (query: Query): Alternative[] => {
    const either = [withText(query, words), withText(withoutTopics(query), content)]
    return isFilter ? either : either.reverse()
  }
  const { kind: _kind, ...anyKind } = filters
  const ordered = [...both(filters), ...both(anyKind)]
  // What remains if nothing is described in all of the words.
  const special = content.filter(({ isCommon }) => !isCommon)
  if (cues.has('thing') && cues.has('need') && special.length > 0 && special.length < content.length)
    ordered.push({ ...withText(withoutTopics(filters), special), words: content, isPart: true })
  // Rare tags are not known by name.
  const [tag, piece] = tagIn(parts) ?? []
  if (tag !== undefined) {
    const query = { ...withoutTopics(filters), tag }
    const rest = content.filter(one => one !== piece)
    ordered.unshift(withText(query, rest))
    if (rest.length > 0) ordered.push({ query, words: content, isPart: !isCount })
  }
  // "How many packages carry the tag x?", and the tag of "an app for better sleep"
  const isTagged = cues.has('tag') || cues.has('category')
  if (topics.length * words.length > 0 && (isCount ? isTagged : sort === null))
    ordered.push({ query: filters, words: content, isPart: !isCount })
  return [...new Map(ordered.map(one => [JSON.stringify(one.query), one])).values()]
}

/** An unknown word after "tag", or the only word: "games with the tag tetris", "typescript tag". */
function tagIn({ text, cues, pieces, topics, words }: Parts): [tag: string, piece: Piece] | null {
  if (!cues.has('tag')) return null
  const next = pieces[pieces.findIndex(piece => piece.cues.includes('tag')) + 1]
  const piece = words.find(word => word === next) ?? (topics.length === 0 && words.length === 1 ? words[0] : undefined)
  if (piece === undefined) return null
  // Follow-ups also have pieces of another text.
  const isOfText = foldText(text.slice(piece.from, piece.to)) === piece.text && !isUnspaced(piece.text)
  const whole = /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}.+#-]*[\p{L}\p{M}\p{N}+#])?/u.exec(text.slice(piece.from))
  return [(isOfText && whole?.[0].toLowerCase()) || piece.text, piece]
}

/** The search itself knows no inflections: "recording" also finds "recorder" and "records", but "mums" only "mum". */
function formsOf(q: string, pieces: readonly Piece[], locale: string): Forms {
  const othersOf = (word: string, isKnown: boolean) => {
    const stem = stemOf(locale)(word)
    if (!word.startsWith(stem)) return []
    // "Ches" is not "checker".
    const least = parameters.stemLength + (word !== stem && !isKnown ? 1 : 0)
    if (stem.length >= least) return [{ text: stem, prefix: true }]
    return [stem, `${stem}s`].filter(text => text !== word).map(text => ({ text, prefix: false }))
  }
  const known = new Set(pieces.flatMap(({ text, isKnown }) => (isKnown ? wordsOf(text) : [])))
  return Object.fromEntries(
    wordsOf(q).map(word => [word, { isRight: known.has(word), others: othersOf(word, known.has(word)) }]),
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
function supportOf({ match, searched }: FeedPage, plan: LivePlan, words: readonly Piece[], isFilter: boolean): number {
  const ofFilters = match === null ? plan.parts.topics.flatMap(({ pieces }) => pieces.map(({ text }) => text)) : []
  const used = new Set([searched ?? '', ...ofFilters].flatMap(wordsOf))
  const missed = words.filter(({ text }) => !wordsOf(text).every(word => used.has(word)))
  if (match === 'corrected' && missed.every(({ isCorrected, isKnown }) => isCorrected || !isKnown)) return 1
  if (plan.isCount || plan.sort !== null || !plan.isSought) return 0
  const weightOf = (some: readonly Piece[]) =>
    some.reduce((sum, { isCommon }) => sum + (isCommon ? parameters.commonWordShare : 1), 0)
  const support = 1 - weightOf(missed) / weightOf(words)
  // Something that is looked for may be described in other words.
  const { isStatement, isPhrase, cues } = plan.parts
  const isDescribed =
    isStatement || (isPhrase && !words.some(isOfRun)) || cues.has('thing') || words.length - missed.length > 1
  const least = isDescribed ? parameters.soughtShare : parameters.partialShare
  const isEnough = !isFilter || new Set(missed.map(({ text }) => text)).size <= parameters.missedByTag
  return isEnough && support >= least ? support : 0
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

/** What a list puts first, or at the place that was asked for, as if a question that continues it named it. */
export async function firstOf(plan: LivePlan, reading: Reading): Promise<Named | null> {
  const { parts, subject } = plan
  const { creations, creators, ordinal } = parts
  const at = (ordinal ?? 1) - 1
  const named = { from: 0, to: 0, others: [], pieces: [] }
  const creation = (card: Card | undefined): Named | null => (card ? { type: 'creation', card, ...named } : null)
  const creator = (person: Person | undefined): Named | null => (person ? { type: 'creator', person, ...named } : null)
  if (subject === 'creation' || subject === 'similar') return creation(creations[0]?.card)
  if (subject === 'creator') return creator(creators[0]?.person)
  if (subject === 'creators') return creator((await readCreators(plan, at + 1, reading.read))?.page.items[at])
  if (subject === 'creations') return creation((await readList(plan, reading))?.page.items[at])
  if (subject !== 'tags' && subject !== 'categories') return null
  const label = (await readLabels(subject, reading)).items[at]!
  return { type: 'topic', ...named, category: null, tag: null, [subject === 'tags' ? 'tag' : 'category']: label }
}

/** Results below a declined answer. */
const relatedLength = 6
/** Below the scores of answers, above those of pages that are only near. */
const firstScore = 45

/** What a question without an answer names, or else creations that contain some of its words. */
export async function relatedResults(
  { parts, plan, phraser }: { parts: Parts; plan: LivePlan | null; phraser: Phraser },
  reading: Reading,
): Promise<Draft['results']> {
  const { creators, creations } = plan?.parts ?? parts
  const people = creators.map(({ person }) => person)
  const cards = creations.map(({ card }) => card)
  const missing = plan?.parts.missing ?? null
  if (people.length + cards.length === 0 && missing !== null) {
    // What is spelled like a name that does not exist.
    const [, handle, slug] = /^@([^/]+)(?:\/(.+))?$/.exec(missing) ?? []
    const q = (slug?.replaceAll('-', ' ') ?? handle ?? missing).slice(0, 200)
    const isPerson = handle !== undefined && slug === undefined
    const search = <T>(operation: Operation, filter: object) =>
      reading.read<T>(operation, { q, limit: relatedLength, ...filter })
    if (isPerson) people.push(...((await search<{ items: Person[] }>(getCreators, {}))?.items ?? []))
    else cards.push(...((await search<FeedPage>(getCommunityFeed, { locale: reading.locale }))?.items ?? []))
  }
  if (cards.length === 0 && creators[0] !== undefined) {
    const query = { creator: creators[0].person.handle, sort: 'popular', locale: reading.locale, limit: relatedLength }
    cards.push(...((await reading.read<FeedPage>(getCommunityFeed, query))?.items ?? []))
  }
  if (people.length + cards.length === 0) cards.push(...(await closestCreations(parts, reading)))
  else cards.push(...(await meantCreations(reading)))
  return [
    ...people.map(person => personResult(person, phraser, firstScore)),
    ...new Map(cards.map(card => [card.url, creationResult(card, phraser, firstScore)])).values(),
  ]
    .slice(0, relatedLength)
    .map((result, i) => ({ ...result, score: firstScore - i }))
}

/** A name in a question may be a word of what is looked for. */
const meantCreations = async ({ near }: Reading): Promise<Card[]> =>
  ((await near?.()) ?? []).filter(({ closeness }) => closeness >= parameters.nearCloseness).map(({ card }) => card)

/** Words of a question that are searched for. */
const maxSearched = 10

/** Creations that mean something similar, or contain at least one word of the question, those with more and rarer ones first. */
async function closestCreations(parts: Parts, { read, locale, near }: Reading): Promise<Card[]> {
  const words = contentOf(parts).slice(0, maxSearched)
  const q = words.map(({ text }) => text).join(' ')
  const forms = formsOf(q, parts.pieces, locale)
  const search = (query: Query) => read<FeedPage>(getCommunityFeed, { ...query, forms, locale, limit: relatedLength })
  const page = q === '' ? null : await search({ q })
  if (page === null) return []
  const withoutOne = words
    .map((_, i) => words.toSpliced(-1 - i, 1).map(({ text }) => text))
    .filter(some => some.length > 0)
  page.combinations ??= withoutOne.map(some => some.join(' '))
  await widen(page, {}, relatedLength, search)
  return fused((await near?.()) ?? [], page.items)
}
