// How people ask for facts in one language, with numbers for ideas. Languages share the numbers.
import type { Slot } from '../parse/lexicon.ts'
import type { Known } from './nearest-questions.ts'

export type QuestionIndex = {
  /** The questions that differ in their ideas. */
  known(): Known[]
  /** For each fact: how many questions it has, and in how many of them each idea occurs. */
  counts: readonly { questions: number; ideas: ReadonlyMap<number, number> }[]
}

export function makeQuestionIndex(
  facts: number,
  ideas: { number(idea: string): number },
): QuestionIndex & { add(fact: number, slots: readonly Slot[]): void } {
  const counts = Array.from({ length: facts }, () => ({ questions: 0, ideas: new Map<number, number>() }))
  const distinct = new Map<string, Known>()
  return {
    add(fact, slots) {
      const numbers = slots.map(slot => slot.ideas.filter(isOurs).map(ideas.number))
      const own = [...new Set(numbers.flat())].sort((one, other) => one - other)
      const count = counts[fact]!
      count.questions++
      for (const idea of own) count.ideas.set(idea, (count.ideas.get(idea) ?? 0) + 1)
      distinct.set(`${fact}:${own.join()}`, { fact, slots: numbers })
    },
    known: () => [...distinct.values()],
    counts,
  }
}

/** That a topic is absent is for the gate to know. */
const isOurs = (idea: string): boolean => !idea.startsWith('absent.')
