// Counts completed requests; logs the slow ones, or all on demand, which halves the throughput.
import type { ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { RequestWithInfo } from './request/request-info.ts'
import { count, type RequestCounts } from './request-counts.ts'

const slowMs = 1000
/** Status for the case that the client disconnected before the response, as in nginx. */
const clientClosedRequest = 499

export function makeRequestLog(options: { log: Logger; counts: RequestCounts; logRequests: boolean }) {
  const { log, counts, logRequests } = options

  const fieldsOf = (req: RequestWithInfo, status: number) => ({
    requestId: req.info.id,
    host: req.info.host,
    method: req.info.method ?? req.method,
    // Queries may contain personal input; the path is enough.
    path: req.url?.split('?', 1)[0],
    status,
  })

  const finished = (req: RequestWithInfo, res: ServerResponse): void => {
    const status = res.headersSent ? res.statusCode : clientClosedRequest
    const ms = performance.now() - req.info.started
    count(req.info.counts, status)
    counts.slow.observe(req.info.counts, ms / 1000)
    if (ms > slowMs) log.warn({ ...fieldsOf(req, status), ms: Math.round(ms) }, 'slow request')
    else if (logRequests) log.info({ ...fieldsOf(req, status), ms: Math.round(ms) }, 'request')
  }

  const hotSent = (req: RequestWithInfo, status: number): void => log.info(fieldsOf(req, status), 'request')
  return { finished, hotSent: logRequests ? hotSent : null }
}
