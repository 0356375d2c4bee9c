// Finds the known questions nearest to a query. There are many thousands, and each query touches hundreds, so
// everything is in flat arrays and queries allocate nothing.

/** A known question: its fact, and its slots with the numbers of their ideas. */
export type IndexedQuestion = { fact: number; slots: readonly (readonly number[])[] }

export type QueryTerm = { weight: number; numbers: readonly number[] }

/** Penalty for ideas of the known question that are missing in the query. */
const lackMatters = 0.7

/** Returns, for each fact that shares an idea, the agreement of its nearest question. */
type Nearest = (terms: readonly QueryTerm[], total: number) => Map<number, number>

/**
 * Slots by number: the question of each, its weight, and an inverted index: the slots with idea n are `having` from
 * `starts[n]` to `starts[n + 1]`.
 */
export type NearestData = {
  places: Int32Array
  weightOfSlot: Float64Array
  totals: Float64Array
  having: Int32Array
  starts: Int32Array
  factOf: Uint16Array
  isFrame: Uint8Array
}

/** `ideas` are the names of the numbers. */
export function flatten(
  questions: readonly IndexedQuestion[],
  ideas: readonly string[],
  weightOfIdea: (idea: string) => number,
): NearestData {
  const weights = Float64Array.from(ideas, weightOfIdea)
  const size = questions.reduce((sum, { slots }) => sum + slots.length, 0)
  const places = new Int32Array(size)
  const weightOfSlot = new Float64Array(size)
  const totals = new Float64Array(questions.length)
  const starts = new Int32Array(weights.length + 1)
  let slot = 0
  for (const [number, { slots }] of questions.entries()) {
    for (const numbers of slots) {
      const weight = numbers.reduce((most, idea) => Math.max(most, weights[idea]!), 0)
      places[slot] = number
      weightOfSlot[slot] = weight
      totals[number]! += weight
      for (const idea of numbers) starts[idea + 1]!++
      slot++
    }
  }
  for (let idea = 0; idea < weights.length; idea++) starts[idea + 1]! += starts[idea]!
  const factOf = Uint16Array.from(questions, ({ fact }) => fact)
  const isFrame = Uint8Array.from(ideas, idea => Number(idea.startsWith('frame.')))
  return { places, weightOfSlot, totals, starts, having: piecesByIdea(questions, starts), factOf, isFrame }
}

function piecesByIdea(questions: readonly IndexedQuestion[], starts: Int32Array): Int32Array {
  const having = new Int32Array(starts.at(-1)!)
  const next = starts.slice()
  let slot = 0
  for (const { slots } of questions) {
    for (const ideas of slots) {
      for (const idea of ideas) having[next[idea]!++] = slot
      slot++
    }
  }
  return having
}

/** Numbers of ideas that were added later, by another language, are ignored. */
export function makeNearest(data: NearestData): Nearest {
  const { places, weightOfSlot, totals, having, starts, factOf, isFrame } = data
  // For each known question: the weight of the query that it shares, and its own weight that the query shares.
  const ours = new Float64Array(totals.length)
  const back = new Float64Array(totals.length)
  const countedFor = new Int32Array(totals.length)
  const slotSeen = new Int32Array(places.length)
  let round = 0

  return (terms, total) => {
    const touched: number[] = []
    const first = round + 1
    const count = ({ weight, numbers }: QueryTerm, frames: 0 | 1) => {
      round++
      for (const number of numbers) {
        if (isFrame[number] !== frames) continue
        for (let i = starts[number]!; i < starts[number + 1]!; i++) {
          const slot = having[i]!
          const place = places[slot]!
          if (countedFor[place]! < first) {
            if (frames) continue // the kind of question occurs in too many of them
            touched.push(place)
            ours[place] = 0
            back[place] = 0
          }
          if (countedFor[place]! < round) ours[place]! += weight
          countedFor[place] = round
          if (slotSeen[slot]! < first) back[place]! += weightOfSlot[slot]!
          slotSeen[slot] = round
        }
      }
    }
    for (const one of terms) count(one, 0)
    for (const one of terms) count(one, 1)
    const nearest = new Map<number, number>()
    for (const place of touched) {
      const score = (ours[place]! / total) * (1 - lackMatters * (1 - back[place]! / totals[place]!))
      const fact = factOf[place]!
      if (score > (nearest.get(fact) ?? 0)) nearest.set(fact, score)
    }
    if (round > 1_000_000_000) forget()
    return nearest
  }

  function forget(): void {
    round = 0
    countedFor.fill(0)
    slotSeen.fill(0)
  }
}
