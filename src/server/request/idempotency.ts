// Idempotency-Key: a repeated POST gets the first response again instead of being executed again.
import { createHmac, hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { fail } from '../../errors.ts'
import { idempotencyKey } from '../../limits.ts'
import type { Claim, KeyedRequest, StateStore } from '../../store/state.ts'
import type { FreshResponse } from '../response/fresh-response.ts'
import type { RequestWithInfo } from './request-info.ts'

export const keyHeader = 'Idempotency-Key'
const keepMs = idempotencyKey.hours * 60 * 60 * 1000
/** A process that died during a request blocks the key for at most this long. */
const leaseMs = 60_000
const retryAfter = '1'
const warnEveryMs = 60_000

/** `temporary`: a repeated request could get a better response, so this one is not stored. */
export type Outcome = FreshResponse & { temporary?: boolean }

export type Idempotency = {
  /** The response to a request: made by `run`, or stored earlier for the same key. */
  once(request: FastifyRequest, run: () => Promise<Outcome>): Promise<FreshResponse>
}

type IdempotencyOptions = {
  state: StateStore
  clientOf: (req: IncomingMessage) => string
  /** For hashes: neither client input nor addresses are stored in plain text. */
  secret: Buffer
  log: Logger
  now: () => number
}

export function makeIdempotency({ state, clientOf, secret, log, now }: IdempotencyOptions): Idempotency {
  const attempt = makeAttempts(log, now)
  const digest = (...parts: string[]) => createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')

  const identify = (request: FastifyRequest, key: string): KeyedRequest => {
    const client = clientOf(request.raw)
    const path = request.raw.url!.split('?', 1)[0]!
    return {
      scope: digest('idempotency', client, path, key),
      caller: digest('idempotency caller', client),
      fingerprint: hash('sha256', `${request.method}\n${path}\n${canonicalJson(request.body)}`, 'base64url'),
    }
  }

  const runClaimed = async (scope: string, holder: string, run: () => Promise<Outcome>): Promise<FreshResponse> => {
    const release = () => attempt(() => state.release({ scope, holder }))
    let outcome: Outcome
    try {
      outcome = await run()
    } catch (error) {
      await release()
      throw error
    }
    const { temporary = false, ...answer } = outcome
    if (temporary || answer.status >= 300) await release()
    else await attempt(() => state.storeResponse({ scope, holder, answer }))
    return answer
  }

  return {
    async once(request, run) {
      const key = readKey(request.raw)
      if (key === undefined) return run()
      const keyed = identify(request, key)
      const holder = (request.raw as RequestWithInfo).info.id
      const claim = await attempt(() => state.claim({ ...keyed, holder, now: now(), leaseMs, keepMs }))
      // If the state store fails, the request is executed without its key: executing it twice is harmless.
      if (claim === undefined) return run()
      return claim.outcome === 'claimed' ? runClaimed(keyed.scope, holder, run) : responseFor(claim)
    },
  }
}

function responseFor(claim: Exclude<Claim, { outcome: 'claimed' }>): FreshResponse {
  switch (claim.outcome) {
    case 'stored':
      return { ...claim.answer, head: [...claim.answer.head, 'Idempotent-Replayed', 'true'] }
    case 'running':
      throw fail('conflict', `A request with this ${keyHeader} is still running; retry in a moment for its answer.`, {
        headers: { 'Retry-After': retryAfter },
      })
    case 'other_request': {
      const reason = `This ${keyHeader} was used with another body; send the same body, or choose a new key.`
      throw fail('validation_failed', reason, { details: [{ field: keyHeader, reason }] })
    }
  }
}

function readKey(req: IncomingMessage): string | undefined {
  const given = req.headersDistinct['idempotency-key']
  if (given === undefined) return undefined
  const [key = ''] = given
  if (given.length === 1 && key.length > 0 && key.length <= idempotencyKey.keyLength) return key
  const reason = `${keyHeader} must be given once and have 1 to ${idempotencyKey.keyLength} characters.`
  throw fail('invalid_request', reason, { details: [{ field: keyHeader, reason }] })
}

/** Equal for equal values, regardless of member order and whitespace. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join()}}`
}

/** Undefined when the state store fails. Logged at intervals, not for each request. */
function makeAttempts(log: Logger, now: () => number): <T>(use: () => Promise<T>) => Promise<T | undefined> {
  let warnedAt = Number.NEGATIVE_INFINITY
  return async use => {
    try {
      return await use()
    } catch (error) {
      if (now() - warnedAt < warnEveryMs) return undefined
      warnedAt = now()
      log.warn(
        { err: (error as Error).cause ?? error },
        'the state store fails; requests are answered without their keys',
      )
      return undefined
    }
  }
}
