// Work in progress: callers who need the same thing share one attempt, and none waits for ever.
import { type Failure, fail } from '../errors.ts'
import type { NowOrLater } from '../util/now-or-later.ts'

/** `shared`: somebody else waits for the outcome too. It is known for good once the outcome is there. */
export type Flight<T> = { outcome: NowOrLater<T>; shared: boolean }

export function makeFlights<T>() {
  const flights = new Map<string, Flight<T>>()
  return {
    join(key: string, start: () => NowOrLater<T>): Flight<T> {
      const running = flights.get(key)
      if (running !== undefined) {
        running.shared = true
        return running
      }
      const started = start()
      if (!(started instanceof Promise)) return { outcome: started, shared: false }
      const flight = { outcome: started.finally(() => flights.delete(key)), shared: false }
      flights.set(key, flight)
      return flight
    },
  }
}

export function withDeadline<T>(work: Promise<T>, deadlineMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(timedOut()), deadlineMs)
  })
  return Promise.race([work, deadline]).finally(() => clearTimeout(timer))
}

const timedOut = (): Failure => fail('timeout', 'The work took too long; retry in a moment.')
