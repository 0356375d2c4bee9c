// Plans queries of the live community: from what a question says to a list, a count, a comparison, or facts about one
// creation or creator. Nothing is read from the store here.
import { counters } from '../../../site/site.ts'
import { parameters } from '../../decide/parameters.ts'
import { filtersOf, sortOf } from './filters.ts'
import type { FoundCreations } from './lists.ts'
import type { NamedCreation, NamedCreator } from './names.ts'
import { isOfService, type Parts, personAspects } from './parts.ts'

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
  /** Whether something is looked for, so that results with some of the words are useful. */
  isSought: boolean
  /** What was found, for a plan to list or count creations. */
  found?: FoundCreations | null
  /** `certain`: the question can only be about the community. `search`: only if nothing else answers. */
  certainty: 'certain' | 'likely' | 'search'
}

const creationAspects = [
  'made', 'published', 'score', 'instructions', 'language', 'license', 'version', 'platforms', 'links', 'category', 'tag', 'remix-of', 'about',
] as const // biome-ignore format: a list

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
  return (
    comparisonPlan(parts) ??
    labelsPlan(parts) ??
    creatorsPlan(parts) ??
    unknownName(parts) ??
    creationsPlan(parts) ??
    searchPlan(parts)
  )
}

function plan(subject: Subject, parts: Parts, more: Partial<LivePlan> = {}): LivePlan {
  const isNeeded = parts.cues.has('need') && parts.cues.has('thing')
  const product = parts.words.filter(isOfService).length * (isNeeded ? parameters.soughtWordCost : 1)
  const coverage = 1 - (product + (parts.words.length - product) * parameters.foreignWordCost) / Math.max(1, parts.size)
  return {
    subject,
    parts,
    sort: null,
    isCount: false,
    aspects: [],
    filters: {},
    coverage,
    isSought: isSought(parts),
    certainty: 'likely',
    ...more,
  }
}

function namedPlan(parts: Parts): LivePlan | null {
  const { cues, creations, creators, words } = parts
  if (creations.length + creators.length === 0) return null
  const certainty = words.length <= parts.size * parameters.namedForeignShare ? 'certain' : 'likely'
  const aspects = aspectsOf(parts)
  const has = (...names: string[]) => names.some(name => cues.has(name))
  // Something else about it is asked, or who liked it, which nobody knows.
  const isElse =
    words.length > 0 && aspects.every(aspect => aspect === 'about') && !has('similar', 'remix-of', 'list', 'need')
  const isPrivate = has('who') && has(...counters) && !has('made', 'published', 'score', 'most')
  if (certainty !== 'certain' || (creations.length === 1 && (isElse || isPrivate)))
    return plan('missing', parts, { certainty: 'certain' })
  if (parts.isNegated) return null
  if (creations.length >= 2 || (creators.length >= 2 && creations.length === 0))
    return plan('compare', parts, { aspects, certainty })
  if (has('more', 'compare') && words.length + parts.topics.length > 0) return null
  const [creation] = creations
  if (creation !== undefined) {
    if (has('similar')) return plan('similar', parts, { certainty })
    if (has('else') && has('made', 'published', 'creator', 'by'))
      return plan('creations', parts, { filters: { creator: creation.card.handle }, certainty })
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
  const asks = ['more', 'compare', 'or'].some(cue => cues.has(cue))
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
  const isRanked = has('most', 'popular', 'newest')
  const sort = has('followers')
    ? 'followers'
    : has('joined') || (has('newest') && !has('creation', 'published', 'made'))
      ? 'recent'
      : isRanked && has('creation', 'made', 'published', 'thing')
        ? 'creations'
        : null
  const isCount = has('count') && has('creator') && !has('creation', 'followers')
  if (has(...counters, 'liked', 'remixed') || parts.isExplanation) return null
  if (
    has('who') &&
    !has('creator') &&
    (sort === null || (sort !== 'recent' && !isRanked) || (sort === 'recent' && !has('newest')))
  )
    return null
  if (has('creator') && sort === null && !isCount && !has('list', 'need', 'most', 'popular', 'trending')) return null
  if (sort === 'followers' && !isRanked) return null
  return plan('creators', parts, { sort: sort ?? 'followers', isCount, certainty: 'certain' })
}

/** "How many likes does Xyz have?" if nothing is called Xyz. */
function unknownName(parts: Parts): LivePlan | null {
  const { cues, words, topics, kinds } = parts
  const isAsked = [...counters, 'made', 'published', 'followers', 'joined', 'score'].some(cue => cues.has(cue))
  const isName = words.length > 0 && words.every(({ isKnown }) => !isKnown) && topics.length + kinds.length === 0
  if (!isAsked || !isName || ['most', 'need', 'creation', 'thing'].some(cue => cues.has(cue))) return null
  return plan('missing', { ...parts, missing: words.map(({ text }) => text).join(' ') })
}

/** "Something to draw", "which games have dragons", "guitar tuner?", but not "does the app have a dark mode?" */
const isSought = ({ cues, kinds, isStatement, isPhrase }: Parts): boolean => {
  if (['count', 'creator', 'who', 'when'].some(cue => cues.has(cue))) return false
  const isListed = kinds.length > 0 || cues.has('thing') || cues.has('creation')
  return isStatement || isPhrase || cues.has('need') || (cues.has('list') && isListed)
}

/** Cues that say how something is asked for, not what. */
const askingCues = [
  'it',
  'and',
  'only',
  'else',
  'in',
  'by',
  'to',
  'need',
  'thing',
  'list',
  'creation',
  'used',
  'about',
  'kind',
  'most',
  'total',
]

/** A question that is nothing else is a search for its words. */
function searchPlan(parts: Parts): LivePlan | null {
  const words = parts.pieces.filter(
    ({ isStop, cues, text, ideas }) =>
      !isStop &&
      !/^\d$/.test(text) &&
      !(ideas.length > 0 && ideas.every(idea => idea.startsWith('frame.'))) &&
      !cues.some(cue => askingCues.includes(cue)),
  )
  const isOther = ['who', 'when', 'count', 'more', 'status'].some(cue => parts.cues.has(cue))
  if (isOther || (parts.isNegated && !parts.isStatement) || words.length === 0 || words.length > parameters.searchWords)
    return null
  return plan('creations', { ...parts, words, topics: [], kinds: [] }, { certainty: 'search' })
}

const hasYear = ({ pieces }: Parts): boolean => pieces.some(({ text }) => /^(?:19|20)\d\d$/.test(text))

/** Cues that ask for something about a creation, and are ordinary words in a question for creations. */
const wordCues = ['language', 'license', 'version', 'platforms', 'links', 'bio', 'instructions', 'views', 'score']

function creationsPlan(given: Parts): LivePlan | null {
  const extra = given.pieces.filter(({ cues }) => cues.length > 0 && cues.every(cue => wordCues.includes(cue)))
  const parts =
    extra.length === 0
      ? given
      : { ...given, words: given.pieces.filter(piece => given.words.includes(piece) || extra.includes(piece)) }
  const { cues, kinds, topics, words } = parts
  const has = (...names: string[]) => names.some(name => cues.has(name))
  const isNoun = has('creation', 'thing') || kinds.length > 0
  // No list is in this order, and none is by date.
  const isUnordered = has('least', 'oldest') || (has('views') && has('most')) || (has('published') && hasYear(parts))
  if (isUnordered && (isNoun || topics.length > 0) && !parts.isExplanation)
    return plan('missing', parts, { certainty: 'certain' })
  if (isUnordered || has('followers', 'following', 'joined', 'follow')) return null
  const sort = sortOf(parts)
  const isOfList = isNoun || topics.length > 0 || has('featured') || parts.language !== null
  const isCount = has('count') && sort === null
  if (!isOfList && sort === null && words.length === 0) return null
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
  // "More than 1,000 plays" is not a filter.
  if (has('more', 'compare') && has(...counters)) return null
  const isPhrase = parts.isPhrase && words.length <= parameters.phraseWords
  if (isSearch && !isPhrase && !has('need', 'most', 'list')) return null
  if (words.length > 0 && !parts.isShort && !has('need', 'list', 'about', 'count') && sort === null) return null
  if (parts.isExplanation && !has('need')) return null
  const isOwnWord = words.some(({ isCorrected }) => isCorrected)
  const certainty =
    (isClear && (isOfList || sort !== null)) || (isOwnWord && isOfList && !parts.isExplanation)
      ? 'certain'
      : isSearch || parts.isExplanation
        ? 'search'
        : 'likely'
  return plan('creations', parts, { sort, isCount, filters: filtersOf(parts), certainty })
}
