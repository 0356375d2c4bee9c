// Long work in short turns. Whoever prepares something asks between two small pieces of it whether its turn is over, and
// then waits until everybody else has had theirs.
import { performance } from 'node:perf_hooks'

/** Gives something to wait for when the turn is over. */
export type Turn = () => Promise<void> | undefined

/** Short enough that a request which comes in between hardly notices, long enough that little is lost by changing. */
const usualMs = 5

/** One for all who prepare at the same time, so that they share a turn instead of having one after the other. */
export function makeTurns({ lastsMs = usualMs, now = () => performance.now() } = {}): Turn {
  let ends = Number.NEGATIVE_INFINITY
  let next: Promise<void> | undefined
  const begin = () => {
    next = undefined
    ends = now() + lastsMs
  }
  return () => {
    if (now() < ends) return
    next ??= new Promise<void>(resolve => setImmediate(resolve)).then(begin)
    return next
  }
}
