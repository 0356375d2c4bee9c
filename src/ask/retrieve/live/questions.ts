// From a question, and the questions before it, to a plan for the live community.
import { languageOf, serviceLocales } from '../../../languages/languages.ts'
import type { Context } from '../../../operations/define.ts'
import { getCommunityFeed } from '../../../operations/index.ts'
import type { Site } from '../../../site/site.ts'
import { counterOfSort, counters } from '../../../site/site.ts'
import { nameIn } from '../../../site/text.ts'
import { foldText, titleKey, wordsOf } from '../../../store/search-text.ts'
import { lazily } from '../../../util/lazily.ts'
import { type Cues, type Piece, piecesOf } from '../../parse/cues.ts'
import type { Understanding } from '../../parse/understand.ts'
import { type FeedPage, makeExactNames, makeRead, type Read } from './community.ts'
import { sortOf } from './filters.ts'
import { firstOf } from './lists.ts'
import type { LivePlan } from './live-plan.ts'
import { findNamed, type Named, type NamedCreation, type NamedCreator, type NamedTopic } from './names.ts'
import { type Parts, partsOf } from './parts.ts'
import { creatorOf, planOf } from './plan.ts'
import { loadTopics, type Topics } from './topics.ts'

type Tools = { context: Context; understanding: Understanding; cues: Cues; site: Site }
export type LivePlans = (query: string, locale: string, previous: readonly string[]) => Promise<LivePlan | null>

/** Earlier questions that are read again. */
const maxPrevious = 2

export function makeLivePlans({ context, understanding, cues, site }: Tools): LivePlans {
  const read = makeRead(context)
  const exactNames = makeExactNames(context)
  const siteName = new Set(wordsOf(nameIn(site)))
  const topicsFor = cachedTopics(context, read)
  const languageIn = makeLanguageNames(() => context.store.locales())

  const partsFor = async (text: string, locale: string): Promise<Parts> => {
    const { slots: slotsOf, knows } = await understanding.language(locale)
    const table = cues(locale)
    const topics = await topicsFor(locale)
    const vocabulary = {
      slotsOf,
      knows,
      isTopic: (word: string) => topics.has(titleKey(word)),
    }
    const isNamed = ({ text }: Piece) => siteName.has(text) && !vocabulary.isTopic(text)
    const pieces = piecesOf(text, table, vocabulary).map(piece => (isNamed(piece) ? { ...piece, isStop: true } : piece))
    const found = await withoutWrongCorrections(pieces, text, read)
    const { named, missing } = await findNamed({ text, locale, pieces: found, topics }, { read, exactNames })
    const ideas = new Set(slotsOf(text).flatMap(slot => slot.ideas))
    return {
      ...partsOf(text, found, named, ideas, piece => languageIn(locale, piece, found), locale),
      missing,
      isNegated: isNegated(text, found.filter(isOutside(named)), locale),
    }
  }

  const planFor: LivePlans = async (query, locale, previous) => {
    const parts = await partsFor(query, locale)
    const alone = planOf(parts)
    const before = previous.at(-1)
    if (before === undefined || !mayContinue(parts, alone)) return alone
    const earlier = await planFor(before, understanding.detect(before), previous.slice(0, -1).slice(-(maxPrevious - 1)))
    const isRefinement = ['only', 'to', 'in', 'and', 'it'].some(cue => parts.cues.has(cue))
    if (earlier === null || (earlier.certainty === 'search' && !isRefinement)) return alone
    return (await continued(parts, earlier, { read, locale })) ?? alone
  }
  return planFor
}

/** Words of a name mean nothing else. */
const isOutside = (named: readonly Named[]) => (piece: Piece) =>
  !named.some(({ isStrong, from, to }) => isStrong && piece.from >= from && piece.to <= to)

function isNegated(text: string, pieces: readonly Piece[], locale: string): boolean {
  const { grammar, writing } = languageOf(locale)
  const negations = grammar.negations.split(' ')
  if (!writing.unspaced) return pieces.some(({ text, cues }) => cues.length === 0 && negations.includes(text))
  const between = pieces.reduce((rest, { cues, text: cue }) => (cues.length > 0 ? rest.replace(cue, ' ') : rest), text)
  return negations.some(word => between.includes(word))
}

function cachedTopics({ store }: Context, read: Read): (locale: string) => Promise<Topics> {
  const byLocale = new Map<string, { version: number; topics: Promise<Topics> }>()
  return locale => {
    const version = store.version()
    const before = byLocale.get(locale)
    if (before?.version === version) return before.topics
    const topics = loadTopics(read, locale)
    byLocale.set(locale, { version, topics })
    topics.catch(() => byLocale.delete(locale))
    return topics
  }
}

/** A word that the community uses is not misspelled. */
async function withoutWrongCorrections(pieces: readonly Piece[], text: string, read: Read): Promise<Piece[]> {
  return Promise.all(
    pieces.map(async piece => {
      if (!piece.isCorrected) return piece
      const original = text.slice(piece.from, piece.to)
      const page = await read<FeedPage>(getCommunityFeed, { q: original, limit: 1 })
      if (page?.match === 'all')
        return { ...piece, text: foldText(original), cues: [], ideas: [`w:${original}`], isStop: false }
      return piece.cues.length > 0 || piece.isStop ? piece : { ...piece, text: foldText(original) }
    }),
  )
}

/** "In Spanish", in the language of the question or in English. */
function makeLanguageNames(locales: () => ReadonlySet<string>) {
  const names = new Map<string, () => Map<string, string>>()
  const namesIn = (locale: string) => {
    const made =
      names.get(locale) ??
      lazily(() => {
        const display = new Intl.DisplayNames(locale, { type: 'language' })
        return new Map(
          [...new Set([...serviceLocales, ...locales()])].map(tag => [(display.of(tag) ?? tag).toLowerCase(), tag]),
        )
      })
    names.set(locale, made)
    return made()
  }
  return (locale: string, piece: Piece, pieces: readonly Piece[]): string | null => {
    const at = pieces.indexOf(piece)
    const isMarked =
      [pieces[at - 1], pieces[at + 1]].some(near => near?.cues.includes('in')) ||
      pieces[at + 1]?.cues.some(cue => cue === 'creation' || cue.startsWith('kind.'))
    return isMarked ? (namesIn(locale).get(piece.text) ?? namesIn('en').get(piece.text) ?? null) : null
  }
}

function mayContinue({ cues, words, size }: Parts, alone: LivePlan | null): boolean {
  if (words.length > 0) return cues.has('only') || cues.has('and') || (cues.has('to') && size <= 2)
  return cues.has('it') || cues.has('and') || cues.has('only') || alone === null || size <= 2
}

type Reading = { read: Read; locale: string }
const refining = new Set([
  'it',
  'and',
  'only',
  'in',
  'list',
  'need',
  'about',
  'by',
  'category',
  'tag',
  'creation',
  'thing',
  'creator',
  'who',
  'kind',
  'else',
  'to',
])

/** Null if the question does not continue the earlier one. */
async function continued(parts: Parts, earlier: LivePlan, reading: Reading): Promise<LivePlan | null> {
  const { cues, creations, creators, topics, kinds, ordinal } = parts
  const isNew = creations.length + creators.length > 0
  const isCounted = counters.some(counter => cues.has(counter))
  if (earlier.subject === 'compare' && isCounted && !isNew)
    return planOf({ ...earlier.parts, cues: new Set([...cues, 'compare']) })
  const isBare =
    [...cues].every(cue => refining.has(cue) || cue.startsWith('kind.')) &&
    (isNew || topics.length + kinds.length + parts.words.length > 0 || parts.language !== null)
  if (isBare) return planOf(replaced(earlier.parts, parts))
  if (isNew) return null
  const isList = ['creations', 'creators', 'tags', 'categories'].includes(earlier.subject)
  const isRefined =
    sortOf(parts) !== null || cues.has('most') || parts.ordinal !== null || parts.limit !== null || cues.has('featured')
  // "What does the second one do?"
  const isAboutItem = ordinal !== null && ['about', 'made', 'when', ...counters].some(cue => cues.has(cue))
  if (isList && isAboutItem)
    return aboutResult({ ...parts, ordinal: null }, { ...earlier, parts: { ...earlier.parts, ordinal } }, reading)
  if (isList && isRefined && !cues.has('similar')) return planOf(replaced(earlier.parts, parts))
  return aboutResult(parts, earlier, reading)
}

/** The earlier question with the names, filters and order of the new one. */
function replaced(earlier: Parts, parts: Parts): Parts {
  const or = <T>(mine: readonly T[], theirs: readonly T[]) => (mine.length > 0 ? mine : theirs)
  const sorted = sortOf(parts) !== null || parts.cues.has('most')
  const ordering = ['liked', 'remixed', 'popular', 'newest', 'trending', 'most', 'count', ...counters]
  const kept = [...earlier.cues].filter(
    cue =>
      !(sorted && ordering.includes(cue)) &&
      !cue.startsWith('ordinal.') &&
      !(parts.kinds.length > 0 && cue.startsWith('kind.')),
  )
  return {
    ...earlier,
    cues: new Set([...kept, ...parts.cues].filter(cue => cue !== 'it')),
    creations: or(parts.creations, earlier.creations),
    creators: or(parts.creators, earlier.creators),
    topics: parts.cues.has('only') ? [...earlier.topics, ...parts.topics] : or(parts.topics, earlier.topics),
    kinds: or(parts.kinds, earlier.kinds),
    words: parts.cues.has('and') ? or(parts.words, earlier.words) : [...earlier.words, ...parts.words],
    pieces: [...earlier.pieces, ...parts.pieces],
    language: parts.language ?? earlier.language,
    limit: parts.limit ?? earlier.limit,
    ordinal: parts.ordinal,
  }
}

/** A question about what the earlier answer puts first. */
async function aboutResult(parts: Parts, earlier: LivePlan, reading: Reading): Promise<LivePlan | null> {
  const { cues } = parts
  const asks = [
    ...counters,
    'followers',
    'following',
    'follow',
    'joined',
    'bio',
    'made',
    'published',
    'score',
    'instructions',
    'about',
    'when',
    'count',
    'similar',
    'creation',
    'category',
    'tag',
    'license',
    'version',
    'links',
    'language',
    'remix-of',
    'who',
  ]
  if (!asks.some(cue => cues.has(cue))) return null
  const found = await firstOf(earlier, reading)
  if (found === null) return null
  const at = { from: 0, to: 0, isStrong: true, others: [] }
  // "How many times?" after "which is played most?"
  const counter = counterOfSort[earlier.sort ?? '']
  const isBareCount = cues.has('count') && counter !== undefined && !asks.some(cue => cue !== 'count' && cues.has(cue))
  const asked = { ...parts, cues: isBareCount ? new Set([...cues, counter]) : cues }
  if (found.label !== undefined) {
    const isTag = earlier.subject === 'tags'
    const topic: NamedTopic = {
      type: 'topic',
      category: isTag ? null : found.label,
      tag: isTag ? found.label : null,
      ...at,
    }
    return planOf({ ...asked, topics: [topic] })
  }
  const creation: NamedCreation | null = found.card === undefined ? null : { type: 'creation', card: found.card, ...at }
  const creator: NamedCreator | null =
    creation !== null
      ? creatorOf(creation)
      : found.person === undefined
        ? null
        : { type: 'creator', person: found.person, ...at }
  const isCountOfThings = cues.has('count') && (cues.has('creation') || cues.has('thing'))
  const isOfCreator =
    creation === null || cues.has('else') || isCountOfThings || (cues.has('creation') && !cues.has('made'))
  return planOf({
    ...asked,
    creations: isOfCreator ? [] : [creation],
    creators: isOfCreator && creator ? [creator] : [],
  })
}
