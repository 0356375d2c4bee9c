// Logs failures of the service with their request id. Timeouts and store failures come in thousands and are all the
// same, so they are summarised in one line per second.
import type { Logger } from 'pino'
import type { Failure } from '../../errors.ts'

const everyMs = 1000

type FailureLog = (requestId: string, failure: Failure) => void

export function makeFailureLog(log: Logger, clock: () => number = () => performance.now()): FailureLog {
  let quietUntil = Number.NEGATIVE_INFINITY
  let leftOut = 0
  return (requestId, failure) => {
    const isRefusal = failure.status === 503
    if (isRefusal && clock() < quietUntil) {
      leftOut++
      return
    }
    const others = isRefusal && leftOut > 0 ? { others: leftOut } : {}
    log.error({ requestId, err: failure.cause ?? failure, ...others }, failure.error)
    if (!isRefusal) return
    quietUntil = clock() + everyMs
    leftOut = 0
  }
}
