// What a supervisor and its workers say to each other. Requests for rate limits go in batches: there may be many.
import type { Policy } from '../limits.ts'

/** What a registry of metrics looks like on the way. */
export type Metrics = object[]

export type AskedFor = [id: number, policy: Policy, client: string, need: number]
export type Granted = [id: number, until: number, granted: number, pool: number, isFinal: boolean]
export type Recalled = [id: number, policy: Policy, client: string, until: number]
export type Returned = [id: number, left: number]

/** Where workers listen. */
export type Ports = { api: number; web: number }

export type FromWorker =
  | { say: 'ready'; ports: Ports }
  | { say: 'limits'; asked: AskedFor[]; returned: Returned[] }
  | { say: 'metrics'; id: number; metrics: Metrics }
  /** The last metrics of a worker that is about to end. */
  | { say: 'goodbye'; metrics: Metrics }
  /** The last thing it says, so that whatever it said before has been sent. */
  | { say: 'gone' }

export type ToWorker =
  /** Said to one worker when all are ready: it tells whoever started us. */
  | { say: 'announce'; workers: number; metricsUrl: string | null }
  | { say: 'limits'; granted: Granted[]; recalled: Recalled[] }
  | { say: 'metrics'; id: number }
  /** With `replaced` others serve in its place. */
  | { say: 'stop'; replaced: boolean }
  /** To a goodbye: nothing more comes from here, no connection either. */
  | { say: 'farewell' }

/** Collects what is said until the event loop comes round, and sends it as one message. */
export function makeOutbox<A, B>(send: (first: A[], second: B[]) => void) {
  let first: A[] = []
  let second: B[] = []
  let isDue = false
  const flush = () => {
    const [sentFirst, sentSecond] = [first, second]
    first = []
    second = []
    isDue = false
    send(sentFirst, sentSecond)
  }
  const due = () => {
    if (!isDue) setImmediate(flush)
    isDue = true
  }
  return {
    first(item: A): void {
      first.push(item)
      due()
    },
    second(item: B): void {
      second.push(item)
      due()
    },
  }
}
