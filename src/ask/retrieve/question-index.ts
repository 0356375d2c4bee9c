// The example questions of one language, with ideas as numbers. Every language continues the numbering of English.
import type { Slot } from '../parse/lexicon.ts'
import type { Fact } from './facts.ts'
import type { IndexedQuestion } from './nearest-questions.ts'

type QuestionIndex = {
  /** Questions of the same fact with the same ideas are listed once. */
  questions: IndexedQuestion[]
  counts: QuestionCounts
}

/** For each fact: how many example questions it has, and in how many of them each idea occurs. */
export type QuestionCounts = readonly { questions: number; ideas: ReadonlyMap<number, number> }[]

/** `questions` returns the questions of a fact, each as slots. */
export function makeQuestionIndex(
  facts: readonly Fact[],
  ideas: { number(idea: string): number },
  questions: (fact: Fact) => Iterable<readonly Slot[]>,
): QuestionIndex {
  const indexed = new Map<string, IndexedQuestion>()
  const counts = facts.map((fact, index) => {
    const count = { questions: 0, ideas: new Map<number, number>() }
    for (const slots of questions(fact)) {
      const numbers = slots.map(slot => slot.ideas.filter(isPresent).map(ideas.number))
      const distinctIdeas = [...new Set(numbers.flat())].sort((one, other) => one - other)
      count.questions++
      for (const idea of distinctIdeas) count.ideas.set(idea, (count.ideas.get(idea) ?? 0) + 1)
      indexed.set(`${index}:${distinctIdeas.join()}`, { fact: index, slots: numbers })
    }
    return count
  })
  return { questions: [...indexed.values()], counts }
}

/** accept-match.ts handles ideas of absent topics. */
const isPresent = (idea: string): boolean => !idea.startsWith('absent.')
