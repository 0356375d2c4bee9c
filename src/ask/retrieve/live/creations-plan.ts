// Plans lists, counts and searches of creations.
import { counters } from '../../../site/site.ts'
import { parameters } from '../../decide/parameters.ts'
import { filtersOf, sortOf } from './filters.ts'
import { type LivePlan, plan } from './live-plan.ts'
import type { Parts } from './parts.ts'

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
export function searchPlan(parts: Parts): LivePlan | null {
  const words = parts.pieces.filter(
    ({ isStop, cues, text, ideas }) =>
      !isStop &&
      !/^\d$/.test(text) &&
      !(ideas.length > 0 && ideas.every(idea => idea.startsWith('frame.'))) &&
      !cues.some(cue => askingCues.includes(cue)),
  )
  const others = parts.isStatement ? ['count', 'status'] : ['who', 'when', 'count', 'more', 'status']
  const isOther = others.some(cue => parts.cues.has(cue))
  if (isOther || (parts.isNegated && !parts.isStatement) || words.length === 0 || words.length > parameters.searchWords)
    return null
  return plan('creations', { ...parts, words, topics: [], kinds: [] }, { certainty: 'search' })
}

const hasYear = ({ pieces }: Parts): boolean => pieces.some(({ text }) => /^(?:19|20)\d\d$/.test(text))

/** Cues that ask for something about a creation, and are ordinary words in a question for creations. */
const wordCues = ['language', 'license', 'version', 'platforms', 'links', 'bio', 'instructions', 'views', 'score']

export function creationsPlan(given: Parts): LivePlan | null {
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
