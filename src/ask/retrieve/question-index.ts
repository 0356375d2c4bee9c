// The known questions of one language, with ideas as numbers. Every language continues the numbering of English.
import type { Slot } from '../parse/lexicon.ts'
import type { Fact } from './facts.ts'
import type { IndexedQuestion } from './nearest-questions.ts'

type QuestionIndex = {
  /** Questions with distinct ideas. */
  questions: IndexedQuestion[]
  counts: QuestionCounts
}

/** For each fact: how many questions it has, and in how many of them each idea occurs. */
export type QuestionCounts = readonly { questions: number; ideas: ReadonlyMap<number, number> }[]

/** `questions` returns the questions of a fact, each as slots. */
export function makeQuestionIndex(
  facts: readonly Fact[],
  ideas: { number(idea: string): number },
  questions: (fact: Fact) => Iterable<readonly Slot[]>,
): QuestionIndex {
  const distinct = new Map<string, IndexedQuestion>()
  const counts = facts.map((fact, index) => {
    const count = { questions: 0, ideas: new Map<number, number>() }
    for (const slots of questions(fact)) {
      const numbers = slots.map(slot => slot.ideas.filter(isOurs).map(ideas.number))
      const own = [...new Set(numbers.flat())].sort((one, other) => one - other)
      count.questions++
      for (const idea of own) count.ideas.set(idea, (count.ideas.get(idea) ?? 0) + 1)
      distinct.set(`${index}:${own.join()}`, { fact: index, slots: numbers })
    }
    return count
  })
  return { questions: [...distinct.values()], counts }
}

/** Absent topics are handled by accept-match.ts. */
const isOurs = (idea: string): boolean => !idea.startsWith('absent.')
