// Numbers and weights of ideas. An idea is a concept found in a question, as text: `frame.…` is the kind of question,
// `w:…` a plain word, `n:…` a number, anything else a subject. The rarer an idea, the more it says about which fact answers
// a question.
import { parameters } from '../decide/parameters.ts'
import type { QuestionCounts } from './question-index.ts'

type IdeaNumbers = {
  /** Adds the idea if it is new. */
  number(idea: string): number
  find(idea: string): number | undefined
  /** The ideas by number. */
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

/** Frames that say almost nothing have a third of the weight of others. */
const weakFrames: ReadonlySet<string> = new Set([
  'frame.self', 'frame.can', 'frame.request', 'frame.list', 'frame.behalf', 'frame.any',
]) // biome-ignore format: a list
/** Single digits weigh little, because they are often not meant as numbers: "2" for "to", "5 examples" for "some examples". */
const singleDigit = /^n:\d$/

/**
 * 0.8 to 0.9 for an idea that all facts share, 2.6 for an idea of a single fact, 0 for an idea that none has. Frames,
 * single digits and plain words weigh less.
 */
export function ideaWeights(ideas: IdeaNumbers, countsByLanguage: readonly QuestionCounts[]): (idea: string) => number {
  const facts = countsByLanguage[0]!.length
  const factsWithIdea = new Uint16Array(ideas.names.length)
  const lastFact = new Int32Array(factsWithIdea.length).fill(-1)
  for (let fact = 0; fact < facts; fact++) {
    for (const counts of countsByLanguage) {
      for (const idea of counts[fact]!.ideas.keys()) {
        if (lastFact[idea] !== fact) factsWithIdea[idea]!++
        lastFact[idea] = fact
      }
    }
  }
  const rarestLog = Math.log(1 + facts)
  return idea => {
    if (idea.startsWith('frame.')) return weakFrames.has(idea) ? parameters.frameWeight / 3 : parameters.frameWeight
    if (singleDigit.test(idea)) return parameters.frameWeight
    const number = ideas.find(idea)
    const n = number === undefined ? 0 : factsWithIdea[number]!
    if (n === 0) return 0
    const rare = 0.6 + (2 * Math.log(facts / n + 1)) / rarestLog
    return idea.startsWith('w:') ? Math.min(rare, parameters.maxWordWeight) : rare
  }
}
