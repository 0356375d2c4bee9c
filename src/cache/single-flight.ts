// Attempts in flight: callers that need the same value share one attempt. Also a deadline for an attempt.
import { type Failure, fail } from '../errors.ts'

export function makeFlights<T>() {
  const flights = new Map<string, Promise<T>>()
  return {
    join(key: string, start: () => Promise<T>): Promise<T> {
      const running = flights.get(key)
      if (running !== undefined) return running
      const flight = start().finally(() => flights.delete(key))
      flights.set(key, flight)
      return flight
    },
  }
}

export function withDeadline<T>(work: Promise<T>, deadlineMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(timedOut()), deadlineMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

const timedOut = (): Failure => fail('timeout', 'The work took too long; retry in a moment.')
