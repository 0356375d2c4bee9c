// Chooses between the kinds of answers that were found for a question.
import type { Match } from '../retrieve/matching.ts'
import type { FoundPassage } from '../retrieve/pages.ts'
import { parameters } from './parameters.ts'

/** A query of the live community: `coverage` is the share of the question that it explains. */
type LiveCandidate = { coverage: number; unambiguous: boolean }

type Candidates = {
  /** The facts that answer, best first. */
  facts: readonly Match[]
  /** The best match, whether or not it answers; it may be a topic that nothing answers. */
  best: Match | undefined
  /** On a page of the site pack. */
  passage: FoundPassage | null
  live: LiveCandidate | null
  /** A creation or creator that the question seems to name, and that exists. */
  isNamed: boolean
}

type Choice = 'named' | 'live' | 'passage' | 'facts'

/** In order of preference: if the live community has no answer, the next one is used. */
export function choose({ facts, best, passage, live, isNamed }: Candidates): Choice[] {
  const [fact] = facts
  const choices: Choice[] = []
  if (isNamed && (fact?.score ?? 0) < parameters.certainFactScore) choices.push('named')
  if (live !== null && isLiveBetter(live, fact, best)) choices.push('live')
  if (passage !== null && isPassageBetter(passage, fact)) choices.push('passage')
  if (fact !== undefined) choices.push('facts')
  return choices
}

/** Facts of the site pack were written with more care than a passage is found. */
function isPassageBetter({ support }: FoundPassage, fact: Match | undefined): boolean {
  return fact !== undefined && !fact.fact.ofSite && support > fact.score - parameters.pageMargin
}

function isLiveBetter(live: LiveCandidate, fact: Match | undefined, best: Match | undefined): boolean {
  const { liveCoverage, liveMargin, certainPartScore, certainFactScore } = parameters
  if (live.coverage < liveCoverage) return false
  if (live.unambiguous) return true
  if (best?.fact.absent && best.score > Math.max(certainPartScore, live.coverage - 0.2)) return false
  if (fact === undefined) return true
  return live.coverage > Math.min(fact.coverage, fact.score) + liveMargin && fact.score < certainFactScore
}

/** Without facts and live results: a passage of the site's pages, else of the documentation, unless the question is about a topic that nothing answers. */
export function lastResort(best: Match | undefined, passage: FoundPassage | null, docs: FoundPassage | null) {
  const { certainPartScore, docsSupport } = parameters
  const isOpen = best?.fact.absent && best.score >= certainPartScore
  if (passage !== null && !(isOpen && best.fact.ofSite)) return passage
  return docs !== null && docs.support >= docsSupport && !isOpen ? docs : null
}
