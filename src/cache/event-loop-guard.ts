// Answers are made on the thread that serves everybody. When more is asked for than it can do, requests pile up where
// nobody counts them: in the sockets that one turn of the event loop finds readable. So each turn has a budget.
import { fail } from '../errors.ts'

/** A turn that takes longer than this makes everybody wait. */
const budgetMs = 75
/** A few long turns may be anything, such as a collection of garbage; when they go on for so long, there is too much to do. */
const lastingMs = 1000
/** So long after a long turn it is over. */
const overMs = 500
/**
 * So many are always made in a turn: as many as one browser asks for at once, of both hosts. A machine that is busy with
 * something else has long turns too, and refusing one visitor half of a page's pictures would not make it quicker.
 */
const alwaysMade = 12

/** A process that has just started compiles what it runs, which takes long turns too. */
export const settlingMs = 10_000

/** Throws when this turn has used up its budget, as others have for a while. */
export function makeStrain(clock: () => number = () => performance.now(), settledAt = 0): () => void {
  let turnStarted: number | null = null
  let made = 0
  let firstLong = 0
  let lastLong = Number.NEGATIVE_INFINITY
  const endTurn = () => {
    const at = clock()
    const isLong = at - turnStarted! > budgetMs
    if (isLong && turnStarted! - lastLong > overMs) firstLong = turnStarted!
    if (isLong) lastLong = at
    turnStarted = null
    made = 0
  }
  return () => {
    const at = clock()
    if (turnStarted === null) {
      turnStarted = at
      setImmediate(endTurn)
    } else if (
      made >= alwaysMade &&
      at - turnStarted > budgetMs &&
      turnStarted - lastLong <= overMs &&
      at - Math.max(firstLong, settledAt) > lastingMs
    )
      throw tooMuch
    made++
  }
}

/** Made once: now is no time to make each anew. */
const tooMuch = fail('upstream_unavailable', 'There is too much to do; retry in a second.')
