// Which fact a question asks for: the one whose known questions share most of its ideas, rare ideas counting more.

import type { Slot } from '../parse/lexicon.ts'
import type { Turn } from '../yield-slices.ts'
import type { Fact } from './facts.ts'
import { type Asked, makeNearest, type Nearest } from './nearest-questions.ts'
import type { QuestionIndex } from './question-index.ts'

export type Match = {
  fact: Fact
  /** 0 to 1: how well question and fact agree. */
  score: number
  /** 0 to 1: how much of the question the fact speaks of. */
  coverage: number
  /** The pieces of the question that the fact does not speak of. */
  missed: readonly Slot[]
  /** 0 to 1: how usual it is to ask for the fact in these ideas. */
  typical: number
}

export type Matching = {
  /** Best first. */
  find(slots: readonly Slot[], limit: number): Match[]
  weight(slot: Slot): number
}

/** What kind of question it is says less than what it is about. */
const frameWeight = 0.35
const slightFrames: ReadonlySet<string> = new Set([
  'frame.self', 'frame.can', 'frame.request', 'frame.list', 'frame.behalf', 'frame.any',
]) // biome-ignore format: a list
/** A word that nobody told us about matters as much as a rare one; an everyday word that is none of ours less. */
const strangeWeight = 2
const everydayWeight = 0.7
/** At most, for a word that stands for no idea, though somebody uses it to ask for a fact. */
const wordWeight = 1.6
/** 2 may stand for to, and 5 for some. */
const smallNumber = /^n:\d$/
/** How much the nearest known question says, how much all of a fact's questions together, and how much coverage. */
const shares = { nearest: 0.5, whole: 0.2, coverage: 0.3 }
/** Among facts that agree alike, the one that is usually asked for so. */
const typicalMatters = 0.05
/** When nothing else decides, the fact that tells more. */
const ahead = (id: string): number => (/\.(?:overview|what|ways)$/.test(id) ? 0.03 : 0)

export type IdeaNumbers = {
  number(idea: string): number
  find(idea: string): number | undefined
  names: readonly string[]
}

export function makeIdeaNumbers(): IdeaNumbers {
  const numbers = new Map<string, number>()
  const names: string[] = []
  return {
    number(idea) {
      const before = numbers.get(idea)
      if (before !== undefined) return before
      numbers.set(idea, names.length)
      names.push(idea)
      return names.length - 1
    },
    find: idea => numbers.get(idea),
    names,
  }
}

/** English is asked in every language, so how facts are asked for in English is the base of them all. */
export type Base = {
  facts: readonly Fact[]
  ideas: IdeaNumbers
  counts: QuestionIndex['counts']
  nearest: Nearest
}

export async function makeBase(
  facts: readonly Fact[],
  ideas: IdeaNumbers,
  { known, counts }: QuestionIndex,
  turn: Turn,
): Promise<Base> {
  const weightOfIdea = await ideaWeights(ideas, [counts], turn)
  return { facts, ideas, counts, nearest: await makeNearest(known(), ideas.names, weightOfIdea, turn) }
}

/** `own` is how facts are asked for in the language, which is null for English. */
export async function makeMatching(base: Base, own: QuestionIndex | null, turn: Turn): Promise<Matching> {
  const { facts, ideas, nearest } = base
  const counts = own === null ? [base.counts] : [base.counts, own.counts]
  const weightOfIdea = await ideaWeights(ideas, counts, turn)
  const ownNearest = own === null ? null : await makeNearest(own.known(), ideas.names, weightOfIdea, turn)
  const weight = ({ ideas: some, known: familiar, everyday, text }: Slot): number => {
    if (everyday) return everydayWeight
    const most = Math.max(0, ...some.map(weightOfIdea))
    if (most > 0) return most
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

type Weighed = Asked & { slot: Slot }

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

/** From 0.6 for an idea that most facts share to 2.6 for one of a single fact; 0 for one that none has. */
async function ideaWeights(
  ideas: IdeaNumbers,
  indexes: readonly QuestionIndex['counts'][],
  turn: Turn,
): Promise<(idea: string) => number> {
  const facts = indexes[0]!.length
  const having = new Uint16Array(ideas.names.length)
  const lastFact = new Int32Array(having.length).fill(-1)
  for (let fact = 0; fact < facts; fact++) {
    for (const counts of indexes) {
      for (const idea of counts[fact]!.ideas.keys()) {
        if (lastFact[idea] !== fact) having[idea]!++
        lastFact[idea] = fact
      }
    }
    await turn()
  }
  const rarest = Math.log(1 + facts)
  return idea => {
    if (idea.startsWith('frame.')) return slightFrames.has(idea) ? frameWeight / 3 : frameWeight
    if (smallNumber.test(idea)) return frameWeight
    const n = having[ideas.find(idea) ?? having.length] ?? 0
    if (n === 0) return 0
    const rare = 0.6 + (2 * Math.log(facts / n + 1)) / rarest
    return idea.startsWith('w:') ? Math.min(rare, wordWeight) : rare
  }
}
