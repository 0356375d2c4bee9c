// The known questions that are nearest to an asked one. There are many thousands, and each question touches hundreds, so
// everything is in flat arrays and nothing is made anew for a question.

/** A known question: the fact it asks for, and its pieces, each with the numbers of its ideas. */
export type Known = { fact: number; slots: readonly Uint16Array[] }

export type Asked = { weight: number; numbers: readonly number[] }

/** How much an idea of the known question that the asked one lacks counts against it. */
const lackMatters = 0.7

/** `ideas` are the names of the numbers. Gives, for each fact that shares an idea, how well its nearest question agrees. */
export function makeNearest(known: readonly Known[], ideas: readonly string[], weightOfIdea: (idea: string) => number) {
  const weights = Float64Array.from(ideas, weightOfIdea)
  const { places, weightOfSlot, totals, bySlots } = flatten(known, ideas.length, weights)
  const factOf = Uint16Array.from(known, ({ fact }) => fact)
  const isFrame = ideas.map(idea => idea.startsWith('frame.'))
  // For each known question: what of the asked one it shares, and what of it the asked one shares.
  const ours = new Float64Array(totals.length)
  const back = new Float64Array(totals.length)
  const countedFor = new Int32Array(totals.length)
  const slotSeen = new Int32Array(places.length)
  let turn = 0

  return (asked: readonly Asked[], total: number): Map<number, number> => {
    const touched: number[] = []
    const first = turn + 1
    const count = ({ weight, numbers }: Asked, frames: boolean) => {
      turn++
      for (const number of numbers) {
        // Another language may have brought in ideas that nobody had when this was made.
        const having = bySlots[number]
        if (having === undefined || isFrame[number] !== frames) continue
        for (const slot of having) {
          const place = places[slot]!
          if (countedFor[place]! < first) {
            if (frames) continue // what kind of question it is leads everywhere
            touched.push(place)
            ours[place] = 0
            back[place] = 0
          }
          if (countedFor[place]! < turn) ours[place]! += weight
          countedFor[place] = turn
          if (slotSeen[slot]! < first) back[place]! += weightOfSlot[slot]!
          slotSeen[slot] = turn
        }
      }
    }
    for (const one of asked) count(one, false)
    for (const one of asked) count(one, true)
    const nearest = new Map<number, number>()
    for (const place of touched) {
      const score = (ours[place]! / total) * (1 - lackMatters * (1 - back[place]! / totals[place]!))
      const fact = factOf[place]!
      if (score > (nearest.get(fact) ?? 0)) nearest.set(fact, score)
    }
    if (turn > 1_000_000_000) forget()
    return nearest
  }

  function forget(): void {
    turn = 0
    countedFor.fill(0)
    slotSeen.fill(0)
  }
}

/** Pieces by number: which question each belongs to, what it weighs, and which pieces have an idea. */
function flatten(known: readonly Known[], ideaCount: number, weights: Float64Array) {
  const size = known.reduce((sum, { slots }) => sum + slots.length, 0)
  const places = new Int32Array(size)
  const weightOfSlot = new Float64Array(size)
  const totals = new Float64Array(known.length)
  const lists: number[][] = Array.from({ length: ideaCount }, () => [])
  let slot = 0
  known.forEach(({ slots }, place) => {
    for (const ideas of slots) {
      const weight = ideas.reduce((most, idea) => Math.max(most, weights[idea]!), 0)
      places[slot] = place
      weightOfSlot[slot] = weight
      totals[place]! += weight
      for (const idea of ideas) lists[idea]!.push(slot)
      slot++
    }
  })
  return { places, weightOfSlot, totals, bySlots: lists.map(list => Int32Array.from(list)) }
}
