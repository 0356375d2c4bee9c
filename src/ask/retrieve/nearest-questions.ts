// Finds the example questions nearest to a query. There are many thousands, and each query touches hundreds, so they are in
// typed arrays, and the sums of a query are in arrays that all queries share.
import { parameters } from '../decide/parameters.ts'

/** An example question: the index of its fact, and its slots with the numbers of their ideas. */
export type IndexedQuestion = { fact: number; slots: readonly (readonly number[])[] }

export type QueryTerm = { weight: number; numbers: readonly number[] }

/**
 * Returns, for each fact with an example question that shares an idea, the score of its nearest question. `total` is the weight
 * of all terms.
 */
type Nearest = (terms: readonly QueryTerm[], total: number) => Map<number, number>

/** Slots, questions, facts and ideas are numbers. */
export type NearestData = {
  questionOfSlot: Int32Array
  weightOfSlot: Float64Array
  weightOfQuestion: Float64Array
  factOfQuestion: Uint16Array
  /** Inverted index: the slots with idea n are from `starts[n]` up to, not including, `starts[n + 1]`. */
  slotsByIdea: Int32Array
  starts: Int32Array
  /** 1 for ideas about the kind of question (how, where, how many), else 0. */
  isFrame: Uint8Array
}

/** `ideas` are the names of the numbers. */
export function nearestData(
  questions: readonly IndexedQuestion[],
  ideas: readonly string[],
  weightOfIdea: (idea: string) => number,
): NearestData {
  const weights = Float64Array.from(ideas, weightOfIdea)
  const size = questions.reduce((sum, { slots }) => sum + slots.length, 0)
  const questionOfSlot = new Int32Array(size)
  const weightOfSlot = new Float64Array(size)
  const weightOfQuestion = new Float64Array(questions.length)
  const starts = new Int32Array(weights.length + 1)
  let slot = 0
  for (const [number, { slots }] of questions.entries()) {
    for (const numbers of slots) {
      const weight = numbers.reduce((most, idea) => Math.max(most, weights[idea]!), 0)
      questionOfSlot[slot] = number
      weightOfSlot[slot] = weight
      weightOfQuestion[number]! += weight
      for (const idea of numbers) starts[idea + 1]!++
      slot++
    }
  }
  for (let idea = 0; idea < weights.length; idea++) starts[idea + 1]! += starts[idea]!
  const factOfQuestion = Uint16Array.from(questions, ({ fact }) => fact)
  const isFrame = Uint8Array.from(ideas, idea => Number(idea.startsWith('frame.')))
  const slotsByIdea = invert(questions, starts)
  return { questionOfSlot, weightOfSlot, weightOfQuestion, factOfQuestion, slotsByIdea, starts, isFrame }
}

function invert(questions: readonly IndexedQuestion[], starts: Int32Array): Int32Array {
  const slotsByIdea = new Int32Array(starts.at(-1)!)
  const next = starts.slice()
  let slot = 0
  for (const { slots } of questions) {
    for (const ideas of slots) {
      for (const idea of ideas) slotsByIdea[next[idea]!++] = slot
      slot++
    }
  }
  return slotsByIdea
}

/** Numbers of ideas that were added later, by another language, are ignored. */
export function makeNearest(data: NearestData): Nearest {
  const { questionOfSlot, weightOfSlot, weightOfQuestion, factOfQuestion, slotsByIdea, starts, isFrame } = data
  // For each example question: the weight of the query's terms that it contains, and of its slots that the query contains.
  const sharedTerms = new Float64Array(weightOfQuestion.length)
  const sharedSlots = new Float64Array(weightOfQuestion.length)
  // Terms of all queries are numbered; these are the last terms that a question and a slot were counted for.
  const lastTermOfQuestion = new Int32Array(weightOfQuestion.length)
  const lastTermOfSlot = new Int32Array(questionOfSlot.length)
  let termNumber = 0

  return (terms, total) => {
    const candidates: number[] = []
    const firstTerm = termNumber + 1
    const count = ({ weight, numbers }: QueryTerm, ofFrames: 0 | 1) => {
      termNumber++
      for (const number of numbers) {
        if (isFrame[number] !== ofFrames) continue
        for (let i = starts[number]!; i < starts[number + 1]!; i++) {
          const slot = slotsByIdea[i]!
          const question = questionOfSlot[slot]!
          if (lastTermOfQuestion[question]! < firstTerm) {
            if (ofFrames) continue // too many questions are of the same kind
            candidates.push(question)
            sharedTerms[question] = 0
            sharedSlots[question] = 0
          }
          if (lastTermOfQuestion[question]! < termNumber) sharedTerms[question]! += weight
          lastTermOfQuestion[question] = termNumber
          if (lastTermOfSlot[slot]! < firstTerm) sharedSlots[question]! += weightOfSlot[slot]!
          lastTermOfSlot[slot] = termNumber
        }
      }
    }
    for (const term of terms) count(term, 0)
    for (const term of terms) count(term, 1)
    const nearest = new Map<number, number>()
    for (const question of candidates) {
      const score =
        (sharedTerms[question]! / total) *
        (1 - parameters.missingIdeasPenalty * (1 - sharedSlots[question]! / weightOfQuestion[question]!))
      const fact = factOfQuestion[question]!
      if (score > (nearest.get(fact) ?? 0)) nearest.set(fact, score)
    }
    if (termNumber > 1_000_000_000) restartNumbers()
    return nearest
  }

  function restartNumbers(): void {
    termNumber = 0
    lastTermOfQuestion.fill(0)
    lastTermOfSlot.fill(0)
  }
}
