// Finds the facts that may answer a question: compares its ideas (see parse/lexicon.ts) with those of the example questions
// of each fact. Rare ideas weigh more.
import { getOrCreate } from '../../util/memoize.ts'
import { parameters } from '../decide/parameters.ts'
import type { Slot } from '../parse/lexicon.ts'
import type { Fact } from './facts.ts'

export type Match = {
  fact: Fact
  /** 0 to 1: how well question and fact agree. */
  score: number
  /** 0 to 1: the share of the question that the fact covers. */
  coverage: number
  /** Slots of the question that the fact does not cover. */
  missed: readonly Slot[]
}

export type Matcher = ReturnType<typeof makeMatcher>

/** A slot of a query, its share of the weight of the query, and the example question that it was last found in. */
type Term = { slot: Slot; share: number; foundIn: number }

/** An example question: the number of its fact, and the ideas of its slots. */
export type ExampleQuestion = { fact: number; slots: readonly (readonly string[])[] }

/** drafting.ts handles ideas of absent topics. */
export const exampleQuestion = (fact: number, slots: readonly Slot[]): ExampleQuestion => ({
  fact,
  slots: slots.map(({ ideas }) => ideas.filter(idea => !idea.startsWith('absent.'))),
})

/** `questions` are those of the language, and the English ones, which count in every language. */
export function makeMatcher(facts: readonly Fact[], questions: readonly ExampleQuestion[]) {
  const byIdea = new Map<string, number[]>()
  const examples = facts.map(() => ({ questions: 0, withIdea: new Map<string, number>() }))
  for (const [number, { fact, slots }] of questions.entries()) {
    const { withIdea } = examples[fact]!
    examples[fact]!.questions++
    for (const idea of new Set(slots.flat())) {
      withIdea.set(idea, (withIdea.get(idea) ?? 0) + 1)
      if (!isFrame(idea)) getOrCreate(byIdea, idea, () => []).push(number)
    }
  }
  const weightOfIdea = ideaWeights(examples.map(({ withIdea }) => withIdea))
  const weightOfSlot = (ideas: readonly string[]) => ideas.reduce((most, idea) => Math.max(most, weightOfIdea(idea)), 0)
  const weightOfQuestion = questions.map(({ slots }) => slots.reduce((sum, ideas) => sum + weightOfSlot(ideas), 0))
  const weight = ({ ideas, known, everyday, text }: Slot): number => {
    const heaviest = everyday ? 0 : weightOfSlot(ideas)
    if (heaviest > 0) return heaviest
    return known || everyday || text.length <= 2 ? parameters.everydayWeight : parameters.unknownWordWeight
  }
  /** How well an example question agrees: what it has of the query, less what else it has. */
  const agreement = (number: number, termsByIdea: ReadonlyMap<string, readonly Term[]>): number => {
    let common = 0
    let covered = 0
    for (const ideas of questions[number]!.slots) {
      let isAsked = false
      for (const idea of ideas)
        for (const term of termsByIdea.get(idea) ?? none) {
          isAsked = true
          if (term.foundIn !== number) covered += term.share
          term.foundIn = number
        }
      if (isAsked) common += weightOfSlot(ideas)
    }
    return covered * (1 - parameters.missingIdeasPenalty * (1 - common / weightOfQuestion[number]!))
  }
  const findAll = (slots: readonly Slot[]): Match[] => {
    const total = slots.reduce((sum, slot) => sum + weight(slot), 0)
    const terms = slots.map(slot => ({ slot, share: weight(slot) / total, foundIn: -1 }))
    const termsByIdea = new Map<string, Term[]>()
    for (const term of terms) for (const idea of term.slot.ideas) getOrCreate(termsByIdea, idea, () => []).push(term)
    const nearest = new Map<number, number>()
    for (const number of new Set(termsByIdea.keys().flatMap(idea => byIdea.get(idea) ?? []))) {
      const { fact } = questions[number]!
      nearest.set(fact, Math.max(agreement(number, termsByIdea), nearest.get(fact) ?? 0))
    }
    const matches = [...nearest].map(([number, best]): Match => {
      const { questions: all, withIdea } = examples[number]!
      const { scoreOfNearest, scoreOfFrequency, scoreOfCoverage, fullFrequency } = parameters
      const missed: Slot[] = []
      let coverage = 0
      let frequent = 0
      for (const { slot, share } of terms) {
        const frequency = slot.ideas.reduce((most, idea) => Math.max(most, withIdea.get(idea) ?? 0), 0) / all
        if (frequency === 0) missed.push(slot)
        else coverage += share
        frequent += share * Math.min(1, frequency / fullFrequency)
      }
      const score = scoreOfNearest * best + scoreOfFrequency * frequent + scoreOfCoverage * coverage
      return { fact: facts[number]!, score, coverage, missed }
    })
    return matches.sort((one, other) => other.score - one.score || (one.fact.id < other.fact.id ? -1 : 1))
  }
  // The same question is looked up several times, with different limits.
  const found = new WeakMap<readonly Slot[], Match[]>()
  return {
    weight,
    /** Best first. */
    find(slots: readonly Slot[], limit: number): Match[] {
      const all = found.get(slots) ?? findAll(slots)
      found.set(slots, all)
      return all.slice(0, limit)
    },
  }
}

const none: readonly Term[] = []
const isFrame = (idea: string): boolean => idea.startsWith('frame.')
/** Frames that say almost nothing have a third of the weight of others. */
const weakFrames = /^frame\.(?:self|can|request|list|behalf|give|any)$/
/** Single digits weigh little, because they are often not meant as numbers: "2" for "to", "5 examples" for "some examples". */
const singleDigit = /^n:\d$/

/**
 * 0.8 to 0.9 for an idea that all facts share, 2.6 for an idea of a single fact, 0 for an idea that none has. Frames,
 * single digits and plain words weigh less.
 */
function ideaWeights(ideasByFact: readonly ReadonlyMap<string, number>[]): (idea: string) => number {
  const facts = ideasByFact.length
  const factsWith = new Map<string, number>()
  for (const ideas of ideasByFact) for (const idea of ideas.keys()) factsWith.set(idea, (factsWith.get(idea) ?? 0) + 1)
  const weightOf = (idea: string, n: number): number => {
    const { frameWeight, maxWordWeight } = parameters
    if (isFrame(idea)) return weakFrames.test(idea) ? frameWeight / 3 : frameWeight
    if (singleDigit.test(idea)) return frameWeight
    const rare = n === 0 ? 0 : 0.6 + (2 * Math.log(facts / n + 1)) / Math.log(1 + facts)
    return idea.startsWith('w:') ? Math.min(rare, maxWordWeight) : rare
  }
  const weights = new Map([...factsWith].map(([idea, n]) => [idea, weightOf(idea, n)]))
  return idea => weights.get(idea) ?? weightOf(idea, 0)
}
