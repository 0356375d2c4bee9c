// Chooses between the kinds of answers that were found for a question.

import { wordsOf } from '../../store/search-text.ts'
import { introductionId } from '../retrieve/generated-facts.ts'
import { isOfService } from '../retrieve/live/parts.ts'
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
export function choose({ facts, best, passage, live, isFollowUp }: Candidates): Choice[] {
  const [fact] = facts
  const choices: Choice[] = []
  if (live !== null && isLiveBetter(live, fact, isFollowUp ? undefined : best)) choices.push('live')
  if (passage !== null && isPassageBetter(passage, fact)) choices.push('passage')
  if (fact !== undefined) choices.push('facts')
  return choices
}

/** Facts of the site pack were written with more care than a passage is found. */
function isPassageBetter({ support }: FoundPassage, fact: Match | undefined): boolean {
  if (
    fact === undefined ||
    fact.fact.ofSite ||
    (fact.fact.id === introductionId && fact.score >= parameters.certainFactScore)
  )
    return false
  return support > fact.score
}

function isLiveBetter(live: LivePlan, fact: Match | undefined, best: Match | undefined): boolean {
  const { liveCoverage, liveMargin, certainPartScore, certainFactScore } = parameters
  const { certainty, coverage, parts } = live
  // A creation may have any title, also one that is a question about the service.
  const { creations, creators, topics, kinds, missing } = parts
  const isAsked =
    live.isCount || live.sort !== null || live.aspects.some(aspect => aspect !== 'about') || missing?.startsWith('@')
  const named = creations.length + creators.length + (best === undefined || kinds.length > 0 ? 0 : topics.length)
  const isNamed = named > 0 && !isAsked
  const isOpen = best?.fact.absent && best.score >= certainPartScore
  if (certainty === 'certain') return !isNamed || ((fact?.score ?? 0) < certainFactScore && !isOpen)
  if (live.found) return (live.isSought || live.sort !== null || live.isCount) && isFoundBetter(live, fact, best)
  if (certainty === 'search' || coverage < liveCoverage) return false
  if (best?.fact.absent && best.score > Math.max(certainPartScore, coverage - 0.2)) return false
  if (fact === undefined) return true
  return coverage > Math.min(fact.coverage, fact.score) + liveMargin && fact.score < certainFactScore
}

/** Words that are not of the service, and that the community uses, mean something of the community. */
function isFoundBetter({ parts, found, sort }: LivePlan, fact: Match | undefined, best: Match | undefined): boolean {
  const used = new Set(wordsOf(found?.page.searched ?? ''))
  const isForeign = parts.words.some(word => !isOfService(word) && wordsOf(word.text).some(one => used.has(one)))
  const isFiltered = parts.topics.length + parts.kinds.length > 0
  const isTitled = found?.page.items.some(({ title }) => {
    const inTitle = new Set(wordsOf(title))
    return found.page.match === 'all' && [...used].every(word => inTitle.has(word))
  })
  const isNamed = parts.cues.has('need') && (isTitled || (parts.cues.has('thing') && found?.page.match === 'all'))
  if (sort !== null && parts.cues.has('list') && !parts.isExplanation && found?.support === 1) return true
  if (found?.page.match === 'partial' && !isDescribed(parts, used.size === 1 && !isForeign)) {
    if (fact !== undefined || (best?.score ?? 0) >= parameters.partialFactScore) return false
  }
  const openScore = parts.isStatement ? parameters.certainPartScore : parameters.openScore
  const isThing = parts.cues.has('thing') || parts.cues.has('creation')
  const isExplicit = isThing && (parts.cues.has('need') || parts.cues.has('to')) && found?.page.match === 'all'
  if (best?.fact.absent && best.score >= openScore && !isForeign && !isExplicit) return false
  return (
    (fact?.score ?? 0) < (isForeign || isFiltered || isNamed ? parameters.foreignFactScore : parameters.soughtFactScore)
  )
}

/** Whether a question describes something to look for, so that creations with some of its words may be what is meant. */
const isDescribed = ({ cues, isStatement }: LivePlan['parts'], isWeak: boolean): boolean =>
  ['thing', 'need', 'to'].some(cue => cues.has(cue))
    ? isStatement || (cues.has('thing') && !isWeak)
    : isStatement && !isWeak

/** Whether a fact that is not certain would only hide that the community has nothing of the kind. */
export const isLiveOnly = ({ subject, coverage }: LivePlan, [fact]: readonly Match[]): boolean =>
  subject === 'missing' ||
  (coverage >= parameters.certainLiveCoverage && (fact?.score ?? 1) < parameters.certainPartScore)

/** Whether a plan is used only if nothing else answers. */
export const isLastResort = ({ certainty, isSought, sort }: LivePlan): boolean =>
  certainty === 'search' && !isSought && sort === null

/** Unless the question is about a topic that nothing answers. */
export const isSearchable = (best: Match | undefined): boolean =>
  !(best?.fact.absent && best.score >= parameters.openScore)

type Rest = Pick<Candidates, 'best' | 'passage' | 'live'> & { docs: FoundPassage | null }

/**
 * Without facts and live results, in order of preference: a passage of the site's pages, else a search of the community or
 * a passage of the documentation, unless the question is about a topic that nothing answers.
 */
export function lastResort({ best, passage, docs, live }: Rest): (FoundPassage | 'live')[] {
  const { certainPartScore, docsSupport } = parameters
  const isOpen = best?.fact.absent && best.score >= certainPartScore
  if (passage !== null && (isSearchable(best) || !best?.fact.ofSite)) return [passage]
  const documented = !isOpen && docs !== null && docs.closest >= docsSupport ? [docs] : []
  return isSearchable(best) && live?.found?.page.match === 'all' && !live.isSought
    ? [...documented, 'live']
    : documented
}
