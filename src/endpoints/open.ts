// Starts what the agent endpoints need (jobs, health checks) and registers them.
import type { HostName } from '../addresses.ts'
import type { Ask, AskReady } from '../ask/answer/answer.ts'
import { startJobs } from '../ask/jobs/jobs.ts'
import type { Config } from '../config/config.ts'
import { makeOriginGuard } from '../mcp/origin-guard.ts'
import { makeClientAddress } from '../server/request/client-address.ts'
import { makeIdempotency } from '../server/request/idempotency.ts'
import type { Router } from '../server/router.ts'
import type { StateStore } from '../store/state.ts'
import { makeAskConcurrency } from './ask/concurrency.ts'
import { registerEndpoints } from './define.ts'
import { endpoints } from './list.ts'
import type { EndpointParts } from './parts.ts'
import { componentChecks, makeStatusCheck } from './status/checks.ts'
import { makeHistory } from './status/history.ts'
import { statusDocumentBuilder } from './status/status.ts'

type PassedParts =
  | 'context'
  | 'site'
  | 'responseCache'
  | 'serve'
  | 'readContent'
  | 'deprecations'
  | 'secret'
  | 'log'
  | 'ask'
  | 'stalledMs'
  | 'mcp'

type EndpointOptions = Pick<EndpointParts, PassedParts> & {
  config: Config
  state: StateStore
  askReady: AskReady
  /** Answers the questions of jobs. */
  askInJobs: Ask
  now: () => number
}

export async function openEndpoints(options: EndpointOptions) {
  const { config, context, responseCache, secret, log, now, state } = options
  const { limits } = config
  const { store, addresses } = context
  const clientOf = makeClientAddress(config.trustProxy)
  const jobs = startJobs({ store: state.jobs, ask: options.askInJobs, log, now })
  const checks = componentChecks({ store, state, cache: responseCache, jobs, now })
  const history = makeHistory({
    check: makeStatusCheck({ checks, cache: responseCache, now }),
    store: state.health,
    now,
  })
  const concurrency = makeAskConcurrency({ ready: options.askReady })
  const statusDocument = statusDocumentBuilder(options.site, limits)
  const parts: EndpointParts = {
    ...options,
    addresses,
    limits,
    clientOf,
    idempotency: makeIdempotency({ state, clientOf, secret, log, now }),
    concurrency,
    jobs,
    status: history,
    originGuard: makeOriginGuard(addresses),
  }
  return {
    add(router: Router, host: HostName): void {
      registerEndpoints(router, host, endpoints, parts)
    },
    health: history.check,
    /** The document of GET /status. */
    status: async () => statusDocument(await history.check()),
    /** At shutdown. */
    endAnswers: concurrency.endAll,
    async close(): Promise<void> {
      await history.close()
      await jobs.close()
    },
  }
}
