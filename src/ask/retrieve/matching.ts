// Finds the fact for a question: the one whose known questions share most of its ideas, weighted by rarity.

import type { Slot } from '../parse/lexicon.ts'
import type { Fact } from './facts.ts'
import { ideaWeights, makeIdeaNumbers } from './idea-weights.ts'
import { makeNearest, type NearestData, type QueryTerm } from './nearest-questions.ts'
import type { QuestionCounts } from './question-index.ts'

export type Match = {
  fact: Fact
  /** 0 to 1: how well question and fact agree. */
  score: number
  /** 0 to 1: the share of the question that the fact covers. */
  coverage: number
  /** Slots of the question that the fact does not cover. */
  missed: readonly Slot[]
  /** 0 to 1: how typical these ideas are for questions about the fact. */
  typical: number
}

export type Matching = {
  /** Best first. */
  find(slots: readonly Slot[], limit: number): Match[]
  weight(slot: Slot): number
}

/** An unknown word weighs as much as a rare one; an everyday word outside our subject weighs less. */
const strangeWeight = 2
const everydayWeight = 0.7
/** Shares of the score: the nearest known question, all questions of the fact together, and coverage. */
const shares = { nearest: 0.5, whole: 0.2, coverage: 0.3 }
/** Tie breaker: the fact for which the question is more typical. */
const typicalMatters = 0.05
/** Last tie breaker: the fact with more content. */
const ahead = (id: string): number => (/\.(?:overview|what|ways)$/.test(id) ? 0.03 : 0)

/** English questions count in every language; `own` is null for English itself. */
type MatchingParts = {
  facts: readonly Fact[]
  english: LanguageQuestions
  own: LanguageQuestions | null
}

/** Known questions of a language. */
export type LanguageQuestions = { ideas: readonly string[]; counts: QuestionCounts; nearest: NearestData }

export function makeMatching({ facts, english, own }: MatchingParts): Matching {
  const ideas = makeIdeaNumbers((own ?? english).ideas)
  const counts = own === null ? [english.counts] : [english.counts, own.counts]
  const weightOfIdea = ideaWeights(ideas, counts)
  const nearest = makeNearest(english.nearest)
  const ownNearest = own === null ? null : makeNearest(own.nearest)
  const weight = ({ ideas: some, known: familiar, everyday, text }: Slot): number => {
    if (everyday) return everydayWeight
    const heaviest = Math.max(0, ...some.map(weightOfIdea))
    if (heaviest > 0) return heaviest
    return familiar || text.length <= 2 ? everydayWeight : strangeWeight
  }
  const shareIn = (fact: number, idea: number): number => {
    let found = 0
    let questions = 0
    for (const count of counts) {
      found += count[fact]!.ideas.get(idea) ?? 0
      questions += count[fact]!.questions
    }
    return found === 0 ? 0 : found / questions
  }

  const find = (slots: readonly Slot[], limit: number): Match[] => {
    const weighed = slots.map(slot => {
      const numbers = slot.ideas.map(ideas.find).filter(number => number !== undefined)
      return { slot, weight: weight(slot), numbers }
    })
    const total = weighed.reduce((sum, one) => sum + one.weight, 0)
    if (total === 0) return []
    const near = nearest(weighed, total)
    for (const [fact, score] of ownNearest?.(weighed, total) ?? []) near.set(fact, Math.max(score, near.get(fact) ?? 0))
    return [...near]
      .map(([index, score]) => matchOf(facts[index]!, idea => shareIn(index, idea), score, weighed, total))
      .sort((one, other) => rank(other) - rank(one) || (one.fact.id < other.fact.id ? -1 : 1))
      .slice(0, limit)
  }
  return { find, weight }
}

const rank = ({ score, typical, fact }: Match): number => score + typicalMatters * typical + ahead(fact.id)

type Weighed = QueryTerm & { slot: Slot }

function matchOf(
  fact: Fact,
  shareOf: (idea: number) => number,
  near: number,
  weighed: readonly Weighed[],
  total: number,
): Match {
  let covered = 0
  let usual = 0
  let typical = 0
  const missed: Slot[] = []
  for (const { slot, weight, numbers } of weighed) {
    const share = Math.max(0, ...numbers.map(shareOf))
    if (share > 0) covered += weight
    else missed.push(slot)
    usual += weight * Math.min(1, share * 3)
    typical += weight * share
  }
  const score = shares.nearest * near + (shares.whole * usual + shares.coverage * covered) / total
  return { fact, score, coverage: covered / total, missed, typical: typical / total }
}
