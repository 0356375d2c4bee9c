// Ideas by number, and their weights: the rarer an idea, the more it says about the fact in question.
import type { QuestionCounts } from './question-index.ts'

type IdeaNumbers = {
  number(idea: string): number
  find(idea: string): number | undefined
  names: readonly string[]
}

export function makeIdeaNumbers(saved: readonly string[] = []): IdeaNumbers {
  const names = [...saved]
  const numbers = new Map(names.map((name, number) => [name, number]))
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

/** The kind of question matters less than its subject. */
const frameWeight = 0.35
const slightFrames: ReadonlySet<string> = new Set([
  'frame.self', 'frame.can', 'frame.request', 'frame.list', 'frame.behalf', 'frame.any',
]) // biome-ignore format: a list
/** Maximum for a word without an idea that occurs in known questions. */
const wordWeight = 1.6
/** 2 may mean "to", and 5 "some". */
const smallNumber = /^n:\d$/

/** From 0.6 for an idea that most facts share to 2.6 for one of a single fact; 0 for one that none has. */
export function ideaWeights(ideas: IdeaNumbers, indexes: readonly QuestionCounts[]): (idea: string) => number {
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
