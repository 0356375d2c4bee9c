// What the front door knows about a request before anybody handles it.
import type { IncomingMessage } from 'node:http'
import type { Verdict } from '../limits/rate-limit.ts'
import type { RouteTally } from '../request-counts.ts'

export type HostName = 'api' | 'web'

export type Visit = {
  id: string
  host: HostName
  /** Null when no limit binds. */
  verdict: Verdict | null
  /** The service is about to stop: the connection must not be used again. */
  closing: boolean
  /** Where the answer is counted; the router sets it. */
  tally: RouteTally
  /** What was asked for, when the router was shown another method in its place. */
  method?: string
  /** Milliseconds of `performance.now()`. */
  started: number
}

export type VisitedRequest = IncomingMessage & { visit: Visit }
