// Plans queries of the live community: from the cues of a question and what it names to a list, a count, a comparison, or
// facts about one creation or creator. Nothing is read from the store here.

import { type Counter, counters } from '../../site/site.ts'
import { parameters } from '../decide/parameters.ts'
import type { Piece } from '../parse/cues.ts'
import type { Named, NamedCreation, NamedCreator, NamedTopic } from './names.ts'

/** What a question says about the community. */
export type Parts = {
  cues: ReadonlySet<string>
  /** Where cues stand, for "remixes of X" and "X follows". */
  pieces: readonly Piece[]
  creations: readonly NamedCreation[]
  creators: readonly NamedCreator[]
  topics: readonly NamedTopic[]
  kinds: readonly string[]
  language: string | null
  /** Words that are neither cues nor names: they are searched for. */
  words: readonly Piece[]
  limit: number | null
  ordinal: number | null
  /** Asks how or why something is done, which facts answer. */
  isExplanation: boolean
  /** Contains "not" or the like, which filters cannot express. */
  isNegated: boolean
  /** Nothing but words to search for. */
  isPhrase: boolean
  /** Words of the question that say something. */
  size: number
  /** A name that the question gives explicitly and that does not exist: a handle, an address or a quoted title. */
  missing: string | null
}

type Subject =
  | 'creations'
  | 'creators'
  | 'tags'
  | 'categories'
  | 'status'
  | 'creation'
  | 'creator'
  | 'similar'
  | 'compare'
  | 'missing'

export type LivePlan = {
  subject: Subject
  parts: Parts
  /** Of the feed, or of the creators. */
  sort: string | null
  isCount: boolean
  aspects: readonly string[]
  filters: Readonly<Record<string, string>>
  /** 0 to 1: the share of the question that the plan covers, if its words are found. */
  coverage: number
  /** `certain`: the question can only be about the community. `search`: only if nothing else answers. */
  certainty: 'certain' | 'likely' | 'search'
}

const personAspects = ['followers', 'following', 'joined', 'bio'] as const
const creationAspects = [
  'made', 'published', 'score', 'instructions', 'language', 'license', 'version', 'platforms', 'links', 'category', 'tag', 'remix-of', 'about',
] as const // biome-ignore format: a list
const sortCues = [
  ['liked', 'liked'],
  ['remixed', 'remixed'],
  ['popular', 'popular'],
  ['newest', 'recent'],
  ['trending', 'trending'],
] as const
const sortOfCounter: Partial<Record<Counter, string>> = { likes: 'liked', plays: 'popular', remixes: 'remixed' }

/** Of several sentences, only the one that asks for something has words to search for. */
function askingWords(words: readonly Piece[], pieces: readonly Piece[], text: string): readonly Piece[] {
  const sentences = [...text.matchAll(/[^.!?。！？؟।]+/gu)].map(({ 0: sentence, index }) => ({
    from: index,
    to: index + sentence.length,
  }))
  const within = (some: readonly Piece[], { from, to }: { from: number; to: number }) =>
    some.filter(piece => piece.from >= from && piece.to <= to)
  const asking = sentences.findLast(span =>
    within(pieces, span).some(({ cues }) => cues.includes('need') || cues.includes('list')),
  )
  return sentences.length < 2 || asking === undefined || within(words, asking).length === 0
    ? words
    : within(words, asking)
}

export function partsOf(
  text: string,
  pieces: readonly Piece[],
  named: readonly Named[],
  ideas: ReadonlySet<string>,
  languages: (piece: Piece) => string | null,
): Parts {
  const strong = named.filter(one => one.isStrong)
  const readParts = (some: readonly Named[]) => {
    const parts = partsWith(pieces, some, ideas, languages)
    return { ...parts, words: askingWords(parts.words, pieces, text) }
  }
  const first = readParts(strong)
  const weak = named.filter(one => !one.isStrong && isWanted(one, first))
  return weak.length === 0 ? first : readParts([...strong, ...weak.slice(0, 2)])
}

/** A weak name counts if the question asks something that only a creator or creation has. */
function isWanted(one: Named, { cues, creations, creators, pieces }: Parts): boolean {
  const has = (names: readonly string[]) => names.some(name => cues.has(name))
  const before = pieces.findLast(({ to }) => to <= one.from)
  if (one.type === 'creator')
    return (
      creators.length === 0 &&
      (has([...personAspects, 'follow']) ||
        (has(['who']) && !has(['made', 'most'])) ||
        (before?.cues.includes('by') ?? false) ||
        (has(['made', 'creation']) && creations.length === 0) ||
        has(['more', 'compare']))
    )
  return (
    creations.length + creators.length === 0 &&
    has([...counters, 'made', 'score', 'instructions', 'license', 'version', 'links', 'similar']) &&
    !has(['most', 'need', 'count', 'creation'])
  )
}

const explanations = [
  'frame.how',
  'frame.why',
  'frame.meaning',
  'frame.can',
  'frame.where',
  'frame.howlong',
  'frame.howmuch',
]
const isNumber = ({ text, cues }: Piece): boolean => /^\d+$/.test(text) || cues.some(cue => cue.startsWith('number.'))
const numberOf = ({ text, cues }: Piece): number =>
  Number(cues.find(cue => cue.startsWith('number.'))?.slice(7) ?? text)

function partsWith(
  pieces: readonly Piece[],
  named: readonly Named[],
  ideas: ReadonlySet<string>,
  languages: (piece: Piece) => string | null,
): Parts {
  const rest = pieces.filter(piece => !named.some(({ from, to }) => piece.from < to && from < piece.to))
  const language = rest.find(piece => languages(piece) !== null) ?? null
  const cues = new Set(rest.flatMap(piece => piece.cues))
  const words = rest.filter(piece => piece !== language && isWord(piece))
  const ordinal = [...cues].find(cue => cue.startsWith('ordinal.'))
  const of = <Type extends Named['type']>(type: Type) =>
    named.filter((one): one is Extract<Named, { type: Type }> => one.type === type)
  return {
    cues,
    pieces,
    creations: of('creation'),
    creators: of('creator'),
    topics: of('topic'),
    kinds: [...new Set(rest.flatMap(kindsOf))],
    language: language && languages(language),
    words,
    limit: limitIn(pieces, named),
    ordinal: ordinal === undefined ? null : Number(ordinal.slice(8)),
    isExplanation: explanations.some(idea => ideas.has(idea)) && !cues.has('count') && !cues.has('instructions'),
    size: rest.filter(piece => !piece.isStop).length + named.length,
    isPhrase:
      ![...ideas].some(idea => idea.startsWith('frame.')) &&
      rest.every(({ cues }) => cues.length === 0 || cues.includes('by') || cues.includes('in')),
    isNegated: false,
    missing: null,
  }
}

const kindsOf = ({ cues }: Piece): string[] => cues.filter(cue => cue.startsWith('kind.')).map(cue => cue.slice(5))
/** Ideas that do not restrict a query of the community. */
const neutralIdeas: ReadonlySet<string> = new Set(['community', 'public', 'website', 'product', 'people'])
const isWord = ({ cues, ideas, isStop, ...piece }: Piece): boolean =>
  cues.length === 0 &&
  !isStop &&
  !isNumber({ cues, ideas, isStop, ...piece }) &&
  !ideas.some(idea => neutralIdeas.has(idea)) &&
  !(ideas.length > 0 && ideas.every(idea => idea.startsWith('frame.')))

const listed = [
  'creation',
  'creator',
  'thing',
  'tag',
  'category',
  'liked',
  'popular',
  'remixed',
  'newest',
  'trending',
  'featured',
  'it',
]

/** A number before what is listed ("three games", "5 most liked"), or after "top". */
function limitIn(pieces: readonly Piece[], named: readonly Named[]): number | null {
  const at = pieces.findIndex((piece, i) => {
    if (!isNumber(piece) || named.some(one => one.type !== 'topic' && piece.from < one.to && one.from < piece.to))
      return false
    const isListed = (next: Piece | undefined) =>
      next !== undefined &&
      (next.cues.some(cue => listed.includes(cue) || cue.startsWith('kind.')) ||
        named.some(({ type, from }) => type === 'topic' && from === next.from))
    const before = pieces[i - 1]?.cues ?? []
    return (
      isListed(pieces[i + 1]) ||
      before.includes('most') ||
      before.some(cue => cue.startsWith('ordinal.') || cue === 'newest')
    )
  })
  return at < 0 ? null : Math.min(parameters.maxListed, Math.max(1, numberOf(pieces[at]!)))
}

const statusIdeas: ReadonlySet<string> = new Set(['request', 'latency', 'status', 'timeout', 'error', 'host', 'api'])

export function planOf(parts: Parts): LivePlan | null {
  const { cues, creations, creators } = parts
  if (
    cues.has('status') &&
    creations.length + creators.length === 0 &&
    !parts.isExplanation &&
    parts.words.length <= parameters.statusWords &&
    parts.words.every(word => !isOfService(word) || word.ideas.some(idea => statusIdeas.has(idea)))
  )
    return plan('status', parts, { certainty: 'certain' })
  if (parts.missing !== null) return plan('missing', parts, { certainty: 'certain' })
  if (creations.length + creators.length > 0) return namedPlan(parts)
  return comparisonPlan(parts) ?? labelsPlan(parts) ?? creatorsPlan(parts) ?? creationsPlan(parts)
}

function plan(subject: Subject, parts: Parts, more: Partial<LivePlan> = {}): LivePlan {
  const product = parts.words.filter(isOfService).length
  const coverage = 1 - (product + (parts.words.length - product) * parameters.foreignWordCost) / Math.max(1, parts.size)
  return {
    subject,
    parts,
    sort: null,
    isCount: false,
    aspects: [],
    filters: {},
    coverage,
    certainty: 'likely',
    ...more,
  }
}

/** Has a meaning for the service. */
const isOfService = ({ ideas }: Piece): boolean => ideas.some(idea => !/^(w:|n:|h:|frame\.|kind\.)/.test(idea))

function namedPlan(parts: Parts): LivePlan | null {
  const { cues, creations, creators, words } = parts
  if (creations.length + creators.length === 0) return null
  const certainty = words.length <= parts.size * parameters.namedForeignShare ? 'certain' : 'likely'
  const aspects = aspectsOf(parts)
  const has = (...names: string[]) => names.some(name => cues.has(name))
  if (parts.isNegated) return null
  if (creations.length >= 2 || (creators.length >= 2 && creations.length === 0))
    return plan('compare', parts, { aspects, certainty })
  const [creation] = creations
  if (creation !== undefined) {
    if (has('similar')) return plan('similar', parts, { certainty })
    const remixOf = parts.pieces.find(({ cues }) => cues.includes('remix-of') || cues.includes('remixes'))
    if (remixOf && remixOf.to <= creation.from && (has('remix-of') || has('list', 'need')) && !has('count'))
      return plan('creations', parts, {
        filters: { ...filtersOf(parts), remixOf: `${creation.card.handle}/${creation.card.slug}` },
        certainty,
      })
    if (aspects.some(aspect => (personAspects as readonly string[]).includes(aspect)))
      return plan('creator', { ...parts, creators: [creatorOf(creation)] }, { aspects, certainty })
    // How many people play or use it is not counted.
    const isCounted = aspects.some(aspect => aspect !== 'about') && !has('creator')
    return has('count') && !isCounted ? null : plan('creation', parts, { aspects, certainty })
  }
  const isPersonal = aspects.some(aspect => [...personAspects, 'score'].includes(aspect))
  const sort = sortOf(parts)
  const isOfList =
    has('creation', 'thing', 'featured') ||
    parts.kinds.length > 0 ||
    parts.topics.length > 0 ||
    sort !== null ||
    (has('made', 'published') && !has('total', ...counters)) ||
    words.length > 0
  if (!isPersonal && isOfList && !has('who') && !(has(...counters) && sort === null))
    return plan('creations', parts, {
      sort,
      isCount: has('count') && sort === null,
      filters: filtersOf(parts),
      certainty,
    })
  return plan('creator', parts, {
    aspects: isOfList && has('made', 'creation') ? [...aspects, 'creations'] : aspects,
    certainty,
  })
}

export const creatorOf = ({ card, from, to }: NamedCreation): NamedCreator => {
  const { handle, displayName, url } = card.creator
  return {
    type: 'creator',
    person: { handle, displayName, url, bio: '', imageUrl: '', appCount: 0, followerCount: 0 },
    others: [],
    from,
    to,
    isStrong: true,
  }
}

function aspectsOf({ cues, pieces, creations, creators }: Parts): string[] {
  const found: string[] = [...counters, ...personAspects, ...creationAspects].filter(aspect => cues.has(aspect))
  const follow = pieces.find(piece => piece.cues.includes('follow'))
  const name = creators[0] ?? creations[0]
  if (follow && name && !found.includes('followers') && !found.includes('following'))
    found.push(follow.from < name.from ? 'followers' : 'following')
  if (cues.has('when') && !found.includes('joined') && !found.includes('published'))
    found.push(creators.length > 0 ? 'joined' : 'published')
  if (cues.has('who') && creations.length > 0 && !found.includes('score') && !found.includes('made')) found.push('made')
  if (cues.has('published') && cues.has('who') && !cues.has('when'))
    return [...found.filter(one => one !== 'published'), 'made']
  return found
}

/** "More widgets or games?", "yoga or running?": two kinds, categories or tags. */
function comparisonPlan(parts: Parts): LivePlan | null {
  const { cues, topics, kinds, words } = parts
  const asks = ['more', 'compare', 'most', 'or'].some(cue => cues.has(cue))
  if (!asks || words.length > 0 || parts.isExplanation) return null
  return topics.length === 2 || (kinds.length === 2 && topics.length === 0)
    ? plan('compare', parts, { certainty: 'certain' })
    : null
}

/** Lists of tags or categories. */
function labelsPlan(parts: Parts): LivePlan | null {
  const { cues, topics, kinds, words } = parts
  const subject = cues.has('tag') ? 'tags' : cues.has('category') ? 'categories' : null
  if (subject === null || topics.length > 0 || kinds.length > 0 || words.length > 0) return null
  if (cues.has('creation') || cues.has('featured')) return null
  const isAsked =
    ['list', 'count', 'most', 'popular', 'trending', 'need', 'used'].some(cue => cues.has(cue)) || parts.size <= 1
  return isAsked && !parts.isExplanation
    ? plan(subject, parts, { isCount: cues.has('count'), certainty: 'certain' })
    : null
}

function creatorsPlan(parts: Parts): LivePlan | null {
  const { cues, kinds, topics, words } = parts
  const has = (...names: string[]) => names.some(name => cues.has(name))
  if (!has('creator', 'who') || kinds.length > 0 || topics.length > 0 || words.length > 0) return null
  const has2 = has('most', 'popular', 'newest')
  const sort = has('followers')
    ? 'followers'
    : has('joined') || (has('newest') && !has('creation', 'published', 'made'))
      ? 'recent'
      : has2 && has('creation', 'made', 'published', 'thing')
        ? 'creations'
        : null
  const isCount = has('count') && has('creator') && !has('creation', 'followers')
  if (has(...counters, 'liked', 'remixed') || parts.isExplanation) return null
  if (
    has('who') &&
    !has('creator') &&
    (sort === null || (sort !== 'recent' && !has2) || (sort === 'recent' && !has('newest')))
  )
    return null
  if (has('creator') && sort === null && !isCount && !has('list', 'need', 'most', 'popular', 'trending')) return null
  if (sort === 'followers' && !has2) return null
  return plan('creators', parts, { sort: sort ?? 'followers', isCount, certainty: 'certain' })
}

function creationsPlan(parts: Parts): LivePlan | null {
  const { cues, kinds, topics, words } = parts
  const has = (...names: string[]) => names.some(name => cues.has(name))
  if (
    has('least', 'oldest', ...personAspects, 'follow', 'instructions', 'links', 'score') ||
    (has('views') && has('most'))
  )
    return null
  const sort = sortOf(parts)
  const isNoun = has('creation', 'thing') || kinds.length > 0
  const isOfList = isNoun || topics.length > 0 || has('featured') || parts.language !== null
  const isCount = has('count') && sort === null
  if (!isOfList && sort === null && !has('need', 'list') && words.length === 0) return null
  if (isCount && !isOfList) return null
  const isClear =
    words.length === 0 &&
    !parts.isExplanation &&
    (sort !== null ||
      has('featured') ||
      (isCount && isOfList) ||
      (has('list', 'need', 'most') && isOfList) ||
      (topics.length > 0 && parts.size <= topics.length + 2))
  const isSearch = !isOfList && sort === null
  if (parts.isNegated || (has('kind') && kinds.length === 0)) return null
  const isPhrase = parts.isPhrase && words.length <= parameters.phraseWords
  if (isSearch && !isPhrase && !has('need')) return null
  if (parts.isExplanation && !has('need')) return null
  const certainty =
    isClear && (isOfList || sort !== null) ? 'certain' : isSearch || parts.isExplanation ? 'search' : 'likely'
  return plan('creations', parts, { sort, isCount, filters: filtersOf(parts), certainty })
}

export function sortOf({ cues, kinds, topics }: Parts): string | null {
  const isListed = kinds.length > 0 || topics.length > 0
  const named = sortCues.find(([cue]) => cues.has(cue))?.[1]
  if (named !== undefined) return named
  if (!cues.has('most')) return null
  const counter = counters.find(one => cues.has(one))
  return counter === undefined
    ? cues.has('creation') || cues.has('thing') || cues.has('it') || isListed
      ? 'popular'
      : null
    : (sortOfCounter[counter] ?? null)
}

/** Filters of the feed. */
function filtersOf({ cues, creators, topics, kinds, language }: Parts): Record<string, string> {
  const isTag = ({ category, tag }: NamedTopic) => tag !== null && (cues.has('tag') || category === null)
  const tags = topics.filter(isTag).map(({ tag }) => tag!.key)
  const category = topics.find(topic => !isTag(topic))?.category?.key
  return {
    ...(kinds.length === 1 ? { kind: kinds[0]! } : {}),
    ...(category === undefined ? {} : { category }),
    ...(tags.length === 0 ? {} : { tag: tags.join(',') }),
    ...(creators[0] === undefined ? {} : { creator: creators[0].person.handle }),
    ...(language === null ? {} : { language }),
    ...(cues.has('featured') ? { featuredOnly: 'true' } : {}),
  }
}
