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
/**
 * The pace is that of about the last so much of busy time, not of the last few who left: after a pause of the machine or
 * of V8 many leave at once, and neither the pause nor the crowd says how long the next will take.
 */
const windowMs = 250
/** A longer pause counts as this. */
const longestMs = 50

/** `least` may always be inside: as many as one request may want at once, and a few more. */
export function makeGate(least: number, clock: () => number = () => performance.now()): Gate {
  let inside = 0
  /** Within the window, older ones less and less: the time while somebody was inside, and how many left in it. */
  let busyMs = 1
  let left = 1
  let since = 0
  return {
    enter() {
      if (inside >= least && (inside >= most || inside * (busyMs / left) > waitMs)) throw tooMany
      if (inside === 0) since = clock()
      inside++
    },
    leave() {
      const at = clock()
      const took = Math.min(at - since, longestMs)
      const fading = Math.exp(-took / windowMs)
      busyMs = busyMs * fading + took
      left = left * fading + 1
      since = at
      inside--
    },
    inside: () => inside,
  }
}

/** Shared instance: allocating errors under overload is costly. */
const tooMany = fail('upstream_unavailable', 'Too many requests are being answered; retry in a second.')
