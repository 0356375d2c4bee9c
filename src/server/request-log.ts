// What is said about requests after they were answered: counts for all, log lines for the slow, or for all if wanted.
import type { ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { VisitedRequest } from './request/request-info.ts'
import { count, type Tally } from './request-counts.ts'

const slowMs = 1000
/** Nobody waited for the answer. */
const gone = 499

export function makeWatch(options: { log: Logger; tally: Tally; logRequests: boolean }) {
  const { log, tally, logRequests } = options

  const facts = (req: VisitedRequest, status: number) => ({
    requestId: req.visit.id,
    host: req.visit.host,
    method: req.visit.method ?? req.method,
    // Queries may hold what somebody typed; the path is enough to find the place.
    path: req.url?.split('?', 1)[0],
    status,
  })

  const finished = (req: VisitedRequest, res: ServerResponse): void => {
    const status = res.headersSent ? res.statusCode : gone
    const ms = performance.now() - req.visit.started
    count(req.visit.tally, status)
    tally.slow.observe(req.visit.tally, ms / 1000)
    if (ms > slowMs) log.warn({ ...facts(req, status), ms: Math.round(ms) }, 'slow request')
    else if (logRequests) log.info({ ...facts(req, status), ms: Math.round(ms) }, 'request')
  }

  const hotSent = (req: VisitedRequest, status: number): void => log.info(facts(req, status), 'request')
  return { finished, hotSent: logRequests ? hotSent : null }
}
