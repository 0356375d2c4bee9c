// What first-handler.ts adds to each request.
import type { IncomingMessage } from 'node:http'
import type { HostName } from '../../addresses.ts'
import type { Verdict } from '../limits/rate-limit.ts'
import type { RouteCounts } from '../request-counts.ts'

export type RequestInfo = {
  id: string
  host: HostName
  /** The result of the rate limit; null without a limit. */
  verdict: Verdict | null
  /** The service is stopping: the connection must not be reused. */
  closing: boolean
  /** The counters of the route; set by the router. */
  counts: RouteCounts
  /** The original method, when the router was given a substitute. */
  method?: string
  /** Milliseconds of `performance.now()`. */
  started: number
}

export type RequestWithInfo = IncomingMessage & { info: RequestInfo }
