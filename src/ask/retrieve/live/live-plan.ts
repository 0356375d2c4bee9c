// A query of the live community that answers a question.
import { parameters } from '../../decide/parameters.ts'
import type { FoundCreations } from './community.ts'
import { isOfService, type Parts } from './parts.ts'

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

export function plan(subject: Subject, parts: Parts, more: Partial<LivePlan> = {}): LivePlan {
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

/** "Something to draw", "which games have dragons", "guitar tuner?", but not "does the app have a dark mode?" */
const isSought = ({ cues, kinds, isStatement, isPhrase }: Parts): boolean => {
  const isThing = cues.has('need') && cues.has('thing')
  if (cues.has('count') || (!isThing && ['creator', 'who', 'when'].some(cue => cues.has(cue)))) return false
  const isListed = kinds.length > 0 || cues.has('thing') || cues.has('creation')
  return isStatement || isPhrase || cues.has('need') || (cues.has('list') && isListed)
}
