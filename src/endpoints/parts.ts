// The dependencies of endpoint handlers.
import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import type { Addresses } from '../addresses.ts'
import type { Ask } from '../ask/answer/answer.ts'
import type { Jobs } from '../ask/jobs/jobs.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import type { Deprecation } from '../deprecations.ts'
import type { LimitSettings } from '../limits.ts'
import type { OriginGuard } from '../mcp/origin-guard.ts'
import type { McpServers } from '../mcp/servers.ts'
import type { Context } from '../operations/define.ts'
import type { SiteContext } from '../pages/layout/page.ts'
import type { ReadContent } from '../routes/read-content.ts'
import type { Idempotency } from '../server/request/idempotency.ts'
import type { Representation } from '../server/response/representation.ts'
import type { Serve } from '../server/response/serve.ts'
import type { AskConcurrency } from './ask/concurrency.ts'
import type { History } from './status/history.ts'

export type EndpointParts = {
  addresses: Addresses
  site: SiteContext
  context: Context
  responseCache: ResponseCache<Representation>
  serve: Serve
  readContent: ReadContent
  deprecations: readonly Deprecation[]
  limits: LimitSettings
  log: Logger
  /** Key of the hashes that are stored instead of client addresses. */
  secret: Buffer
  clientOf: (req: IncomingMessage) => string
  idempotency: Idempotency
  ask: Ask
  concurrency: AskConcurrency
  /** How long a client may read nothing from an event stream, in milliseconds. */
  stalledMs: number
  jobs: Jobs
  status: Pick<History, 'check' | 'day'>
  mcp: McpServers
  originGuard: OriginGuard
}
