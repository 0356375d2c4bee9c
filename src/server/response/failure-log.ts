// Logs failures of the service with their request id. An outage causes thousands of equal 503 responses, so of these only one
// per second is logged, with the number of others.
import type { Logger } from 'pino'
import type { Failure } from '../../errors.ts'

const intervalMs = 1000

type FailureLog = (requestId: string, failure: Failure) => void

export function makeFailureLog(log: Logger, clock: () => number = () => performance.now()): FailureLog {
  let quietUntil = Number.NEGATIVE_INFINITY
  let skipped = 0
  return (requestId, failure) => {
    const isUnavailable = failure.status === 503
    if (isUnavailable && clock() < quietUntil) {
      skipped++
      return
    }
    const others = isUnavailable && skipped > 0 ? { others: skipped } : {}
    log.error({ requestId, err: failure.cause ?? failure, ...others }, failure.error)
    if (!isUnavailable) return
    quietUntil = clock() + intervalMs
    skipped = 0
  }
}
