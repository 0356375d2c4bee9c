// Plans queries of the live community: from what a question says to a list, a count, a comparison, or facts about one
// creation or creator. Nothing is read from the store here.
import { counters } from '../../../site/site.ts'
import { parameters } from '../../decide/parameters.ts'
import { aspectsOf, personAspects } from './aspects.ts'
import type { FoundCreations } from './community.ts'
import { filtersOf, sortOf } from './filters.ts'
import { creatorOf, type NamedCreation } from './names.ts'
import {
  contentOf,
  hasCue,
  isNounPhrase,
  isOfService,
  isWordLike,
  type Parts,
  pieceBefore,
  withNameAsWords,
} from './parts.ts'

type Subject =
  | 'creations' | 'creators' | 'tags' | 'categories' | 'kinds' | 'status' | 'creation' | 'creator' | 'similar' | 'compare' | 'missing' // biome-ignore format: a list

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

function plan(subject: Subject, parts: Parts, more: Partial<LivePlan> = {}): LivePlan {
  const isNeeded = parts.cues.has('need') && parts.cues.has('thing')
  const product = parts.words.filter(isOfService).length * (isNeeded ? parameters.soughtWordCost : 1)
  const coverage = 1 - (product + (parts.words.length - product) * parameters.foreignWordCost) / Math.max(1, parts.size)
  const rest = { sort: null, isCount: false, aspects: [], filters: {}, certainty: 'likely' as const }
  return { subject, parts, ...rest, coverage, isSought: isSought(parts), ...more }
}

/** "Something to draw", "which games have dragons", "guitar tuner?", but not "does the app have a dark mode?" */
function isSought(parts: Parts): boolean {
  const has = (...names: string[]) => hasCue(parts, ...names)
  if (has('count') || (has('creator', 'who', 'when') && !parts.isStatement && !(has('need') && has('thing'))))
    return false
  if (parts.isStatement || parts.isPhrase || isNounPhrase(parts)) return true
  return has('need') || (has('list') && (parts.kinds.length + parts.topics.length > 0 || has('thing', 'creation')))
}

export function planOf(parts: Parts): LivePlan | null {
  const isNamed = parts.creations.length + parts.creators.length > 0
  const isOther = isNamed || parts.topics.length + parts.kinds.length > 0
  if (parts.cues.has('status') && !isOther && !parts.isExplanation && parts.words.every(isOfHealth))
    return plan('status', parts, { certainty: 'certain' })
  if (parts.missing !== null) return plan('missing', parts, { certainty: 'certain' })
  if (isNamed) {
    const named = namedPlan(parts)
    const isAboutName = hasCue(parts, 'similar', 'compare', 'else')
    // "My table has 50,000 rows, and React is slow. What could I use?"
    const isNeed = hasCue(parts, 'need') && parts.words.length > 1
    // "Which Apertium translation packages do you have?", "which plugins exist for GIMP?"
    const isOfName =
      hasCue(parts, 'need', 'list') && isOfCreations(parts) && parts.words.length + parts.topics.length > 0
    // "How many plugins for semantic-release are there?"
    const isList =
      named === null ? hasCue(parts, 'count') && isOfCreations(parts) : named.subject === 'missing' && isSought(parts)
    const isSearch = ((isNeed || isOfName) && !isAboutName) || isList
    return (
      (isSearch && (isWordLike(parts) || (isOfName && isPurpose(parts))) && planOf(withNameAsWords(parts))) || named
    )
  }
  return (
    comparisonPlan(parts) ??
    labelsPlan(parts) ??
    creatorsPlan(parts) ??
    unknownName(parts) ??
    creationsPlan(parts) ??
    searchPlan(parts)
  )
}

/** "For GIMP" */
const isPurpose = ({ creations, creators, pieces }: Parts): boolean =>
  creators.length === 0 && creations.every(one => pieceBefore(one, pieces)?.cues.includes('to') ?? false)

const isOfCreations = (parts: Parts): boolean =>
  parts.kinds.length + parts.topics.length > 0 || hasCue(parts, 'creation', 'thing')

const isOfHealth = (word: Parts['words'][number]): boolean =>
  !isOfService(word) || word.ideas.some(idea => /^(?:request|latency|status|timeout|error|host|api)$/.test(idea))

function namedPlan(parts: Parts): LivePlan | null {
  const { creations, creators, words } = parts
  const has = (...names: string[]) => hasCue(parts, ...names)
  const certainty = 'certain'
  const asked = aspectsOf(parts)
  const isForeign = words.length > parts.size * parameters.namedForeignShare
  const isListed = has('list', 'need')
  // The data does not contain what is asked, such as who liked the creation.
  const isElse =
    words.length > 0 && asked.every(aspect => aspect === 'about') && !isListed && !has('similar', 'remix-of')
  const isPrivate = has('who') && has(...counters) && !has('count', 'made', 'published', 'score', 'most')
  const isCompared = creations.length >= 2 && has('compare')
  // "How many kB does X add compared with Y?"
  const isUncounted =
    creations.length >= 2 && has('count') && words.length > 0 && asked.every(aspect => aspect === 'about')
  // "How old is the person who made it?"
  const isOther =
    words.some(({ isCommon, isKnown }) => isKnown && !isCommon) &&
    !parts.isStatement &&
    !isCompared &&
    (!isListed || has(...personAspects)) &&
    creations.length * creators.length === 0
  if (
    isUncounted ||
    (isForeign && !isCompared) ||
    (creations.length === 1 && (isElse || isPrivate)) ||
    isOther ||
    isUnlisted(parts)
  )
    return plan('missing', parts, { certainty })
  if (parts.isNegated) return null
  const isOfCreator = has('else') && creators.length > 0 && creations.length === 0
  if (isOfCreator && has('made', 'published', 'creation', 'thing', 'by') && !has('who', 'follow', ...personAspects))
    return plan('creations', { ...parts, words: [] }, { filters: filtersOf(parts), certainty })
  if (creations.length >= 2 || (creators.length >= 2 && creations.length === 0))
    return plan('compare', parts, { aspects: asked, certainty })
  // "Tell me about madge, is it a library or a command?"
  const isAbout = creations.length === 1 && pieceBefore(creations[0]!, parts.pieces)?.cues.includes('about')
  if (isAbout) return creationPlan(parts, creations[0]!, asked)
  if (has('more', 'compare') && words.length + parts.topics.length > 0) return null
  return creations.length > 0 ? creationPlan(parts, creations[0]!, asked) : creatorPlan(parts, asked)
}

/** No list is in this order, and only a single creation has a version and a license. */
const isUnlisted = (parts: Parts): boolean =>
  hasCue(parts, 'least', 'oldest') ||
  (hasCue(parts, 'views') && hasCue(parts, 'most')) ||
  (parts.creations.length === 0 && !parts.isStatement && hasCue(parts, 'version', 'license'))

function creationPlan(parts: Parts, creation: NamedCreation, asked: readonly string[]): LivePlan | null {
  const has = (...names: string[]) => hasCue(parts, ...names)
  const { handle, slug } = creation.card
  const certainty = 'certain'
  if (has('similar')) return plan('similar', parts, { certainty })
  if (has('else') && has('made', 'published', 'creator', 'by'))
    return plan('creations', parts, { filters: { creator: handle }, certainty })
  const remixOf = parts.pieces.find(({ cues }) => cues.includes('remix-of') || cues.includes('remixes'))
  if (remixOf && remixOf.to <= creation.from && has('remix-of', 'list', 'need') && !has('count'))
    return plan('creations', parts, { filters: { ...filtersOf(parts), remixOf: `${handle}/${slug}` }, certainty })
  if (asked.some(aspect => personAspects.includes(aspect)))
    return plan('creator', { ...parts, creators: [creatorOf(creation)] }, { aspects: asked, certainty })
  // How many people use it is not counted.
  const isCounted = asked.some(aspect => aspect !== 'about') && (!has('creator') || has(...counters))
  return has('count') && !isCounted && !has('about') ? null : plan('creation', parts, { aspects: asked, certainty })
}

function creatorPlan(parts: Parts, asked: readonly string[]): LivePlan {
  const has = (...names: string[]) => hasCue(parts, ...names)
  const sort = sortOf(parts)
  const isPersonal = asked.some(aspect => personAspects.includes(aspect) || aspect === 'score')
  const isOfList =
    has('creation', 'thing', 'featured') ||
    parts.kinds.length + parts.topics.length + parts.words.length > 0 ||
    sort !== null ||
    (has('made', 'published') && !has('total', ...counters))
  const isCount = has('count') && sort === null
  if (!isPersonal && isOfList && !has('who') && !(has(...counters) && sort === null))
    return plan('creations', parts, { sort, isCount, filters: filtersOf(parts), certainty: 'certain' })
  const withCreations = isOfList && has('made', 'creation') ? [...asked, 'creations'] : asked
  return plan('creator', parts, { aspects: withCreations, certainty: 'certain' })
}

/** "More widgets or games?", "how many widgets and games?", "yoga or running?": two kinds, categories or tags. */
function comparisonPlan(parts: Parts): LivePlan | null {
  const { topics, kinds, words } = parts
  const isMeant = hasCue(parts, 'more', 'compare') || (hasCue(parts, 'count') && kinds.length > 1)
  if (!isMeant || words.length > 0 || parts.isExplanation) return null
  const isPair = topics.length === 2 || (kinds.length === 2 && topics.length === 0)
  return isPair ? plan('compare', parts, { certainty: 'certain' }) : null
}

/** Lists of tags, categories or kinds. */
function labelsPlan(parts: Parts): LivePlan | null {
  const { cues, topics, kinds, words } = parts
  const isOfKinds = cues.has('kind') && hasCue(parts, 'thing', 'creation') && !cues.has('made') && words.length === 0
  const subject = cues.has('tag') ? 'tags' : cues.has('category') ? 'categories' : isOfKinds ? 'kinds' : null
  const isOther =
    topics.length + kinds.length + words.length > 0 || hasCue(parts, 'featured') || (!isOfKinds && cues.has('creation'))
  if (subject === null || isOther || parts.isExplanation) return null
  const isAsked =
    isOfKinds || hasCue(parts, 'list', 'count', 'most', 'popular', 'trending', 'need', 'used') || parts.size <= 1
  return isAsked ? plan(subject, parts, { isCount: cues.has('count'), certainty: 'certain' }) : null
}

function creatorsPlan(parts: Parts): LivePlan | null {
  const has = (...names: string[]) => hasCue(parts, ...names)
  const isOther = parts.kinds.length + parts.topics.length + parts.words.length > 0 || parts.isExplanation
  if (!has('creator', 'who') || isOther || has(...counters, 'liked', 'remixed')) return null
  const isRanked = has('most', 'popular', 'newest')
  const isNewest = has('joined') || (has('newest') && !has('creation', 'published', 'made'))
  const sort =
    has('followers', 'following') && isRanked
      ? 'followers'
      : isNewest
        ? 'recent'
        : isRanked && has('creation', 'made', 'published', 'thing')
          ? 'creations'
          : null
  const isCount = has('count') && has('creator') && !has('creation', 'followers')
  const isAsked = has('creator')
    ? sort !== null || isCount || has('list', 'need', 'most', 'popular', 'trending')
    : sort !== null && (isRanked || has('newest'))
  if (!isAsked || (has('followers') && !isRanked)) return null
  return plan('creators', parts, { sort: sort ?? 'followers', isCount, certainty: 'certain' })
}

/** "How many likes does Xyz have?" if nothing is called Xyz. */
function unknownName(parts: Parts): LivePlan | null {
  const { words, topics, kinds } = parts
  const isAsked = hasCue(parts, ...counters, 'made', 'published', 'followers', 'joined', 'score')
  const isName = words.length > 0 && words.every(({ isKnown }) => !isKnown) && topics.length + kinds.length === 0
  if (!isAsked || !isName || hasCue(parts, 'most', 'need', 'creation', 'thing')) return null
  return plan('missing', { ...parts, missing: words.map(({ text }) => text).join(' ') })
}

/** A list, a count or a search of creations. */
function creationsPlan(parts: Parts): LivePlan | null {
  const { kinds, topics } = parts
  const has = (...names: string[]) => hasCue(parts, ...names)
  const isNoun = has('creation', 'thing') || kinds.length + topics.length > 0
  const hasYear = parts.pieces.some(({ text }) => /^(?:19|20)\d\d$/.test(text))
  // Categories are known by name.
  const isOfNone = has('category') && topics.length === 0 && parts.words.length > 0
  if (isUnlisted(parts) || (has('published') && hasYear) || (has('count') && isOfNone))
    return isNoun && !parts.isExplanation ? plan('missing', parts, { certainty: 'certain' }) : null
  const sort = sortOf(parts)
  // "Date formatting" asks for no date.
  const isUnused = (piece: Parts['pieces'][number]) =>
    piece.cues.length > 0 &&
    piece.cues.every(cue => (sort === null ? unused : unusedInOrder).test(cue)) &&
    !topics.some(topic => topic.pieces.includes(piece))
  const words = parts.isStatement ? [...parts.words, ...parts.pieces.filter(isUnused)] : parts.words
  // A rare tag is not known by its name.
  const isTagged =
    has('tag') && parts.size === 2 && words.length === 1 && (parts.isStatement || !isOfService(words[0]!))
  const isOfList = isNoun || has('featured') || parts.language !== null || isTagged
  const isCount = has('count') && sort === null
  const isSearch = !isOfList && sort === null
  const isPhrase = parts.isPhrase && words.length <= parameters.phraseWords
  if (has('followers', 'following', 'joined', 'follow') || parts.isNegated || (has('kind') && kinds.length === 0))
    return null
  if ((isSearch && words.length === 0) || (isCount && !isOfList)) return null
  // "More than 1,000 plays" is not a filter.
  if (has('more', 'compare') && (isCount || has(...counters))) return null
  if (isSearch && !isPhrase && !has('need', 'most', 'list')) return null
  const isAsked = has('need', 'list', 'about', 'count') || sort !== null || isNounPhrase(parts) || parts.isShort
  if (words.length > 0 && !isAsked) return null
  if (parts.isExplanation && !has('need')) return null
  const isClear =
    sort !== null ||
    has('featured', 'list', 'need', 'most') ||
    isCount ||
    (topics.length > 0 && parts.size <= topics.length + 2)
  const isCertain =
    !isSearch &&
    !parts.isExplanation &&
    (words.length === 0 ? isClear : words.some(({ isCorrected }) => isCorrected) || (isTagged && parts.isStatement))
  const certainty = isCertain ? 'certain' : isSearch || parts.isExplanation ? 'search' : 'likely'
  return plan('creations', { ...parts, words }, { sort, isCount, filters: filtersOf(parts), certainty })
}

/** Cues that a list of creations does not use: "most popular date library", "newest music player". */
const unusedInOrder = /^(?:when|version|license|links|platforms|instructions|score|bio|status)$/
const unused = /^(?:when|version|license|links|platforms|instructions|score|bio|status|views|plays|likes|remixes)$/

/** A question that is nothing else is a search for its words. */
function searchPlan(parts: Parts): LivePlan | null {
  const words = contentOf(parts)
  const isOther = hasCue(parts, 'count', 'status') || (!parts.isStatement && hasCue(parts, 'who', 'when', 'more'))
  if (isOther || (parts.isNegated && !parts.isStatement) || words.length === 0 || words.length > parameters.searchWords)
    return null
  return plan('creations', { ...parts, words, topics: [], kinds: [] }, { certainty: 'search' })
}
