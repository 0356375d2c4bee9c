// Starts the service. Waits up to VITRINE_START_WAIT seconds for a PostgreSQL server that does not answer yet: after a power
// failure, or when containers start together, it is often ready later than this process.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Service, ServiceOptions } from '../src/app.ts'
import type { Config } from '../src/config/config.ts'
import { Failure } from '../src/errors.ts'
import { isPostgres } from '../src/store/open.ts'
import { withoutSecrets } from '../src/util/without-secrets.ts'
import { fillWithDemo, startListening } from './serving.ts'
import { withStore } from './stores.ts'

const retryDelays = { firstMs: 250, maxMs: 2000 }
/** The log repeats the reason at most this often. */
const logEveryMs = 5000

export async function startWhenStoreAnswers(
  config: Config,
  log: Logger,
  options: ServiceOptions = {},
): Promise<Service> {
  const start = async () => {
    // First: clients must not connect before there is data to serve. Not `ping`, which fails until an older index is rebuilt.
    if (isPostgres(config.store)) await withStore(config, store => store.isEmpty())
    await fillWithDemo(config, log)
    return startListening(config, options)
  }
  const giveUpAt = performance.now() + config.startWait * 1000
  let loggedAt = Number.NEGATIVE_INFINITY
  for (let delayMs = retryDelays.firstMs; ; delayMs = Math.min(2 * delayMs, retryDelays.maxMs)) {
    try {
      return await start()
    } catch (error) {
      if (!isTemporary(error)) throw error
      const leftMs = giveUpAt - performance.now()
      if (leftMs <= 0) throw startError(config, error)
      if (performance.now() - loggedAt >= logEveryMs) {
        loggedAt = performance.now()
        const reason = reasonFor(error)
        log.warn({ store: withoutSecrets(config.store), reason, secondsLeft: Math.ceil(leftMs / 1000) }, waiting)
      }
      await sleep(Math.min(delayMs, leftMs))
    }
  }
}

const waiting = 'waiting for the database'

/** Errors of Node for a server that cannot be reached yet; a DNS name or a Unix socket may also appear later. */
const networkErrors: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])

/** SQLSTATE classes 08 connection, 40 rollback, 53 resources, 57 operator intervention (stopping, starting); 55P03 lock timeout. */
const temporaryStates = /^(?:08|40|53|57)...$|^55P03$/

/** False for a wrong password, a missing database or a newer schema: waiting does not help. */
function isTemporary(error: unknown): boolean {
  const chain = causesOf(error)
  if (!chain.some(link => link instanceof Failure && link.error === 'upstream_unavailable')) return false
  const code = chain.map(link => (link as { code?: unknown }).code).find(value => typeof value === 'string')
  // Timeouts of the driver have no code.
  return code === undefined || networkErrors.has(code) || temporaryStates.test(code)
}

function causesOf(error: unknown): Error[] {
  const chain: Error[] = []
  for (let link = error; link instanceof Error && chain.length < 10; link = link.cause) chain.push(link)
  return chain
}

function reasonFor(error: unknown): string {
  const last = causesOf(error).at(-1) as NodeJS.ErrnoException
  return (last.message || last.code || 'no answer').replace(/\.$/, '')
}

function startError({ store, startWait }: Config, error: unknown): Error {
  const waited = startWait === 0 ? '' : ` Waited ${startWait} s; VITRINE_START_WAIT sets how long.`
  const message = `Cannot open the store ${withoutSecrets(store)}: ${reasonFor(error)}.${waited}`
  return new Error(message, { cause: error })
}
