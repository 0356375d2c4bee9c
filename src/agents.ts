// Puts together what agents are given on the web host besides MCP: batch, status and the boundary of agent auth.
import type { Logger } from 'pino'
import type { Answers } from './cache/answers.ts'
import type { Config } from './config.ts'
import type { Deprecation } from './deprecations.ts'
import { makeClientAddress } from './http/client-address.ts'
import { makeIdempotency } from './http/idempotency.ts'
import type { Representation } from './http/representation.ts'
import type { Router } from './http/router.ts'
import type { Serve } from './http/serve.ts'
import { limitsOf } from './limits.ts'
import type { Context } from './operations/define.ts'
import { operations } from './operations/index.ts'
import { openStateStore, statePath } from './store/sqlite/state.ts'
import { addAgentAuth, agentAuthDocuments } from './surfaces/agent-auth.ts'
import { addBatch } from './surfaces/batch.ts'
import { batchAbout } from './surfaces/batch-about.ts'
import { addDocuments } from './surfaces/documents.ts'
import type { ReadContent } from './surfaces/read-content.ts'
import { addStatus } from './surfaces/status.ts'
import { componentChecks, makeStatusCheck } from './surfaces/status-checks.ts'

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
}

export function openAgents(parts: AgentParts) {
  const { config, context, answers, serve, readContent, deprecations, secret, log, now } = parts
  const { productName, limits } = config
  const { store, addresses } = context
  const { webUrl } = addresses
  const state = openStateStore(statePath(config.store))
  const idempotency = makeIdempotency({ state, clientOf: makeClientAddress(config.trustProxy), secret, log, now })
  const about = batchAbout({ operations, deprecations, limit: limitsOf(limits).discovery, webUrl })
  const checks = componentChecks({ store, state, cache: answers })
  const check = makeStatusCheck({ checks, cache: answers, now })
  return {
    add(router: Router): void {
      addBatch(router, { operations, context, serve, answers, readContent, idempotency, log, about })
      addStatus(router, { house: { productName, addresses }, limits, check })
      addAgentAuth(router, webUrl)
      addDocuments(router, agentAuthDocuments({ productName, ...addresses }), serve)
    },
    close: state.close,
  }
}
