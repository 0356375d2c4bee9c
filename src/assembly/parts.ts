// What a process opens once: store, limits, log, traces, counters. It stays when the site pack is loaded again.
import type { DestinationStream, Logger } from 'pino'
import type { Addresses, HostName } from '../addresses.ts'
import type { Ask, AskReady } from '../ask/answer/answer.ts'
import type { Config } from '../config/config.ts'
import type { Deprecation } from '../deprecations.ts'
import { makeCursors } from '../operations/cursor.ts'
import type { Context } from '../operations/define.ts'
import { type ConnectionTimeouts, connectionTimeouts } from '../server/connections/servers.ts'
import { type LimitsInForce, openLimits } from '../server/limits/limits-in-force.ts'
import type { CountExchange } from '../server/limits/shared-counts.ts'
import { makeLog } from '../server/log.ts'
import { makeClientAddress } from '../server/request/client-address.ts'
import { makeRequestIds } from '../server/request/request-id.ts'
import { makeRequestCounts, type RequestCounts } from '../server/request-counts.ts'
import { makeRequestLog } from '../server/request-log.ts'
import type { Serve } from '../server/response/serve.ts'
import type { Router } from '../server/router.ts'
import { keepIndex } from '../store/keep-index.ts'
import { openStore } from '../store/open.ts'
import { openTraces, type Traces } from '../traces/open.ts'

export type PartsOptions = {
  now?: () => number
  deprecations: readonly Deprecation[]
  timeouts?: ConnectionTimeouts
  logTo?: DestinationStream
  /** Exchanges rate-limit counts with the other workers. */
  workerCounts?: CountExchange
  openStore?: typeof openStore
  /** Replaces the built-in ask; `askReady` is its readiness. */
  ask?: Ask
  askReady?: AskReady
  /** Adds routes after our own. */
  extend?: (host: HostName, router: Router, parts: { context: Context; serve: Serve }) => void
}

export type Parts = {
  config: Config
  options: PartsOptions
  addresses: Addresses
  /** The kinds are those of the site. */
  context: Omit<Context, 'kinds'>
  indexed: Promise<void>
  log: Logger
  traces: Traces
  secret: Buffer
  limits: LimitsInForce
  counts: RequestCounts
  lifecycle: { closing: boolean; replaced: boolean }
  now: () => number
  stalledMs: number
  /** Of requests. */
  request: ReturnType<typeof makeRequestLog> & { clientOf: ReturnType<typeof makeClientAddress>; nextId: () => string }
  close(): Promise<void>
}

export async function openParts(config: Config, options: PartsOptions, addresses: Addresses): Promise<Parts> {
  const { now = Date.now, timeouts = connectionTimeouts, workerCounts } = options
  const log = makeLog(config.logLevel, options.logTo)
  const traces = await openTraces(config, log)
  const opened = await (options.openStore ?? openStore)(config.store, {
    addresses,
    replica: config.storeReplica,
    readTimeoutMs: config.readTimeoutMs,
  })
  const { store: indexedStore, indexed } = keepIndex(opened, { location: config.store, log })
  const store = traces.store(indexedStore)
  try {
    const secret = config.cursorSecret === undefined ? await store.cursorSecret() : Buffer.from(config.cursorSecret)
    const limits = await openLimits({ ...config, workerCounts, secret, now, log })
    const counts = makeRequestCounts()
    const watch = makeRequestLog({ log, counts, logRequests: config.logRequests })
    return {
      config,
      options,
      addresses,
      context: { store, addresses, cursors: makeCursors(secret) },
      indexed,
      log,
      traces,
      secret,
      limits,
      counts,
      lifecycle: { closing: false, replaced: false },
      now,
      stalledMs: timeouts.stalled,
      request: { ...watch, clientOf: makeClientAddress(config.trustProxy), nextId: makeRequestIds() },
      close: async () => {
        limits.close()
        await store.close()
        await traces.close()
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}
