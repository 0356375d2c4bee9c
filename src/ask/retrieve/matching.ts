// Finds the facts that may answer a question: compares its ideas (see parse/lexicon.ts) with those of the example questions
// of each fact. Rare ideas weigh more.

import { parameters } from '../decide/parameters.ts'
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
  /** By which matches are ordered: the score, and a small bonus. */
  rank: number
}

export type Matcher = {
  /** Best first. */
  find(slots: readonly Slot[], limit: number): Match[]
  weight(slot: Slot): number
}

/** English questions count in every language; `own` is null for English itself. */
type MatcherParts = {
  facts: readonly Fact[]
  english: LanguageQuestions
  own: LanguageQuestions | null
}

/** Example questions of a language. `ideas` is the list of ideas by number; in all languages it begins with the English one. */
export type LanguageQuestions = { ideas: readonly string[]; counts: QuestionCounts; nearest: NearestData }

export function makeMatcher({ facts, english, own }: MatcherParts): Matcher {
  const ideaNumbers = makeIdeaNumbers((own ?? english).ideas)
  const counts = own === null ? [english.counts] : [english.counts, own.counts]
  const weightOfIdea = ideaWeights(ideaNumbers, counts)
  const { names } = ideaNumbers
  const nearest = makeNearest(english.nearest, names, weightOfIdea)
  const ownNearest = own === null ? null : makeNearest(own.nearest, names, weightOfIdea)
  const weight = ({ ideas, known, everyday, text }: Slot): number => {
    if (everyday) return parameters.everydayWeight
    const heaviest = Math.max(0, ...ideas.map(weightOfIdea))
    if (heaviest > 0) return heaviest
    return known || text.length <= 2 ? parameters.everydayWeight : parameters.unknownWordWeight
  }
  /** The share of the fact's example questions that contain the idea. */
  const frequencyIn = (factIndex: number, idea: number): number => {
    let containing = 0
    let all = 0
    for (const byFact of counts) {
      const { ideas, questions } = byFact[factIndex]!
      containing += ideas.get(idea) ?? 0
      all += questions
    }
    return containing === 0 ? 0 : containing / all
  }

  const find = (slots: readonly Slot[], limit: number): Match[] => {
    const terms = slots.map(slot => {
      const numbers = slot.ideas.map(ideaNumbers.find).filter(number => number !== undefined)
      return { slot, weight: weight(slot), numbers }
    })
    const total = terms.reduce((sum, term) => sum + term.weight, 0)
    if (total === 0) return []
    const scores = nearest(terms, total)
    for (const [index, score] of ownNearest?.(terms, total) ?? [])
      scores.set(index, Math.max(score, scores.get(index) ?? 0))
    const ranked = [...scores].map(([index, score]) => scoreOf(index, score, terms, total))
    ranked.sort((one, other) => other.rank - one.rank || (facts[one.index]!.id < facts[other.index]!.id ? -1 : 1))
    return ranked.slice(0, limit).map(({ index, ...scored }) => {
      const missed = terms.filter(({ numbers }) => numbers.every(idea => frequencyIn(index, idea) === 0))
      return { ...scored, fact: facts[index]!, missed: missed.map(({ slot }) => slot) }
    })
  }
  const scoreOf = (index: number, nearestScore: number, terms: readonly QueryTerm[], total: number) => {
    let covered = 0
    let frequent = 0
    let typical = 0
    for (const { weight, numbers } of terms) {
      let frequency = 0
      for (const idea of numbers) frequency = Math.max(frequency, frequencyIn(index, idea))
      if (frequency > 0) covered += weight
      frequent += weight * Math.min(1, frequency / parameters.fullFrequency)
      typical += weight * frequency
    }
    const { scoreOfNearest, scoreOfFrequency, scoreOfCoverage, typicalityBonus } = parameters
    const score = scoreOfNearest * nearestScore + (scoreOfFrequency * frequent + scoreOfCoverage * covered) / total
    return { index, score, coverage: covered / total, rank: score + (typicalityBonus * typical) / total }
  }
  return { find, weight }
}
