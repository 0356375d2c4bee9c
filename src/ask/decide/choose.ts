// Chooses between the kinds of answers that were found for a question.
import { wordsOf } from '../../store/search-text.ts'
import type { Slot } from '../parse/lexicon.ts'
import { introductionId } from '../retrieve/facts.ts'
import { hasCue, isOfService } from '../retrieve/live/parts.ts'
import type { LivePlan } from '../retrieve/live/plan.ts'
import type { Match } from '../retrieve/matching.ts'
import type { FoundPassage } from '../retrieve/pages.ts'
import { parameters } from './parameters.ts'

type Candidates = {
  /** The facts that answer, best first. */
  facts: readonly Match[]
  /** The best match, whether or not it answers; it may be a topic that nothing answers. */
  best: Match | undefined
  /** On a page of the site pack. */
  passage: FoundPassage | null
  live: LivePlan | null
  /** What the question names may be in the previous question. */
  isFollowUp: boolean
}

type Choice = 'live' | 'passage' | 'facts'

/** In order of preference: if the live community has no answer, the next one is used. */
export function choose({ facts: [fact], best, passage, live, isFollowUp }: Candidates): Choice[] {
  const choices: Choice[] = []
  if (live !== null && isLiveBetter(live, fact, isFollowUp ? undefined : best)) choices.push('live')
  // Facts of the site pack were written with more care than a passage is found.
  const isOwn = fact?.fact.ofSite || (fact?.fact.id === introductionId && fact.score >= parameters.certainFactScore)
  if (passage !== null && fact !== undefined && !isOwn && passage.support > fact.score) choices.push('passage')
  if (fact !== undefined && !isUnlikely(fact, live)) choices.push('facts')
  return choices
}

/**
 * A question with everyday words that the fact does not have is hardly about the service. "Something for" and a text that
 * is no question are more likely to look for something in the community.
 */
function isUnlikely({ fact, score, coverage, missed }: Match, live: LivePlan | null): boolean {
  if (fact.ofSite) return false
  if (score < parameters.everydayFactScore && missed.some(slot => isEveryday(slot, live))) return true
  if (live === null) return false
  const { isStatement, pieces, cues } = live.parts
  const isNeed = pieces.some(({ cues }) => cues.includes('need') && !cues.includes('thing'))
  if (isNeed && (isStatement ? cues.has('thing') : 'language' in live.filters))
    return score < parameters.certainFactScore
  return isStatement && score < parameters.statementFactScore && coverage < parameters.statementFactCoverage
}

/** An everyday word that says nothing about the community. */
export const isEveryday = ({ text, everyday }: Slot, live: LivePlan | null): boolean =>
  everyday === true && !live?.parts.pieces.some(piece => piece.text === text && piece.cues.length > 0)

/** Whether the question is about a topic that nothing answers. */
const isOpen = (best: Match | undefined, score: number): boolean => (best?.fact.absent && best.score >= score) ?? false

function isLiveBetter(live: LivePlan, fact: Match | undefined, best: Match | undefined): boolean {
  const { liveCoverage, liveMargin, certainPartScore, certainFactScore } = parameters
  const { certainty, coverage, parts } = live
  if (certainty === 'certain') {
    // A creation may have any title, also one that is a question about the service.
    const { creations, creators, topics, kinds, missing } = parts
    const isAsked =
      live.isCount ||
      live.sort !== null ||
      live.aspects.some(aspect => aspect !== 'about') ||
      (topics.length > 0 && hasCue(parts, 'tag', 'category') && parts.isStatement)
    const named = creations.length + creators.length + (best === undefined || kinds.length > 0 ? 0 : topics.length)
    if (named === 0 || isAsked || missing?.startsWith('@')) return true
    // Without a question, built-in topics are ordinary words: "plugins" may be a tag.
    const isTopicOpen = isOpen(best, certainPartScore) && (best?.fact.ofSite || !parts.isStatement)
    return (fact?.score ?? 0) < certainFactScore && !isTopicOpen
  }
  if (live.found) return (live.isSought || live.sort !== null || live.isCount) && isFoundBetter(live, fact, best)
  if (certainty === 'search' || coverage < liveCoverage || isOpen(best, Math.max(certainPartScore, coverage - 0.2)))
    return false
  if (fact === undefined) return true
  return coverage > Math.min(fact.coverage, fact.score) + liveMargin && fact.score < certainFactScore
}

/** Words that are not of the service, and that the community uses, mean something of the community. */
function isFoundBetter({ parts, found, sort }: LivePlan, fact: Match | undefined, best: Match | undefined): boolean {
  const { page, query, support } = found!
  const has = (...names: string[]) => hasCue(parts, ...names)
  const used = wordsOf(page.searched ?? '')
  const isWhole = page.match === 'all'
  const isForeign = parts.words.some(word => !isOfService(word) && wordsOf(word.text).some(one => used.includes(one)))
  const isFiltered = Object.keys(query).some(key => key !== 'q')
  if (sort !== null && has('list') && !parts.isExplanation && support === 1) return true
  // Creations with some of the words of what is described may be what is meant.
  const isWeak = used.length === 1 && !isForeign
  const isDescribed = has('thing', 'need', 'to')
    ? parts.isStatement || (has('thing') && !isWeak)
    : parts.isStatement && !isWeak
  const isDoubtful = page.match === 'partial' && !isDescribed
  if (isDoubtful && (fact !== undefined || (best?.score ?? 0) >= parameters.partialFactScore)) return false
  const openScore = parts.isStatement ? parameters.certainPartScore : parameters.openScore
  if (isOpen(best, openScore) && !isForeign && (best?.fact.ofSite || !isWhole)) return false
  const { foreignFactScore, soughtFactScore } = parameters
  // Creations with all words of a text that is no question are what it describes.
  if (parts.isStatement && isWhole && used.length > 1 && !fact?.fact.ofSite) return true
  // "A tracker for my plants"
  const isOfKind = parts.isStatement && parts.kinds.length > 0 && has('to')
  if (isOfKind && (isWhole || isFiltered)) return (fact?.score ?? 0) < parameters.certainFactScore
  const isTitled = page.items.some(({ title }) => used.every(word => wordsOf(title).includes(word)))
  const isNamed = parts.isStatement || (has('need') && (isTitled || has('thing')))
  const isClose = support >= parameters.partialShare
  const isOfCommunity = isClose && (isForeign || isFiltered || (isWhole && isNamed))
  return (fact?.score ?? 0) < (isOfCommunity ? foreignFactScore : soughtFactScore)
}

/** Whether a fact that is not certain would only hide that the community has nothing of the kind. */
export const isLiveOnly = ({ subject, coverage }: LivePlan, [fact]: readonly Match[]): boolean =>
  subject === 'missing' ||
  (coverage >= parameters.certainLiveCoverage && (fact?.score ?? 1) < parameters.certainPartScore)

/** Whether a plan is used only if nothing else answers. */
export const isLastResort = ({ certainty, isSought, sort }: LivePlan): boolean =>
  certainty === 'search' && !isSought && sort === null

/** Unless the question is about a topic that nothing answers. */
export const isSearchable = (best: Match | undefined): boolean => !isOpen(best, parameters.openScore)

/**
 * Without facts and live results: a passage of the site's pages, else a search of the community, unless the question is
 * about a topic that nothing answers.
 */
export function lastResort({ best, passage, live }: Pick<Candidates, 'best' | 'passage' | 'live'>): Choice | null {
  if (passage !== null && (isSearchable(best) || !best?.fact.ofSite)) return 'passage'
  return isSearchable(best) && live?.found?.page.match === 'all' && !live.isSought ? 'live' : null
}
