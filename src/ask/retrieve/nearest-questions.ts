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
  factOfQuestion: Uint16Array
  /** Inverted index: the slots with idea n are from `starts[n]` up to, not including, `starts[n + 1]`. */
  slotsByIdea: Int32Array
  starts: Int32Array
}

export function nearestData(questions: readonly IndexedQuestion[], ideas: number): NearestData {
  const slots = questions.flatMap((question, number) => question.slots.map(numbers => ({ number, numbers })))
  const byIdea = Array.from({ length: ideas }, (): number[] => [])
  for (const [slot, { numbers }] of slots.entries()) for (const idea of numbers) byIdea[idea]!.push(slot)
  const starts = new Int32Array(ideas + 1)
  for (const [idea, some] of byIdea.entries()) starts[idea + 1] = starts[idea]! + some.length
  return {
    questionOfSlot: Int32Array.from(slots, ({ number }) => number),
    factOfQuestion: Uint16Array.from(questions, ({ fact }) => fact),
    slotsByIdea: Int32Array.from(byIdea.flat()),
    starts,
  }
}

/** The weight of a slot is that of its heaviest idea, the weight of a question the sum of its slots. */
function weightsOf({ questionOfSlot, factOfQuestion, slotsByIdea, starts }: NearestData, weights: Float64Array) {
  const ofSlot = new Float64Array(questionOfSlot.length)
  const ofQuestion = new Float64Array(factOfQuestion.length)
  for (let idea = 0; idea < starts.length - 1; idea++)
    for (let i = starts[idea]!; i < starts[idea + 1]!; i++)
      ofSlot[slotsByIdea[i]!] = Math.max(ofSlot[slotsByIdea[i]!]!, weights[idea]!)
  for (const [slot, weight] of ofSlot.entries()) ofQuestion[questionOfSlot[slot]!]! += weight
  return { ofSlot, ofQuestion }
}

/** `ideas` are the names of the numbers. Those that were added later, by another language, are ignored. */
export function makeNearest(
  data: NearestData,
  ideas: readonly string[],
  weightOfIdea: (idea: string) => number,
): Nearest {
  const { questionOfSlot, factOfQuestion, slotsByIdea, starts } = data
  const isFrame = Uint8Array.from(ideas, idea => Number(idea.startsWith('frame.')))
  const { ofSlot: weightOfSlot, ofQuestion: weightOfQuestion } = weightsOf(data, Float64Array.from(ideas, weightOfIdea))
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
