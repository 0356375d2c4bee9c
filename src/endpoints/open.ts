// Puts together what agents are given on the web host besides MCP: ask, jobs, batch, status and the boundary of
// agent auth.
import type { Logger } from 'pino'
import type { Ask, AskReady } from '../ask/answer/answer.ts'
import { startJobs } from '../ask/jobs/jobs.ts'
import type { Answers } from '../cache/response-cache.ts'
import type { Config } from '../config/config.ts'
import type { Deprecation } from '../deprecations.ts'
import { limitsOf } from '../limits.ts'
import type { Context } from '../operations/define.ts'
import { operations } from '../operations/index.ts'
import { addDocuments } from '../routes/documents.ts'
import type { ReadContent } from '../routes/read-content.ts'
import { makeClientAddress } from '../server/request/client-address.ts'
import { makeIdempotency } from '../server/request/idempotency.ts'
import type { Representation } from '../server/response/representation.ts'
import type { Serve } from '../server/response/serve.ts'
import type { Router } from '../server/router.ts'
import { openStateStore } from '../store/open.ts'
import { addAgentAuth, agentAuthDocuments } from './agent-auth.ts'
import { addAsk } from './ask.ts'
import { makeTurns } from './ask-concurrency.ts'
import { readQuestion } from './ask-request.ts'
import { addBatch } from './batch.ts'
import { batchAbout } from './batch-about.ts'
import { addJobs } from './jobs.ts'
import { addStatus } from './status.ts'
import { componentChecks, makeStatusCheck } from './status-checks.ts'
import { makeHistory } from './status-history.ts'

export type AgentParts = {
  config: Config
  context: Context
  answers: Answers<Representation>
  serve: Serve
  readContent: ReadContent
  deprecations: readonly Deprecation[]
  secret: Buffer
  log: Logger
  now: () => number
  ask: Ask
  askReady: AskReady
  /** The same, for questions that are answered later. */
  askInJobs: Ask
  /** How long a reader of events may take nothing, in milliseconds. */
  stalledMs: number
}

export async function openAgents(parts: AgentParts) {
  const { config, context, answers, serve, readContent, deprecations, secret, log, now, ask, askInJobs, stalledMs } =
    parts
  const { productName, limits } = config
  const { store, addresses } = context
  const { webUrl } = addresses
  const house = { productName, addresses }
  const state = await openStateStore(config.store)
  const clientOf = makeClientAddress(config.trustProxy)
  const idempotency = makeIdempotency({ state, clientOf, secret, log, now })
  const jobs = startJobs({ store: state.jobs, ask: askInJobs, log, now })
  const about = batchAbout({ operations, deprecations, limit: limitsOf(limits).discovery, webUrl })
  const checks = componentChecks({ store, state, cache: answers, jobs })
  const history = makeHistory(makeStatusCheck({ checks, cache: answers, now }), now)
  const turns = makeTurns({ ready: parts.askReady })
  return {
    add(router: Router): void {
      addAsk(router, { ask, turns, idempotency, log, house, stalledMs })
      addJobs(router, { jobs, readQuestion, idempotency, clientOf, secret, addresses })
      addBatch(router, { operations, context, serve, answers, readContent, idempotency, log, about })
      addStatus(router, { house, limits, ...history })
      addAgentAuth(router, webUrl)
      addDocuments(router, agentAuthDocuments({ productName, ...addresses }), serve)
    },
    goodbye: turns.endAll,
    async close(): Promise<void> {
      history.close()
      await jobs.close()
      await state.close()
    },
  }
}
