// What is known about a request before it reaches its handler.
import type { IncomingMessage } from 'node:http'
import type { HostName } from '../../addresses.ts'
import type { Verdict } from '../limits/rate-limit.ts'
import type { RouteCounts } from '../request-counts.ts'

export type RequestInfo = {
  id: string
  host: HostName
  /** Null if no rate limit applies. */
  verdict: Verdict | null
  /** The service is about to stop: the connection must not be used again. */
  closing: boolean
  /** Counts of the route; set by the router. */
  counts: RouteCounts
  /** The method of the request, if the router got another one. */
  method?: string
  /** Milliseconds of `performance.now()`. */
  started: number
}

export type RequestWithInfo = IncomingMessage & { info: RequestInfo }
