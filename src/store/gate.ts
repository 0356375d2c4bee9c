// A bounded queue before the work of a store: as many may wait as will get their turn in a moment; the rest are told at
// once, so that they neither wait in vain nor keep others waiting.
import { fail } from '../errors.ts'

export type Gate = {
  /** Throws when there are too many inside. */
  enter(): void
  leave(): void
  inside(): number
}

/** Nobody enters who would have to wait longer than about this. */
const waitMs = 80
const most = 256
/** One long piece of work, or a pause of the machine or of V8, says little about the next: it counts so many times as much. */
const longestPaces = 8
const longestPaceMs = 50
const weight = 0.1

/** `least` may always be inside: as many as one request may want at once, and a few more. */
export function makeGate(least: number, clock: () => number = () => performance.now()): Gate {
  let inside = 0
  /** The time between two that leave while somebody is inside, on average: how fast the queue moves, however many work on it. */
  let paceMs = 1
  let since = 0
  return {
    enter() {
      if (inside >= least && (inside >= most || inside * paceMs > waitMs)) throw tooMany
      if (inside === 0) since = clock()
      inside++
    },
    leave() {
      const at = clock()
      const longest = Math.min(longestPaces * paceMs + 1, longestPaceMs)
      paceMs += (Math.min(at - since, longest) - paceMs) * weight
      since = at
      inside--
    },
    inside: () => inside,
  }
}

/** Made once: when there are many of them is no time to make each anew. */
const tooMany = fail('upstream_unavailable', 'Too many reads at once; retry in a second.')
